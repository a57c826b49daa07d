"""The 1900 turn gone through: what applies today, what the state decides, what to ask.

The lists are those the module shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.sources.turn_lists import (
    TurnList,
    TurnLists,
    TurnStep,
    read_turn_lists,
)
from clubroute.rules.answer.answers import TEXTS
from clubroute.rules.answer.model import Receipt, mp
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import ChosenReadings, reading
from clubroute.rules.gts.asked import played_in, the_options, the_state
from clubroute.rules.gts.games import (
    MAPS,
    answers,
    book,
    source_file,
)
from clubroute.rules.gts.kinds import (
    DATE,
    MP,
    NAME,
    day,
    one_scenario,
)
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.bridges import Bridge
from clubroute.rules.gts.position.markers import OFF_MAP, ClubRoute
from clubroute.rules.gts.position.turns import (
    TURN,
    Event,
    Turn,
    slot_of,
)
from clubroute.rules.owner.catalogue import table_spec
from clubroute.rules.owner.tables import owner_table
from clubroute.rules.position.record import parts_of, said, value_at

# The 1900 turn as text: what a state says of a step, and an answer as lines for people.

FEW = 4
"""A list with more values than this is told by their number."""


def recorded(event: Event) -> str:
    """A record as text: ``status: status open``."""
    words = listed(event.told().items())
    return f"{event.event}: {words}" if words else event.event


def shown(value: Any) -> str:
    """A value of a position in few words."""
    if isinstance(value, Bridge) and value == Bridge(words=value.words):
        return shown(value.words or ())
    if isinstance(value, Mapping):
        return listed(value.items()) or "none"
    if is_dataclass(value) and not isinstance(value, type):
        parts = ((part, getattr(value, part.attribute)) for part in parts_of(type(value)).values())
        named = [(p.name, mp(one) if p.kind is MP else one) for p, one in parts if one is not None]
        return listed(named) or "none"
    if isinstance(value, tuple):
        return (
            f"{len(value)} of them" if len(value) > FEW else " ".join(map(shown, value)) or "none"
        )
    return str(value)


def listed(values: Iterable[tuple[str, Any]]) -> str:
    """Named values as text, sorted by name: ``hex 61.141, side Allied``."""
    return ", ".join(f"{name} {shown(one)}" for name, one in sorted(values, key=lambda v: v[0]))


def lines(answer: Mapping[str, Any]) -> list[str]:
    """An answer as lines for people."""
    found = [f"{answer['title']}: {answer['summary'].removeprefix(answer['title'] + ': ')}"]
    found += answer.get("remarks", ())
    found += [f"note: {note}" for note in answer.get("notes", ())]
    for row in answer["list"]:
        number = f"{row['number']:>2}." if "number" in row else "  -"
        state = {"no": " [not today]", "unknown": " [perhaps]"}.get(row.get("applies", ""), "")
        state = " [done]" if row.get("done") else state
        found.append(f"{number} {row['title']}{state} ({row['cite']})")
        if row.get("applies") == "no":
            found.append(f"      {row['why']}")
            continue
        found.append(f"      {row['text']}")
        found += [f"      {row['why']}"] if "why" in row else []
        found += [f"      known: {text}" for text in row.get("decided", ())]
        if row.get("missing"):
            found.append(f"      missing: {', '.join(row['missing'])}")
        if row.get("ask"):
            found.append(f"      ask: {', '.join(row['ask'])}")
    return found


STEP: Mapping[str, Any] = {
    "type": "object",
    "description": "number, id, title, text, cite, applies (yes, no, unknown), why, records "
    "(of the history, that say it has been done), done, decided, ask (methods), missing",
}
LISTED: Mapping[str, Any] = {
    "title": NAME.schema(),
    "scenario": NAME.schema(),
    "remarks": TEXTS,
    "list": {"type": "array", "items": STEP},
}


@dataclass(frozen=True, slots=True)
class TurnReadings(ChosenReadings):
    """Readings where the text leaves something open about the turn."""

    first_day: str = reading(
        series="the steps 1 and 3 that the set-up leaves out on the first day are those of the "
        "series' sequence of play, not of this list",
        this_list="the steps 1 and 3 that the set-up leaves out on the first day are those of "
        "this list",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecklistQuestion:
    """The parameters of ``turn.checklist``."""

    scenario: str | None = said(
        one_scenario(),
        "campaign, combined, WED-3, WED-4 or tdc; else state.scenario, else campaign",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningQuestion(ChecklistQuestion):
    """The parameters of ``turn.1900``."""

    day: int | None = said(DATE, "the day; else that of state.turn", name="date")
    state: Position = the_state()
    readings: TurnReadings = the_options(TurnReadings)


@cache
def lists_at(path: Path, stamp: int) -> TurnLists:
    """The lists of a file, read once for each of its versions (``stamp``)."""
    return read_turn_lists(path)


def turn_lists(context: Context) -> TurnLists:
    """The lists of the project around the context, else of the one these rules came with.

    :raises InputError: neither has them, or they cannot be read.
    """
    name = book("turns", MAPS[0])["lists"].text("file")
    path = source_file(name, context.folder.parent)
    return lists_at(path, path.stat().st_mtime_ns)


def list_for(lists: TurnLists, scenario: str) -> TurnList:
    """The list of a game or scenario. :raises InputError: it has no such turn."""
    for one in lists.lists:
        if one.id == scenario:
            return one
    names = ", ".join(one.id for one in lists.lists)
    where = Where("params", part="scenario")
    raise InputError(where, repr(scenario), f"one with a {lists.time} turn: {names}")


@dataclass(frozen=True, slots=True)
class Evening:
    """The turn a question is about: ``turn`` is the day's 1900 turn."""

    context: Context
    position: Position
    turn: Turn

    def recorded(self, step: TurnStep) -> list[Event]:
        """The records of this turn that say a step has been done."""
        return [e for e in self.position.events(*step.done) if e.turn == self.turn]


