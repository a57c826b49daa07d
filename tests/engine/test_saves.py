"""VASSAL opens the saves that positions are written as, and finds the counters in their places."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from clubroute.builder.errors import Where
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.game import start
from clubroute.rules.logs.read import log_of
from clubroute.rules.saves.laying import laid_out
from clubroute.rules.saves.reading import position_at, read_position, save_of
from clubroute.rules.saves.writing import game_archive
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.logs.samples import sample, small_maps
from tests.saves.setups import set_up

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("steps", [0, 4, 11])
def test_a_log_at_a_step_opens_as_it_stood(
    small_engine: Engine, tmp_path: Path, steps: int
) -> None:
    log = log_of(sample(), Where("sample.vlog"))
    game = start(log, small_maps().stacking)
    for one in log.steps[:steps]:
        game.apply(one.commands)
    path = tmp_path / "step.vsav"
    path.write_bytes(game_archive(log, game))
    small_engine.load(path)
    found = small_engine.position()
    ours = {one.id: (one.map, one.x, one.y) for one in game.pieces.values() if one.map}
    assert {one.id: (one.map, one.x, one.y) for one in found.pieces if one.map} == ours
    small_engine.quiet()
    assert small_engine.problems == []


def test_a_position_laid_out_opens_with_its_counters_in_their_hexes(
    wed_engine: Engine, built_module: BuiltModule, tmp_path: Path
) -> None:
    context = Context(built_module.path.parent)
    state = position_at(save_of(context, set_up("wed", "WED-4"), "s.vsav")).state
    path = tmp_path / "laid.vsav"
    path.write_bytes(laid_out(context, "wed", state).data)
    wed_engine.load(path)
    found = Counter((one.name, one.location) for one in wed_engine.pieces())
    wed_engine.quiet()
    assert wed_engine.problems == []
    wed_engine.save(tmp_path / "saved.vsav")
    units = Counter((one["name"], one["hex"]) for one in state["units"])
    assert {key: many for key, many in found.items() if key in units} == units
    # What VASSAL writes back is the position still.
    again = read_position(context, tmp_path / "saved.vsav").state
    assert Counter(map(str, again["units"])) == Counter(map(str, state["units"]))
    assert again["bridges"] == state["bridges"]
