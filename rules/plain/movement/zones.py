"""What surrounds a unit: the Zones of Control and friends about it, and which way it faces."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from clubroute.rules.answer.model import Step
from clubroute.rules.engine.ground import AsPrinted
from clubroute.rules.engine.price import zone_hexes
from clubroute.rules.engine.tables import ChartRow, FacingRow, RuleTables
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.plain.compass import (
    SIDES,
    before,
    facing_of,
    letters,
    turns_between,
)
from clubroute.rules.plain.game import PlainPosition, PlainUnit

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


def zone_sides(rules: RuleTables, country: MapFile, unit: PlainUnit) -> frozenset[int]:
    """The directions in which the zone of a unit reaches; none if its facing counts and is not
    known."""
    row = rules.facing
    if row is None:
        return ANY_WAY
    facing = facing_of(country, unit)
    if facing is None:
        return frozenset()
    narrow = row.narrow or rules.is_among(unit, row.faced)
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
        if against is not None and spares(rules, unit, against, units):
            continue
        class_, sides = rules.class_of(unit), zone_sides(rules, country, unit)
        for b in zone_hexes(rules, AsPrinted(country), here, class_, sides):
            if b not in lifted:
                found.setdefault(b, unit.call)
    return found


def spares(
    rules: RuleTables, unit: PlainUnit, against: PlainUnit, others: Sequence[PlainUnit]
) -> bool:
    """Whether the zone of a unit does not affect another. What is not known of a state is taken
    not to hold."""
    beside = [one for one in others if one.hex == unit.hex and not same(one, unit)]
    return any(
        rules.is_among(unit, row.of)
        and rules.is_among(against, row.whom)
        and not any(rules.is_among(one, row.unless) for one in beside)
        for row in (rules.zoc.spared if rules.zoc is not None else ())
    )


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
