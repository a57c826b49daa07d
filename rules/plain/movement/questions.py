"""The methods about movement by a game's own tables: ``step.cost``, ``move.*``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.answers import INTEGER, LEGALITY, TEXTS, answer_of
from clubroute.rules.answer.model import Receipt, mp
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import HEX, NAME
from clubroute.rules.asking.methods import method
from clubroute.rules.engine.ground import StepKind, chart_price
from clubroute.rules.engine.tables import FacingRow, RuleTables
from clubroute.rules.engine.trip import at_least
from clubroute.rules.ground.mapfile import hex_id
from clubroute.rules.kit.odds import shown
from clubroute.rules.plain.book import MOVES, AboutOwnRules, in_each_case, the_rules
from clubroute.rules.plain.game import (
    ASKED_UNIT,
    MOST_STATES,
    SIDE,
    STATE_WORD,
    AboutOwnState,
    PlainPosition,
    PlainUnit,
    due_turn,
    the_unit,
)
from clubroute.rules.plain.movement.mover import (
    changed_states,
    in_phase,
    know_units,
    leave_unjudged,
    loads,
    mover_of,
)
from clubroute.rules.plain.movement.trip import FAR, PlainTrip
from clubroute.rules.plain.movement.zones import (
    SIDES,
    facing_of,
    in_the_way,
    terrain_row,
    turning_of,
    unfaced,
    zones_of,
)
from clubroute.rules.plain.supply.trace import places_of, traced
from clubroute.rules.position.record import list_of, needed, said
from clubroute.rules.scenarios.book import find_scenario
from clubroute.rules.scenarios.places import Arriving, arriving, too_early

NUMBER: Mapping[str, Any] = {"type": "number"}
COSTS: Mapping[str, Any] = {"type": "object", "additionalProperties": NUMBER}
PATH: Mapping[str, Any] = {"type": "array", "items": {"type": "object"}}
MOST_HEXES = 200
STATES_CHANGED = list_of(STATE_WORD, MOST_STATES)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMoveAsked(AboutOwnRules):
    """The parameters that all questions about a unit's move share."""

    unit: PlainUnit = the_unit()
    phase: str | None = said(NAME, "the phase; the state's if left out")
    first: tuple[str, ...] | None = said(
        STATES_CHANGED, "the states it changes before it moves: one that it has it leaves"
    )
    last: tuple[str, ...] | None = said(STATES_CHANGED, "the states it changes when it has moved")
    facing: str | None = said(NAME, "the hexside it is to face at the end: N, SE")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPathAsked(OwnMoveAsked):
    """The parameters of ``move.check``."""

    path: tuple[str, ...] = needed(list_of(HEX, MOST_HEXES, 2), "hexes from the unit's own on")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnBestAsked(OwnMoveAsked):
    """The parameters of ``move.best``."""

    start: str = needed(HEX, "the unit's hex", name="from")
    to: str = needed(HEX, "where it wants to go")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnReachAsked(OwnMoveAsked):
    """The parameters of ``move.reach``."""

    start: str = needed(HEX, "the unit's hex", name="from")


def trip_of(
    context: Context,
    asked: OwnMoveAsked,
    tables: RuleTables,
    state: PlainPosition,
    start: int,
    work: Working,
) -> PlainTrip:
    """Work out what a unit may do from a hex."""
    first, last = asked.first or (), asked.last or ()
    changed = changed_states(tables, asked.unit, first, last, work) if first or last else None
    unit = asked.unit if changed is None else changed.moving
    mover = mover_of(tables, asked.game, unit, work)
    in_phase(tables, state, asked.unit, work)
    if state.units is None:
        work.leave("state.units: enemies, Zones of Control and stacks (a scenario sets them up)")
    elif asked.unit.side is None:
        work.need("unit.side: whose unit it is")
    else:
        know_units(tables, asked.game, state, asked.unit.side, work)
        work.needs += unfaced(tables, asked.country, state.units, asked.unit.side, own=False)
    leave_unjudged(tables, work, "move")
    way = in_the_way(tables, asked.country, state, unit)
    turning = turning_of(tables.facing, asked.country, unit, asked.facing, work)
    return PlainTrip(
        context, tables, asked.country, mover, way, start, changed=changed, turning=turning
    )


