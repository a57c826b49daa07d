"""The ground of each terrain as it is drawn: hexes joined, their borders softened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.outlines import rings, stitched
from clubroute.builder.art.plot import Plot
from clubroute.builder.grid import Hex, Point

if TYPE_CHECKING:
    from shapely import Geometry


def regions_of(plot: Plot) -> dict[str, Geometry]:
    """The ground of every terrain near a picture, by the terrain's name."""
    of: dict[str, list[Hex]] = {}
    for h in plot.hexes:
        of.setdefault(plot.terrain.hexes[h].terrain, []).append(h)
    return {kind: ground_of(plot, hexes) for kind, hexes in sorted(of.items())}


def ground_of(plot: Plot, hexes: Iterable[Hex]) -> Geometry:
    """The ground of some hexes, with the borders drawn round them."""
    import shapely

    outlines = [drawn_ring(plot, ring) for ring in rings(plot.view.lattice, hexes)]
    lines = [shapely.LinearRing(ring) for ring in outlines]
    if not shapely.is_simple(lines).all():
        # Where a picture cuts the ground off between two hexes, a border may bow over the cut.
        return shapely.build_area(shapely.node(shapely.multilinestrings(lines)))
    return shapely.build_area(shapely.geometrycollections(lines))


def drawn_ring(plot: Plot, ring: Sequence[Point]) -> list[Spot]:
    """A closed outline of hexes, along the borders of terrain where there are any."""
    borders = plot.courses.between
    found: list[Spot] = []
    for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
        border = borders.get((a, b)) or borders.get((b, a))
        if border is None:
            found.append(plot.px(a))
        else:
            line = border.line if border.ends[0] == a else border.line[::-1]
            found.extend(line[:-1])
    return found


def shapes(geometry: Geometry) -> Iterator[list[Spot]]:
    """The polygons of a geometry, each as one outline that encloses its holes not."""
    import shapely

    for part in shapely.get_parts(geometry):
        if part.geom_type == "Polygon" and not part.is_empty:
            rings: Any = shapely.get_rings(part)
            yield stitched([[(x, y) for x, y in coordinates(ring)[:-1]] for ring in rings])


def coordinates(line: Any) -> list[list[float]]:
    """The spots of a line; through shapely's own sequences it takes ten times as long."""
    import shapely

    found: list[list[float]] = shapely.get_coordinates(line).tolist()
    return found


def outlines(rings: Iterable[Sequence[Spot]]) -> Any:
    """An array of polygons, one a ring."""
    import numpy as np
    import shapely

    known = list(rings)
    spots = np.array([spot for ring in known for spot in ring])
    parts = np.repeat(np.arange(len(known)), [len(ring) for ring in known])
    return shapely.polygons(shapely.linearrings(spots, indices=parts))
