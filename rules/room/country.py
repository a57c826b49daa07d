"""A map as a page needs it: where its hexes lie on the boards, and what stands in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.builder.project import Project
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import methods_in
from clubroute.rules.ground.boards import boards_of
from clubroute.rules.ground.mapfile import PlacedFeature
from clubroute.rules.ground.maps import map_of
from clubroute.rules.room.tiles import LEVELS, TILE
from clubroute.rules.series import Series, series_at

STANDING: Mapping[str, tuple[str, ...]] = {
    "gts": ("intact", "destroyed", "wired"),
    "scs": ("stands", "blown", "prepared"),
}
"""How a bridge may stand, by series."""
SUSPECT = ("stable", "unstable", "unchecked")
"""How one over a stream may stand that the map marks (WED 2.11)."""


def states_of(name: str, bridge: PlacedFeature) -> tuple[str, ...]:
    """How a bridge of a map may stand, as far as its rules say: one over a stream is a Road and can
    be neither blown nor wired (WED 2.11, TDC 2.11); for others the map's note says it (2.15.6)."""
    series = series_at(name).id
    standing = STANDING.get(series, ())
    if series != "gts":
        return standing
    if bridge.kind == "stream_bridge":
        return SUSPECT if "unstable" in bridge.note else ()
    if "never wired" in bridge.note:
        return ()
    return (*standing, "improved") if "railroad" in bridge.note else standing


def answered_by(series: Series) -> set[str]:
    """The methods that a game's own rules answer."""
    modules = {one for many in series.families.values() for one in many}
    return {method.name for one in modules for method in methods_in(one)}


def country_record(context: Context, project: Project, name: str) -> dict[str, Any]:
    """A map as JSON: its lattice, its boards in px, and every hex.

    ``hexes`` is flat, five values a hex: line, half, printed number, index of its terrain in
    ``terrains``, place name. :raises InputError: no such map, or it cannot be made.
    """
    country = map_of(context, name)
    boards = boards_of(project, name)
    lattice = country.lattice
    hexes: list[Any] = []
    for id_ in range(len(country)):
        h = country.hex(id_)
        place = country.names.get(id_, "")
        hexes += [h.line, h.half, country.number(id_), country.terrain[id_], place]
    # A hexside is there from both its hexes.
    bridges = {
        country.hexside_number(place): max(here, key=lambda one: len(one.name))
        for place, many in sorted(country.sides.items())
        if (here := [one for one in many if "bridge" in one.kind])
    }
    # What only our games' rules answer is not offered on the map of a game of one's own.
    series = series_at(name)
    own = {} if series.home is None else {"own": sorted(answered_by(series))}
    return {
        **own,
        "map": name,
        "title": boards.game.name,
        "flat": lattice.orientation == "flat",
        "signs": [lattice.line_sign, lattice.half_sign],
        "scale": list(boards.views[0].units),
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
        "bridges": [
            {"hexside": ends, "name": one.name, "states": list(states_of(name, one))}
            for ends, one in bridges.items()
        ],
        "areas": [
            {"kind": area.kind, "name": area.name, "hexes": list(map(country.number, area.hexes))}
            for area in country.areas
        ],
    }
