"""``hex.zones``, ``stacking.check`` and ``turn.phases`` by a game's own tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.answers import INTEGER, LEGALITY, TEXTS, answer_of
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import HEX
from clubroute.rules.asking.methods import method
from clubroute.rules.ground.mapfile import hex_id
from clubroute.rules.kit.odds import shown
from clubroute.rules.plain.asked import ASKED_UNIT, SIDE, AboutOwnState
from clubroute.rules.plain.book.reading import the_rules
from clubroute.rules.plain.book.tables import FacingRow, RuleTables
from clubroute.rules.plain.cases import in_each_case
from clubroute.rules.plain.compass import facing_of
from clubroute.rules.plain.movement.facing import unfaced
from clubroute.rules.plain.movement.price import terrain_row
from clubroute.rules.plain.movement.questions import know_units, leave_unjudged, on_this_map
from clubroute.rules.plain.movement.stacking import loads
from clubroute.rules.plain.movement.zones import zones_of
from clubroute.rules.plain.position import PlainPosition, PlainUnit
from clubroute.rules.position.record import needed, said

PHASES: Mapping[str, Any] = {"type": "array", "items": {"type": "object"}}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnZonesAsked(AboutOwnState):
    """The parameters of ``hex.zones``."""

    side: str = needed(SIDE, "whose Zones of Control")
    unit: PlainUnit | None = said(ASKED_UNIT, "the unit they are to affect; any if left out")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnStackAsked(AboutOwnState):
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
    rules = on_this_map(context, asked)

    def answer(tables: RuleTables, state: PlainPosition) -> Receipt:
        work = Working()
        units_needed(tables, asked, state, work)
        work.needs += unfaced(tables, asked.country, state.units, asked.side, own=True)
        leave_unjudged(tables, work)
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

    return in_each_case(rules, asked, asked.state.phase or "", answer)


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
    rules = on_this_map(context, asked)
    country = asked.country
    here = country.id(asked.hex)

    def answer(tables: RuleTables, state: PlainPosition) -> Receipt:
        work = Working()
        units_needed(tables, asked, state, work)
        there = [one for one in state.of(asked.side) if hex_id(country, one.hex) == here]
        if work.needs:
            return work.receipt()
        first, *others = loads(tables, asked.game, terrain_row(tables, country, here), there)
        for load in (first, *(one for one in others if one.much)):
            if load.over:
                work.forbid(f"{load.told}, more than {load.most}", load.rule)
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
            summary=f"{country.number(here)}: {what}, {work.verdict}",
            stacking=int(first.much),
        )

    return in_each_case(rules, asked, asked.state.phase or "", answer)


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
