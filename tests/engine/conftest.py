"""Fixtures of the engine tests, and a loud word when they could not run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine import handmade, small_module
from tests.engine.absence import NOT_HERE, without_engine
from tests.engine.display import virtual_display
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule, read_expectation
from tests.engine.prepare import EngineFiles, EnginePreparationError, prepare

BUILT_NAME = "where-eagles-dare"


@pytest.fixture(scope="session")
def engine_files() -> EngineFiles:
    try:
        return prepare()
    except EnginePreparationError as error:
        without_engine(error)


@pytest.fixture(scope="session")
def display(engine_files: EngineFiles) -> Iterator[str]:
    with virtual_display(engine_files.display) as name:
        yield name


@pytest.fixture(scope="session")
def small_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    return handmade.write_module(small_module.small_module(), folder / "small.vmod")


@pytest.fixture(scope="module")
def small_engine(engine_files: EngineFiles, display: str, small_path: Path) -> Iterator[Engine]:
    with Engine(engine_files, display, small_path) as engine:
        yield engine


@pytest.fixture(scope="session")
def built_module(wed_build: Path) -> BuiltModule:
    """Where Eagles Dare as ``clubroute build wed`` makes it."""
    expected = read_expectation(wed_build / f"{BUILT_NAME}.expect.json")
    return BuiltModule(wed_build / f"{BUILT_NAME}.vmod", expected)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [
        report
        for report in terminalreporter.getreports("skipped")
        if NOT_HERE in str(report.longrepr)
    ]
    if skipped:
        terminalreporter.section("VASSAL engine", sep="!", red=True, bold=True)
        terminalreporter.line(
            f"{len(skipped)} tests did NOT run against the real VASSAL engine:"
            " run python -m tests.engine.prepare to see why",
            red=True,
        )
