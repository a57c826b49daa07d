"""Who wins a scenario (INS 4.0, 5.5–5.8). What hangs on supply is traced where it is not told."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Iterator,
    Mapping,
)
from dataclasses import dataclass, replace

from clubroute.rules.answer.first_line import ground_named
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import (
    ALLIED,
    GERMAN,
    HEX_NUMBER,
    SIDE,
    YES,
)
from clubroute.rules.book.rulebook import Section
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.kit.search import spread
from clubroute.rules.position.record import by_name, list_of, said
from clubroute.rules.scs.asked import AboutState
from clubroute.rules.scs.games import (
    Readings,
    answers,
    book,
    the_options,
)
from clubroute.rules.scs.movement.costs import SEA_LINE
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.position.position import LAST_TURN, TURN
from clubroute.rules.scs.situation.situation import Situation
from clubroute.rules.scs.supply.questions import TRACES, TraceAsked, supply_trace

MOST_HELD = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreQuestion(AboutState):
    """The parameters of ``victory.score``."""

    arnhem: bool | None = said(
        YES,
        "4.0: whether an Airborne unit in Arnhem traces as XXX Corps over the Neder Rijn now; if"
        " absent it is traced",
    )
    held: Mapping[str, str] | None = said(
        by_name(SIDE, MOST_HELD, lambda text, path: str(HEX_NUMBER.read(text, path))),
        "by hex, the side that controls it",
    )
    north: bool | None = said(YES, "5.5: whether an Allied unit is left north of the Rhine")
    uden_cut: tuple[int, ...] | None = said(
        list_of(TURN, LAST_TURN),
        "5.8: every turn at whose end the Allies cannot supply Uden; the last is traced if absent",
    )
    options: Readings = the_options("levels_5_8", *TRACES)


@answers(
    "victory.score",
    *("decided", "undetermined"),
    winner={"type": "string"},
    level={"type": "string", "description": "of 5.8: decisive, marginal or minor"},
)
def victory_score(context: Context, asked: ScoreQuestion) -> Receipt:
    """Who wins a scenario at its end, by what decides it."""
    work, rows = Working(), book("victory").rows("scenarios")
    scenario, turn = asked.state.scenario, asked.state.now.number if asked.state.now else None
    if scenario is None:
        return work.lacking("state.scenario: which scenario is played: 5.1 to 5.8")
    if scenario not in rows:
        return work.lacking(f"how scenario {scenario} is won, which the rulebook does not give")
    last = book("turns")["scenarios"][scenario].number("last")
    asked = with_position(context, asked, work, rows[scenario])
    early = rows[scenario].text("early")
    at_once = bool(early) and getattr(asked, early) is False
    if turn is None and not at_once:
        work.need(f"state.turn.number: whether turn {last}, the last, is over")
    elif turn is not None and turn < last and not at_once:
        work.need(f"the rest of the game: turn {turn} is not the last, turn {last}")
    ways: Mapping[str, Callable[[Context, ScoreQuestion, Working, Section], Receipt]]
    ways = {"bridge": by_bridge, "levels": by_levels}
    return ways.get(rows[scenario].text("by"), by_fact)(context, asked, work, rows[scenario])


def with_position(
    context: Context, asked: ScoreQuestion, work: Working, rule: Section
) -> ScoreQuestion:
    """The question with what the position shows: whose units alone are in a hex control it, and
    whether an Allied unit is north of the Rhine.
    """
    board, held = asked.board, dict(asked.held or {})
    goals = [one for many in rule.get("objectives").values.values() for one in many]
    for one in [rule.text("hex")] * bool(rule.text("hex")) + goals:
        side = None if one in held else board.controls(one)
        if side is not None:
            held[one] = side
            work.say(f"only {side} units are in {one}", rule.cite, hex_=one)
    asked = replace(asked, held=held)
    bank = book("victory")[rule.text("by")].text("bank") if rule.text("early") else ""
    if asked.north is not None or not bank:
        return asked
    return replace(asked, north=on_bank(board, bank, work, rule))


def on_bank(board: Situation, start: str, work: Working, rule: Section) -> bool | None:
    """Whether an Allied unit is on the bank a hex is on, within the playing area; None if the
    position does not say.
    """
    if board.state.units is None:
        return None

    def beside(a: int) -> Iterator[int]:
        for place, b in board.map.exits(a):
            if SEA_LINE not in board.map.features(place):
                yield b

    hexes = spread((board.map.id(start),), beside, board.outside)[0]
    allied = [one for one in board.state.units if one.side in (ALLIED, None)]
    there = [one for one in allied if one.hex is not None and board.map.id(one.hex) in hexes]
    sure = next((one for one in there if one.side == ALLIED), None)
    rests = board.map.drawn_by()
    if sure is not None:
        work.say(f"{sure.call} is in {sure.hex}", rule.cite, rests, sure.hex or "")
        return True
    if there or any(one.hex is None for one in allied):
        return None
    work.say("no Allied unit of the position is north of the Rhine", rule.cite, rests)
    return False


def won(work: Working, by: str, why: str, rule: str, level: str | None = None) -> Receipt:
    """The answer that a side wins."""
    work.say(why, rule)
    if work.needs:
        return work.receipt()
    return work.receipt("decided", winner=by, level=level, summary=f"{by} victory: {why}")


def by_fact(context: Context, asked: ScoreQuestion, work: Working, rule: Section) -> Receipt:
    """What one fact decides: the trace to Arnhem (4.0), the north of the Rhine (5.5).

    For 5.7 the rulebook prints no conditions.
    """
    told = book("victory")[rule.text("by")]
    if told.text("none"):
        work.say(told.text("none"), rule.cite)
        return work.lacking(told.text("need"))
    held: bool | None = getattr(asked, told.text("fact"))
    if held is None and rule.text("city"):
        held = arnhem(context, asked, work, rule)
    if held is None:
        return work.lacking(told.text("need"))
    side = ALLIED if held else GERMAN
    return won(work, side, told.text(side), rule.cite)


def arnhem(context: Context, asked: ScoreQuestion, work: Working, rule: Section) -> bool | None:
    """Trace the supply of the Airborne units in the city; None where the position is silent."""
    country, state = asked.country, asked.state
    if state.units is None:
        return None
    city = city_of(country, country.id(rule.text("city")))
    rests = country.drawn_by(city)
    where = f"the city of Arnhem is {len(city)} hexes of {ground_named(rests)}"
    work.say(where, rule.cite, rests)
    unknown = False
    for unit in state.units:
        here = unit.hex is None or country.id(unit.hex) in city
        apart = unit.division is not None and unit.airborne is None
        linked = None if unit.airborne is None else state.link_up(unit.airborne)
        if not here or unit.side == GERMAN or apart or unit.corps or linked is False:
            continue
        told = None
        if unit.hex and unit.side and unit.airborne and linked:
            one = TraceAsked(
                country=country,
                unit=unit,
                state=state,
                readings=asked.options,
                board=asked.board,
            )
            told = supply_trace(context, one)
            gist = told.summary or f"{unit.call}: {told.gist}"
            work.say(gist, rule.cite, country.drawn_by(), unit.hex)
            if told.verdict == "open":
                return True
        unknown = unknown or told is None or told.verdict != "closed"
    return None if unknown else False


def city_of(country: MapFile, start: int) -> Collection[int]:
    """The built-up hexes around a hex, on its side of the Sea Lines."""

    def beside(a: int) -> Iterator[int]:
        for place, b in country.exits(a):
            dry = SEA_LINE not in country.features(place)
            if dry and country.terrain_of(b) == country.terrain_of(start):
                yield b

    return spread((start,), beside)[0]


def by_bridge(context: Context, asked: ScoreQuestion, work: Working, rule: Section) -> Receipt:
    """5.6: who controls the northern end of the Arnhem Road Bridge."""
    end = rule.text("hex")
    side = (asked.held or {}).get(end)
    if side is None:
        return work.lacking(f"held.{end}: who controls the northern part of the Arnhem Road Bridge")
    return won(work, side, f"{side} units control {end}", rule.cite)


def by_levels(context: Context, asked: ScoreQuestion, work: Working, rule: Section) -> Receipt:
    """5.8: decisive, marginal, minor, in the order the readings say; else the Allies."""
    found = {"decisive": decisive(asked, rule), **cut(context, asked, rule)}
    if asked.options["levels_5_8"] == "minor_first":
        found = {level: found[level] for level in ("decisive", "minor", "marginal")}
    for level, (holds, why) in found.items():
        if holds is None:
            return work.lacking(why)
        if holds:
            return won(work, GERMAN, f"{level}: {why}", rule.cite, level)
    return won(work, ALLIED, "the Germans have reached no level of victory", rule.cite)


def decisive(asked: ScoreQuestion, rule: Section) -> tuple[bool | None, str]:
    """Whether the Germans control every objective; why, or what is not known."""
    held, goals = asked.held or {}, rule.get("objectives").values
    names = {one: name for name, hexes in goals.items() for one in hexes}
    missing = [f"{one} ({name})" for one, name in names.items() if one not in held]
    if any(held.get(one) == ALLIED for one in names):
        return False, ""
    if missing:
        return None, f"held: who controls {', '.join(missing)}"
    return True, "the Germans control both bridges, Uden and Schijndel"


def cut(
    context: Context, asked: ScoreQuestion, rule: Section
) -> dict[str, tuple[bool | None, str]]:
    """Whether Uden is cut at the end, and at the ends of enough turns in a row."""
    need = "uden_cut: the turns at whose end the Allies cannot trace supply to Uden"
    row, last = rule.number("turns"), book("turns")["scenarios"]["5.8"].number("last")
    turns = set(asked.uden_cut or ())
    if asked.uden_cut is None:
        supplied = Unit(name="Uden", side=ALLIED, hex=rule.text("supplied"), corps=True)
        one = TraceAsked(
            country=asked.country,
            unit=supplied,
            state=asked.state,
            readings=asked.options,
            board=asked.board,
        )
        traced = supply_trace(context, one)
        now, long = {"open": False, "closed": True}.get(traced.verdict), None
        need += f"; {traced.needs[0]}" if traced.needs else ""
    else:
        now, long = last in turns, any(set(range(one, one + row)) <= turns for one in turns)
    in_a_row = f"Uden was cut off at the ends of {row} turns in a row"
    return {
        "marginal": (now, need if now is None else "Uden is cut off from supply at the end"),
        "minor": (long, need if long is None else in_a_row),
    }
