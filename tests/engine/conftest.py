"""Fixtures of the engine tests. Without Java they are skipped loudly; under CI that is a failure."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.engine import small_module
from tests.engine.display import virtual_display
from tests.engine.driver import Engine
from tests.engine.prepare import EngineFiles, EnginePreparationError, prepare

Opener = Callable[[Path], Engine]


@pytest.fixture(scope="session")
def engine_files() -> EngineFiles:
    try:
        return prepare()
    except EnginePreparationError as error:
        if os.environ.get("CI"):
            pytest.fail(f"the VASSAL engine cannot be had: {error}", pytrace=False)
        pytest.skip(f"the VASSAL engine cannot be had: {error}")


@pytest.fixture(scope="session")
def display(engine_files: EngineFiles) -> Iterator[str]:
    with virtual_display(engine_files.display) as name:
        yield name


@pytest.fixture(scope="session")
def small_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    return small_module.write_module(small_module.small_module(), folder / "small.vmod")


@pytest.fixture(scope="module")
def small_engine(engine_files: EngineFiles, display: str, small_path: Path) -> Iterator[Engine]:
    with Engine(engine_files, display, small_path) as engine:
        yield engine
