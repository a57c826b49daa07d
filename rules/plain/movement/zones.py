"""What surrounds a unit: directions, which way it faces, the Zones of Control and friends there."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.grid import NEIGHBOUR_OFFSETS, Lattice
from clubroute.rules.answer.model import Step
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import HEX
from clubroute.rules.asking.methods import method
from clubroute.rules.engine.ground import AsPrinted, zone_hexes
from clubroute.rules.engine.tables import ChartRow, FacingRow, RuleTables
from clubroute.rules.ground.hex_facts import around, hex_facts
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.plain.game import AboutOwnState, PlainPosition, PlainUnit
from clubroute.rules.position.record import needed

# The directions of a map by name, and what lies before and behind a unit that faces one.

SIDES = 6
COMPASS = {
    **{(1, 0): "east", (-1, 0): "west", (0, 1): "south", (0, -1): "north"},
    **{(1, 1): "southeast", (1, -1): "northeast", (-1, 1): "southwest", (-1, -1): "northwest"},
}


def sign(value: int) -> int:
    """-1, 0 or 1."""
    return (value > 0) - (value < 0)


def towards(lattice: Lattice) -> list[str]:
    """The names of the six directions of a lattice, as it lies on the sheet."""
    found = []
    for line, half in NEIGHBOUR_OFFSETS:
        along, across = sign(line) * lattice.line_sign, sign(half) * lattice.half_sign
        east, south = (along, across) if lattice.orientation == "flat" else (across, along)
        found.append(COMPASS[east, south])
    return found


def short(name: str) -> str:
    """The letters of a direction: N, SE."""
    return "".join(word[0] for word in ("north", "south", "east", "west") if word in name).upper()


def letters(country: MapFile) -> tuple[str, ...]:
    """The letters of a map's six directions, by direction."""
    return tuple(map(short, towards(country.lattice)))


def facing_of(country: MapFile, unit: PlainUnit) -> int | None:
    """The direction a unit faces, None if it is not said.

    :raises InputError: the map has none such.
    """
    return None if unit.facing is None else direction_of(country, unit.facing)


def direction_of(country: MapFile, text: str) -> int:
    """The direction of a name or its letters. :raises InputError: the map has none such."""
    names = towards(country.lattice)
    for at, name in enumerate(names):
        if text.strip().lower() in (name, short(name).lower()):
            return at
    known = tuple(map(short, names))
    where = Where("params", part="facing")
    raise InputError(where, repr(text), one_of(known), nearest_name(text, known))


def turns_between(one: int, other: int) -> int:
    """How many hexsides lie between two directions."""
    apart = abs(one - other) % SIDES
    return min(apart, SIDES - apart)


