"""Control points to a similarity: metres in the country to hexes on the map.

Weighted least squares over four numbers (scale, rotation, shift), nothing more: the printed maps
are one regular lattice, and an affine fit of the same points finds no significant stretch.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Lattice
from clubroute.builder.sources.controls import ControlPoint
from clubroute.builder.survey.plane import Spot, centre_spot
from clubroute.builder.survey.projection import Metres, to_metres


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