def summed_up(work: Working, trip: PlainTrip, spent: int, more: str = "") -> str:
    """The verdict with what a way costs."""
    allowance = trip.mover.allowance
    left = "" if allowance is None else f" of {mp(allowance)}"
    yes = "Yes, " if left and work.verdict == "legal" else ""
    return "" if work.forbidden else f"{yes}{mp(spent)}{left} MP{more}"


@method("move.check", answers=answer_of(*LEGALITY, total=NUMBER))
def own_move_check(context: Context, asked: OwnPathAsked) -> Receipt:
    """Whether a unit may take a declared path, and what every step costs."""
    ids = [asked.country.id(one) for one in asked.path]

    def answer(now: OwnPathAsked, tables: RuleTables, state: PlainPosition) -> Receipt:
        work = Working()
        trip = trip_of(context, now, tables, state, ids[0], work)
        spent = trip.walk(ids, work)
        total = None if work.forbidden else spent
        return work.receipt(summary=summed_up(work, trip, spent), total=total)

    return in_each_case(asked, answer, MOVES)


@method("move.best", answers=answer_of(*LEGALITY, total=NUMBER, path=PATH))
def own_move_best(context: Context, asked: OwnBestAsked) -> Receipt:
    """The cheapest legal way to a hex, or why there is none."""
    country = asked.country
    start, goal = country.id(asked.start), country.id(asked.to)

    def answer(now: OwnBestAsked, tables: RuleTables, state: PlainPosition) -> Receipt:
        work = Working()
        trip = trip_of(context, now, tables, state, start, work)
        allowance = trip.mover.allowance
        exact = allowance is not None
        found = trip.reached(FAR if allowance is None else allowance, exact, goal)
        if goal not in found.costs and not work.forbidden:
            found = trip.reached(FAR, False, goal)
        if goal not in found.costs:
            bar = next(trip.limits.shut(goal), None)
            work.forbid(*(bar or (f"there is no way to {country.number(goal)}", trip.rule)))
            return work.receipt()
        ids, _ = found.path(country, goal)
        spent = trip.walk(ids, work)
        path = [{"hex": country.number(one)} for one in ids]
        many = len(ids) - 1
        more = f", {many} hex{'es' if many != 1 else ''}"
        total = None if work.forbidden else spent
        return work.receipt(summary=summed_up(work, trip, spent, more), total=total, path=path)

    return in_each_case(asked, answer, MOVES, best_path)


def best_path(best: Receipt, worst: Receipt) -> Mapping[str, Any]:
    """The way at best."""
    return {"path": best.extra.get("path")}


@method("move.reach", answers=answer_of(*LEGALITY, hexes=COSTS, perhaps=COSTS))
def own_move_reach(context: Context, asked: OwnReachAsked) -> Receipt:
    """Every hex a unit can reach and end in, with the least cost."""
    country = asked.country
    start = country.id(asked.start)

    def answer(now: OwnReachAsked, tables: RuleTables, state: PlainPosition) -> Receipt:
        work = Working()
        trip = trip_of(context, now, tables, state, start, work)
        allowance = trip.mover.allowance
        if work.forbidden or allowance is None:
            return work.receipt()
        ends = trip.reached(allowance, True).ends
        if (why := trip.unchanging(start)) is not None:
            work.forbid(*why, hex_=country.number(start))
            return work.receipt()
        more = 0 if trip.changed is None else trip.changed.total
        numbers = {country.number(id_): mp(cost + more) for id_, cost in ends.items()}
        summary = f"{so_many(len(numbers), 'hex')} within {mp(allowance)} MP"
        told = "" if work.needs else summary
        return work.receipt(summary=told, hexes=dict(sorted(numbers.items())))

    return in_each_case(asked, answer, MOVES, at_least)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnStepAsked(OwnMoveAsked):
    """The parameters of ``step.cost``."""

    start: str = needed(HEX, "a hex", name="from")
    to: str = needed(HEX, "a hex beside it")


