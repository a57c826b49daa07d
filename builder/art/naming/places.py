"""Level names: places beside their dots, bridges beside their water."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageDraw

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses.roads import half_drawn
from clubroute.builder.art.courses.waters import waters_of
from clubroute.builder.art.naming.label import HAMLET, MapLabel, Taken, level_box
from clubroute.builder.art.numbers import NUMBER_HALF, Frame
from clubroute.builder.art.plate import CAP_HEIGHT, MEDIUM, width_of
from clubroute.builder.art.plot import middle_hex, zone_sign
from clubroute.builder.grid import Hex, Hexside, neighbours
from clubroute.builder.sources.style import CROSSINGS

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


# What lettering should keep off, as a field of costs over the whole map.
#
# Lettering on a hex number or a bridge is dearer than on a Road, and that dearer than on open
# ground. The field is a small picture, one cell for every :data:`CELL` px, with its sums, so that
# the cost of any box is four look-ups, however much stands on the map.

CELL = 3
"""Px of a cell's side."""

MARGIN = 90
"""Px around the map that the field reaches beyond it."""

OFF_MAP, WATER, TEXTURED, ROAD, NUMBER, DOT, SIGN, CROSSING = 60, 60, 0, 90, 170, 200, 240, 255
"""Cost of a cell, 0..255; where several stand, the dearest counts."""

FREE = 1
"""A cell where none but the ground and its water has a cost."""


@dataclass(frozen=True, slots=True)
class Field:
    """Costs by cell, their sums over all cells above and to the left, and how many of those have a
    Road."""

    left: float
    top: float
    cells: NDArray[numpy.uint8]
    sums: NDArray[numpy.int64]
    roads: NDArray[numpy.int32]

    def boxes(self, lefts: Any, tops: Any, rights: Any, bottoms: Any) -> tuple[Any, Any]:
        """Mean cost (0..255) of boxes given by arrays of map px, and how many cells with a Road
        they have."""
        import numpy as np

        high, wide = self.cells.shape

        def index(values: Any, start: float, most: int) -> Any:
            return np.clip(np.floor((values - start) / CELL + 0.5), 0, most).astype(np.int64)

        x0, x1 = index(lefts, self.left, wide), index(rights, self.left, wide)
        y0, y1 = index(tops, self.top, high), index(bottoms, self.top, high)
        costs, roads = (
            of[y1, x1] - of[y0, x1] - of[y1, x0] + of[y0, x0] for of in (self.sums, self.roads)
        )
        return costs / np.maximum(1, (x1 - x0) * (y1 - y0)), roads

    def spots(self, xs: Any, ys: Any) -> Any:
        """Cost (0..255) at spots given by arrays of map px."""
        import numpy as np

        high, wide = self.cells.shape
        x = np.clip(((xs - self.left) / CELL).astype(np.int64), 0, wide - 1)
        y = np.clip(((ys - self.top) / CELL).astype(np.int64), 0, high - 1)
        return self.cells[y, x].astype(np.float64)


@dataclass(frozen=True, slots=True)
class Costs:
    """The cells of a map's two fields, ``wide`` in a row: with its water, and without for names
    that may stand in it. ``left`` and ``top`` are map px."""

    left: float
    top: float
    wide: int
    wet: bytes
    dry: bytes

    def fields(self) -> dict[bool, Field]:
        """The field with water (True) and the one without."""
        return {True: self.field(self.wet), False: self.field(self.dry)}

    def field(self, costs: bytes) -> Field:
        """Cells with their sums."""
        import numpy as np

        cells = np.frombuffer(costs, np.uint8).reshape(-1, self.wide)
        sums = np.zeros((cells.shape[0] + 1, self.wide + 1), np.int64)
        np.cumsum(cells, axis=1, dtype=np.int64, out=sums[1:, 1:])
        np.cumsum(sums[1:], axis=0, out=sums[1:])
        roads = np.zeros_like(sums, np.int32)
        np.cumsum(cells == ROAD, axis=1, dtype=np.int32, out=roads[1:, 1:])
        np.cumsum(roads[1:], axis=0, out=roads[1:])
        return Field(self.left, self.top, cells, sums, roads)


