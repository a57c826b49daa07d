"""What one step costs by a game's charts, or why it is refused."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from clubroute.rules.answer.model import Step
from clubroute.rules.engine.tables import (
    ALL,
    GROUND,
    ChartRow,
    FacingRow,
    RuleTables,
)
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


@dataclass(frozen=True, slots=True)
class StepPrice:
    """What a step costs in half-MP, None if it is refused, with a line for each part.

    ``whole``: it takes the whole allowance, which must not be touched before.
    """

    half_mp: int | None
    steps: tuple[Step, ...]
    whole: bool = False


def step_price(
    rules: RuleTables, country: MapFile, a: int, place: int, class_: str | None
) -> StepPrice:
    """The cheapest way to make a step out of hex ``a`` over a hexside, or the first refusal."""
    b = country.beside[place % 6][a]
    found = list(prices(rules, country, place, b, class_))
    open_ = [one for one in found if one.half_mp is not None]
    if not open_:
        return found[0]
    return min(open_, key=lambda one: (one.whole, one.half_mp or 0))


def prices(
    rules: RuleTables, country: MapFile, place: int, b: int, class_: str | None
) -> Iterator[StepPrice]:
    """The prices of a step: off all Roads, then along each kind of Road that runs along it."""
    ground = [row for row in (terrain_row(rules, country, b),) if row]
    yield summed(ground, class_, (), rules, country, place, off_road=True)
    kinds = {country.roads[link.road].kind for link in country.links.get(place, ())}
    for row in rules.road.values():
        told = None if row.move is None else row.move.of(class_)
        if row.along not in kinds or told is None:
            continue
        if told != GROUND:
            yield summed([row], class_, row.lifted(class_), rules, country, place)
        elif ground:
            yield summed(ground, class_, row.lifted(class_), rules, country, place)


def terrain_row(rules: RuleTables, country: MapFile, b: int) -> ChartRow | None:
    """The row of a hex's terrain, None where the chart has none."""
    return rules.terrain.get(country.terrain_of(b))


def crossed(rules: RuleTables, country: MapFile, place: int) -> list[ChartRow]:
    """The rows of what lies along a hexside, as it is crossed out of the place's own hex, without
    what another of them lifts."""
    kinds = country.features(place)
    if not kinds:
        return []
    a, b = place // 6, country.beside[place % 6][place // 6]
    rows = [
        row for row in rules.hexside.values() if row.along in kinds and leads(country, row, a, b)
    ]
    lifted = {name for row in rows for name in row.lifts}
    return [row for row in rows if lifted.isdisjoint((row.name, row.along))]


def leads(country: MapFile, row: ChartRow, a: int, b: int) -> bool:
    """Whether a row of a hexside holds for what crosses it from one hex to another."""
    return goes_into(country, row.into, a, b) and goes_into(country, row.out_of, b, a)


def goes_into(country: MapFile, places: tuple[str, ...], a: int, b: int) -> bool:
    """Whether a step leads from outside into some areas or terrain; so it does where none are
    named."""
    return not places or (lies_in(country, places, b) and not lies_in(country, places, a))


def lies_in(country: MapFile, places: tuple[str, ...], id_: int) -> bool:
    """Whether a hex is of one of some areas, of an area of some kind, or of some terrain."""
    if country.terrain_of(id_) in places:
        return True
    return any(id_ in one.hexes for one in country.areas if one.id in places or one.kind in places)


def summed(
    rows: list[ChartRow],
    class_: str | None,
    lifts: tuple[str, ...],
    rules: RuleTables,
    country: MapFile,
    place: int,
    off_road: bool = False,
) -> StepPrice:
    """The price of entering by some rows, and of what is crossed unless the Road lifts that.

    :param off_road: the step is along no Road.
    """
    over = [
        row
        for row in ([] if "hexside" in lifts else crossed(rules, country, place))
        if row.name not in lifts and row.along not in lifts
    ]
    lines: list[Step] = []
    refused: list[Step] = []
    whole, cost = False, 0
    for row in (*rows, *over):
        told = 0 if row.move is None else row.move.of(class_)
        said = row.title if row in rows else f"over a {row.title}"
        if told is None:
            who = f" by {class_}" if class_ else ""
            verb = "may not be entered" if row in rows else "may not be crossed"
            why = f"{row.title} {verb}{who}"
            refused.append(Step(why, row.rule, verdict="illegal"))
            continue
        if told == ALL:
            whole = True
            lines.append(Step(f"{said}: the whole allowance", row.rule))
            continue
        if told or row in rows:
            lines.append(Step(said, row.rule, told))
        cost += told
    if refused:
        return StepPrice(None, tuple(refused))
    extra = rules.move.off_road if off_road and rules.move is not None else None
    if rules.move is not None and extra is not None and (more := extra.of(class_)):
        lines.append(Step("along no Road", rules.move.rule, more))
        cost += more
    return StepPrice(cost, tuple(lines), whole)


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
        class_ = rules.class_of(unit)
        sides = zone_sides(rules, country, unit)
        for place, b in country.exits(here):
            if place % 6 not in sides:
                continue
            row = terrain_row(rules, country, b)
            over = crossed(rules, country, place)
            reaches = all(one.zoc.of(class_) for one in (row, *over) if one is not None)
            barred = (
                not zoc.over and step_price(rules, country, here, place, class_).half_mp is None
            )
            joined = not zoc.along or runs_along(rules, country, place, zoc.along)
            if reaches and joined and not barred and b not in lifted:
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


def runs_along(rules: RuleTables, country: MapFile, place: int, names: tuple[str, ...]) -> bool:
    """Whether a Road of some rows of the chart runs across a hexside."""
    kinds = {country.roads[link.road].kind for link in country.links.get(place, ())}
    return any(rules.road[name].along in kinds for name in names)


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
