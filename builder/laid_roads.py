"""New Roads drawn as lines in a geographic program, laid over the hexes they run through."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from clubroute.builder.geojson import LINK
from clubroute.builder.geojson_edits import Edit
from clubroute.builder.grid import Hexside, hexside
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.survey.plane import hex_at
from clubroute.builder.survey.snap_roads import RoadBounds, snap_road
from clubroute.builder.terrain import TerrainMap
from clubroute.builder.whereabouts import Whereabouts

# A line drawn over the hexes is followed; what it crosses is told, not avoided.
OPEN_GROUND = RoadBounds(frozenset(), frozenset(), frozenset(), {})


def lay_roads(
    edits: Iterable[Edit], terrain: TerrainMap, where: Whereabouts, vocabulary: Vocabulary
) -> tuple[list[Edit], list[str]]:
    """The edits with every drawn Road as a link for each hexside it crosses, and remarks.

    A drawn Road is a feature of the layer ``link`` that names no hexside and has a line.

    :raises InputError: a line that runs nowhere from hex to hex of the map.
    """
    found: list[Edit] = []
    remarks: list[str] = []
    for edit in edits:
        if edit.layer != LINK or edit.texts["hexside"] or not edit.lines:
            found.append(edit)
            continue
        sides = sides_along(edit, terrain, where)
        if not sides:
            raise edit.error("road", "a line from hex to hex of the map")
        for side in sides:
            number = terrain.lattice.format_hexside(side)
            found.append(replace(edit, texts={**edit.texts, "hexside": number}))
            wet = [f.kind for f in terrain.features(side) if f.kind in vocabulary.barring]
            if wet and side not in terrain.links:
                remarks.append(
                    f"{number}: {edit.texts['road']} crosses the {wet[0]}; a bridge is a row of"
                    " hexsides.csv"
                )
    return found, remarks


def sides_along(edit: Edit, terrain: TerrainMap, where: Whereabouts) -> list[Hexside]:
    """The hexsides a line crosses between hexes of the map, each once, in its direction."""
    sides: dict[Hexside, None] = {}
    for line in edit.lines:
        spots = [where.spot(*position) for position in line]
        if any(hex_at(terrain.lattice, spot) in terrain.hexes for spot in spots):
            chain = snap_road(terrain.lattice, spots, (), OPEN_GROUND, (), rail=False).hexes
            for a, b in pairwise(chain):
                if a in terrain.hexes and b in terrain.hexes:
                    sides[hexside(a, b)] = None
    return list(sides)
