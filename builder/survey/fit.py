"""Control points to a similarity: metres in the country to hexes on the map.

Weighted least squares over four numbers (scale, rotation, shift), nothing more: the printed maps
are one regular lattice, and an affine fit of the same points finds no significant stretch.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Lattice
from clubroute.builder.sources.checks import ControlPoint
from clubroute.builder.survey.plane import Spot, centre_spot

# Longitude and latitude (WGS 84) to metres on the Dutch RD grid (EPSG:28992), and back.
#
# The polynomial approximation of Schreutelkamp and Strang van Hees ("Benaderingsformules voor de
# transformatie tussen RD- en WGS84-kaartcoördinaten", Geodesia 2001): within 0.3 m of the exact
# transformation anywhere in the Netherlands, and far within a hex some way beyond its borders.

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


@dataclass(frozen=True, slots=True)
class Tie:
    """A control point ready to fit: its place in metres and its spot on the map."""

    control: ControlPoint
    metres: Metres
    spot: Spot

    @property
    def weight(self) -> float:
        """1 / variance, in 1/m²."""
        return 1 / self.control.accuracy_m**2


@dataclass(frozen=True, slots=True)
class Similarity:
    """``spot = turn · metres + shift`` as complex numbers, y of the map counted downwards."""

    turn: complex
    shift: complex

    def spot(self, place: Metres) -> Spot:
        """Where a place comes to lie on the map."""
        w = self.turn * complex(place.east, place.north) + self.shift
        return Spot(w.real, -w.imag)

    def metres(self, place: Spot) -> Metres:
        """The place in the country under a spot of the map."""
        z = (complex(place.x, -place.y) - self.shift) / self.turn
        return Metres(z.real, z.imag)

    @property
    def hex_metres(self) -> float:
        """Metres between adjacent hex centres."""
        return 1 / abs(self.turn)

    @property
    def rotation(self) -> float:
        """Degrees the map's up lies counter-clockwise of grid north."""
        return math.degrees(-cmath.phase(self.turn))


@dataclass(frozen=True, slots=True)
class ControlResidual:
    """How far a control point lies from where the fit puts it, in hexes.

    ``fitted`` with the similarity of all points, ``left_out`` with that of all others.
    """

    place: str
    at: str
    role: str
    fitted: float
    left_out: float


