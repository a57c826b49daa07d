"""Going back from the end of a log tells the same positions as playing it up to each step."""

from __future__ import annotations

import pytest

from clubroute.builder.errors import Where
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.game import start
from clubroute.rules.logs.position import position_of
from clubroute.rules.logs.read import log_of
from clubroute.rules.logs.replay import Rewind, replay
from tests.logs.check.habitual import Table
from tests.logs.check.scenario import Scenario


@pytest.mark.parametrize("seed", [1, 4, 10])
def test_positions_told_backwards_are_those_played_forwards(
    seed: int, told: Scenario, module: Module, context: Context
) -> None:
    played = Table(told, module, context).legal(seed).recorded
    log, stacking = log_of(played.data(), Where("game.vlog")), module.maps.stacking
    forwards = {}
    game = start(log, stacking)
    for step in log.steps:
        forwards[step.index] = position_of(game).digest
        game.apply(step.commands)
    rewind, game = Rewind(), start(log, stacking)
    rewind.begin(game)
    for moment in replay(log, stacking, game):
        rewind.see(moment.index, moment.change)
    assert len(set(forwards.values())) > 5
    assert rewind.positions(forwards.keys()) == forwards
    last = max(forwards)
    assert rewind.positions([last]) == {last: forwards[last]}