def before(facing: int, front: int) -> frozenset[int]:
    """The directions of the front hexsides of a unit, an odd number of them about the faced one."""
    return frozenset(d for d in range(SIDES) if turns_between(facing, d) <= front // 2)


def side_of(facing: int, front: int, direction: int) -> str:
    """Whether a direction is to the ``front`` of a unit, its ``flank`` or its ``rear``."""
    if direction in before(facing, front):
        return "front"
    return "rear" if turns_between(facing, direction) == SIDES // 2 else "flank"


# ``hex.describe`` of a game of one's own: what its map shows in a hex.


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnHexAsked(AboutOwnState):
    """The parameters of ``hex.describe``."""

    hex: str = needed(HEX, "a printed hex number")


@method("hex.describe", answers={"type": "object"})
def own_hex(context: Context, asked: OwnHexAsked) -> Any:
    """A hex: terrain, hexsides, Roads, areas, who stands there, and what each fact rests on."""
    country = asked.country
    here = country.id(asked.hex)
    record = hex_facts(country, here)
    units = [one.call for one in asked.state.in_hex({record["hex"]})]
    name = f" {record['name']}" if "name" in record else ""
    told = [record["terrain"].replace("_", " ")]
    beyond = around(country, here, towards(country.lattice))
    for side in beyond["hexsides"]:
        lines = [one["kind"].replace("_", " ") for one in side.get("features", ())]
        lines += [one["name"] or one["kind"] for one in side.get("roads", ())]
        if lines:
            told.append(f"{side['direction']} {', '.join(lines)}")
    if units:
        told.append(f"there {'stands' if len(units) == 1 else 'stand'} {', '.join(units)}")
    summary = f"{record['hex']}{name}: {'; '.join(told)}"
    more = {"units": units} if units else {}
    return {"hex": record["hex"], "summary": summary, **record, **more, **beyond}


# How a unit turns on its way: which hexsides it faces, what turning costs, and steps back.

ANY_WAY = frozenset(range(SIDES))


@dataclass(frozen=True, slots=True)
class Turning:
    """The way a unit faces as it begins to move, and the one ``wanted`` at the end, None if any."""

    row: FacingRow
    facing: int
    wanted: int | None = None

    def steps_to(self, direction: int) -> frozenset[int]:
        """The facings in which a unit may step in a direction."""
        return before(direction, self.row.front)

    def cost(self, old: int, new: int, stepped: bool) -> int:
        """What turning costs in half-MP; after a step some hexsides are free."""
        free = self.row.free if stepped else 0
        return self.row.turn * max(0, turns_between(old, new) - free)

    def along(self, directions: Sequence[int], ends: Collection[int]) -> list[int]:
        """The facings of a path that cost least: one for each step, and that at its end."""
        ways = {self.facing: (0, [self.facing])}
        for index, may in enumerate([*map(self.steps_to, directions), frozenset(ends)]):
            further: dict[int, tuple[int, list[int]]] = {}
            for old, (spent, path) in ways.items():
                for new in may:
                    told = spent + self.cost(old, new, index > 0), [*path, new]
                    if new not in further or told[0] < further[new][0]:
                        further[new] = told
            ways = further
        # Of facings that cost the same, the one that turns least.
        spent = min(one for one, _ in ways.values())
        paths = [path for one, path in ways.values() if one == spent]
        return min(paths, key=turned_in_all)[1:]

    def line(self, country: MapFile, old: int, new: int, stepped: bool, hex_: str) -> list[Step]:
        """What a turn costs, in a line; none where the unit does not turn."""
        if old == new:
            return []
        many, cost = turns_between(old, new), self.cost(old, new, stepped)
        plural = "s" if many > 1 else ""
        told = f"turns to {letters(country)[new]}, {many} hexside{plural}" + (
            "" if cost else ", free"
        )
        return [Step(told, self.row.rule_of("move"), cost or None, end=hex_)]


def turned_in_all(path: list[int]) -> int:
    """How many hexsides the facings of a path turn."""
    return sum(itertools.starmap(turns_between, itertools.pairwise(path)))


def turning_of(
    row: FacingRow | None, country: MapFile, unit: PlainUnit, wanted: str | None, work: Working
) -> Turning | None:
    """The way a unit faces before it moves, where that counts, and the one it is to face then."""
    if row is None:
        return None
    facing = facing_of(country, unit)
    if facing is None:
        work.need("unit.facing: which hexside it faces")
        return None
    return Turning(row, facing, None if wanted is None else direction_of(country, wanted))


def unfaced(
    rules: RuleTables, country: MapFile, units: Sequence[PlainUnit] | None, side: str, own: bool
) -> list[str]:
    """What is needed of units with a zone whose facing is not said.

    :param own: whether of those of the side, or of all others.
    """
    if rules.facing is None or rules.zoc is None:
        return []
    return [
        f"state.units[{index}].facing: which hexside {one.call} faces"
        for index, one in enumerate(units or ())
        if (one.side == side) == own and rules.has_zone(one) and facing_of(country, one) is None
    ]


def zone_sides(
    row: FacingRow | None, country: MapFile, unit: PlainUnit, narrow: bool
) -> frozenset[int]:
    """The directions in which the zone of a unit reaches; none if its facing counts and is not
    known.

    :param narrow: whether it reaches into the hex it faces alone.
    """
    if row is None:
        return ANY_WAY
    facing = facing_of(country, unit)
    if facing is None:
        return frozenset()
    return frozenset({facing}) if narrow else before(facing, row.front)


def terrain_row(rules: RuleTables, country: MapFile, b: int) -> ChartRow | None:
    """The row of a hex's terrain, None where the chart has none."""
    return rules.terrain.get(country.terrain_of(b))


# What stands in a unit's way: enemies, their Zones of Control, full stacks.


@dataclass(frozen=True, slots=True)
class InTheWay:
    """What stands in a unit's way, by hex id: ``zones`` with who exerts each, ``enemies`` with who
    stands there, and the ``friends`` in a hex."""

    zones: dict[int, str] = field(default_factory=dict)
    enemies: dict[int, str] = field(default_factory=dict)
    friends: dict[int, list[PlainUnit]] = field(default_factory=dict)


def zones_of(
    rules: RuleTables,
    country: MapFile,
    units: Sequence[PlainUnit],
    lifted: frozenset[int] = frozenset(),
    against: PlainUnit | None = None,
) -> dict[int, str]:
    """The hexes in the Zones of Control of some units, with who exerts each.

    :param lifted: hexes in which a unit of the other side lifts them. :param against: the unit they
        are to affect, None for any.
    """
    zoc = rules.zoc
    found: dict[int, str] = {}
    for unit in units if zoc is not None else ():
        here = hex_id(country, unit.hex)
        if zoc is None or here == NOWHERE or not rules.has_zone(unit):
            continue
        beside = [one for one in units if one.hex == unit.hex and not same(one, unit)]
        if against is not None and rules.spares(unit, against, beside):
            continue
        class_, narrow = rules.class_of(unit), rules.is_narrow(unit)
        sides = zone_sides(rules.facing, country, unit, narrow)
        for b in zone_hexes(rules, AsPrinted(country), here, class_, sides):
            if b not in lifted:
                found.setdefault(b, unit.call)
    return found


def in_the_way(
    rules: RuleTables,
    country: MapFile,
    state: PlainPosition,
    unit: PlainUnit,
    use: str = "move",
) -> InTheWay:
    """What a position has in a unit's way. A unit is not in its own.

    :param use: what zones are asked for, which friendly units may lift them for.
    """
    others = [one for one in state.units or () if not same(one, unit)]
    enemies = [one for one in others if one.side is not None and one.side != unit.side]
    friends: dict[int, list[PlainUnit]] = {}
    for one in others:
        here = hex_id(country, one.hex)
        if one.side == unit.side and here != NOWHERE:
            friends.setdefault(here, []).append(one)
    lifts = rules.zoc is not None and use in rules.zoc.friend
    lifted = frozenset(friends) if lifts else frozenset()
    zones = zones_of(rules, country, enemies, lifted, unit)
    placed = ((hex_id(country, one.hex), one.call) for one in enemies)
    return InTheWay(zones, {here: call for here, call in placed if here != NOWHERE}, friends)


def same(one: PlainUnit, other: PlainUnit) -> bool:
    """Whether two are one unit."""
    if one.id is not None and other.id is not None:
        return one.id == other.id
    return one.name is not None and one.name == other.name
