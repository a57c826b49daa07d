"""Values at a path of JSON names in a parsed position."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.gts.games import SERIES
from clubroute.rules.position.record import value_at

STATE = {
    "turn": {"date": "1944-09-20", "time": "1900", "weather": "fog"},
    "fire_zones": {"German": []},
    "off_map": {"formations": {"KG Rink": "Oirschot"}},
}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("turn.weather", "fog"),
        ("fire_zones.German", ()),  # said to be none
        ("fire_zones.Allied", None),  # nobody has said
        ("club_route.marker", None),
        ("off_map.formations.KG Rink", "Oirschot"),
        ("off_map.formations.KG Chill", None),
        ("turn.weather.more", None),
        ("nothing", None),
    ],
)
def test_the_value_at_a_path(path: str, value: Any) -> None:
    assert value_at(SERIES.read_state(STATE), path) == value
