"""Fixtures of the engine tests."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine import foreign_module as foreign
from tests.engine import handmade, small_module
from tests.engine.display import virtual_display
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule, read_expectation
from tests.engine.prepare import JAVA_SOURCES, EngineFiles, prepare
from tests.fetching.absence import ENGINE, without
from tests.fetching.cache import NotHereError

BUILT_NAME = "where-eagles-dare"


@pytest.fixture(scope="session")
def engine_files() -> EngineFiles:
    try:
        return prepare()
    except NotHereError as error:
        without(ENGINE, error)


@pytest.fixture(scope="session")
def display(engine_files: EngineFiles) -> Iterator[str]:
    with virtual_display(engine_files.display) as name:
        yield name


@pytest.fixture(scope="session")
def small_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    return handmade.write_module(small_module.small_module(), folder / "small.vmod")


@pytest.fixture(scope="session")
def small_running(engine_files: EngineFiles, display: str, small_path: Path) -> Iterator[Engine]:
    with Engine(engine_files, display, small_path) as running:
        yield running


@pytest.fixture(scope="module")
def small_engine(small_running: Engine) -> Engine:
    """The small module in an engine that several files of tests take in turn, each a new game."""
    small_running.problems.clear()
    return small_running


@pytest.fixture(scope="session")
def built_module(wed_build: Path) -> BuiltModule:
    """Where Eagles Dare as ``clubroute build wed`` makes it."""
    expected = read_expectation(wed_build / f"{BUILT_NAME}.expect.json")
    return BuiltModule(wed_build / f"{BUILT_NAME}.vmod", expected)


@pytest.fixture(scope="session")
def wed_running(
    engine_files: EngineFiles, display: str, built_module: BuiltModule
) -> Iterator[Engine]:
    with Engine(engine_files, display, built_module.path) as running:
        yield running


@pytest.fixture(scope="module")
def wed_engine(wed_running: Engine) -> Engine:
    """Where Eagles Dare in an engine that several files of tests take in turn, each a new game."""
    wed_running.problems.clear()
    return wed_running


@pytest.fixture(scope="session")
def foreign_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("foreign")
    return handmade.write_module(foreign.foreign_module(), folder / "foreign.vmod")


@pytest.fixture(scope="session")
def foreign_running(
    engine_files: EngineFiles, display: str, foreign_path: Path
) -> Iterator[Engine]:
    with Engine(engine_files, display, foreign_path) as running:
        yield running


@pytest.fixture(scope="module")
def foreign_engine(foreign_running: Engine) -> Engine:
    """A module of another hand, taken in turn in the same way."""
    foreign_running.problems.clear()
    return foreign_running


@pytest.fixture
def series_files(engine_files: EngineFiles, tmp_path: Path) -> EngineFiles:
    """The engine with the classes that stand in for the series'."""
    classes = tmp_path / "classes"
    sources = sorted(map(str, (JAVA_SOURCES / "series").rglob("*.java")))
    options = ["--release", "11", "-nowarn", "-proc:none", "-encoding", "UTF-8"]
    command = ["javac", *options, "-cp", engine_files.class_path, "-d", str(classes), *sources]
    subprocess.run(command, check=True, capture_output=True)
    class_path = os.pathsep.join((str(classes), engine_files.class_path))
    return replace(engine_files, class_path=class_path)
