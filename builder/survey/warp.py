"""From the country to the map: the similarity plus a small local correction.

The printed maps bend the country by less than a hex. The control points' residuals show part of
that, mixed with their own errors of the same size, so they are not followed exactly: the
correction at a spot is a mean of the residuals near it, each weighted by its accuracy and a bell
curve of its distance, with a prior that pulls it to nothing where no control point is near. It is
capped at 1.5 hexes.

Leaving each of the 20 gts control points out in turn, the similarity alone misses by 0.63 hexes
rms. Widths from 3 to 40 hexes give 0.55 to 0.62 with a prior of 0.25 hex, 0.49 to 0.60 with 0.5
and 0.43 to 0.55 with 1; the best is taken (0.43). Bridges of one canal or river miss by about the
same, so the country as printed does bend there, and a correction ten hexes wide follows it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from clubroute.builder.survey.fit import Similarity, Tie
from clubroute.builder.survey.plane import Spot
from clubroute.builder.survey.projection import to_metres

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