@dataclass(frozen=True, slots=True)
class FitReport:
    """The similarity and its quality; rms and median in hexes over ``role`` control."""

    similarity: Similarity
    residuals: tuple[ControlResidual, ...]

    @property
    def rms(self) -> float:
        """Root mean square of the control points' residuals, hexes."""
        values = [r.fitted for r in self.residuals if r.role == "control"]
        return math.sqrt(sum(v * v for v in values) / len(values))

    @property
    def median(self) -> float:
        """Median of the control points' residuals, hexes."""
        values = sorted(r.fitted for r in self.residuals if r.role == "control")
        return values[len(values) // 2]

    @property
    def left_out_rms(self) -> float:
        """Root mean square of the control points' leave-one-out residuals, hexes."""
        values = [r.left_out for r in self.residuals if r.role == "control"]
        return math.sqrt(sum(v * v for v in values) / len(values))


def ties(controls: Sequence[ControlPoint], lattice: Lattice) -> tuple[Tie, ...]:
    """Every control point with its metres and its spot (the mean of its hexes' centres)."""
    found = []
    for control in controls:
        spots = [centre_spot(lattice, h) for h in control.hexes]
        x = sum(s.x for s in spots) / len(spots)
        y = sum(s.y for s in spots) / len(spots)
        found.append(Tie(control, to_metres(control.lon, control.lat), Spot(x, y)))
    return tuple(found)


def fit_similarity(points: Sequence[Tie]) -> Similarity:
    """The weighted least-squares similarity of two or more points at different places.

    Numbers are rounded to 12 digits, so that the fit is the same on every machine.
    """
    total = math.fsum(t.weight for t in points)
    z_mean = weighted_mean([complex(t.metres.east, t.metres.north) for t in points], points, total)
    w_mean = weighted_mean([complex(t.spot.x, -t.spot.y) for t in points], points, total)
    up_re, up_im, down = [], [], []
    for t in points:
        z = complex(t.metres.east, t.metres.north) - z_mean
        w = complex(t.spot.x, -t.spot.y) - w_mean
        product = t.weight * z.conjugate() * w
        up_re.append(product.real)
        up_im.append(product.imag)
        down.append(t.weight * abs(z) ** 2)
    turn = complex(math.fsum(up_re), math.fsum(up_im)) / math.fsum(down)
    turn = complex(digits(turn.real), digits(turn.imag))
    shift = w_mean - turn * z_mean
    return Similarity(turn, complex(digits(shift.real), digits(shift.imag)))


def weighted_mean(values: Sequence[complex], points: Sequence[Tie], total: float) -> complex:
    """Mean of values with the points' weights."""
    real = math.fsum(t.weight * v.real for t, v in zip(points, values, strict=True))
    imag = math.fsum(t.weight * v.imag for t, v in zip(points, values, strict=True))
    return complex(real / total, imag / total)


def digits(value: float, keep: int = 12) -> float:
    """A number rounded to that many significant digits."""
    return float(f"{value:.{keep - 1}e}")


def fit_controls(points: Sequence[Tie], path: str) -> FitReport:
    """The fit of all points of role control, and how far every point lies from it.

    :param path: the controls' file, for the error message.
    :raises InputError: fewer than three control points at different places.
    """
    used = [t for t in points if t.control.role == "control"]
    if len({t.metres for t in used}) < 3:
        raise InputError(
            Where(path), f"{len(used)} control points", "three or more at different places"
        )
    similarity = fit_similarity(used)
    residuals = []
    for t in points:
        others = [o for o in used if o is not t]
        alone = fit_similarity(others) if t in used else similarity
        residuals.append(
            ControlResidual(
                t.control.place,
                f"row {t.control.row}",
                t.control.role,
                round(distance_of(similarity, t), 4),
                round(distance_of(alone, t), 4),
            )
        )
    return FitReport(similarity, tuple(residuals))


def distance_of(similarity: Similarity, tie: Tie) -> float:
    """Residual of one point, hexes."""
    s = similarity.spot(tie.metres)
    return math.hypot(s.x - tie.spot.x, s.y - tie.spot.y)


# From the country to the map: the similarity plus a small local correction.
#
# The printed maps bend the country by less than a hex. The control points' residuals show part of
# that, mixed with their own errors of the same size, so they are not followed exactly: the
# correction at a spot is a mean of the residuals near it, each weighted by its accuracy and a bell
# curve of its distance, with a prior that pulls it to nothing where no control point is near. It
# is capped at 1.5 hexes.
#
# Leaving each of the 20 gts control points out in turn, the similarity alone misses by 0.63 hexes
# rms. Widths from 3 to 40 hexes give 0.55 to 0.62 with a prior of 0.25 hex, 0.49 to 0.60 with 0.5
# and 0.43 to 0.55 with 1; the best is taken (0.43). Bridges of one canal or river miss by about
# the same, so the country as printed does bend there, and a correction ten hexes wide follows it.

WIDTH = 10.0
"""Hexes over which a residual's influence falls to 1/e."""
PRIOR = 1.0
"""Standard deviation, in hexes, the map's own bending is expected to have."""
CAP = 1.5
"""Longest correction, hexes."""


@dataclass(frozen=True, slots=True)
class Pull:
    """A control point's residual (hexes) at its place, with its precision 1/hexes²."""

    at: Spot
    dx: float
    dy: float
    precision: float


@dataclass(frozen=True, slots=True)
class Warp:
    """Longitude and latitude to a spot on the map."""

    similarity: Similarity
    pulls: tuple[Pull, ...]
    width: float = WIDTH
    prior: float = PRIOR

    def spot(self, lon: float, lat: float) -> Spot:
        """The spot of a place given in degrees, rounded to a millionth of a hex."""
        s = self.similarity.spot(to_metres(lon, lat))
        dx, dy = self.correction(s)
        return Spot(round(s.x + dx, 6), round(s.y + dy, 6))

    def correction(self, s: Spot) -> tuple[float, float]:
        """The local correction (hexes) at a spot of the similarity."""
        x = y = 0.0
        total = 1 / self.prior**2
        for pull in self.pulls:
            far = ((s.x - pull.at.x) ** 2 + (s.y - pull.at.y) ** 2) / self.width**2
            if far < 16:
                k = pull.precision * math.exp(-far)
                x += k * pull.dx
                y += k * pull.dy
                total += k
        x, y = x / total, y / total
        length = math.hypot(x, y)
        if length > CAP:
            x, y = x * CAP / length, y * CAP / length
        return x, y


def make_warp(
    similarity: Similarity, points: Sequence[Tie], width: float = WIDTH, prior: float = PRIOR
) -> Warp:
    """The warp of a fit: similarity plus the pulls of all points of role control."""
    pulls = []
    for t in points:
        if t.control.role != "control":
            continue
        s = similarity.spot(t.metres)
        error = t.control.accuracy_m / similarity.hex_metres
        pulls.append(Pull(s, t.spot.x - s.x, t.spot.y - s.y, 1 / error**2))
    return Warp(similarity, tuple(pulls), width, prior)