@method("step.cost", answers=answer_of(*LEGALITY, total=NUMBER))
def own_step_cost(context: Context, asked: OwnStepAsked) -> Receipt:
    """What one step between two hexes costs a unit, whatever it has left."""
    ids = [asked.country.id(asked.start), asked.country.id(asked.to)]

    def answer(now: OwnStepAsked, tables: RuleTables, state: PlainPosition) -> Receipt:
        work = Working()
        trip = trip_of(context, now, tables, state, ids[0], work)
        work.needs = [one for one in work.needs if not one.startswith("unit.move")]
        trip = replace(trip, mover=replace(trip.mover, allowance=None))
        spent = trip.walk(ids, work)
        total = None if work.forbidden else spent
        return work.receipt(summary=summed_up(work, trip, spent), total=total)

    return in_each_case(asked, answer, MOVES)


# ``hex.zones``, ``stacking.check`` and ``turn.phases`` by a game's own tables.

PHASES: Mapping[str, Any] = {"type": "array", "items": {"type": "object"}}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnZonesAsked(AboutOwnRules):
    """The parameters of ``hex.zones``."""

    side: str = needed(SIDE, "whose Zones of Control")
    unit: PlainUnit | None = said(ASKED_UNIT, "the unit they are to affect; any if left out")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnStackAsked(AboutOwnRules):
    """The parameters of ``stacking.check``."""

    hex: str = needed(HEX, "the hex")
    side: str = needed(SIDE, "whose units are counted")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPhasesAsked(AboutOwnState):
    """The parameters of ``turn.phases``."""

    side: str | None = said(SIDE, "only those of a side")


def units_needed(
    tables: RuleTables,
    asked: OwnZonesAsked | OwnStackAsked,
    state: PlainPosition,
    work: Working,
) -> None:
    """Name what must be known of the units."""
    if state.units is None:
        work.need("state.units: the units on the map")
    else:
        stacked = asked.side if isinstance(asked, OwnStackAsked) else None
        know_units(tables, asked.game, state, stacked, work)


@method("hex.zones", answers=answer_of("decided", "undetermined", hexes=TEXTS))
def own_zones(context: Context, asked: OwnZonesAsked) -> Receipt:
    """The hexes in the Zones of Control of a side's units."""

    def answer(now: OwnZonesAsked, tables: RuleTables, state: PlainPosition) -> Receipt:
        work = Working()
        units_needed(tables, asked, state, work)
        work.needs += unfaced(tables, asked.country, state.units, asked.side, own=True)
        leave_unjudged(tables, work, "zoc")
        if work.needs:
            return work.receipt()
        found = zones_of(tables, asked.country, state.of(asked.side), against=asked.unit)
        numbers = sorted(map(asked.country.number, found))
        rule = tables.zoc.rule if tables.zoc is not None else tables.short
        work.say(f"ZOC of {so_many(len(state.of(asked.side)), f'{asked.side} unit')}", rule)
        if tables.facing is not None:
            for text, own in facing_lines(tables, tables.facing, state.of(asked.side)):
                work.say(text, own)
        if tables.zoc is not None and tables.zoc.along:
            along = " or ".join(tables.zoc.along)
            work.say(f"they reach along a {along} alone", tables.zoc.rule_of("along"))
        for row in tables.zoc.spared if tables.zoc is not None and asked.unit is None else ():
            alone = f", but with {' or '.join(row.unless)}" if row.unless else ""
            told = f"those of {' or '.join(row.of)} do not affect {' or '.join(row.whom)}{alone}"
            work.say(told.replace("_", " "), row.rule)
        summary = f"{so_many(len(numbers), 'hex')} in {asked.side} Zones of Control"
        return work.receipt("decided", summary, hexes=numbers)

    return in_each_case(asked, answer)


