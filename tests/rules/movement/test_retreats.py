"""Where a Unit that is forced to run away or retreat may go (2.13–2.16)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.cases import each

RAISED = {"raised": True}
ALONG = {"raised": True, "along": True}
CLEAR = {"terrain": "clear"}


def step(move_class: str, column: bool, game: str, **params: Any) -> Any:
    unit = {"class": move_class, "column": column}
    return ask(Context(Path("nowhere")), "step.cost", {"map": game, "unit": unit, **params})


@each("game", ["wed", "tdc"])
@each("act", ["run_away", "retreat"])
@each(
    ("move_class", "column", "told", "rule"),
    [
        # 2.16: off the raised Road in Column, a vehicle or a Leg Unit is eliminated
        ("tracked", True, {"from": RAISED, "to": CLEAR}, "2.16"),
        ("wheeled", True, {"from": RAISED, "to": CLEAR}, "2.16"),
        ("leg", True, {"from": RAISED, "to": CLEAR}, "2.16"),
        ("tracked", True, {"from": ALONG, "to": ALONG, "via": "raised_road"}, ""),
        ("leg", True, {"from": ALONG, "to": ALONG, "via": "raised_railroad"}, ""),
        ("leg", False, {"from": RAISED, "to": CLEAR}, ""),
        # 2.16: vehicles not in Column never enter a raised Road hex; a Leg Unit does
        ("tracked", False, {"from": CLEAR, "to": RAISED}, "2.16"),
        ("leg", False, {"from": CLEAR, "to": RAISED}, ""),
        # 2.14: nobody enters an impassable hex or leaves over an impassable hexside
        ("leg", False, {"from": CLEAR, "to": {"terrain": "impassable"}}, "2.14"),
        ("leg", False, {"from": CLEAR, "to": CLEAR, "features": ["impassable"]}, "2.14"),
        ("leg", True, {"to": CLEAR, "features": ["impassable"], "via": "road"}, ""),
        # what no vehicle enters or crosses it does not enter or cross in flight
        ("tracked", False, {"from": CLEAR, "to": {"terrain": "woods"}}, "2.4"),
        ("tracked", False, {"from": CLEAR, "to": CLEAR, "features": ["stream"]}, "2.11"),
        ("leg", False, {"from": CLEAR, "to": CLEAR, "features": ["stream"]}, ""),
    ],
)
def test_the_ground_a_unit_may_be_driven_over(
    game: str, act: str, move_class: str, column: bool, told: dict[str, Any], rule: str
) -> None:
    answer = step(move_class, column, game, act=act, **told)
    refused = [line["rule"] for line in answer["steps"] if line.get("verdict") == "illegal"]
    wanted = [f"{game.upper()} {rule}"] if rule else []
    assert (answer["verdict"], refused) == ("illegal" if rule else "legal", wanted)
    gone = move_class != "leg" or column
    lines = " ".join(line["why"] for line in answer["steps"])
    assert ("eliminated" in lines) == (gone and told.get("from") == RAISED)


@pytest.mark.parametrize("game", ["wed", "tdc"])
def test_nobody_runs_into_the_enemy(game: str) -> None:
    answer = step("leg", False, game, act="retreat", to={"terrain": "clear", "enemy": True})
    assert answer["verdict"] == "illegal"
    assert "nobody runs away or retreats there" in answer["summary"]


@pytest.mark.parametrize("act", ["enter_column", "leave_column", "change_road"])
@pytest.mark.parametrize("extra", [{"to": CLEAR}, {"features": ["stream"]}, {"via": "culvert"}])
def test_what_is_done_in_a_hex_takes_no_other_hex(act: str, extra: dict[str, Any]) -> None:
    """It was read as if nothing had been said: clear ground left for town."""
    with pytest.raises(InputError, match="is done in the hex it is in"):
        step("wheeled", True, "wed", act=act, **extra)
    town = step("wheeled", True, "wed", act="leave_column", **{"from": {"terrain": "town"}})
    assert (town["verdict"], town["steps"][0]["rule"]) == ("illegal", "WED 2.8")
