"""Whether a unit is in supply by a game's own tables, and by which path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from clubroute.builder.counting import so_many
from clubroute.rules.answer.model import Receipt, mp
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.engine.fight_tables import SupplyLeg, SupplyRow
from clubroute.rules.engine.ground import (
    SUPPLY,
    AsPrinted,
    crossed,
    kind_of,
    onward_by,
    runs_along,
    step_price,
)
from clubroute.rules.engine.keys import ByClass
from clubroute.rules.engine.tables import RuleTables
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.kit.search import Ways, back, cheapest, spread
from clubroute.rules.plain.game import PlainGame, PlainPosition, PlainUnit
from clubroute.rules.plain.movement.mover import know_units, leave_unjudged
from clubroute.rules.plain.movement.reach import once_a_map
from clubroute.rules.plain.movement.zones import InTheWay, in_the_way, same, unfaced


def traced(
    context: Context,
    country: MapFile,
    game: PlainGame,
    tables: RuleTables,
    state: PlainPosition,
    unit: PlainUnit,
) -> Receipt:
    """Trace the supply of a unit."""
    work, row = Working(), tables.supply
    if row is None:
        return work.lacking(f"[supply] in the rules of {game.title}")
    if unit.side is None:
        work.need("unit.side: whose unit it is")
    if unit.hex is None:
        work.need("unit.hex: where the unit is")
    if state.units is None:
        work.need("state.units: where enemy units and their Zones of Control are")
    else:
        know_units(tables, game, state, None, work)
        if row.zoc and unit.side is not None:
            work.needs += unfaced(tables, country, state.units, unit.side, own=False)
    class_ = tables.class_of(unit)
    limits = [*(one for leg in row.legs for one in (leg.most, leg.mp)), *row.ranges.values()]
    by_class = any(one is not None and one.alike is None for one in limits)
    in_mp = any(leg.mp is not None for leg in row.legs)
    own_costs = row.passable or (in_mp and not row.class_)
    if (own_costs or by_class) and tables.classes and class_ is None:
        work.need("unit.kind: its kind, by which it moves")
    leave_unjudged(tables, work, "supply")
    if work.needs or unit.hex is None or unit.side is None:
        return work.receipt()
    way = in_the_way(tables, country, state, unit, "supply")
    start = country.id(unit.hex)
    shut = shut_hexes(tables, row, country, way) - {start}
    where = " or ".join(row.source.get(unit.side, ())) or "nothing"
    path: list[int] = []
    held = frozenset(way.enemies)
    for ends, range_ in ends_by_range(row, country, state, unit):
        if in_mp:
            ways = supply_ways(context, tables, country, row.class_ or class_)
            path, spent, far = paid_path(
                row, country, class_, ways, start, ends, shut, held, range_
            )
            if path:
                counted = f" as {row.class_}" if row.class_ else ""
                work.say(f"{mp(spent)} MP{counted}, of {mp(far)}", row.rule, hex_=unit.hex)
                break
            continue
        within = row if range_ is None else replace(row, legs=(replace(row.legs[0], most=range_),))
        path = legs_path(tables, within, country, class_, start, ends, shut)
        for relay in () if path else relays(row, country, state, unit) - shut:
            # The first leg leads to the relay, and all of them lead on from there.
            to_it = replace(row, legs=row.legs[:1])
            first = legs_path(tables, to_it, country, class_, start, frozenset({relay}), shut)
            second = first and legs_path(tables, within, country, class_, relay, ends, shut)
            if second:
                path = [*first, *second[1:]]
                work.say(f"it leads over {country.number(relay)}", row.rule)
                break
        if path:
            break
    if not path:
        work.say(f"no path leads to {where}", row.rule, hex_=unit.hex)
        return work.receipt("closed", f"{unit.call} is out of supply")
    work.say(f"a path of {so_many(len(path) - 1, 'hex')} to {where}", row.rule, hex_=unit.hex)
    numbers = [country.number(id_) for id_ in path]
    return work.receipt("open", f"{unit.call} is in supply", path=numbers)


def sources(
    row: SupplyRow, country: MapFile, state: PlainPosition, unit: PlainUnit
) -> frozenset[int]:
    """The hexes a path of a unit's side ends in."""
    names = row.source.get(unit.side or "", ())
    return places_of(names, country, state, unit)


def ends_by_range(
    row: SupplyRow, country: MapFile, state: PlainPosition, unit: PlainUnit
) -> Iterator[tuple[frozenset[int], ByClass | None]]:
    """The hexes a path of a unit's side ends in, those of sources with a range of their own apart,
    each with that range, None for that of the legs."""
    names = row.source.get(unit.side or "", ())
    usual = [one for one in names if one not in row.ranges]
    yield places_of(usual, country, state, unit), None
    for name in names:
        if name in row.ranges:
            yield places_of([name], country, state, unit), row.ranges[name]


def places_of(
    names: Iterable[str], country: MapFile, state: PlainPosition, unit: PlainUnit
) -> frozenset[int]:
    """The hexes of some sources: areas, hexes, those of counters of a kind."""
    areas = {one.id: one.hexes for one in country.areas}
    found: set[int] = set()
    for name in names:
        if name in areas:
            found.update(areas[name])
        elif (here := hex_id(country, name)) != NOWHERE:
            found.add(here)
        else:
            placed = [one for one in state.of(unit.side or "") if one.kind == name]
            if unit.kind == name and not any(same(one, unit) for one in placed):
                placed.append(unit)
            found.update(hex_id(country, one.hex) for one in placed)
    return frozenset(found - {NOWHERE})


