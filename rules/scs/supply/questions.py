"""Who is in supply, and by which path; when an Airborne Division begins to trace as XXX Corps does
(INS 1.8a).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.answers import TEXTS
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working, negated
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED, ENEMY, SIDE
from clubroute.rules.engine.trip import outcome
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.position.record import needed, word
from clubroute.rules.scs.asked import AboutState, the_unit
from clubroute.rules.scs.games import Readings, answers, book, the_options
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.position.position import DIVISIONS
from clubroute.rules.scs.situation.situation import Situation, wired_of, zones_of
from clubroute.rules.scs.supply import trace
from clubroute.rules.scs.unsaid import Guess, decided

TRACES = ("zoc_supply", "zoc_water")
SET, STAYS, OFF, NONE = "set", "stays", "off", "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceAsked(AboutState):
    """The parameters of ``supply.trace``."""

    unit: Unit = the_unit("the unit, with its hex; or its id or name in the state")
    readings: Readings = the_options(*TRACES)


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkersAsked(AboutState):
    """The parameters of ``supply.markers``."""

    side: str = needed(SIDE, "whose Supply Phase it is")
    readings: Readings = the_options(*TRACES)


@answers("supply.trace", "open", "closed", "undetermined", path=TEXTS, marker={"type": "string"})
def supply_trace(context: Context, asked: TraceAsked) -> Receipt:
    """Whether a unit can trace supply, and by which path; what its marker does in its phase."""
    return decided(partial(traced, context, asked), lambda found: found.verdict)


def traced(context: Context, asked: TraceAsked, guess: Guess) -> Receipt:
    """Trace a unit's supply, with what is not said taken as a guess takes it."""
    work, unit, state, country_map = Working(), asked.unit, asked.state, asked.country
    if unit.hex is None:
        work.need("unit.hex: where it is")
    source = trace.source_of(context, country_map, unit, state, guess, work)
    if state.units is None:
        work.need("state.units: where enemy units and their Zones of Control are")
    if source is None or unit.hex is None or state.units is None:
        return work.receipt()
    start, board, drawn = country_map.id(unit.hex), asked.board, country_map.drawn_by()
    if start in board.outside:
        return work.lacking(f"unit.hex: a hex in play; {unit.hex} is outside the playing area")
    tracing = tracing_of(board, asked, start, guess, source)
    work.say(f"it traces to {source.title}", source.rule, source.basis)
    path: list[int] = []
    if not source.hexes:
        work.say("it has no source of supply", source.rule)
    elif source.kind == trace.CORPS_TRACE:
        most = book("supply")["corps"].number("hexes")
        free, road = trace.corps_path(tracing, start, source.hexes, most)
        if free:
            work.say(
                f"{so_many(len(free) - 1, 'hex')} to a road, of at most {most}", source.rule, drawn
            )
            work.say(f"{so_many(len(road) - 1, 'road hex')} from there", source.rule, drawn)
        else:
            why = f"no path of {most} hexes or less leads to a road that leads to {source.title}"
            work.say(why, source.rule, drawn)
        rows = [book("supply")[name] for name in ("bars", *["built"] * bool(board.country.built))]
        for row in rows:
            work.say(row.text("told"), row.cite)
        path = [*free, *road[1:]]
    else:
        path = trace.series_path(tracing, start, source.hexes)
        if not path and source.basis == "assumed":
            need = f"supply owner/areas.csv: {source.title}, as printed; ours is assumed"
            return work.lacking(need)
        why = (
            f"a path of {so_many(len(path) - 1, 'hex')}"
            if path
            else f"no path leads to {source.title}"
        )
        work.say(why, book("supply")["trace"].text("series_rule"), drawn)
    return ended(work, unit, [country_map.number(id_) for id_ in path])


def ended(work: Working, unit: Unit, path: list[str]) -> Receipt:
    """Say what a trace comes to: the path, and the marker in the owner's Supply Phase."""
    row, fine = book("supply")["marker"], bool(path)
    marker = None if unit.oos is None else MARKERS[fine, unit.oos]
    if marker is not None:
        work.say(row.text(marker), row.cite)
    summary = f"{unit.call} is {'in supply' if fine else 'out of supply'}"
    return work.receipt("open" if fine else "closed", summary, path=path or None, marker=marker)


MARKERS: Mapping[tuple[bool, bool], str] = {
    (False, False): SET,
    (False, True): STAYS,
    (True, True): OFF,
    (True, False): NONE,
}
"""What becomes of a marker, by whether the trace is open and whether the unit is marked."""


def tracing_of(
    board: Situation, asked: TraceAsked, start: int, guess: Guess, source: trace.SupplySource
) -> trace.Tracing:
    """The ground of a unit's trace from a hex."""
    state, side, readings = asked.state, asked.unit.side or ALLIED, asked.readings
    country, enemies, friends = board.country, set(board.outside), {start}
    for index, one in enumerate(state.units or ()):
        if one.as_bridge:
            continue
        if one.hex is None:
            need = f"where {one.call} is"
            if not guess(None, f"state.units[{index}].hex", need, good=True):
                enemies.update(source.hexes - friends)
            continue
        need = f"whose unit {one.call} is"
        at = country.map.id(one.hex)
        ours = guess(one.of_side(side), f"state.units[{index}].side", need, good=True)
        (friends if ours else enemies).add(at)
    zones = zones_of(board, country, ENEMY[side], (), readings, guess)
    negated = friends if readings["zoc_supply"] == "yes" else {start}
    wired = wired_of(board, side, "", guess)
    anywhere = False
    if state.ferries is None and source.kind != trace.CORPS_TRACE:
        need = "Ferries, which carry supply, too; none if it is empty"
        anywhere = guess(None, "state.ferries", need, good=True)
    ends = [(one.start, one.end) for one in board.ferries if one.serves(side)]
    return trace.Tracing(country, frozenset(enemies | (zones - negated)), wired, ends, anywhere)


