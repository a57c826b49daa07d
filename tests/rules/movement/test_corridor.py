"""The road to Arnhem on the map as it is: vehicles can drive it from end to end."""

from __future__ import annotations

import pytest

from clubroute.rules.context import Context
from clubroute.rules.methods import ask

PLACES = {
    "Joe's Bridge": "42.229",
    "Veghel Bridge": "75.129",
    "Grave Bridge, south": "14.86",
    "Grave Bridge, north": "15.86",
    "Nijmegen Road Bridge": "41.64",
    "Arnhem Road Bridge": "49.29",
}
LEGS = list(zip(PLACES, list(PLACES)[1:], strict=False))


@pytest.mark.parametrize(("start", "end"), [*LEGS, *((b, a) for a, b in LEGS)])
@pytest.mark.parametrize("move_class", ["wheeled", "tracked"])
def test_vehicles_drive_the_road_to_arnhem(
    real_context: Context, move_class: str, start: str, end: str
) -> None:
    """No dike, railway or water may shut it; bridges stand, suspect ones wait for their check."""
    unit = {"class": move_class, "column": True}
    asked = {"map": "mg", "unit": unit, "from": PLACES[start], "to": PLACES[end]}
    answer = ask(real_context, "move.best", asked)
    assert answer["verdict"] != "illegal", answer["summary"]