def facing_lines(
    tables: RuleTables, row: FacingRow, units: Sequence[PlainUnit]
) -> Iterator[tuple[str, str]]:
    """Where the zones of some units reach for the way they face, in words with the rule."""
    reach = "the hex it faces" if row.narrow else "its front hexes"
    yield f"each reaches into {reach} alone", row.rule_of("zoc")
    faced = [one.call for one in units if tables.has_zone(one) and tables.is_among(one, row.faced)]
    if faced and not row.narrow:
        yield f"that of {', '.join(faced)} into the hex it faces alone", row.faced_rule


@method("stacking.check", answers=answer_of(*LEGALITY, stacking=INTEGER))
def own_stacking(context: Context, asked: OwnStackAsked) -> Receipt:
    """Whether a side's units in a hex keep to the stacking limit."""
    country = asked.country
    here = country.id(asked.hex)

    def answer(now: OwnStackAsked, tables: RuleTables, state: PlainPosition) -> Receipt:
        work = Working()
        units_needed(tables, asked, state, work)
        there = [one for one in state.of(asked.side) if hex_id(country, one.hex) == here]
        if work.needs:
            return work.receipt()
        first, *others = loads(tables, asked.game, terrain_row(tables, country, here), there)
        for load in (first, *(one for one in others if one.much)):
            if load.over:
                work.forbid(load.words or f"{load.told}, more than {load.most}", load.rule)
            else:
                work.say(f"{shown(load.much)} of at most {load.most} {load.of}", load.rule)
        if tables.facing is not None and tables.facing.together and len(there) > 1:
            ways = {one.call: facing_of(country, one) for one in there}
            if None in ways.values():
                unknown = ", ".join(call for call, facing in ways.items() if facing is None)
                work.leave(f"state.units: which hexsides face {unknown} ({tables.facing.together})")
            if len(set(ways.values()) - {None}) > 1:
                work.forbid("they do not face the same way", tables.facing.together)
        free = tables.stacking.free if tables.stacking is not None else ()
        if many := sum(one.kind in free for one in there):
            work.say(f"{many} do not count", first.rule)
        what = so_many(shown(first.much), f"{asked.side} {first.of.removesuffix('s')}")
        return work.receipt(
            summary="" if work.forbidden else f"Yes: {what} in {country.number(here)}",
            stacking=int(first.much),
        )

    return in_each_case(asked, answer)


@method("turn.phases", answers=answer_of("decided", phases=PHASES))
def own_phases(context: Context, asked: OwnPhasesAsked) -> Receipt:
    """The phases of a turn in order, and its weather."""
    turns = the_rules(asked.game).plain.turns
    work = Working()
    rule = turns.rule if turns is not None else asked.game.title
    rows = [
        one
        for one in (turns.phases if turns else ())
        if asked.side in (None, one.side, "") or not one.side
    ]
    for one in rows:
        who = f"{one.side}: " if one.side else ""
        only = f" ({', '.join(one.classes)})" if one.classes else ""
        work.say(f"{who}{one.name}{only}", rule)
    number = asked.state.turn
    weather = turns.weather.get(number) if turns is not None and number is not None else None
    if weather is not None:
        work.say(f"the weather is {weather}", rule)
    summary = so_many(len(rows), "phase") + (f", {weather}" if weather else "")
    told = [
        {"name": one.name, "side": one.side or None, "does": one.does, "classes": list(one.classes)}
        for one in rows
    ]
    return work.receipt("decided", summary, phases=told)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSupplyAsked(AboutOwnRules):
    """The parameters of ``supply.trace``."""

    unit: PlainUnit = the_unit()
    phase: str | None = said(NAME, "the phase; the state's if left out")


@method("supply.trace", answers=answer_of("open", "closed", "undetermined", path=TEXTS))
def own_supply(context: Context, asked: OwnSupplyAsked) -> Receipt:
    """Whether a unit is in supply: the path to its source, or that none is left."""

    def answer(now: OwnSupplyAsked, tables: RuleTables, state: PlainPosition) -> Receipt:
        return traced(context, now.country, now.game, tables, state, now.unit)

    return in_each_case(asked, answer, "supply")


