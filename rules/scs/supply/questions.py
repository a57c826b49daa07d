"""Who is in supply, to where it is traced and by which path over the map as a position has it; when
an Airborne Division begins to trace as XXX Corps does (INS 1.8a, 5.x).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.answer.answers import TEXTS
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working, negated
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED, ENEMY, GERMAN, SIDE
from clubroute.rules.book.rulebook import Section
from clubroute.rules.engine.trip import outcome
from clubroute.rules.ground.lookup import named_area, owned_area
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.kit.search import back, spread
from clubroute.rules.position.record import needed, word
from clubroute.rules.scs.asked import AboutState, the_unit
from clubroute.rules.scs.games import Guess, Readings, answers, book, decided, the_options
from clubroute.rules.scs.movement.costs import LIGHT
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.position import DIVISIONS, division_named
from clubroute.rules.scs.situation.ground import Country
from clubroute.rules.scs.situation.situation import Situation, wired_of, zoned_by

GERMAN_TRACE, AIRBORNE_TRACE, CORPS_TRACE = "german", "airborne", "corps"


@dataclass(frozen=True, slots=True)
class SupplySource:
    """Where a trace ends: the hexes by id, their rule, and what tells them. ``kind`` is how it is
    traced."""

    kind: str
    hexes: frozenset[int]
    title: str
    rule: str
    basis: Provenance = "rulebook"


def kind_of(unit: Unit, state: Position, guess: Guess, work: Working) -> str | None:
    """How a unit traces: as a German, as airborne, or as XXX Corps; None if it is not said."""
    if unit.side is None:
        work.need("unit.side: whose unit it is")
        return None
    if unit.side == GERMAN:
        return GERMAN_TRACE
    division = unit.airborne
    if unit.of_corps is None:
        work.need("unit.division: its division; or corps, that it entered by Entry Area A")
        return None
    if division is None or unit.of_corps:
        return CORPS_TRACE
    linked = state.link_up(division)
    if state.scenario in book("supply")["scenario"].values:
        return AIRBORNE_TRACE
    need = f"whether XXX Corps has broken through to division {division}, which then traces as it"
    return CORPS_TRACE if guess(linked, "state.linked", need, good=False) else AIRBORNE_TRACE


def source_of(
    context: Context, country: MapFile, unit: Unit, state: Position, guess: Guess, work: Working
) -> SupplySource | None:
    """The end of a unit's trace; None if it is not known, and then what is needed."""
    kind = kind_of(unit, state, guess, work)
    if kind is None:
        return None
    row = book("supply")[kind]
    printed = book("supply")["scenario"].get(state.scenario or "")
    if printed.holds:
        hexes = {country.id(one) for one in printed.words(kind)}
        areas = printed.words("areas") if kind == GERMAN_TRACE else ()
        hexes.update(*(named_area(context, country, one) or () for one in areas))
        basis = basis_of(context, country, areas)
        return SupplySource(
            kind, frozenset(hexes), "the scenario's supply source", printed.cite, basis
        )
    if kind == AIRBORNE_TRACE:
        return zone_source(country, unit, state, work)
    found = [named_area(context, country, area) for area in row.words("areas")]
    known = [hexes for hexes in found if hexes is not None]
    if not known:
        areas_ = f"{row.words('areas')[0]} … {row.words('areas')[-1]}"
        work.need(f"supply owner/areas.csv: the hexes of {row.text('title')} ({areas_})")
        return None
    basis = basis_of(context, country, row.words("areas"))
    return SupplySource(kind, frozenset[int]().union(*known), row.text("title"), row.cite, basis)


def basis_of(context: Context, country: MapFile, areas: Collection[str]) -> Provenance:
    """What tells where some areas are; the owner's word is as good as the rulebook's."""
    left = [one for one in country.areas if one.id in areas and not owned_area(context, one.id)]
    return weakest(country.bases[one.basis].provenance for one in left)


def zone_source(
    country: MapFile, unit: Unit, state: Position, work: Working
) -> SupplySource | None:
    """The DZ/LZ a division traces to; the Poles any of them."""
    row = book("supply")[AIRBORNE_TRACE]
    told, printed = divisional_zones(country, state)
    if printed.holds and printed.text("captured") == unit.airborne:
        title = f"{row.text('title')}, which {printed.text('captured_by')}"
        return SupplySource(AIRBORNE_TRACE, frozenset(), title, printed.cite)
    if told is None:
        work.need("state.drop_zones: the hex of its division's Glider & Divisional Troops DZ/LZ")
        return None
    division = unit.airborne or ""
    poles = row.text("poles")
    own = [hex_ for name, hex_ in told.items() if division in (poles, division_named(name) or name)]
    if not own:
        work.need(f"state.drop_zones.{division}: its Glider & Divisional Troops DZ/LZ")
        return None
    title = "a Glider & Divisional Troops DZ/LZ" if division == poles else row.text("title")
    return SupplySource(AIRBORNE_TRACE, frozenset(country.id(one) for one in own), title, row.cite)


