"""What stands in a unit's way: enemies, their Zones of Control, full stacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.plain.book.tables import RuleTables
from clubroute.rules.plain.movement.facing import zone_sides
from clubroute.rules.plain.movement.price import crossed, step_price, terrain_row
from clubroute.rules.plain.position import PlainPosition, PlainUnit


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
