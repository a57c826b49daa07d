"""Random small maps with everything on them, from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random

from clubroute.builder.grid import (
    Hex,
    Hexside,
    Lattice,
    Sheet,
    hexside,
    neighbours,
)
from clubroute.builder.terrain.terrain_map import (
    Basis,
    HexsideFeature,
    HexTerrain,
    Link,
    Road,
    TerrainMap,
)

BASIS = Basis("survey", "made up")
LATTICE = Lattice(
    "small",
    "flat",
    (
        Sheet("wed", (1, 3), (1, 4), first_digits=1),
        Sheet("tdc", (3, 5), (1, 4), first_digits=1),
    ),
    windows={"wed": ("wed",), "tdc": ("tdc",), "mg": ("wed", "tdc")},
)
TERRAINS = (
    *("clear", "polder", "orchard", "woods", "village", "town", "city", "fortified"),
    *("impassable", "sand_dunes", "swamp", "clear", "clear", "polder"),
)
SIDES = ("stream", "stream", "river", "canal", "crest", "impassable", "culvert", "viaduct")
KINDS = ("road", "main_road", "railroad", "raised_road", "raised_road", "raised_railroad")


@dataclass(frozen=True, slots=True)
class Case:
    """A map with a position on it, and who moves."""

    terrain: TerrainMap
    bridges: dict[Hexside, str]
    road_blocks: frozenset[Hex]
    enemies: frozenset[Hex]
    move_class: str
    column: bool
    start: Hex


def make_case(seed: int) -> Case:
    """The case of a seed, the same on every machine."""
    random = Random(seed)
    hexes = LATTICE.hexes("mg")
    inside = set(hexes)
    terrain = {h: HexTerrain(h, random.choice(TERRAINS), BASIS) for h in hexes}
    sides = sorted({hexside(h, n) for h in hexes for n in neighbours(h) if n in inside})
    features: dict[Hexside, tuple[HexsideFeature, ...]] = {}
    for side in random.sample(sides, random.randint(0, len(sides) // 2)):
        many = [HexsideFeature(side, random.choice(SIDES), BASIS, random.choice("pq"))]
        if many[0].kind == "viaduct" and random.random() < 0.3:
            many = [HexsideFeature(side, "viaduct", BASIS, "p", "leg only")]
        if many[0].kind in ("river", "canal") and random.random() < 0.7:
            note = random.choice(["", "", "railroad"])
            kind = random.choice(["bridge", "bridge", "bridge", "pontoon", "culvert"])
            many.append(HexsideFeature(side, kind, BASIS, "", note if kind == "bridge" else ""))
        if many[0].kind == "stream" and random.random() < 0.6:
            note = random.choice(["", "unstable"])
            many.append(HexsideFeature(side, "stream_bridge", BASIS, "", note))
        features[side] = tuple(many)
    roads: dict[str, Road] = {}
    links: dict[Hexside, tuple[Link, ...]] = {}
    for number in range(random.randint(0, 5)):
        road = Road(f"r{number}", random.choice(KINDS), f"Road {number}")
        chain = [random.choice(hexes)]
        for _ in range(random.randint(1, 6)):
            onward = [n for n in neighbours(chain[-1]) if n in inside and n not in chain]
            if onward:
                chain.append(random.choice(onward))
        for a, b in pairwise(chain):
            roads[road.id] = road
            side = hexside(a, b)
            links[side] = (*links.get(side, ()), Link(side, road.id, BASIS))
    built = TerrainMap(LATTICE, terrain, features, roads, links)
    apart = {}
    for h in hexes:
        here = sorted({link.road for link in built.links_at(h)})
        for one, other in combinations(here, 2):
            if random.random() < 0.5:
                apart[h, one, other] = BASIS
    bridges = {}
    for side in sorted(features):
        for feature in features[side]:
            if feature.kind == "bridge" and random.random() < 0.4:
                bridges[side] = random.choice(
                    ["destroyed", "bailey", "bailey_out", "improved", "intact"]
                )
            if feature.kind == "stream_bridge" and feature.note:
                bridges[side] = random.choice(["stable", "unstable", "unchecked"])
            if feature.kind == "pontoon" and random.random() < 0.4:
                bridges[side] = "assembled"
    start = random.choice(hexes)
    # No road block where a bridge is (2.15.2).
    many_bridges = [s for s in features for f in features[s] if f.kind in ("bridge", "pontoon")]
    bridged = {h for s in many_bridges for h in (s.a, s.b)}
    return Case(
        TerrainMap(LATTICE, terrain, features, roads, links, apart=apart),
        bridges,
        frozenset(h for h in random.sample(hexes, random.randint(0, 2)) if h not in bridged),
        frozenset(random.sample([h for h in hexes if h != start], random.randint(0, 2))),
        random.choice(["leg", "wheeled", "tracked"]),
        random.choice([True, False]),
        start,
    )
