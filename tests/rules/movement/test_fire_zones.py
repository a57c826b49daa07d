"""What an answer about a move says of enemy Fire Zones: that nobody told, which, or none."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context

NOT_TOLD = "enemy Fire Zones and Opportunity Fire (series rules)"


def moved(context: Context, method: str, zones: dict[str, list[str]] | None, **unit: Any) -> Any:
    """A move of one hex from 75.129, with Fire Zones as told."""
    known = {"class": "leg", "side": "Allied", "ma": 8} | unit
    told = {"map": "wed", "unit": {name: one for name, one in known.items() if one is not None}}
    state = {"units": []} | ({} if zones is None else {"fire_zones": zones})
    where = {"path": ["75.129", "75.128"]} if method == "move.check" else {"from": "75.129"}
    return ask(context, method, told | where | {"state": state})


@pytest.mark.parametrize(
    ("zones", "said", "unchecked"),
    [
        (None, "", NOT_TOLD),
        ({"Allied": ["75.128"]}, "", NOT_TOLD),
        ({"German": []}, "", None),
        ({"German": ["75.130"]}, "", None),
        (
            {"German": ["75.128"]},
            "your series rules add for the Fire Zone",
            "what the enemy Fire Zones in 75.128 cost and draw (series rules)",
        ),
    ],
)
def test_a_move_says_which_enemy_fire_zones_it_is_in(
    real_context: Context, zones: dict[str, list[str]] | None, said: str, unchecked: str | None
) -> None:
    answer = moved(real_context, "move.check", zones)
    assert said in answer["summary"]
    told = [line for line in answer["unchecked"] if "Fire Zone" in line]
    assert told == ([unchecked] if unchecked else [])


def test_whose_enemy_is_not_known_nobody_has_looked(real_context: Context) -> None:
    answer = moved(real_context, "move.check", {"German": ["75.128"]}, side=None)
    assert NOT_TOLD in answer["unchecked"]


def test_a_refusal_whose_first_line_says_nothing_of_fire_zones_says_it_below(
    real_context: Context,
) -> None:
    answer = moved(real_context, "move.check", None, ma=0)
    assert "Fire Zones" not in answer["summary"]
    assert NOT_TOLD in answer["unchecked"]


def test_within_reach_fire_zones_are_named_as_a_whole(real_context: Context) -> None:
    answer = moved(real_context, "move.reach", {"German": ["75.128"]})
    assert "Fire Zone" not in answer["summary"]
