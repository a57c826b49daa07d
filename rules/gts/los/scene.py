"""A map as sight meets it: what stands in each hex and on each hexside, and what a state adds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from itertools import starmap
from typing import NamedTuple

from clubroute.builder.grid import NEIGHBOUR_OFFSETS, Hex, Hexside
from clubroute.builder.provenance import Provenance
from clubroute.rules.ground.mapfile import MapFile, PlacedFeature
from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.los.line_rules import (
    BLOCKS,
    CLEAR,
    NOTHING,
    STANDS,
    UNKNOWN,
    SightReadings,
    blocking_table,
)
from clubroute.rules.kit.lines import Offset, Pair

# What bears on sight on a map, laid out in cells, so that a line's hexes are fixed steps away.
#
# A hex is one cell: ``((line - line0) * stride + half - half0) / 2``. With an odd stride this is a
# whole number for every hex of a lattice (``line + half`` is odd for all of them, and for the
# corner ``line0, half0``) and, because neighbours have no parity, the way from one hex to another
# is the same difference of cells everywhere. The cells reach ``REACH`` hexes beyond the map on all
# sides, so nothing within that range of a hex of the map needs a check of bounds.

REACH = 32
"""How far beyond the map the cells go, in hexes: the longest range of a fan."""

EFFECT = 3
"""The bits of a cell that hold the effect of its hex."""
CREST = 4
LINK = 8
"""The bits of a cell with a crest on its hexsides, and with a line drawn in it."""
BLOCKED = 16
"""The highest bit, of a cell whose hex blocks: it outweighs the others."""

PLACES = 3
"""Places of a cell, for its hexsides towards higher hexes, or for the links to their centres."""
UPWARD: Mapping[Offset, int] = {(0, 2): 0, (1, -1): 1, (1, 1): 2}


@dataclass(frozen=True, slots=True)
class Features:
    """What bears on sight: effect of each hex of the map, crest hexsides, drawn lines as links."""

    effects: Mapping[Hex, int]
    crests: Set[Hexside] = frozenset()
    lines: Set[Hexside] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """A map's sight, by cell.

    ``shown`` is 1 in the cells of the hexes of the map. ``cells``
    holds the effect of each hex, UNKNOWN off the map, and the bits above. ``crests`` and ``links``
    hold 1 where there is a crest or a drawn line, ``PLACES`` to a cell.
    """

    line0: int
    half0: int
    stride: int
    shown: bytes
    cells: bytes
    crests: bytes
    links: bytes

    def cell(self, h: Hex) -> int:
        """The cell of a hex on or near the map."""
        return ((h[0] - self.line0) * self.stride + h[1] - self.half0) >> 1

    def place(self, side: Hexside) -> int:
        """The place of a hexside or link of the map."""
        a, b = side
        return PLACES * self.cell(a) + UPWARD[b.line - a.line, b.half - a.half]

    def offset(self, cell: int, other: int) -> Offset:
        """The way from one cell's hex to another's."""
        line, half = divmod(2 * cell, self.stride)
        far_line, far_half = divmod(2 * other, self.stride)
        return far_line - line, far_half - half

    @property
    def drawn(self) -> bool:
        """Whether there is a crest or a drawn line anywhere."""
        return 1 in self.crests or 1 in self.links

    def changed(self, effects: Mapping[Hex, int], gone: Iterable[Hexside]) -> Cells:
        """The same map with other effects in some of its hexes, and without some drawn lines."""
        cells, links = bytearray(self.cells), bytearray(self.links)
        for h, effect in effects.items():
            cell = self.cell(h)
            cells[cell] = value_of(effect) | cells[cell] & (CREST | LINK)
        for link in gone:
            links[self.place(link)] = 0
        return replace(self, cells=bytes(cells), links=bytes(links))


@dataclass(slots=True)
class Around:
    """What stands around a cell, as the rules of a line ask for it. Not frozen: that is slower."""

    ground: Cells
    cell: int

    def effect(self, h: Offset) -> int:
        """The effect of a hex."""
        ground = self.ground
        return ground.cells[self.cell + (h[0] * ground.stride + h[1] >> 1)] & EFFECT

    def crest(self, side: Pair) -> bool:
        """Whether a hexside is a crest."""
        ground = self.ground
        return bool(ground.crests[PLACES * self.cell + place(side, ground.stride)])

    def line(self, link: Pair) -> int:
        """STANDS or NOTHING between the centres of two adjacent hexes."""
        ground = self.ground
        stands = ground.links[PLACES * self.cell + place(link, ground.stride)]
        return STANDS if stands else NOTHING


def value_of(effect: int) -> int:
    """What a cell holds for the effect of its hex."""
    return effect | BLOCKED if effect == BLOCKS else effect


def place(side: Pair, stride: int) -> int:
    """The place of a hexside or link, as a step from those of the first hex."""
    (line, half), (far_line, far_half) = side
    return PLACES * (line * stride + half >> 1) + UPWARD[far_line - line, far_half - half]


def lay_out(features: Features, reach: int = REACH) -> Cells:
    """Lay out a map's features. :raises ValueError: a map without hexes."""
    hexes = features.effects
    if not hexes:
        raise ValueError("a map without hexes")
    lines, halves = {h[0] for h in hexes}, {h[1] for h in hexes}
    line0 = min(lines) - reach - 1
    half0 = min(halves) - 2 * reach - 2
    if (line0 + half0) % 2 == 0:
        half0 -= 1
    stride = max(halves) - half0 + 1  # the room beyond serves the end of one line and the next
    stride += 1 - stride % 2
    size = ((max(lines) - line0 + reach + 2) * stride) // 2 + 1
    shown, cells = bytearray(size), bytearray([UNKNOWN]) * size
    for (line, half), effect in hexes.items():
        cell = ((line - line0) * stride + half - half0) >> 1
        shown[cell] = 1
        cells[cell] = value_of(effect)
    crests, links = bytearray(PLACES * size), bytearray(PLACES * size)
    found = Cells(line0, half0, stride, bytes(shown), b"", b"", b"")
    for sides, drawn, bit in ((features.crests, crests, CREST), (features.lines, links, LINK)):
        for side in sides:
            lower = found.cell(side.a)
            drawn[found.place(side)] = 1
            cells[lower] |= bit
            cells[found.cell(side.b)] |= bit
    return replace(found, cells=bytes(cells), crests=bytes(crests), links=bytes(links))


