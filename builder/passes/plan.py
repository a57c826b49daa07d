"""Pass ``plan``: what lies where on a map as a whole, before a part of it is drawn.

Each part is kept by what it is made from: the lines of Roads and waters, and what names keep off,
by all facts but those of hexes; the names by those and by the hexes that are named or built on.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace

from clubroute.builder.art.beyond import beyond
from clubroute.builder.art.board import plan_of
from clubroute.builder.art.courses import Courses, line_courses, sways, with_borders
from clubroute.builder.art.courses.keep import decode_lines, encode_lines
from clubroute.builder.art.legend import furnish
from clubroute.builder.art.naming.label import MapLabel, decode_labels, encode_labels
from clubroute.builder.art.naming.lettering_plan import plan_lettering, whole_frame
from clubroute.builder.art.naming.places import (
    SETTLED,
    Costs,
    costs_of,
    decode_costs,
    encode_costs,
)
from clubroute.builder.art.plan import BoardPlan, Furniture
from clubroute.builder.files.atomic import Cache, digest
from clubroute.builder.grid import Hex
from clubroute.builder.own_code import DRAWING, code_digest
from clubroute.builder.passes.map_words import MapWords
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.builder.terrain.terrain_map import Basis, HexTerrain, TerrainMap

LINES, COSTS, LETTERING = "lines", "costs", "lettering"
"""What a cache keeps of a plan."""

WHOLE = "whole"
"""What a cache calls the parts of a plan that are no game's but a map's."""

MOST_WHOLE = 6
"""Of each that are kept: some lattices and windows, some edits."""

UNTOLD = Basis("assumed", "not looked at")


@dataclass(frozen=True, slots=True)
class Kept:
    """A cache, and by kind the keys under which a plan's parts are kept there."""

    cache: Cache
    name: str
    keys: Mapping[str, str]

    def read(self, kind: str) -> bytes | None:
        """A part's bytes, None if it is not there."""
        return self.cache.read(f"{self.name}-{kind}", self.keys[kind])

    def write(self, kind: str, data: bytes) -> None:
        """Keep a part."""
        self.cache.write(f"{self.name}-{kind}", self.keys[kind], data)


def planned(
    terrain: TerrainMap,
    views: tuple[BoardView, ...],
    paint: BoardStyle,
    look: bytes,
    words: MapWords,
    cache: Cache,
    name: str,
) -> tuple[BoardPlan, Mapping[str, str]]:
    """The plan of a window, and by kind the keys of its parts in the cache.

    :param terrain: without the places of its rows. :param look: what the style's file says.
    """
    kept = Kept(cache, name, part_keys(terrain, look, paint))
    for kind, key in kept.keys.items():
        cache.keep(f"{name}-{kind}", key)
    lines = lines_of(terrain, paint, kept)
    courses = with_borders(lines, terrain, paint)
    labels = labels_of(terrain, paint, courses, kept)
    furniture = furnished(terrain, views, paint, words)
    outlying = beyond(words.country, terrain.lattice, furniture.sheet, furniture.boxes())
    return BoardPlan(labels, furniture, courses, outlying), kept.keys


def furnished(
    terrain: TerrainMap, views: tuple[BoardView, ...], paint: BoardStyle, words: MapWords
) -> Furniture:
    """What stands around a window's map."""
    told = (words.title, words.titles, words.where, words.credits, words.charts)
    return furnish(terrain, views, paint, *told)


def kept_plan(
    terrain: TerrainMap, paint: BoardStyle, cache: Cache | None, *, named: bool = True
) -> BoardPlan:
    """The courses of a map's lines, and where its names stand if they are drawn: what an earlier
    picture of the map needed of them may be kept in a cache."""
    if cache is None or not terrain.hexes:
        return plan_of(terrain, paint, None if named else frozenset())
    bare = without_sources(terrain)
    kept = Kept(cache, WHOLE, part_keys(bare, repr(paint).encode("utf-8"), paint))
    courses = with_borders(lines_of(bare, paint, kept), bare, paint)
    labels = labels_of(bare, paint, courses, kept) if named else ()
    for kind in kept.keys:
        cache.keep_newest(f"{WHOLE}-{kind}", MOST_WHOLE)
    return BoardPlan(labels, courses=courses)


def part_keys(terrain: TerrainMap, look: bytes, paint: BoardStyle) -> dict[str, str]:
    """By kind the digests of all that the parts of a plan are made from."""
    lettered = encode_terrain(replace(terrain, hexes=named_or_built(terrain)), windows=())
    lines = line_keys(terrain, look, paint)
    return {**lines, LETTERING: digest(lettered, look, code_digest(DRAWING))}


def named_or_built(terrain: TerrainMap) -> dict[Hex, HexTerrain]:
    """The hexes of a map, of all but those that names hang on only that they are there: how large a
    name is hangs on how far its place is built on."""
    return {
        h: replace(one, basis=UNTOLD)
        if one.name or one.terrain in SETTLED
        else HexTerrain(h, "", UNTOLD)
        for h, one in terrain.hexes.items()
    }


def line_keys(terrain: TerrainMap, look: bytes, paint: BoardStyle) -> dict[str, str]:
    """The digests of what hangs on no hex's terrain: the lines, and what names keep off."""
    plain = {h: HexTerrain(h, "", UNTOLD) for h in terrain.hexes}
    bare = encode_terrain(replace(terrain, hexes=plain), windows=())
    return {
        LINES: digest(bare, repr(sways(paint)), code_digest(DRAWING)),
        COSTS: digest(bare, look, code_digest(DRAWING)),
    }


def lines_of(terrain: TerrainMap, paint: BoardStyle, kept: Kept) -> Courses:
    """The lines of a map's Roads and waters."""
    data = kept.read(LINES)
    if data is not None:
        return decode_lines(data)
    lines = line_courses(terrain, paint)
    kept.write(LINES, encode_lines(lines))
    return lines


def costs_for(terrain: TerrainMap, paint: BoardStyle, courses: Courses, kept: Kept) -> Costs:
    """What the names of a map keep off."""
    data = kept.read(COSTS)
    if data is not None:
        return decode_costs(data)
    costs = costs_of(whole_frame(terrain, paint, courses))
    kept.write(COSTS, encode_costs(costs))
    return costs


def labels_of(
    terrain: TerrainMap, paint: BoardStyle, courses: Courses, kept: Kept
) -> tuple[MapLabel, ...]:
    """The names of a map in their places."""
    data = kept.read(LETTERING)
    if data is None:
        costs = costs_for(terrain, paint, courses, kept) if terrain.hexes else None
        data = encode_labels(plan_lettering(terrain, paint, courses, costs))
        kept.write(LETTERING, data)
    return decode_labels(data)


def without_sources(terrain: TerrainMap) -> TerrainMap:
    """The same facts, without the places of their rows."""

    @functools.cache  # many facts rest on the same
    def bare(basis: Basis) -> Basis:
        return replace(basis, source="")

    return replace(
        terrain,
        hexes={h: replace(v, basis=bare(v.basis)) for h, v in terrain.hexes.items()},
        hexsides={
            s: tuple(replace(f, basis=bare(f.basis)) for f in many)
            for s, many in terrain.hexsides.items()
        },
        links={
            s: tuple(replace(k, basis=bare(k.basis)) for k in many)
            for s, many in terrain.links.items()
        },
        areas=tuple(replace(a, basis=bare(a.basis)) for a in terrain.areas),
        apart={k: bare(v) for k, v in terrain.apart.items()},
    )