@answers("turn.1900", "decided", text=lines, turn=TURN.schema(), **LISTED)
def go_through(context: Context, asked: EveningQuestion) -> Receipt:
    """The 1900 turn step by step: what applies today, what is decided, what to ask, what is
    missing."""
    lists = turn_lists(context)
    one = list_for(lists, played_in(asked.scenario, asked.state) or "campaign")
    evening = Evening(context, asked.state, turn_in(lists, asked))
    turn, readings, work = evening.turn, asked.readings, Working()
    first, last = (day(text, "list") for text in (one.first, one.last))
    if not first <= turn.day <= last:
        where = Where("params", part="date")
        expected = f"a day from {one.first} to {one.last} ({one.title})"
        raise InputError(where, turn.date, expected)
    rows = []
    first_day = one.first_day if turn.date == one.first else ()
    if first_day:
        work.note(readings.chosen("first_day"))
    left_out = first_day if readings.first_day == "this_list" else ()
    for number, step in zip(one.numbers, one.steps, strict=True):
        row = judged(evening, number, step, step.id in left_out)
        rows.append(row)
        say(work, row)
    now = asked.state.turn
    if now is not None and now != turn:
        work.note(f"the state is of {now}; the list is for {turn}")
    return work.receipt(
        "decided",
        f"{one.title}, {turn}",
        title=lists.title,
        scenario=one.id,
        turn=turn.record(),
        remarks=[one.note] if one.note else None,
        list=rows,
    )


def turn_in(lists: TurnLists, asked: EveningQuestion) -> Turn:
    """The turn asked about, on the day told, else the state's. :raises InputError: neither."""
    slot = slot_of(lists.time, "time")
    if asked.day is not None:
        return Turn(asked.day, slot)
    if asked.state.turn is None:
        raise InputError(Where("params", part="date"), "nothing", "a date, or state.turn")
    return Turn(asked.state.turn.day, slot)


def printed(number: str, step: TurnStep) -> dict[str, str]:
    """A step as its list has it."""
    return {
        "number": number,
        "id": step.id,
        "title": step.title,
        "text": step.text,
        "cite": step.cite,
    }