# ``arrival.check``: where a reinforcement comes in.


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnArrivalAsked(AboutOwnRules):
    """The parameters of ``arrival.check``."""

    unit: PlainUnit = the_unit()
    hex: str = needed(HEX, "the hex it is to come in by")
    phase: str | None = said(NAME, "the phase; the state's if left out")


@method("arrival.check", answers=answer_of(*LEGALITY, total=NUMBER))
def own_arrival(context: Context, asked: OwnArrivalAsked) -> Receipt:
    """Whether a reinforcement may come onto the map in a hex now, and what that costs."""
    here = asked.country.id(asked.hex)

    def answer(now: OwnArrivalAsked, tables: RuleTables, state: PlainPosition) -> Receipt:
        work, row, unit = Working(), tables.entry, now.unit
        if row is None:
            return work.lacking(f"[entry] in the rules of {now.game.title}")
        mover = mover_of(tables, now.game, unit, work)
        in_phase(tables, state, unit, work)
        if unit.side is None:
            work.need("unit.side: whose unit it is")
        if state.units is None:
            work.need("state.units: where enemy units and their Zones of Control are")
        leave_unjudged(tables, work, "arrival")
        listed = listed_arrival(now, state)
        if listed is None:
            work.leave("state.scenario: in which turn it comes")
        elif (due := due_turn(now.game, listed)) is not None and state.turn is None:
            work.need(f"state.turn: the game turn; it comes in turn {due}")
        elif (early := too_early(listed, due, state.turn)) is not None:
            work.forbid(early[0], row.rule_of("turn"))
        own = () if listed is None else listed.hexes(now.country)
        hexes = own or places_of(row.hexes.get(unit.side or "", ()), now.country, state, unit)
        if not hexes:
            work.need("the hexes it comes in by: [entry], or the list of its scenario")
        if work.needs:
            return work.receipt()
        way = in_the_way(tables, now.country, state, unit)
        bars = [(way.enemies, row.enemy, "{} stands"), (way.zones, row.zoc, "the ZOC of {} is")]
        barred = {id_: why.format(by[id_]) for by, on, why in bars if on for id_ in by}
        number = now.country.number(here)
        near = min(now.country.between(one, here) for one in hexes)
        edge = len(now.country.around(here)) < SIDES
        if here in barred:
            work.forbid(f"{barred[here]} in {number}", row.rule_of("blocked"), hex_=number)
        elif here not in hexes and not (row.within and edge and near <= row.within):
            work.forbid(f"it does not come in at {number}", row.rule, hex_=number)
        elif here not in hexes and not barred.keys() >= set(hexes):
            why = f"it comes in at {number} only while all its own hexes are barred"
            work.forbid(why, row.rule_of("within"), hex_=number)
        kind = StepKind((now.country.terrain_of(here),))
        price = chart_price(tables, kind, mover.class_)
        if row.pays or price.half_mp is None:
            work.steps += [replace(one, end=number) for one in price.steps]
        cost = price.half_mp or 0 if row.pays else 0
        if mover.allowance is not None and cost > mover.allowance:
            work.forbid(f"it costs {mp(cost)} MP, of {mp(mover.allowance)}", row.rule)
        summary = "" if work.forbidden else f"It comes in at {number} for {mp(cost)} MP"
        return work.receipt(summary=summary, total=None if work.forbidden else cost)

    return in_each_case(asked, answer, MOVES)


def listed_arrival(asked: OwnArrivalAsked, state: PlainPosition) -> Arriving | None:
    """What the list of its scenario says of a reinforcement, None if it is not known."""
    if state.scenario is None or asked.unit.id is None:
        return None
    told = find_scenario(asked.game.id, state.scenario, part="state.scenario")
    return arriving(told, asked.unit.id, asked.unit.name or "")