def costs_of(frame: Frame) -> Costs:
    """What lettering should keep off on a map. What its hexes are of and are called does not
    matter."""
    import numpy as np

    corners = [corner for h in frame.hexes for corner in frame.corners(h)]
    left = min(x for x, _ in corners) - MARGIN
    top = min(y for _, y in corners) - MARGIN
    wide = int((max(x for x, _ in corners) + MARGIN - left) // CELL) + 1
    high = int((max(y for _, y in corners) + MARGIN - top) // CELL) + 1
    dry, over = (Image.new("L", (wide, high), cost) for cost in (OFF_MAP, FREE))
    pen = ImageDraw.Draw(over)

    def cell(spot: Spot) -> tuple[int, int]:
        return round((spot[0] - left) / CELL), round((spot[1] - top) / CELL)

    def line(on: ImageDraw.ImageDraw, spots: Sequence[Spot], width: float, cost: int) -> None:
        on.line([cell(s) for s in spots], fill=cost, width=max(1, round(width / CELL)))

    def block(middle: Spot, wide: float, high: float, cost: int) -> None:
        a = cell((middle[0] - wide, middle[1] - high))
        b = cell((middle[0] + wide, middle[1] + high))
        pen.rectangle((*a, *b), fill=cost)

    ground = ImageDraw.Draw(dry)
    for h in frame.hexes:
        ground.polygon([cell(c) for c in frame.corners(h)], fill=TEXTURED)
    wet = dry.copy()
    water = ImageDraw.Draw(wet)
    for run in frame.courses.waters:
        if run.kind in frame.style.hexsides:
            line(water, run.line, frame.style.hexsides[run.kind].width + 4, WATER)
    for piece in frame.courses.roads:
        line(pen, piece.line, 2 * half_drawn(frame.style, piece.kinds) + CELL / 2, ROAD)
    radius = frame.style.size["dot"]
    for h in frame.hexes:
        x, y = frame.centre(h)
        nx, ny = frame.numbers[h]
        block((x + nx, y + ny), NUMBER_HALF[0] - 2, NUMBER_HALF[1] - 1.5, NUMBER)
        block((x, y), radius - 1, radius - 1, DOT)
    for kind, paint in frame.style.areas.items():
        for area in frame.terrain.areas_of(kind):
            for middle, half, tall in zone_sign(frame, paint, area):
                block(middle, half, tall, SIGN)
    waters = waters_of(frame.terrain)
    for side in frame.sides:
        for feature in frame.terrain.features(side):
            look = frame.style.hexsides.get(feature.kind)
            if look is not None and look.width and feature.kind not in waters:
                span = 12.0 if feature.kind in CROSSINGS else 5.0
                block(frame.middle(side), span, span, CROSSING)
    above = np.asarray(over, np.uint8)

    def cells(below: Image.Image) -> bytes:
        return np.where(above == FREE, np.asarray(below, np.uint8), above).tobytes()

    return Costs(left, top, wide, cells(wet), cells(dry))


def encode_costs(costs: Costs) -> bytes:
    """Costs as a JSON line and the cells, packed."""
    head = json.dumps([costs.left, costs.top, costs.wide]).encode("ascii")
    return head + b"\n" + zlib.compress(costs.wet + costs.dry, 1)


def decode_costs(data: bytes) -> Costs:
    """What :func:`encode_costs` wrote."""
    head, _, rest = data.partition(b"\n")
    left, top, wide = json.loads(head)
    cells = zlib.decompress(rest)
    half = len(cells) // 2
    return Costs(left, top, wide, cells[:half], cells[half:])


NAME_RIM = 2.0
"""Px of the halo round a name."""

NAME_SIZES = {"city": 1.5, "town": 1.2}
"""Larger lettering for larger places, in sizes of a name."""

HAMLET_SIZE = 0.84
"""Size of the name of a place that stands for no terrain, in sizes of a name. It is set in
italics, whose small letters are lower."""

GROWTH = 0.08
"""How much larger for the square root of the hexes it has, up to :data:`LARGEST` of them."""

LARGEST = 64
"""Hexes from which on a name grows no more."""

BRIDGE_SIZE = 0.72
"""Size of a bridge's name, in sizes of a name."""

FAR = 0.45
"""Cost of a px between a name and the middle of what it names."""

SHIFTS = tuple(range(-96, 97, 8))
"""Px to either side of the middle that a name is tried at."""

LANES = (24.5, -11.5, 60.5, 12.5, -47.5, 36.0)
"""Px below the hex centre at which a level name passes between the numbers and the dots."""

FURTHER_LANES = tuple(range(-66, 67, 6))
"""The same, where none of those is free of Roads and names."""

CANDIDATE_HEXES, FURTHER_HEXES = 6, 30
"""Hexes of a place, the nearest to its middle, that its name is tried in, and then."""

SMALLER = 0.8
"""Share of its size that a name has for which there is no room else."""

CAPITALS = "city"
"""The terrain whose places are lettered in capitals, but for a city's lesser quarters."""

SETTLED = ("village", "town", "city", "fortified")
BRIDGES = ("bridge", "stream_bridge", "ferry", "culvert", "viaduct")


def place_names(frame: Frame, field: Field, taken: Taken) -> Iterator[MapLabel]:
    """A label for every named place, the largest first; each is taken as it is found."""
    size = frame.style.size["name"]
    shares = built_shares(frame)
    quarters = lesser_quarters(frame, shares)
    wanted = []
    for name, named in named_places(frame):
        h = middle_hex(frame, named)
        hexes = shares.get(named[0], named)
        terrain = frame.terrain.hexes[h].terrain
        quarter = named[0] in quarters
        known = terrain in SETTLED and not quarter
        grown = size * (NAME_SIZES.get(terrain, 1.0) if known else HAMLET_SIZE)
        grown *= 1 if quarter else 1 + GROWTH * (math.sqrt(min(len(hexes), LARGEST)) - 1)
        style = "" if known else HAMLET
        shown = name.upper() if known and terrain == CAPITALS else name
        wanted.append((-round(grown, 1), shown, h, hexes, style))
    for negative, name, h, hexes, style in sorted(wanted):
        x, y = frame.centre(h)
        anchor = (x, y + LANES[0])
        near = sorted(hexes, key=lambda o: (round(math.dist(frame.centre(o), (x, y)), 3), o))
        spots, further = (
            [
                (cx + dx, cy + lane)
                for cx, cy in map(frame.centre, near[:many])
                for lane in lanes
                for dx in SHIFTS
            ]
            for many, lanes in ((CANDIDATE_HEXES, LANES), (FURTHER_HEXES, FURTHER_LANES))
        )
        bare = MapLabel("place", name, -negative, anchor, h, (), style=style)
        yield settle(bare, spots, further, field, taken)


def bridge_names(frame: Frame, field: Field, taken: Taken) -> Iterator[MapLabel]:
    """A label for every named crossing."""
    size = round(frame.style.size["name"] * BRIDGE_SIZE, 1)
    for side, name in named_crossings(frame):
        x, y = frame.middle(side)
        half = width_of(name, MEDIUM) * size / 2
        spots = [
            (x + sign * (half + gap), y + dy)
            for sign in (1, -1)
            for gap in (16, 22, 28, 36)
            for dy in range(-60, 61, 6)
        ]
        spots += [(x + dx, y + dy) for dy in (-26, 26, -36, 36, 46, -46) for dx in (0, 18, -18)]
        further = [
            (x + sign * (half + gap) + aside, y + dy)
            for sign, gap in ((1, 16), (-1, 16), (0, 0))
            for aside in SHIFTS
            for dy in range(-90, 91, 6)
        ]
        bare = MapLabel("bridge", name, size, (x, y), side.a, ())
        yield settle(bare, spots, further, field, taken)


def settle(
    bare: MapLabel, spots: Sequence[Spot], further: Sequence[Spot], field: Field, taken: Taken
) -> MapLabel:
    """A label at the cheapest of some spots that no other label and no Road has, else of those
    ``further`` off, else smaller there; where all are taken, wherever no other label is.

    :param bare: the label, at its anchor.
    """
    smaller = replace(bare, size=round(SMALLER * bare.size, 1))
    for one, where in ((bare, spots), (bare, further), (smaller, further)):
        for label in by_cost(one, where, field):
            if taken.free(label) and taken.off_roads(label):
                taken.take(label)
                return label
    labels = list(by_cost(bare, spots, field))
    found = next(filter(taken.free, labels), labels[0])
    taken.take(found)
    return found


def by_cost(bare: MapLabel, spots: Sequence[Spot], field: Field) -> Iterator[MapLabel]:
    """A label at each of some spots: first those that are on no Road, by a coarse look, the
    cheapest first."""
    import numpy as np

    size, anchor = bare.size, bare.at
    wide = width_of(bare.text, bare.face) * size
    half, high = wide / 2 + NAME_RIM, CAP_HEIGHT * size / 2 + NAME_RIM
    xs, ys = np.array([s[0] for s in spots]), np.array([s[1] for s in spots])
    costs, roads = field.boxes(xs - half, ys - high, xs + half, ys + high)
    away = np.hypot(np.maximum(0, np.abs(xs - anchor[0]) - half), ys - anchor[1])
    costs = costs + FAR * away + 0.04 * np.abs(xs - anchor[0])
    for k in np.lexsort((np.round(costs, 3), roads)):
        at = (round(float(xs[k]), 1), round(float(ys[k]), 1))
        yield replace(bare, at=at, boxes=(level_box(at, wide, size, NAME_RIM),))


def named_places(frame: Frame) -> list[tuple[str, tuple[Hex, ...]]]:
    """Every name with each of its groups of adjacent hexes: one lettering a group."""
    by_name: dict[str, set[Hex]] = {}
    for h, facts in frame.terrain.hexes.items():
        if facts.name:
            by_name.setdefault(facts.name, set()).add(h)
    found = []
    for name in sorted(by_name):
        left = by_name[name]
        while left:
            group = [min(left)]
            left.discard(group[0])
            for h in group:
                for n in neighbours(h):
                    if n in left:
                        left.discard(n)
                        group.append(n)
            found.append((name, tuple(sorted(group))))
    return found


def built_shares(frame: Frame) -> dict[Hex, tuple[Hex, ...]]:
    """How far each named village, town or city reaches, by its first named hex.

    Its houses go on in adjacent hexes of the same terrain; of two names each has what is nearer.
    """
    hexes = frame.terrain.hexes
    owner: dict[Hex, Hex] = {}
    edge: list[Hex] = []
    for _, group in named_places(frame):
        for h in group:
            if hexes[h].terrain in SETTLED:
                owner[h] = group[0]
                edge.append(h)
    for h in edge:
        for n in neighbours(h):
            if n in hexes and n not in owner and hexes[n].terrain == hexes[h].terrain:
                owner[n] = owner[h]
                edge.append(n)
    found: dict[Hex, list[Hex]] = {}
    for h in sorted(owner):
        found.setdefault(owner[h], []).append(h)
    return {first: tuple(many) for first, many in found.items()}


def lesser_quarters(frame: Frame, shares: Mapping[Hex, Sequence[Hex]]) -> set[Hex]:
    """The named parts of each city but the one that reaches farthest, by their first named hex."""
    owner = {h: first for first, share in shares.items() for h in share}
    hexes = frame.terrain.hexes
    found: set[Hex] = set()
    for first, share in shares.items():
        beside = {owner.get(n, first) for h in share for n in neighbours(h)}
        cities = [f for f in beside if hexes[f].terrain == CAPITALS == hexes[first].terrain]
        if any((len(shares[f]), f) > (len(share), first) for f in cities):
            found.add(first)
    return found


def named_crossings(frame: Frame) -> list[tuple[Hexside, str]]:
    """Every named crossing, by hexside."""
    return [
        (side, feature.name)
        for side in frame.sides
        for feature in frame.terrain.features(side)
        if feature.kind in BRIDGES and feature.name
    ]
