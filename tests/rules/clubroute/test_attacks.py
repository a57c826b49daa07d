"""Attacked and Closed markers in a turn (WED 4.3.3, S3.1, S5.2), sentence by sentence."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from tests.rules.clubroute.asking import (
    german,
    state,
    wed,
    words,
)
from tests.rules.needed import needed

AT = "66.158"
"""A hex of Club Route once the Marker is in 61.141 by the Son spur."""


def turn(context: Context, *events: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """``clubroute.turn`` with the Marker in 61.141."""
    return wed(context, "turn", state("61.141", spur="son", **rest), events=list(events))


def fire(die: int = 4, hex: str = AT, **rest: Any) -> dict[str, Any]:
    """Direct fire at a hex."""
    return {"kind": "direct_fire", "hex": hex, "die": die, **rest}


def earned(answer: dict[str, Any]) -> tuple[int, int]:
    """Attacked and Closed markers."""
    return answer["earned"]["attacked"], answer["earned"]["closed"]


@pytest.mark.parametrize(
    ("events", "markers"),
    [
        ([fire()], (1, 0)),  # an empty hex will do
        ([fire(9)], (0, 0)),
        ([fire(9), fire(0)], (1, 0)),
        ([{"kind": "barrage", "hex": AT, "size": "light"}], (1, 0)),
        ([{"kind": "barrage", "hex": AT, "size": "heavy"}], (0, 1)),
        ([{"kind": "barrage", "hex": AT, "size": "heavy", "placed": False}], (0, 0)),
        ([{"kind": "unit", "hex": AT}], (0, 1)),
        ([{"kind": "minefield", "hex": AT}], (0, 1)),
        ([fire(), fire(2, "66.159"), {"kind": "barrage", "hex": AT, "size": "light"}], (1, 0)),
        ([{"kind": "unit", "hex": AT}, {"kind": "barrage", "hex": AT, "size": "heavy"}], (0, 1)),
        ([{"kind": "unit", "hex": AT}, {"kind": "minefield", "hex": AT}], (0, 1)),
        ([fire(side="Allied")], (0, 0)),
        ([{"kind": "unit", "hex": AT, "side": "Allied"}], (0, 0)),
    ],
)
def test_what_earns_a_marker(
    real_context: Context, events: list[dict[str, Any]], markers: tuple[int, int]
) -> None:
    assert earned(turn(real_context, *events)) == markers


def test_the_example(real_context: Context) -> None:
    """A German Unit on a route hex fires at an adjacent empty one: one marker of each."""
    answer = turn(real_context, fire(hex="66.159"), units=[german("66.158")])
    assert earned(answer) == (1, 1)
    assert answer["club_route"]["attacked"] == 1
    assert answer["club_route"]["closed"] == 1


@pytest.mark.parametrize("hex", ["61.141", "61.140", "70.133", "52.158", "50.150"])
def test_only_club_route_counts(real_context: Context, hex: str) -> None:
    """Neither the Marker's hex, nor potential route, nor the other spur, nor any other hex."""
    answer = turn(
        real_context, fire(hex=hex), {"kind": "minefield", "hex": hex}, units=[german(hex)]
    )
    assert earned(answer) == (0, 0)
    assert answer["verdict"] == "decided"


def test_on_a_spur_in_doubt(real_context: Context) -> None:
    answer = wed(real_context, "turn", state("61.141"), events=[fire()])
    assert answer["verdict"] == "undetermined"
    assert needed(answer) == ["state.club_route.spur: which spur was taken, best or son"]


def test_what_was_earned_before_counts(real_context: Context) -> None:
    answer = turn(
        real_context, fire(), {"kind": "unit", "hex": AT}, this_turn={"attacked": 1, "closed": 0}
    )
    assert earned(answer) == (0, 1)
    assert answer["club_route"]["this_turn"] == {"attacked": 1, "closed": 1}


def test_the_die_must_be_told(real_context: Context) -> None:
    answer = turn(real_context, {"kind": "direct_fire", "hex": AT})
    assert answer["verdict"] == "undetermined"
    assert "events[0].die" in needed(answer)[0]
    answer = turn(real_context, {"kind": "barrage", "hex": AT})
    assert "events[0].size" in needed(answer)[0]


DRAWN = {"kind": "activation", "division": "Guards Armored"}
AIRBORNE = {"kind": "activation", "division": "101st Airborne"}


def paying(points: int) -> dict[str, Any]:
    """Dispatch Points paid to stop the air raid."""
    return {"kind": "dispatch", "points": points}


@pytest.mark.parametrize(
    ("events", "closed"),
    [
        ([DRAWN], 1),
        ([DRAWN, AIRBORNE, DRAWN], 3),  # more than one a turn
        ([DRAWN, {"kind": "unit", "hex": AT}], 2),  # on top of the turn's own
        ([DRAWN, paying(4), AIRBORNE], 1),
        ([DRAWN, paying(3), AIRBORNE, paying(1), DRAWN], 2),  # not all at once
        ([paying(9), DRAWN], 0),
        ([{"kind": "activation", "division": "82nd Airborne"}], 0),
    ],
)
def test_the_eindhoven_air_raid(
    real_context: Context, events: list[dict[str, Any]], closed: int
) -> None:
    answer = turn(real_context, *events, raid={"revealed": True, "paid": 0})
    assert earned(answer) == (0, closed)


def test_no_raid_no_marker(real_context: Context) -> None:
    assert earned(turn(real_context, DRAWN, paying(2))) == (0, 0)


def test_scenario_4_counts_the_whole_route(real_context: Context) -> None:
    told = state()
    answer = wed(real_context, "turn", told, scenario="4", events=[fire(hex="94.112")])
    assert earned(answer) == (1, 0)
    answer = wed(real_context, "turn", told, scenario="4", events=[fire(hex="52.158")])
    assert earned(answer) == (0, 0)


def test_bad_events(real_context: Context) -> None:
    for event in ({"kind": "direct_fire"}, {"kind": "activation"}, {"kind": "bomb"}, {"hex": AT}):
        with pytest.raises(InputError):
            turn(real_context, event)


def test_receipts_say_why(real_context: Context) -> None:
    text = words(turn(real_context, fire(), fire(), fire(hex="61.141")))
    assert "rolled 4: one Attacked marker" in text
    assert "the turn has earned its Attacked one" in text
    assert "the Marker's own hex is not Club Route" in text
