"""Small compiled maps of both games, written by hand or at random."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise

from clubroute.builder.grid import (
    Hexside,
    Lattice,
    Sheet,
    hexside,
    neighbours,
)
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.builder.terrain.terrain_map import (
    Basis,
    HexsideFeature,
    HexTerrain,
    Link,
    Road,
    TerrainMap,
)
from clubroute.rules.ground.mapfile import MapFile, read_map

TERRAINS = ("clear", "polder", "orchard", "woods", "village", "town", "city", "fortified", "swamp")
LATTICE = Lattice(
    "gts",
    "flat",
    (Sheet("wed", (1, 14), (1, 16)), Sheet("tdc", (12, 24), (1, 16))),
    windows={"wed": ("wed",), "tdc": ("tdc",), "mg": ("wed", "tdc")},
)
BASIS = Basis("survey", "by hand")


def terrain_map(
    terrain: Mapping[str, str] | None = None,
    crests: Sequence[str] = (),
    roads: Mapping[str, Sequence[str]] | None = None,
    bridges: Sequence[str] = (),
    *,
    kinds: Mapping[str, str] | None = None,
) -> TerrainMap:
    """A map from printed numbers: terrain by hex, crest hexsides, chains of hexes by Road.

    Everything else is clear; a Road is a raised road unless ``kinds`` says otherwise.
    """
    at = LATTICE.parse
    told = {at(number): kind for number, kind in (terrain or {}).items()}
    sides = [(LATTICE.parse_hexside(text), "crest") for text in crests]
    sides += [(LATTICE.parse_hexside(text), "bridge") for text in bridges]
    links: dict[Hexside, list[Link]] = {}
    names = roads or {}
    for name, chain in names.items():
        for a, b in pairwise(chain):
            side = hexside(at(a), at(b))
            links.setdefault(side, []).append(Link(side, name, BASIS))
    return TerrainMap(
        LATTICE,
        {h: HexTerrain(h, told.get(h, "clear"), BASIS) for h in LATTICE.hexes()},
        {
            side: tuple(HexsideFeature(side, kind, BASIS) for other, kind in sides if other == side)
            for side, _ in sides
        },
        {name: Road(name, (kinds or {}).get(name, "raised_road")) for name in names},
        {side: tuple(many) for side, many in sorted(links.items())},
    )


def random_map(seed: int) -> TerrainMap:
    """Terrain, crests, raised and plain Roads, and bridges, all over both sheets."""
    rng = random.Random(seed)
    hexes = LATTICE.hexes()
    known = set(hexes)
    sides = sorted({hexside(h, n) for h in hexes for n in neighbours(h) if n in known})
    kinds = ("raised_road", "raised_railroad", "road", "railroad")
    features = {
        side: (HexsideFeature(side, rng.choice(("crest", "bridge", "river")), BASIS),)
        for side in sides
        if rng.random() < 0.06
    }
    links = {side: (Link(side, rng.choice(kinds), BASIS),) for side in sides if rng.random() < 0.06}
    weights = [30, 10, 6, 2, 4, 1, 1, 1, 4]
    return TerrainMap(
        LATTICE,
        {h: HexTerrain(h, rng.choices(TERRAINS, weights)[0], BASIS) for h in hexes},
        features,
        {kind: Road(kind, kind) for kind in kinds},
        links,
    )


def opened(terrain: TerrainMap, window: str = "mg") -> MapFile:
    """The map as a question sees it."""
    return read_map(encode_terrain(terrain), "small.terrain", window)