@answers(
    "supply.markers", "decided", "undetermined", set=TEXTS, off=TEXTS, stays=TEXTS, unknown=TEXTS
)
def supply_markers(context: Context, asked: MarkersAsked) -> Receipt:
    """Which units of a side are marked Out of Supply in its Supply Phase, and which no more."""
    state, work = asked.state, Working()
    if state.units is None:
        return work.lacking("state.units: the units of both sides")
    found: dict[str, list[str]] = {SET: [], OFF: [], STAYS: [], NONE: [], "unknown": []}
    for index, unit in enumerate(state.units):
        if unit.side is None:
            work.need(f"state.units[{index}].side: whose unit {unit.call} is")
        if unit.side != asked.side:
            continue
        one = TraceAsked(
            country=asked.country,
            unit=unit,
            state=state,
            readings=asked.readings,
            board=asked.board,
        )
        told = decided(
            partial(traced, context, one),
            lambda answer: (answer.verdict, answer.extra.get("marker")),
        )
        marker = told.extra.get("marker")
        if marker is None:
            if not told.needs:
                work.need(f"state.units[{index}].oos: whether {unit.call} is marked now")
            for need in told.needs:
                work.need(need.replace("unit.", f"state.units[{index}].", 1))
        found[str(marker or "unknown")].append(unit.call)
        work.steps += [replace(step, start=unit.hex or "") for step in told.steps[-1:]]
    extra: dict[str, Any] = {name: found[name] for name in (SET, OFF, STAYS, "unknown")}
    summary = f"{len(found[SET])} units are marked Out of Supply, {len(found[OFF])} no more"
    return work.receipt("undetermined" if work.needs else "decided", summary, **extra)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkQuestion(AboutState):
    """The parameters of ``supply.link_up``."""

    division: str = needed(word(*DIVISIONS), "the Airborne Division: 1, 82, 101, or Polish")
    options: Readings = the_options("poles_link", "released_link")


@answers("supply.link_up", "decided", "undetermined", linked={"type": "boolean"})
def link_up(context: Context, asked: LinkQuestion) -> Receipt:
    """Whether XXX Corps reaches a division as the Allied Movement Phase begins, for good."""
    work, rules, state = Working(), book("airdrop")["link_up"], asked.state
    if state.link_up(asked.division):
        work.say(f"{asked.division} has linked up before", rules.cite)
        return work.receipt("decided", linked=True)
    if asked.division == "Polish" and asked.options["poles_link"] == "no":
        work.say("the Polish Brigade is no division and keeps its zones", rules.cite)
        return work.receipt("decided", linked=False)
    if state.in_phase(rules.text("phase"), ALLIED) is False:
        why = f"it is not as the Allied {rules.text('phase').capitalize()} Phase begins"
        work.say(f"{why}: nobody links up now", rules.cite)
        if state.linked is None:
            return work.lacking(f"state.linked: whether {asked.division} has linked up before")
        return work.receipt("decided", linked=False)
    if state.units is None:
        return work.lacking("state.units: the units of XXX Corps and of the division")
    most, counts = rules.number("distance"), asked.options["released_link"] == "yes"

    begins = state.in_phase(rules.text("phase"), ALLIED)

    def answer(guess: Guess) -> Receipt:
        work = Working()
        if begins is None:
            work.leave(
                f"that the Allied {rules.text('phase').capitalize()} Phase begins (state.turn)"
            )
        for (i, corps), (j, unit) in permutations(enumerate(state.units or ()), 2):
            away = apart(asked.country, corps, unit)
            facts = (
                (i, "corps", of_corps(corps, counts), "of XXX Corps, and not released"),
                (j, "division", theirs(unit, asked.division), f"of {asked.division}"),
                (i, "side", corps.of_side(ALLIED), ALLIED),
                (j, "side", unit.of_side(ALLIED), ALLIED),
                (i, "oos", negated(corps.oos), "in supply, not marked Out of Supply"),
                (j if corps.hex else i, "hex", None if away is None else away <= most, "near"),
            )
            if any(fact[2] is False for fact in facts):
                continue
            taken = [
                guess(holds, f"state.units[{at}].{name}", f"that it is {what}", good=True)
                for at, name, holds, what in facts
            ]
            if all(taken):
                far = "near" if away is None else f"{so_many(away, 'hex')} from"
                work.say(f"{corps.call}, in supply, is {far} {unit.call}", rules.cite)
                return work.receipt("decided", linked=True)
        why = f"no supplied XXX Corps unit is within {most} hexes of {asked.division}"
        work.say(why, rules.cite)
        return work.receipt("decided", linked=False)

    return decided(answer, outcome)


def theirs(unit: Unit, division: str) -> bool | None:
    """Whether a unit is of an Airborne Division; None if its division is not said."""
    return None if unit.division is None else unit.airborne == division


def of_corps(unit: Unit, counts: bool) -> bool | None:
    """Whether a unit counts as of XXX Corps; armour released to a division may not."""
    known = unit.formation is not None or unit.kind not in (None, "armour", "recce")
    stays = counts or not unit.of_corps or (known and unit.assigned is None)
    return unit.of_corps if stays else negated(unit.released)


def apart(country: MapFile, a: Unit, b: Unit) -> int | None:
    """The distance of two units, None if one's hex is not said."""
    if a.hex is None or b.hex is None:
        return None
    return country.between(country.id(a.hex), country.id(b.hex))
