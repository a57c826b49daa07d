"""A position written as a saved game is the same position when it is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from clubroute.builder.errors import Where
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.game import start
from clubroute.rules.logs.pieces import PLAIN_STACKING
from clubroute.rules.logs.position import compared, position_of
from clubroute.rules.logs.read import log_of
from clubroute.rules.saves.reading import position_at, save_of
from clubroute.rules.saves.writing import game_archive, laid_out
from tests.logs.samples import sample, small_maps
from tests.saves.setups import SCENARIOS, set_up

SHOWN = ("id", "hex", "side", "column", "mounted", "back", "suppressed", "dg", "oos")


def stands(state: Mapping[str, Any], name: str, fields: tuple[str, ...]) -> Counter[Any]:
    return Counter(tuple(one.get(field) or None for field in fields) for one in state.get(name, ()))


@pytest.mark.parametrize("steps", [0, 4, 11])
def test_a_log_is_written_as_it_stands_after_some_steps(steps: int) -> None:
    log = log_of(sample(), Where("sample.vlog"))
    game = start(log, small_maps().stacking)
    for one in log.steps[:steps]:
        game.apply(one.commands)
    again = log_of(game_archive(log, game), Where("again.vsav"))
    assert again.steps == ()
    assert again.players == ()
    restored = start(again, PLAIN_STACKING)
    assert compared(position_of(game), position_of(restored)).pieces == 0
    assert position_of(game).digest == position_of(restored).digest
    assert restored.boards == game.boards
    assert restored.notes == game.notes


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_a_state_laid_out_is_read_as_that_state(context: Context, game: str, scenario: str) -> None:
    state = position_at(save_of(context, set_up(game, scenario), "s.vsav")).state
    made = laid_out(context, game, state)
    again = position_at(save_of(context, made.data, "again.vsav")).state
    assert made.left_out == ()
    assert stands(again, "units", SHOWN) == stands(state, "units", SHOWN)
    assert stands(again, "markers", ("kind", "hex")) == stands(state, "markers", ("kind", "hex"))
    assert again.get("bridges") == state.get("bridges")
    assert again.get("drop_zones") == state.get("drop_zones")
    turn = {name: one for name, one in state["turn"].items() if name != "weather"}
    assert again["turn"] == turn


def test_what_the_module_has_no_counter_for_is_told(context: Context) -> None:
    state = {
        "units": [
            {"name": "Somebody", "side": "Allied", "hex": "75.129"},
            {"id": "101-a-1-501", "hex": "75.129", "column": True},
        ],
        "bridges": {"66.156/66.157": {"state": ["destroyed"], "control": "German"}},
        "turn": {"date": "1943-01-01", "time": "0900"},
    }
    made = laid_out(context, "wed", state)
    assert made.left_out == (
        "Somebody in 75.129: the module has no such counter",
        "the turn January 1 0900: the tracker has none such",
    )
    again = position_at(save_of(context, made.data, "again.vsav")).state
    assert [(one["id"], one["column"]) for one in again["units"]] == [("101-a-1-501", True)]
    assert again["bridges"] == {"66.156/66.157": {"state": ["destroyed"], "control": "German"}}
