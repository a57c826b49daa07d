"""The Devil's Cauldron as a module, in the real engine."""

from __future__ import annotations

import pytest

from clubroute.builder.cli import main
from clubroute.builder.survey.compile import CompiledMap
from tests.engine.expectation import BuiltModule, read_expectation
from tests.engine.inspection import CHECKS, Findings, inspect_module
from tests.engine.prepare import EngineFiles

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def tdc(tmp_path_factory: pytest.TempPathFactory, gts_map: CompiledMap) -> BuiltModule:
    """The module as ``clubroute build tdc`` makes it."""
    out = tmp_path_factory.mktemp("tdc")
    assert main(["build", "tdc", "--out", str(out), "--quiet"]) == 0
    name = "the-devils-cauldron"
    return BuiltModule(out / f"{name}.vmod", read_expectation(out / f"{name}.expect.json"))


@pytest.fixture(scope="module")
def findings(engine_files: EngineFiles, display: str, tdc: BuiltModule) -> Findings:
    return inspect_module(engine_files, display, tdc.path, tdc.expected)


@pytest.mark.parametrize("check", CHECKS)
def test_check(check: str, findings: Findings) -> None:
    assert findings.get(check) == [], findings.get(check, findings)


def test_the_boards_show_the_whole_map(tdc: BuiltModule) -> None:
    (one,) = tdc.expected.maps
    assert {board.name for board in one.boards} >= {"Arnhem", "Island", "Nijmegen"}
    assert sum(len(board.hexes) for board in one.boards) == 60 * 89
