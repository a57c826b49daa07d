"""Where on earth a map's hexes lie, as far as that is known.

A surveyed lattice has the similarity of its control points. Another lattice has no place on earth;
to be opened in a geographic program it is laid down as a sketch at longitude and latitude 0, a
hundredth of a degree to the hex.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubroute.builder.grid import Lattice, Point
from clubroute.builder.sources.controls import ControlPoint
from clubroute.builder.survey.fit import Similarity, fit_controls, ties
from clubroute.builder.survey.plane import Spot, spot
from clubroute.builder.survey.projection import to_degrees, to_metres

SKETCH = 0.01
"""Degrees from hex to hex of a lattice without geography."""
PLACES = 7
"""Decimals of a degree that are kept: a centimetre."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """A lattice with its similarity, None for a sketch."""

    lattice: Lattice
    similarity: Similarity | None

    def degrees(self, point: Point) -> tuple[float, float]:
        """Longitude and latitude of an affine point, to :data:`PLACES` decimals."""
        return self.degrees_of(spot(self.lattice, point))

    def degrees_of(self, place: Spot) -> tuple[float, float]:
        """Longitude and latitude of a spot (hexes), to :data:`PLACES` decimals."""
        if self.similarity is None:
            lon, lat = place.x * SKETCH, -place.y * SKETCH
        else:
            lon, lat = to_degrees(self.similarity.metres(place))
        return round(lon, PLACES), round(lat, PLACES)

    def spot(self, lon: float, lat: float) -> Spot:
        """The spot (hexes) of a longitude and latitude."""
        if self.similarity is None:
            return Spot(lon / SKETCH, -lat / SKETCH)
        return self.similarity.spot(to_metres(lon, lat))


def whereabouts(lattice: Lattice, controls: Sequence[ControlPoint], path: str) -> Whereabouts:
    """A lattice's place by its control points, a sketch if it has none.

    :param path: the controls' file, for the error message.
    :raises InputError: too few control points.
    """
    if not controls:
        return Whereabouts(lattice, None)
    return Whereabouts(lattice, fit_controls(ties(controls, lattice), path).similarity)
