"""The tiles that boards are put together from, each with all that its picture depends on."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain

from clubroute.builder.art.beyond import around
from clubroute.builder.art.board import TILE, TILE_HIGH, tiles_of
from clubroute.builder.art.courses import Courses
from clubroute.builder.art.courses.borders import Border
from clubroute.builder.art.courses.roads import RoadPiece
from clubroute.builder.art.courses.waters import WaterPiece
from clubroute.builder.art.layers.furniture import near_furniture
from clubroute.builder.art.naming.label import label_shows
from clubroute.builder.art.plan import BoardPlan
from clubroute.builder.art.plot import REACH
from clubroute.builder.files.atomic import digest
from clubroute.builder.grid import Hex, Hexside, neighbours
from clubroute.builder.own_code import DRAWING, code_digest
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.survey.inputs import HEATH
from clubroute.builder.terrain.terrain_map import (
    Basis,
    HexsideFeature,
    HexTerrain,
    Link,
    TerrainMap,
)

SEEN = REACH + 1
"""Hexes beyond a tile's edge whose facts bear on it: a picture's own, and those beside them."""

ALONG = 8
"""Hexes beyond a tile's edge whose Roads and waters bear on it: fields lie along them."""

UNSEEN = Basis("assumed", "too far off to show")

Spot = tuple[int, int]
"""The left and top edge of a tile, map px."""


@dataclass(frozen=True, slots=True)
class TileJob:
    """A tile, the facts and the plan on or near it, and the digest of these.

    Of a hex that is too far off to show, the facts say only that there is one.
    """

    view: BoardView
    part: TerrainMap
    plan: BoardPlan
    key: str


def tile_jobs(
    terrain: TerrainMap,
    plan: BoardPlan,
    views: Sequence[BoardView],
    style: BoardStyle,
    look: bytes,
) -> dict[Spot, TileJob]:
    """The tiles that some boards show. An edit far from a tile changes nothing of it.

    :param look: what the style's file says.
    """
    marked = {kind for kind, paint in style.areas.items() if paint.mark != "none"}
    terrain = replace(terrain, areas=tuple(a for a in terrain.areas if a.kind in marked))
    tiles = {(t.left, t.top): t for view in views for t in tiles_of(view)}
    places = hex_places(terrain, views[0])
    pitch = views[0].scale.hex_pitch
    # A number makes way for a name, and others for that number: so a name some hexes off a tile
    # may move a number on it.
    beside = 4 * pitch
    near, around_it = (near_tiles(places, far * pitch) for far in (SEEN, ALONG))
    plain = next(iter(style.hexes))
    blank = {h: HexTerrain(h, plain, UNSEEN) for h in terrain.hexes}
    courses, told = plan.courses or Courses(), FactDigests()
    lines, borders = replace(courses, borders=()), Courses(borders=courses.borders)
    heaths = plan.beyond.of_kind(HEATH)
    found = {}
    for at, tile in tiles.items():
        hexes, far = near.get(at, {}), around_it.get(at, {})
        part = tile_part(terrain, hexes)
        # That there is a hex may matter farther off: what runs off the sheet looks for its edge.
        dim = {h: blank[h] for h in far if h in blank and h not in hexes}
        part = replace(part, hexes={**part.hexes, **dim})
        own = BoardPlan(
            tuple(label for label in plan.labels if label_shows(label, tile, beside)),
            plan.furniture if plan.furniture and near_furniture(plan.furniture, tile) else None,
            replace(lines.inside(far), borders=borders.inside(hexes).borders),
            (heaths if inland(terrain, tile, hexes) else plan.beyond).shown(around(tile)),
        )
        key = digest(told.map(part), told.plan(own), repr(tile), look, code_digest(DRAWING))
        found[at] = TileJob(tile, part, own, key)
    return found


