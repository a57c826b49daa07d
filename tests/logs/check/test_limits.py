"""Limits of a Unit in a log: whatever kind makes them, the check judges them as a move does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.asking.context import Context, Loaded
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.situation import condition
from clubroute.rules.gts.situation.condition import Condition
from clubroute.rules.logs.check.module import Module
from tests.logs.check.game import Game
from tests.logs.check.generated import module_in
from tests.logs.check.scenario import Scenario, scenario
from tests.logs.check.stages import WED

CHIT = "chit-101-division"
WALKER, START, ON, END = "101-d-2-501", "77.130", "78.129", "79.129"
FERRIED, LANDING, HERE = "101-d-2-502", "83.136", "82.135"


@pytest.fixture
def limited(
    monkeypatch: pytest.MonkeyPatch, told: Scenario, module: Module, context: Context
) -> Any:
    """``limited(still=True)``: a game in which a house rule makes a condition for everybody."""
    bare = replace(context, loaded=Loaded())
    country = map_of(bare, "wed")

    def game(**fields: Any) -> Game:
        for name in ("shut", "held", "ends"):
            if name in fields:
                fields[name] = frozenset({country.id(fields[name])})
        rule = Condition("a house rule forbids it", "house rules", **fields)

        def conditions(who: condition.Limiting) -> Iterator[Condition]:
            yield rule

        monkeypatch.setattr(condition, "kinds", lambda: (conditions,))
        return Game(told, module, bare, CHIT)

    return game


@pytest.mark.parametrize(
    ("fields", "way", "verdict"),
    [
        ({"notes": ("nothing",)}, (ON, END), "legal"),
        ({"still": True}, (ON, END), "illegal"),
        ({"shut": ON}, (ON, END), "illegal"),
        ({"held": START}, (ON, END), "illegal"),
        ({"held": ON}, (ON, END), "illegal"),
        ({"held": ON}, (ON,), "legal"),
        ({"ends": END}, (ON, END), "illegal"),
        ({"ends": ON}, (ON, END), "legal"),
        ({"ends": ON}, (ON,), "illegal"),
    ],
)
def test_a_new_kind_of_limit(
    limited: Any, fields: dict[str, Any], way: tuple[str, ...], verdict: str
) -> None:
    game = limited(**fields)
    game.put(WALKER, *way)
    game.goes_on()
    found = game.of(WALKER)
    assert (found.verdict, found.rule) == (
        verdict,
        "house rules" if verdict == "illegal" else found.rule,
    )


def test_a_minefield_is_left_by_a_check(gts_map: CompiledMap, context: Context) -> None:
    """WED S3.1, WED 2.18."""
    stage = replace(WED, markers=(*WED.markers, ("minefield", LANDING)))
    told = scenario(gts_map.terrain, stage)
    game = Game(told, module_in(told), replace(context, loaded=Loaded()), CHIT)
    game.put(FERRIED, HERE)
    found = game.of(FERRIED)
    assert found.verdict == "possible"
    assert any("Troop Quality Check to leave the minefield" in need for need in found.needs)
    other = Game(told, game.module, game.context, CHIT)
    other.put(FERRIED, "84.136")
    found = other.of(FERRIED)
    assert found.verdict == "unchecked"
    assert any("Troop Quality Check to leave the minefield" in need for need in found.needs)