def relays(
    row: SupplyRow, country: MapFile, state: PlainPosition, unit: PlainUnit
) -> frozenset[int]:
    """The hexes of other units of its side that a path may go on from."""
    them = (one for one in state.of(unit.side or "") if one.kind in row.relay)
    return frozenset(hex_id(country, one.hex) for one in them if not same(one, unit)) - {NOWHERE}


def shut_hexes(
    tables: RuleTables, row: SupplyRow, country: MapFile, way: InTheWay
) -> frozenset[int]:
    """The hexes a path may not enter."""
    closed = {name for name, one in tables.terrain.items() if not one.supply}
    found = {id_ for id_ in range(len(country)) if country.terrain_of(id_) in closed}
    found |= way.enemies.keys() if row.enemy else set()
    found |= way.zones.keys() if row.zoc else set()
    return frozenset(found)


def onward(
    tables: RuleTables, country: MapFile, class_: str | None, passable: bool, leg: SupplyLeg, a: int
) -> Iterable[int]:
    """The hexes a leg of a path goes on to from a hex."""
    return (b for _, b in steps_on(tables, country, class_, passable, leg, a))


def steps_on(
    tables: RuleTables, country: MapFile, class_: str | None, passable: bool, leg: SupplyLeg, a: int
) -> Iterator[tuple[int, int]]:
    """The hexsides a leg of a path goes over from a hex, each with the hex beyond."""
    ground = AsPrinted(country)
    for place, b in country.exits(a):
        if any(not one.supply for one in crossed(tables, ground, place, SUPPLY)):
            continue
        if leg.along and not runs_along(tables, ground, place, leg.along):
            continue
        if passable and step_price(tables, ground, place, class_).half_mp is None:
            continue
        yield place, b


def supply_ways(context: Context, tables: RuleTables, country: MapFile, payer: str | None) -> Ways:
    """By hex where a leg that is counted in MP leads on from it, with what that costs; worked out
    once."""

    def ways() -> Ways:
        row, ground = tables.supply, AsPrinted(country)
        if row is None:
            return ()
        begins = range(len(country))
        steps = (steps_on(tables, country, payer, row.passable, row.legs[0], a) for a in begins)
        kinds = ([(b, kind_of(tables, ground, place)) for place, b in many] for many in steps)
        return [onward_by(tables, many, payer) for many in kinds]

    return once_a_map(context, tables, country, ("supply", payer), ways)


def paid_path(
    row: SupplyRow,
    country: MapFile,
    class_: str | None,
    ways: Ways,
    start: int,
    ends: frozenset[int],
    shut: frozenset[int],
    held: frozenset[int],
    range_: ByClass | None,
) -> tuple[list[int], int, int]:
    """The cheapest path of a leg that is counted in MP, with what it costs and may cost in half-MP;
    empty if there is none. Its first hex is not entered, so a zone there does not count.

    :param ways: what :func:`supply_ways` has. :param held: hexes with enemies, where no path
        begins.
    """
    most = ((range_ or row.legs[0].mp) or ByClass({})).of(class_) or 0
    # From the source on, the unit's own hex is the last one; else the source is.
    begins, goals = (ends - held, {start}) if row.from_source else ({start}, ends - shut)
    best: tuple[int, int, int, dict[int, int]] | None = None
    for begin in sorted(begins):
        costs = cheapest(ways, begin, most, closed=shut - goals)
        there = [(costs[goal], goal) for goal in goals if goal in costs]
        if there and (best is None or min(there)[0] < best[0]):
            best = (*min(there), begin, costs)
    if best is None:
        return [], 0, most
    spent, goal, begin, costs = best

    def before(b: int) -> Iterator[int]:
        for a in country.around(b):
            dear = costs[b] - costs.get(a, most + 1)
            if dear >= 0 and any(price == dear and b in many for price, many in ways[a]):
                yield a

    tree, _ = spread([goal], before, goals=(begin,))
    path = back(tree, begin)
    return (path if row.from_source else path[::-1]), spent, most


def legs_path(
    tables: RuleTables,
    row: SupplyRow,
    country: MapFile,
    class_: str | None,
    start: int,
    ends: frozenset[int],
    shut: frozenset[int],
) -> list[int]:
    """The path of a unit over its legs, the fewest hexes on the first; empty if there is none.

    A hex may be come to on any leg, so a place is a hex with the number of the leg.
    """
    reached = [start]
    before: list[dict[int, int | None]] = []
    for leg in row.legs:
        further: Callable[[int], Iterable[int]] = partial(
            onward, tables, country, class_, row.passable, leg
        )
        most = None if leg.most is None else leg.most.of(class_)
        tree, _ = spread(reached, further, shut, most)
        before.append(tree)
        reached = list(tree)
    at = next((one for one in reached if one in ends and one not in shut), None)
    if at is None:
        return []
    path = [at]
    for tree in reversed(before):
        path = [*back(tree, path[0])[:-1], *path]
    return path
