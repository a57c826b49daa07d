"""A map as GeoJSON, one feature a line, to look at and edit in QGIS.

Hexes are polygons, hexsides with a feature and Road links are lines, in longitude and latitude by
the fit. What a feature is stands in its properties; its geometry is only for the eye, and
:mod:`.geojson_edits` does not read it back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.grid import Lattice, Point
from clubroute.builder.sources.checks import ControlPoint
from clubroute.builder.survey.fit import (
    Similarity,
    fit_controls,
    ties,
    to_degrees,
    to_metres,
)
from clubroute.builder.survey.plane import Spot, spot
from clubroute.builder.terrain.terrain_map import Basis, TerrainMap

# Where on earth a map's hexes lie, as far as that is known.
#
# A surveyed lattice has the similarity of its control points. Another lattice has no place on
# earth; to be opened in a geographic program it is laid down as a sketch at longitude and latitude
# 0, a hundredth of a degree to the hex.

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


HEX, HEXSIDE, LINK = LAYERS = ("hex", "hexside", "link")
"""The values of the property ``layer``."""


def geojson_text(terrain: TerrainMap, where: Whereabouts, window: str) -> str:
    """The FeatureCollection of a window: hexes, then hexsides, then links, each in order."""
    lines = ",\n".join(
        json.dumps(feature, ensure_ascii=False, separators=(", ", ": "))
        for feature in features(terrain.window(window), where, window)
    )
    head = '{"type": "FeatureCollection", "name": ' + json.dumps(window) + ', "features": ['
    return f"{head}\n{lines}\n]}}\n"


def features(terrain: TerrainMap, where: Whereabouts, window: str) -> Iterator[dict[str, Any]]:
    """The GeoJSON features of a map."""
    lattice = terrain.lattice
    for h, info in sorted(terrain.hexes.items()):
        corners = [list(where.degrees(v)) for v in lattice.vertices(h)]
        # RFC 7946 wants a ring's border counter-clockwise; vertices go clockwise on most maps.
        ring = corners if turns_left(corners) else corners[::-1]
        yield feature(
            {"type": "Polygon", "coordinates": [[*ring, ring[0]]]},
            {"layer": HEX, "map": window, "hex": lattice.format(h)},
            {"terrain": info.terrain, "name": info.name},
            info.basis,
        )
    for side, many in sorted(terrain.hexsides.items()):
        ends = [list(where.degrees(end)) for end in lattice.hexside_ends(side)]
        for f in many:
            yield feature(
                {"type": "LineString", "coordinates": ends},
                {"layer": HEXSIDE, "map": window, "hexside": lattice.format_hexside(side)},
                {"kind": f.kind, "name": f.name, "note": f.note},
                f.basis,
            )
    for side, links in sorted(terrain.links.items()):
        centres = [list(where.degrees(lattice.centre(h))) for h in side]
        for link in links:
            road = terrain.roads[link.road]
            yield feature(
                {"type": "LineString", "coordinates": centres},
                {"layer": LINK, "map": window, "hexside": lattice.format_hexside(side)},
                {"road": road.id, "kind": road.kind, "name": road.name},
                link.basis,
            )


def feature(
    geometry: dict[str, Any], place: dict[str, str], facts: dict[str, str], basis: Basis
) -> dict[str, Any]:
    """One GeoJSON feature."""
    why = {"provenance": basis.provenance, "cite": basis.cite, "source": basis.source}
    return {"type": "Feature", "properties": {**place, **facts, **why}, "geometry": geometry}


def turns_left(ring: list[list[float]]) -> bool:
    """Whether an open ring of positions goes counter-clockwise."""
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))
    return twice > 0