RUBBLED = ("city", "fortified")
GONE = ("destroyed", "out")
"""What a state says of a bridge that no longer stands."""


class Cover(NamedTuple):
    """What a hex does to a line through it. ``readings`` name the options it rests on."""

    effect: int
    what: str
    rule: str
    provenance: Provenance
    readings: tuple[str, ...] = ()


class Drawn(NamedTuple):
    """A crest or a drawn line on a hexside or across it."""

    what: str
    rule: str
    provenance: Provenance
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A map, the readings, and what a state puts on it.

    ``barraged`` and ``rubble`` are hex ids, ``bridges`` the state's word by place of the map.
    """

    map: MapFile
    readings: SightReadings = field(default_factory=SightReadings)
    barraged: frozenset[int] = frozenset()
    rubble: frozenset[int] = frozenset()
    bridges: Mapping[int, str] = field(default_factory=dict)

    @property
    def bare(self) -> bool:
        """Whether no state changes the map."""
        return not (self.barraged or self.rubble or self.gone())

    def with_readings(self, readings: SightReadings) -> Scene:
        """The same scene read otherwise."""
        return replace(self, readings=readings)

    def gone(self) -> tuple[int, ...]:
        """Places whose bridge is destroyed."""
        return tuple(place for place, word in self.bridges.items() if word in GONE)

    def number(self, h: Hex) -> str:
        """The printed number of a hex, on the map or not."""
        hex_id = self.map.find(h)
        return self.map.number(hex_id) if hex_id >= 0 else self.map.lattice.format(h)

    def games(self, hex_id: int) -> tuple[str, ...]:
        """Every game of the window whose map shows the hex, in the window's order."""
        lattice, h = self.map.lattice, self.map.hex(hex_id)
        return tuple(sheet.name for sheet in lattice.window(self.map.window) if h in sheet)

    def game(self, hex_id: int) -> str:
        """The game whose rules hold in a hex."""
        if self.readings.overlap == "last" and len(self.map.sheets) > 1:
            return self.games(hex_id)[-1]
        return self.map.game(hex_id)

    def cover(self, h: Hex) -> Cover:
        """What a hex does to a line through it."""
        hex_id = self.map.find(h)
        if hex_id < 0:
            return Cover(UNKNOWN, "off the map", SERIES.cite, "rulebook")
        table, terrain = blocking_table(self.game(hex_id)), self.map.terrain_of(hex_id)
        cover = Cover(
            table.terrain.get(terrain, UNKNOWN),
            words(terrain),
            table.terrain_rule.get(terrain, SERIES.cite),
            self.map.provenance_of(hex_id),
        )
        if hex_id in self.rubble and terrain in RUBBLED:
            effect = CLEAR if self.readings.rubble == "clear" else cover.effect
            what = f"{cover.what} in rubble"
            cover = cover._replace(effect=effect, what=what, readings=("rubble",))
        if hex_id in self.barraged:
            effect = BLOCKS if self.readings.barrage == "blocks" else cover.effect
            reasons = (*cover.readings, "barrage")
            if cover.effect == BLOCKS:
                return cover._replace(readings=reasons)
            what = f"barrage marker on {cover.what}"
            cover = Cover(effect, what, SERIES.cite, cover.provenance, reasons)
        return cover

    def side_number(self, a: Hex, b: Hex) -> str:
        """A hexside as printed, lower hex first."""
        return "/".join(self.number(h) for h in sorted((a, b)))

    def place(self, side: Hexside) -> int:
        """The place of a hexside, −1 if its lower hex is not on the map."""
        hex_id = self.map.find(side.a)
        if hex_id < 0:
            return -1
        step = (side.b.line - side.a.line, side.b.half - side.a.half)
        return hex_id * 6 + NEIGHBOUR_OFFSETS.index(step)

    def crest(self, side: Hexside) -> Drawn | None:
        """The crest on a hexside."""
        place = self.place(side)
        if place < 0:
            return None
        for feature in self.map.sides.get(place, ()):
            rule = blocking_table(self.game(place // 6)).hexside_rule.get(feature.kind)
            if rule:
                return Drawn(words(feature.kind), rule, self.map.bases[feature.basis].provenance)
        return None

    def line(self, side: Hexside) -> Drawn | None:
        """The line drawn between the two hexes' centres: a raised Road, or a WED bridge."""
        place = self.place(side)
        if place < 0:
            return None
        shown = self.map
        found: list[tuple[str, str, int]] = [
            (shown.roads[link.road].kind, shown.roads[link.road].name, link.basis)
            for link in shown.links.get(place, ())
        ]
        found += [(f.kind, f.name, f.basis) for f in shown.sides.get(place, ())]
        for kind, name, basis in found:
            rule = self.line_rule(kind, place)
            if rule is None:
                continue
            what = words(kind) + (f" ({name})" if name else "")
            drawn = Drawn(what, rule, shown.bases[basis].provenance)
            if kind == "bridge" and self.bridges.get(place) in GONE:
                drawn = drawn._replace(what=f"destroyed {what}", readings=("destroyed_bridge",))
            return drawn
        return None

    def line_rule(self, kind: str, place: int) -> str | None:
        """The rule by which a drawn line blocks: of either hex's game."""
        hex_id, direction = divmod(place, 6)
        for end in (hex_id, self.map.beside[direction][hex_id]):
            rule = blocking_table(self.game(end)).line_rule.get(kind)
            if rule is not None:
                return rule
        return None

    def stands(self, drawn: Drawn | None) -> bool:
        """Whether a drawn line is there to block (a destroyed bridge need not be)."""
        if drawn is None:
            return False
        return not (drawn.readings and self.readings.destroyed_bridge == "clear")

    def features(self) -> Features:
        """Everything on the map that bears on sight."""
        shown = self.map
        tables = [blocking_table(game) for game in shown.sheets]
        crest_kinds = {kind for table in tables for kind in table.hexside_rule}
        line_kinds = {kind for table in tables for kind in table.line_rule}
        known: dict[tuple[int, str], int] = {}  # by terrain and game: hexes of these are alike
        effects: dict[Hex, int] = {}
        for hex_id, h in enumerate(starmap(Hex, zip(shown.lines, shown.halves, strict=True))):
            key = (shown.terrain[hex_id], self.game(hex_id))
            if key not in known:
                table = blocking_table(key[1])
                known[key] = table.terrain.get(shown.kinds[key[0]], UNKNOWN)
            effects[h] = known[key]
        effects.update(self.marked())
        with_crest = [place for place, found in shown.sides.items() if has_kind(found, crest_kinds)]
        with_line = [place for place, found in shown.sides.items() if has_kind(found, line_kinds)]
        roads = {road_id for road_id, road in enumerate(shown.roads) if road.kind in line_kinds}
        with_line += [
            place
            for place, found in shown.links.items()
            if any(link.road in roads for link in found)
        ]
        return Features(
            effects,
            frozenset(side for side in upper_sides(shown, with_crest) if self.crest(side)),
            frozenset(
                side for side in upper_sides(shown, with_line) if self.stands(self.line(side))
            ),
        )

    def marked(self) -> dict[Hex, int]:
        """The effect of each hex with a marker that bears on sight."""
        hexes = [self.map.hex(hex_id) for hex_id in sorted(self.barraged | self.rubble)]
        return {h: self.cover(h).effect for h in hexes}

    def fallen(self) -> list[Hexside]:
        """The drawn lines that a state's destroyed bridges take away."""
        sides = upper_sides(self.map, self.gone())
        return [side for side in sides if not self.stands(self.line(side))]


def has_kind(features: Iterable[PlacedFeature], kinds: Set[str]) -> bool:
    """Whether one of the features of a hexside is of one of the kinds."""
    return any(feature.kind in kinds for feature in features)


def upper_sides(shown: MapFile, places: Iterable[int]) -> list[Hexside]:
    """The hexsides of some places, once each."""
    found = []
    for place in places:
        hex_id, direction = divmod(place, 6)
        dl, dh = NEIGHBOUR_OFFSETS[direction]
        if (dl, dh) > (0, 0):
            h = shown.hex(hex_id)
            found.append(Hexside(h, Hex(h.line + dl, h.half + dh)))
    return found


def words(kind: str) -> str:
    """A word of the terrain vocabulary as players say it."""
    return kind.replace("_", " ")
