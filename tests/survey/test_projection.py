"""Longitude and latitude to RD metres, on points whose both coordinates are published."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.survey.fit import Metres, to_degrees, to_metres

PUBLISHED = [
    ("Amersfoort, Onze Lieve Vrouwetoren", 5.38720621, 52.15517440, 155000.000, 463000.000),
    ("Amsterdam, Westertoren", 4.88352559, 52.37453253, 120700.723, 487525.501),
    ("Groningen, Martinitoren", 6.56820053, 53.21938317, 233883.131, 582065.167),
]


@pytest.mark.parametrize(("name", "lon", "lat", "east", "north"), PUBLISHED)
def test_published_points(name: str, lon: float, lat: float, east: float, north: float) -> None:
    found = to_metres(lon, lat)
    assert math.hypot(found.east - east, found.north - north) < 0.5, name
    back = to_degrees(Metres(east, north))
    assert abs(back[0] - lon) < 1e-5
    assert abs(back[1] - lat) < 1e-5


@given(st.floats(5.1, 6.3), st.floats(51.1, 52.2))
def test_there_and_back_is_within_a_metre(lon: float, lat: float) -> None:
    back = to_degrees(to_metres(lon, lat))
    again = to_metres(*back)
    there = to_metres(lon, lat)
    assert math.hypot(again.east - there.east, again.north - there.north) < 1.0
