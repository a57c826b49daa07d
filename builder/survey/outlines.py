"""Outlines to hex terrain: how much of each hex they cover, and which terrain wins.

A hex takes the terrain with the highest priority among those that cover at least their
vocabulary's share of it. A settlement too small for that still takes the hex its middle lies in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import (
    Hex,
    Lattice,
    hexsides,
    neighbours,
)
from clubroute.builder.sources.features import Feature
from clubroute.builder.sources.lattice import BoardSource
from clubroute.builder.sources.regions import RegionRecord
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.survey.plane import (
    HEX_AREA,
    Spot,
    centre_spot,
    hex_at,
    spot,
)
from clubroute.builder.terrain.terrain_map import Area, TerrainMap

if TYPE_CHECKING:
    from shapely.geometry import Polygon
    from shapely.geometry.base import BaseGeometry

    from clubroute.builder.survey.fit import Warp


# Areas that a rule describes ("south of the Rhine"), worked out from the compiled map.


def region_areas(
    records: tuple[RegionRecord, ...], terrain: TerrainMap, outlined: Mapping[Hex, str]
) -> tuple[tuple[Area, ...], list[str]]:
    """The regions as areas, and a warning for each that is left out because a water is broken.

    ``outlined`` names the surveyed outline a hex has its terrain from.

    :raises InputError: a region with an area's id.
    """
    taken = {area.id for area in terrain.areas}
    found: list[Area] = []
    warnings: list[str] = []
    for record in records:
        if record.id in taken:
            raise InputError(
                Where(record.path, record.row, "id"), repr(record.id), "an id that no area has"
            )
        shown = set(terrain.lattice.hexes(record.game)) if record.game else set(terrain.hexes)
        hexes = on_this_side(record, terrain, shown)
        leaks = [terrain.lattice.format(h) for h in record.outside if h in hexes]
        if leaks:
            waters = ", ".join(record.waters)
            warnings.append(
                f"{record.basis.source}: region {record.id} is left out: {waters} does not part "
                f"it from {' '.join(leaks)}"
            )
            continue
        hexes |= named_hexes(record, terrain, outlined) & shown
        if hexes:
            members = tuple(sorted(hexes))
            found.append(
                Area(record.id, record.kind, members, record.basis, record.name, record.game)
            )
    return tuple(found), warnings


def on_this_side(record: RegionRecord, terrain: TerrainMap, shown: set[Hex]) -> set[Hex]:
    """What can be reached from a region's first hexes without crossing its waters."""
    free = shown.difference(record.walls)
    found = free.intersection(record.start)
    waiting = sorted(found)
    sides, waters = terrain.hexsides, frozenset(record.waters)
    while waiting:
        h = waiting.pop()
        for other, side in zip(neighbours(h), hexsides(h), strict=True):
            if other not in free or other in found:
                continue
            if any(f.name in waters for f in sides.get(side, ())):
                continue
            found.add(other)
            waiting.append(other)
    return found


def named_hexes(record: RegionRecord, terrain: TerrainMap, outlined: Mapping[Hex, str]) -> set[Hex]:
    """The hexes a region's row names, by number, outline or board."""
    found = set(record.hexes)
    found.update(h for h, name in outlined.items() if name in record.outlines)
    for board in record.boards:
        found.update(board_hexes(board, terrain))
    return found


def board_hexes(board: BoardSource, terrain: TerrainMap) -> set[Hex]:
    """The hexes of a board: of its lines and numbers, as its window's first sheet counts them."""
    sheet = terrain.lattice.window(board.window)[0]
    first, last = board.numbers
    return {
        h
        for line in range(board.lines[0], board.lines[1] + 1)
        for number in range(first, last + 1)
        if (h := sheet.place(line, number)) in sheet
    }


@dataclass(frozen=True, slots=True)
class Covered:
    """A hex's surveyed terrain and the feature it comes from."""

    terrain: str
    feature: Feature


@dataclass(frozen=True, slots=True)
class Outlines:
    """Surveyed terrain by hex, the named settlement each hex holds the middle of, and the hexes of
    outlines that stand for an area."""

    terrain: dict[Hex, Covered]
    middles: dict[Hex, Feature]
    areas: tuple[tuple[Feature, tuple[Hex, ...]], ...] = ()