def judged(evening: Evening, number: str, step: TurnStep, left_out: bool = False) -> dict[str, Any]:
    """One step today, as JSON; what is empty is left out."""
    applies, why = (False, "left out on the first day") if left_out else applying(evening, step)
    row: dict[str, Any] = {
        **printed(number, step),
        "applies": {True: "yes", False: "no", None: "unknown"}[applies],
        "why": why,
    }
    if applies is not False:
        known, missing = told_of(evening, step)
        records = evening.recorded(step)
        row["records"] = list(step.done)
        row["done"] = True if records else None
        row["decided"] = [recorded(event) for event in records] + known
        row["ask"] = list(step.methods)
        row["missing"] = missing
    return {name: value for name, value in row.items() if value not in ("", [], None)}


def say(work: Working, row: Mapping[str, Any]) -> None:
    """A step as a line of the receipt."""
    number = f"{row['number']}. " if "number" in row else ""
    state = {"no": " (not today)", "unknown": " (perhaps)"}.get(row["applies"], "")
    state = " (done)" if row.get("done") else state
    why = f": {row['why']}" if "why" in row else ""
    work.say(f"{number}{row['title']}{state}{why}", row["cite"])
    for missing in row.get("missing", ()):
        work.leave(missing)


def applying(evening: Evening, step: TurnStep) -> tuple[bool | None, str]:
    """Whether a step is due today (None if that is not known), and why not."""
    if step.on and evening.turn.date not in step.on:
        return False, f"only on {', '.join(step.on)}"
    if evening.turn.date in step.not_on:
        return False, f"not on {evening.turn.date}"
    if not step.when:
        return True, ""
    holds = CONDITIONS[step.when](evening.position.club_route)
    words = WORDS[step.when]
    if holds is None:
        return None, f"if {words}: the state does not say"
    return (True, "") if holds else (False, f"only if {words}")


def on_map(route: ClubRoute | None) -> bool | None:
    """Whether the Club Route Marker is still to advance, None if it is not said."""
    gone = off_map(route)
    return None if gone is None else not gone


def off_map(route: ClubRoute | None) -> bool | None:
    """Whether the Club Route Marker has left the map, None if it is not said."""
    if route is None or (route.marker is None and route.removed is None):
        return None
    return bool(route.removed) or route.marker == OFF_MAP


def declared(route: ClubRoute | None) -> bool | None:
    """Whether the Club Route is declared, None if it is not said."""
    return None if route is None or route.route is None else bool(route.route)


CONDITIONS = {"marker_on_map": on_map, "marker_off_map": off_map, "route_declared": declared}
WORDS: Mapping[str, str] = {
    "marker_on_map": "the Club Route Marker is on the map",
    "marker_off_map": "the Club Route Marker has left the map",
    "route_declared": "Club Route has been declared",
}


def told_of(evening: Evening, step: TurnStep) -> tuple[list[str], list[str]]:
    """List the facts of the state that decide a step, and those that are missing."""
    known: list[str] = []
    missing: list[str] = []
    for path in step.state:
        value = value_at(evening.position, path)
        if value is None:
            missing.append(f"state.{path}")
        else:
            known.append(f"{path}: {shown(value)}")
    for name in step.owner:
        if owner_table(evening.context, name) is None:
            missing.append(f"owner/{table_spec(name).file}")
    return known, missing


@answers("turn.checklist", "decided", text=lines, **LISTED)
def checklist(context: Context, asked: ChecklistQuestion) -> Receipt:
    """The ordered list of the 1900 turn of a game or scenario, whatever the day."""
    lists = turn_lists(context)
    one = list_for(lists, asked.scenario or "campaign")
    work, rows = Working(), []
    for number, step in zip(one.numbers, one.steps, strict=True):
        row: dict[str, Any] = {
            **printed(number, step),
            "on": list(step.on),
            "not_on": list(step.not_on),
            "when": WORDS.get(step.when, ""),
            "ask": list(step.methods),
        }
        rows.append({name: value for name, value in row.items() if value not in ("", [])})
        work.say(f"{number}. {step.title}" if number else step.title, step.cite)
    return work.receipt(
        "decided",
        f"{lists.title}: {one.title}",
        title=lists.title,
        scenario=one.id,
        remarks=[one.note] if one.note else None,
        list=rows,
    )
