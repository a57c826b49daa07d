"""VASSAL goes back to the position before an illegal move as the check's command makes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import Where
from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.cli import main
from clubroute.rules.logs.check.check import setting_of
from clubroute.rules.logs.game import start
from clubroute.rules.logs.position import position_of
from clubroute.rules.logs.read import log_of
from tests.engine.driver import Engine
from tests.logs.referee.scoreboard import labels, report_on, with_ratings

pytestmark = pytest.mark.engine

BROKEN = ("wed-v11", "wed-x2", "tdc-x2", "ins-x1", "ins-v01", "ins-x7")
"""Labelled games whose breach is not at their beginning."""


@pytest.fixture
def engine(game: str, request: pytest.FixtureRequest) -> Engine:
    found: Engine = request.getfixturevalue(f"{game}_engine")
    return found


@pytest.mark.parametrize(
    ("game", "name"), [(name.partition("-")[0], name) for name in BROKEN], ids=BROKEN
)
def test_the_position_before_a_breach_loads_and_is_saved_the_same(
    name: str,
    engine: Engine,
    gts_map: CompiledMap,
    ins_map: CompiledMap,
    tmp_path: Path,
) -> None:
    table = with_ratings(tmp_path)
    label = next(one for one in labels() if one.name == name)
    (found,) = report_on(label, table).of("illegal")
    command = found.remedy["again"].split()
    before, again = tmp_path / "before.vsav", tmp_path / "again.vsav"
    file = command[2].replace(f"{name}.vlog", str(label.log))
    assert main(["position", file, "--out", str(before)]) in (0, None)
    engine.load(before)
    engine.quiet()
    assert engine.problems == []
    engine.save(again)
    saved = log_of(again.read_bytes(), Where(again.name))
    stacking = setting_of(table, saved, None, None).module.maps.stacking
    assert position_of(start(saved, stacking)).digest == found.remedy["before"]["position"]