def survey_outlines(
    lattice: Lattice,
    vocabulary: Vocabulary,
    warp: Warp,
    features: Sequence[Feature],
    shown: frozenset[Hex],
    open_ground: frozenset[Hex],
) -> Outlines:
    """Terrain of every hex an outline covers enough of.

    :param open_ground: hexes no wood reaches into.
    """
    import numpy as np
    import shapely

    corners: dict[Hex, list[Spot]] = {}
    extent = lines_and_halves(shown)
    shares: dict[Hex, dict[str, tuple[float, Feature, float]]] = {}
    middles: dict[Hex, Feature] = {}
    centred: dict[Hex, tuple[int, Feature, str]] = {}
    small: dict[Hex, Feature] = {}
    areas: list[tuple[Feature, tuple[Hex, ...]]] = []
    for feature in features:
        terrain = terrain_of(feature, vocabulary)
        other = vocabulary.features.get(feature.kind)
        lettered = other is not None and other.lettered and bool(feature.name)
        if not feature.polygons or not (terrain or lettered or (other and other.area)):
            continue
        shape = shapely.union_all([warped(rings, warp) for rings in feature.polygons])
        middle = hex_at(lattice, Spot(shape.centroid.x, shape.centroid.y))
        if lettered and middle in shown:
            small.setdefault(middle, feature)
        cells = [h for h in hexes_in_box(lattice, shape.bounds, extent) if h in shown]
        if other and other.area:
            inside = shapely.contains_xy(shape, [centre_spot(lattice, h) for h in cells])
            areas.append((feature, tuple(compress(cells, inside))))
        if not terrain:
            continue
        kind = vocabulary.hexes[terrain]
        if not cells:
            continue
        for h in cells:
            if h not in corners:
                corners[h] = [spot(lattice, corner) for corner in lattice.vertices(h)]
        hexagons: Any = shapely.polygons(np.array([corners[h] for h in cells]))
        covered: Any = shapely.area(shapely.intersection(hexagons, shape)) / HEX_AREA
        for h, share in zip(cells, covered, strict=True):
            part = round(float(share), 6)
            if part <= 0 or (h in open_ground and terrain == "woods"):
                continue
            before, best, most = shares.setdefault(h, {}).get(terrain, (0.0, feature, 0.0))
            if part > most:
                best, most = feature, part
            shares[h][terrain] = (round(min(1.0, before + part), 6), best, most)
        if kind.holds_centre and middle in shown:
            if feature.name:
                middles.setdefault(middle, feature)
            if middle not in centred or kind.priority > centred[middle][0]:
                centred[middle] = (kind.priority, feature, terrain)
    found: dict[Hex, Covered] = {}
    for h in sorted(shares):
        options = [
            (vocabulary.hexes[terrain].priority, terrain, feature)
            for terrain, (share, feature, _) in shares[h].items()
            if share >= vocabulary.hexes[terrain].coverage
        ]
        if h in centred:
            priority, feature, terrain = centred[h]
            options.append((priority, terrain, feature))
        if options:
            _, terrain, feature = max(options, key=lambda o: (o[0], o[1], o[2].id))
            found[h] = Covered(terrain, feature)
    return Outlines(found, {**small, **middles}, tuple(areas))


def terrain_of(feature: Feature, vocabulary: Vocabulary) -> str:
    """The hex terrain a feature stands for; none for a mere orientation feature."""
    other = vocabulary.features.get(feature.kind)
    if other:
        return other.terrain
    return feature.kind if feature.kind in vocabulary.hexes else ""


def warped(rings: Sequence[Sequence[tuple[float, float]]], warp: Warp) -> BaseGeometry:
    """A polygon of the geography on the map plane, mended if its border crosses itself."""
    from shapely import make_valid
    from shapely.geometry import Polygon

    paths = [[warp.spot(lon, lat) for lon, lat in ring] for ring in rings]
    shape: Polygon = Polygon(paths[0], paths[1:])
    return shape if shape.is_valid else make_valid(shape)


def hexes_in_box(
    lattice: Lattice, bounds: tuple[float, float, float, float], extent: tuple[range, range]
) -> list[Hex]:
    """The hexes that may touch a box of the plane, sorted, none far off the map."""
    left, top, right, bottom = bounds
    corners = [
        hex_at(lattice, Spot(x, y)) for x in (left - 1, right + 1) for y in (top - 1, bottom + 1)
    ]
    lines = shared([h.line for h in corners], extent[0])
    halves = shared([h.half for h in corners], extent[1])
    return [Hex(line, half) for line in lines for half in halves if (line + half) % 2]


def lines_and_halves(shown: frozenset[Hex]) -> tuple[range, range]:
    """The lines and the halves a map's hexes lie between."""
    lines, halves = [h.line for h in shown], [h.half for h in shown]
    return range(min(lines), max(lines) + 1), range(min(halves), max(halves) + 1)


def shared(box: Sequence[int], whole: range) -> range:
    """The numbers of a box, and two more on either side, that lie within the map's."""
    return range(max(min(box) - 2, whole.start), min(max(box) + 3, whole.stop))
