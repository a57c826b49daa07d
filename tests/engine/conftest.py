"""Fixtures of the engine tests."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.cli import main
from clubroute.builder.survey.compile import CompiledMap
from tests.conftest import compiled_once
from tests.engine import foreign_module as foreign
from tests.engine import handmade, small_module
from tests.engine.advised import PATIENT
from tests.engine.adviser_table import named_as_on_windows
from tests.engine.display import virtual_display
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule, read_expectation
from tests.engine.hosts import Hosts
from tests.engine.listening import Listening, listening
from tests.engine.prepare import JAVA_SOURCES, EngineFiles, prepare
from tests.engine.shared import Engines
from tests.fetching.absence import ENGINE, without
from tests.fetching.cache import NotHereError
from tests.sharing import made_once

NO_CLUBROUTE = "/nowhere"
"""A PATH on which clubroute is not, as that of programs with windows often is."""


@pytest.fixture(scope="session")
def engine_files() -> Iterator[EngineFiles]:
    try:
        files = prepare()
    except NotHereError as error:
        without(ENGINE, error)
    with closing(Hosts()) as hosts:
        yield replace(files, hosts=hosts)


@pytest.fixture(scope="session")
def display(engine_files: EngineFiles) -> Iterator[str]:
    with virtual_display(engine_files.display) as name:
        yield name


@pytest.fixture(scope="session")
def service(
    gts_map: CompiledMap, ins_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Listening]:
    """The service that the advisers of all engines find, once they are turned on.

    It finds every map compiled: an adviser does not wait so long for its first answer.
    """
    compiled_once(tmp_path_factory, "ombrey")
    with listening(named_as_on_windows(tmp_path_factory.mktemp("adviser"))) as found:
        yield found


@pytest.fixture(scope="session")
def engines(engine_files: EngineFiles, display: str, service: Listening) -> Iterator[Engines]:
    """The engines that several files of tests take in turn, each test a new game."""
    # A busy machine may answer late: what is told then is what counts here.
    environment = {**service.environment, **PATIENT, "PATH": NO_CLUBROUTE}
    with closing(Engines(engine_files, display, environment)) as found:
        yield found


@pytest.fixture(scope="session")
def small_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    return handmade.write_module(small_module.small_module(), folder / "small.vmod")


@pytest.fixture(scope="module")
def small_engine(engines: Engines, small_path: Path) -> Engine:
    """The small module in its engine."""
    return engines.opened(small_path)


@pytest.fixture(scope="session")
def foreign_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("foreign")
    return handmade.write_module(foreign.foreign_module(), folder / "foreign.vmod")


@pytest.fixture(scope="module")
def foreign_engine(engines: Engines, foreign_path: Path) -> Engine:
    """A module of another hand in its engine."""
    return engines.opened(foreign_path)


def module_in(folder: Path, name: str) -> BuiltModule:
    """A module that was built, and what its build says of it."""
    expected = read_expectation(folder / f"{name}.expect.json")
    return BuiltModule(folder / f"{name}.vmod", expected)


@pytest.fixture(scope="session")
def built_module(wed_build: Path) -> BuiltModule:
    """Where Eagles Dare as ``clubroute build wed`` makes it."""
    return module_in(wed_build, "where-eagles-dare")


@pytest.fixture(scope="module")
def wed_engine(engines: Engines, built_module: BuiltModule) -> Engine:
    """Where Eagles Dare in its engine."""
    return engines.opened(built_module.path)


@pytest.fixture(scope="session")
def tdc_module(tdc_build: Path) -> BuiltModule:
    """The Devil's Cauldron as ``clubroute build tdc`` makes it."""
    return module_in(tdc_build, "the-devils-cauldron")


@pytest.fixture(scope="module")
def tdc_engine(engines: Engines, tdc_module: BuiltModule) -> Engine:
    """The Devil's Cauldron in its engine."""
    return engines.opened(tdc_module.path)


@pytest.fixture(scope="session")
def mg_module(mg_build: Path) -> BuiltModule:
    """The combined game as ``clubroute build mg`` makes it."""
    return module_in(mg_build, "operation-market-garden")


@pytest.fixture(scope="module")
def mg_engine(engines: Engines, mg_module: BuiltModule) -> Engine:
    """The combined game in its engine."""
    return engines.opened(mg_module.path)


@pytest.fixture(scope="session")
def ins_module(ins_build: Path) -> BuiltModule:
    """It Never Snows as ``clubroute build ins`` makes it."""
    return module_in(ins_build, "it-never-snows")


@pytest.fixture(scope="module")
def ins_engine(engines: Engines, ins_module: BuiltModule) -> Engine:
    """It Never Snows in its engine."""
    return engines.opened(ins_module.path)


@pytest.fixture(scope="session")
def testland_module(tmp_path_factory: pytest.TempPathFactory) -> BuiltModule:
    """Testland as ``clubroute build testland`` makes it."""
    return own_module(tmp_path_factory, "testland")


@pytest.fixture(scope="module")
def testland_engine(engines: Engines, testland_module: BuiltModule) -> Engine:
    """The example of a module of one's own in its engine."""
    return engines.opened(testland_module.path)


@pytest.fixture(scope="session")
def ombrey_module(tmp_path_factory: pytest.TempPathFactory) -> BuiltModule:
    """The Relief of Ombrey as ``clubroute build ombrey`` makes it, without a warning."""
    return own_module(tmp_path_factory, "ombrey")


@pytest.fixture(scope="module")
def ombrey_engine(engines: Engines, ombrey_module: BuiltModule) -> Engine:
    """The example of a game that is judged by one's own tables in its engine."""
    return engines.opened(ombrey_module.path)


def own_module(factory: pytest.TempPathFactory, game: str) -> BuiltModule:
    """A game on a small map, built once for all processes of a run."""

    def build(out: Path) -> Path:
        assert main(["build", game, "--jobs", "1", "--out", str(out), "--quiet"]) == 0
        return out

    return module_in(made_once(factory, f"{game}-module", build), game)


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