def divisional_zones(country: MapFile, state: Position) -> tuple[Mapping[str, str] | None, Section]:
    """By division the hex of its Glider & Divisional Troops DZ/LZ, as the position has it, else as
    its scenario prints it (then with that row); None where neither tells it.
    """
    row = book("supply")["zones"]
    if state.drop_zones is not None:
        return state.drop_zones, row.get("")
    printed = row.get(state.scenario or "")
    if not printed.holds:
        return None, printed
    areas = {area.id: area for area in country.areas}
    told = {
        division: country.number(areas[printed.text(division)].hexes[0])
        for division in DIVISIONS
        if printed.text(division)
    }
    return told, printed


@dataclass(frozen=True, slots=True)
class Tracing:
    """The ground of a trace.

    ``shut`` are hexes it may not enter: enemy units, enemy Zones of Control that nothing negates.
    ``wired`` are places it may not cross: Prepared Bridges, for the Allies. ``ferries`` are the
    pairs of hexes that Ferries join.
    """

    country: Country
    shut: Collection[int]
    wired: Collection[int] = ()
    ferries: Collection[tuple[int, int]] = ()
    anywhere: bool = False

    def by_series(self, a: int) -> Iterable[int]:
        """The hexes a trace of the series' kind goes on to: where movement is not prohibited."""
        country = self.country
        beside = country.beside(a)
        if not self.anywhere and a in country.ground.shores:
            beside = tuple(
                b
                for place, b in country.map.exits(a)
                if b in beside and (not country.sea_line(place) or self.crossed(place))
            )
        if not self.ferries:
            return beside
        return (*beside, *(end for start, end in self.ferries if start == a))

    def crossed(self, place: int) -> bool:
        """Whether a bridge that the trace may use stands over a Sea Line."""
        return self.country.bridged(place) and place not in self.wired

    def by_road(self, a: int) -> Iterable[int]:
        """The hexes XXX Corps' trace goes on to: along a road, over no Light or Prepared Bridge."""
        for place, b in self.country.map.exits(a):
            if not self.country.road_along(place):
                continue
            light = place not in self.country.built and LIGHT in self.country.sides(place)
            shut = light or place in self.wired or not self.country.bridged(place)
            if not (self.country.sea_line(place) and shut):
                yield b


def series_path(tracing: Tracing, start: int, ends: Collection[int]) -> list[int]:
    """The shortest trace of the series' kind, empty if there is none."""
    before, found = spread((start,), tracing.by_series, tracing.shut, goals=ends)
    return [] if found is None else back(before, found)


def corps_path(
    tracing: Tracing, start: int, ends: Collection[int], most: int
) -> tuple[list[int], list[int]]:
    """The trace of XXX Corps: the hexes to a road, and from there along roads; empty if none.

    To the road any terrain will do, prohibited too.
    """
    open_ = [end for end in ends if end not in tracing.shut]
    roads, _ = spread(open_, tracing.by_road, tracing.shut)
    before, found = spread((start,), tracing.country.map.around, tracing.shut, most, roads)
    if found is None:
        return [], []
    return back(before, found), back(roads, found)[::-1]


# What is asked.

TRACES = ("zoc_supply", "zoc_water")
SET, STAYS, OFF, NONE = "set", "stays", "off", "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceAsked(AboutState):
    """The parameters of ``supply.trace``."""

    unit: Unit = the_unit(summary="the unit, with its hex; or its id or name in the state")
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
    source = source_of(context, country_map, unit, state, guess, work)
    nowhere = source is not None and not source.hexes  # wherever the enemy is
    if state.units is None and not nowhere:
        work.need("state.units: where enemy units and their Zones of Control are")
    if source is None or unit.hex is None or work.needs:
        return work.receipt()
    start, board, drawn = country_map.id(unit.hex), asked.board, country_map.drawn_by()
    if start in board.outside:
        return work.lacking(f"unit.hex: a hex in play; {unit.hex} is outside the playing area")
    tracing = tracing_of(board, asked, start, guess, source)
    work.say(f"it traces to {source.title}", source.rule, source.basis)
    path: list[int] = []
    if not source.hexes:
        work.say("it has no source of supply", source.rule)
    elif source.kind == CORPS_TRACE:
        most = book("supply")["corps"].number("hexes")
        free, road = corps_path(tracing, start, source.hexes, most)
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
        path = series_path(tracing, start, source.hexes)
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
    board: Situation, asked: TraceAsked, start: int, guess: Guess, source: SupplySource
) -> Tracing:
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
    zones = zoned_by(board, country, ENEMY[side], (), readings, guess)
    negated = friends if readings["zoc_supply"] == "yes" else {start}
    wired = wired_of(board, side, "", guess)
    anywhere = False
    if state.ferries is None and source.kind != CORPS_TRACE:
        need = "Ferries, which carry supply, too; none if it is empty"
        anywhere = guess(None, "state.ferries", need, good=True)
    ends = [(one.start, one.end) for one in board.ferries if one.serves(side)]
    return Tracing(country, frozenset(enemies | (zones - negated)), wired, ends, anywhere)


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
                said = f"{asked.division} links up with XXX Corps"
                return work.receipt("decided", said, linked=True)
        why = f"no supplied XXX Corps unit is within {most} hexes of {asked.division}"
        work.say(why, rules.cite)
        return work.receipt("decided", f"{asked.division} does not link up", linked=False)

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