def hex_places(terrain: TerrainMap, view: BoardView) -> list[tuple[Hex, int, int]]:
    """The centre of every hex of a view's map and of those round it, map px, sorted."""
    around = {one for h in terrain.hexes for one in (h, *neighbours(h))}
    centres = ((h, view.centre(h)) for h in sorted(around))
    return [(h, x + view.left, y + view.top) for h, (x, y) in centres]


def near_tiles(places: Iterable[tuple[Hex, int, int]], far: int) -> dict[Spot, dict[Hex, None]]:
    """The hexes on or at most ``far`` px from each tile, in their order."""
    found: dict[Spot, dict[Hex, None]] = {}
    for h, x, y in places:
        for left in range((x - far) // TILE * TILE, x + far + 1, TILE):
            for top in range((y - far) // TILE_HIGH * TILE_HIGH, y + far + 1, TILE_HIGH):
                found.setdefault((left, top), {})[h] = None
    return found


def inland(terrain: TerrainMap, tile: BoardView, near: Mapping[Hex, None]) -> bool:
    """Whether the map goes on so far around a tile that nothing beyond it can show there."""
    far = tile.scale.hex_pitch * (REACH + 1)
    wide, high = range(-far, TILE + far), range(-far, TILE_HIGH + far)

    def bears(h: Hex) -> bool:
        x, y = tile.centre(h)
        return x in wide and y in high

    here = [h for h in near if bears(h)]
    return bool(here) and all(h in terrain.hexes for h in here)


def tile_part(terrain: TerrainMap, near: Mapping[Hex, None]) -> TerrainMap:
    """The facts of a map on or between some hexes; areas that touch them are whole."""

    def between(sides: Iterable[Hexside]) -> list[Hexside]:
        return [s for s in sides if s.a in near and s.b in near]

    links = {s: terrain.links[s] for s in between(terrain.links)}
    roads = {link.road for many in links.values() for link in many}
    return replace(
        terrain,
        hexes={h: terrain.hexes[h] for h in near if h in terrain.hexes},
        hexsides={s: terrain.hexsides[s] for s in between(terrain.hexsides)},
        roads={name: road for name, road in terrain.roads.items() if name in roads},
        links=links,
        areas=tuple(a for a in terrain.areas if any(h in near for h in a.hexes)),
        apart={k: v for k, v in terrain.apart.items() if k[0] in near and roads.issuperset(k[1:])},
    )


class FactDigests:
    """Facts as digests, each made once however many tiles it lies near."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[object, bytes]] = {}

    def all(self, facts: Iterable[object]) -> bytes:
        """Some facts, one after the other."""
        return b"".join(map(self.one, facts))

    def one(self, fact: object) -> bytes:
        """One fact. It is kept, so that no other can take its place in memory."""
        known = self.known.get(id(fact))
        if known is None:
            known = fact, blake2b(fact_bytes(fact), digest_size=16).digest()
            self.known[id(fact)] = known
        return known[1]

    def map(self, part: TerrainMap) -> bytes:
        """All facts of a map."""
        features: list[HexsideFeature] = [f for many in part.hexsides.values() for f in many]
        links: list[Link] = [link for many in part.links.values() for link in many]
        apart = [f"{where} {basis}" for where, basis in part.apart.items()]
        rest = "\n".join((repr(list(part.roads.values())), *apart, *sorted(part.water)))
        return self.all([*part.hexes.values(), *features, *links, *part.areas]) + rest.encode()

    def plan(self, plan: BoardPlan) -> bytes:
        """All of a plan."""
        lines = plan.courses or Courses()
        facts = [*plan.labels, plan.furniture, *lines.waters, *lines.roads, *lines.borders]
        return self.all((*facts, *plan.beyond.outlines, "", *plan.beyond.lines))


def fact_bytes(fact: object) -> bytes:
    """All that a fact says. A line's spots are told as numbers: as text they would take longer than
    all else."""
    if isinstance(fact, (WaterPiece, RoadPiece, Border)):
        spots = array("d", chain.from_iterable(fact.line))
        return repr(replace(fact, line=())).encode() + spots.tobytes()
    return repr(fact).encode()
