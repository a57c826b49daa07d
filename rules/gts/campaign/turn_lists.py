"""The 1900 turn gone through: what applies today, what the state decides, what to ask.

The lists are those the module shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import state_in
from clubroute.rules.gts.campaign.history import Event, history_of
from clubroute.rules.gts.campaign.turns import Turn, day_of, slot_of, turn_or_none
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.games import MAPS, book
from clubroute.rules.gts.sources import source_file
from clubroute.rules.owner.catalogue import table_spec
from clubroute.rules.owner.tables import owner_table
from clubroute.rules.readings import ChosenReadings, reading


@dataclass(frozen=True, slots=True)
class Readings(ChosenReadings):
    """How to read what the text leaves open about the turn."""

    first_day: str = reading(
        series="the steps 1 and 3 that the set-up leaves out on the first day are those of the "
        "series' sequence of play, not of this list",
        this_list="the steps 1 and 3 that the set-up leaves out on the first day are those of "
        "this list",
    )


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
class Day:
    """What a question tells of the turn: ``turn`` is the day's 1900 turn."""

    context: Context
    state: Mapping[str, Any]
    turn: Turn
    history: tuple[Event, ...]

    def recorded(self, step: TurnStep) -> list[Event]:
        """The records of this turn that say a step has been done."""
        return [e for e in self.history if e.event in step.done and e.turn == self.turn]


def go_through(context: Context, params: Mapping[str, Any], readings: Readings) -> Any:
    """Answer ``turn.1900``."""
    lists = turn_lists(context)
    one = list_for(lists, params.get("scenario", "campaign"))
    day = day_in(context, lists, params)
    work = Working()
    first, last = (day_of(text, "list") for text in (one.first, one.last))
    if not first <= day.turn.day <= last:
        where = Where("params", part="date")
        expected = f"a day from {one.first} to {one.last} ({one.title})"
        raise InputError(where, day.turn.date, expected)
    rows = []
    first_day = one.first_day if day.turn.date == one.first else ()
    if first_day:
        work.note(readings.chosen("first_day"))
    left_out = first_day if readings.first_day == "this_list" else ()
    for number, step in zip(one.numbers, one.steps, strict=True):
        row = judged(day, number, step, step.id in left_out)
        rows.append(row)
        say(work, row)
    now = turn_or_none(day.state.get("turn"), "state.turn")
    if now is not None and now != day.turn:
        work.note(f"the state is of {now}; the list is for {day.turn}")
    return work.record(
        "decided",
        f"{one.title}, {day.turn}",
        title=lists.title,
        scenario=one.id,
        turn=day.turn.record(),
        remarks=[one.note] if one.note else None,
        list=rows,
    )


def day_in(context: Context, lists: TurnLists, params: Mapping[str, Any]) -> Day:
    """The day asked about: the date told, else the state's. :raises InputError: neither."""
    state = state_in(params)
    now = turn_or_none(state.get("turn"), "state.turn")
    slot = slot_of({"time": lists.time}, "time")
    if "date" in params:
        turn = Turn(day_of(params["date"], "date"), slot)
    elif now is not None:
        turn = Turn(now.day, slot)
    else:
        raise InputError(Where("params", part="date"), "nothing", "a date, or state.turn")
    return Day(context, state, turn, history_of(state))


def printed(number: str, step: TurnStep) -> dict[str, str]:
    """A step as its list has it."""
    return {
        "number": number,
        "id": step.id,
        "title": step.title,
        "text": step.text,
        "cite": step.cite,
    }


def judged(day: Day, number: str, step: TurnStep, left_out: bool = False) -> dict[str, Any]:
    """One step today, as JSON; what is empty is left out."""
    applies, why = (False, "left out on the first day") if left_out else applying(day, step)
    row: dict[str, Any] = {
        **printed(number, step),
        "applies": {True: "yes", False: "no", None: "unknown"}[applies],
        "why": why,
    }
    if applies is not False:
        known, missing = told_of(day, step)
        row["done"] = True if day.recorded(step) else None
        row["decided"] = [recorded(event) for event in day.recorded(step)] + known
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


def applying(day: Day, step: TurnStep) -> tuple[bool | None, str]:
    """Whether a step is due today (None if that is not known), and why not."""
    if step.on and day.turn.date not in step.on:
        return False, f"only on {', '.join(step.on)}"
    if day.turn.date in step.not_on:
        return False, f"not on {day.turn.date}"
    if not step.when:
        return True, ""
    holds = CONDITIONS[step.when](day.state.get("club_route"))
    words = WORDS[step.when]
    if holds is None:
        return None, f"if {words}: the state does not say"
    return (True, "") if holds else (False, f"only if {words}")


Told = Mapping[str, Any] | None


def on_map(route: Told) -> bool | None:
    """Whether the Club Route Marker is still to advance, None if nobody says."""
    gone = off_map(route)
    return None if gone is None else not gone


def off_map(route: Told) -> bool | None:
    """Whether the Club Route Marker has left the map, None if nobody says."""
    if route is None or not ("marker" in route or "removed" in route):
        return None
    return bool(route.get("removed")) or route.get("marker") == "off_map"


def declared(route: Told) -> bool | None:
    """Whether the Club Route is declared, None if nobody says."""
    return None if route is None or "route" not in route else bool(route["route"])


CONDITIONS = {"marker_on_map": on_map, "marker_off_map": off_map, "route_declared": declared}
WORDS: Mapping[str, str] = {
    "marker_on_map": "the Club Route Marker is on the map",
    "marker_off_map": "the Club Route Marker has left the map",
    "route_declared": "Club Route has been declared",
}


def recorded(event: Event) -> str:
    """A record as a line: ``status: open``."""
    left = {k: v for k, v in event.values.items() if k not in ("event", "turn")}
    words = ", ".join(f"{name} {shown(value)}" for name, value in sorted(left.items()))
    return f"{event.event}: {words}" if words else event.event


def told_of(day: Day, step: TurnStep) -> tuple[list[str], list[str]]:
    """What the state tells of what decides a step, and what is missing."""
    known: list[str] = []
    missing: list[str] = []
    for path in step.state:
        value: Any = day.state
        for name in path.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        if value is None:
            missing.append(f"state.{path}")
        else:
            known.append(f"{path}: {shown(value)}")
    for name in step.owner:
        if owner_table(day.context, name) is None:
            missing.append(f"owner/{table_spec(name).file}")
    return known, missing


def shown(value: Any) -> str:
    """A value of the state in few words."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {shown(part)}" for name, part in sorted(value.items())) or "none"
    if isinstance(value, list):
        return f"{len(value)} of them" if len(value) > 4 else " ".join(map(shown, value)) or "none"
    return str(value)


def checklist(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``turn.checklist``: a list as it stands, whatever the day."""
    lists = turn_lists(context)
    one = list_for(lists, params.get("scenario", "campaign"))
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
    return work.record(
        "decided",
        f"{lists.title}: {one.title}",
        title=lists.title,
        scenario=one.id,
        remarks=[one.note] if one.note else None,
        list=rows,
    )


def lines(answer: Mapping[str, Any]) -> list[str]:
    """An answer as lines for people."""
    found = [f"{answer['title']}: {answer['summary']}"]
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
