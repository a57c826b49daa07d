"""A map as a page needs it: where its hexes lie on the boards, and what stands in them."""

from __future__ import annotations

from typing import Any

from clubroute.builder.pixels import axis_scales
from clubroute.builder.project import Project
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.boards import boards_of
from clubroute.rules.ground.maps import map_of
from clubroute.rules.room.tiles import LEVELS, TILE


def country_record(context: Context, project: Project, name: str) -> dict[str, Any]:
    """A map as JSON: its lattice, its boards in px, and every hex.

    ``hexes`` is flat, five values a hex: line, half, printed number, index of its terrain in
    ``terrains``, place name. :raises InputError: no such map, or it cannot be made.
    """
    country = map_of(context, name)
    boards = boards_of(project, name)
    lattice = country.lattice
    scale = boards.views[0].scale
    hexes: list[Any] = []
    for id_ in range(len(country)):
        h = country.hex(id_)
        place = country.names.get(id_, "")
        hexes += [h.line, h.half, country.number(id_), country.terrain[id_], place]
    # A hexside is there from both its hexes.
    bridges = {
        country.hexside_number(place): max(names, key=len)
        for place, many in sorted(country.sides.items())
        if (names := [one.name for one in many if "bridge" in one.kind])
    }
    return {
        "map": name,
        "title": boards.game.name,
        "flat": lattice.orientation == "flat",
        "signs": [lattice.line_sign, lattice.half_sign],
        "scale": list(axis_scales(lattice, scale)),
        "corner": [boards.left, boards.top],
        "size": [boards.width, boards.height],
        "tile": TILE,
        "levels": LEVELS,
        "boards": [
            {"name": v.name, "x": v.map_x, "y": v.map_y, "width": v.width, "height": v.height}
            for v in boards.views
        ],
        "terrains": list(country.kinds),
        "hexes": hexes,
        "bridges": [{"hexside": ends, "name": name} for ends, name in bridges.items()],
        "areas": [
            {"kind": area.kind, "name": area.name, "hexes": list(map(country.number, area.hexes))}
            for area in country.areas
        ],
    }
