"""Longitude and latitude (WGS 84) to metres on the Dutch RD grid (EPSG:28992), and back.

The polynomial approximation of Schreutelkamp and Strang van Hees ("Benaderingsformules voor de
transformatie tussen RD- en WGS84-kaartcoördinaten", Geodesia 2001): within 0.3 m of the exact
transformation anywhere in the Netherlands, and far within a hex some way beyond its borders.
"""

from __future__ import annotations

from typing import NamedTuple

LAT0, LON0 = 52.15517440, 5.38720621
"""Degrees: the tower of Amersfoort, in the middle of the grid."""

X0, Y0 = 155_000.0, 463_000.0
"""Metres east and north of the grid's origin at which it stands."""

# (power of latitude, power of longitude, metres)
TO_X = (
    (0, 1, 190094.945),
    (1, 1, -11832.228),
    (2, 1, -114.221),
    (0, 3, -32.391),
    (1, 0, -0.705),
    (3, 1, -2.340),
    (1, 3, -0.608),
    (0, 2, -0.008),
    (2, 3, 0.148),
)
TO_Y = (
    (1, 0, 309056.544),
    (0, 2, 3638.893),
    (2, 0, 73.077),
    (1, 2, -157.984),
    (3, 0, 59.788),
    (0, 1, 0.433),
    (2, 2, -6.439),
    (1, 1, -0.032),
    (0, 4, 0.092),
    (1, 4, -0.054),
)
# (power of x, power of y, seconds of arc)
TO_LAT = (
    (0, 1, 3235.65389),
    (2, 0, -32.58297),
    (0, 2, -0.24750),
    (2, 1, -0.84978),
    (0, 3, -0.06550),
    (2, 2, -0.01709),
    (1, 0, -0.00738),
    (4, 0, 0.00530),
    (2, 3, -0.00039),
    (4, 1, 0.00033),
    (1, 1, -0.00012),
)
TO_LON = (
    (1, 0, 5260.52916),
    (1, 1, 105.94684),
    (1, 2, 2.45656),
    (3, 0, -0.81885),
    (1, 3, 0.05594),
    (3, 1, -0.05607),
    (0, 1, 0.01199),
    (3, 2, -0.00256),
    (1, 4, 0.00128),
    (0, 2, 0.00022),
    (2, 0, -0.00022),
    (5, 0, 0.00026),
)


class Metres(NamedTuple):
    """A place on the RD grid: metres to the east and to the north."""

    east: float
    north: float


def to_metres(lon: float, lat: float) -> Metres:
    """RD metres of a longitude and latitude in degrees, to the millimetre."""
    p, q = 0.36 * (lat - LAT0), 0.36 * (lon - LON0)
    east = X0 + sum(c * p**i * q**j for i, j, c in TO_X)
    north = Y0 + sum(c * p**i * q**j for i, j, c in TO_Y)
    return Metres(round(east, 3), round(north, 3))


def to_degrees(place: Metres) -> tuple[float, float]:
    """Longitude and latitude in degrees of a place on the RD grid."""
    x, y = (place.east - X0) * 1e-5, (place.north - Y0) * 1e-5
    lat = LAT0 + sum(c * x**i * y**j for i, j, c in TO_LAT) / 3600
    lon = LON0 + sum(c * x**i * y**j for i, j, c in TO_LON) / 3600
    return round(lon, 9), round(lat, 9)
