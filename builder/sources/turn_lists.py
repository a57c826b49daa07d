"""The ordered lists of a turn's steps: ``counters/<game>/turn_1900.toml``.

One source for the module's window and for the rules assistant's checklist.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from clubroute.builder.sources.toml_table import TomlTable, read_toml_table

FILE = "turn_1900.toml"
CONDITIONS = ("marker_on_map", "marker_off_map", "route_declared")
"""What may stand in ``when``: whether the Club Route Marker is on the map, has left it to the
north, or (The Devil's Cauldron) the Club Route has been declared."""

LIST_KEYS = ("id", "title", "note", "first", "last", "cite", "steps", "first_day")
STEP_KEYS = (
    "id",
    "title",
    "text",
    "cite",
    "reminder",
    "on",
    "not_on",
    "when",
    "state",
    "owner",
    "done",
    "methods",
)


@dataclass(frozen=True, slots=True)
class TurnStep:
    """A step. ``on`` (all days if empty) and ``not_on`` are days; ``when`` is one of
    :data:`CONDITIONS` or "".

    ``state`` are paths in a state that decide it, ``owner`` the tables it needs, ``done`` the
    history's records that say it has been done, ``methods`` the questions to ask. A ``reminder`` is
    not in the rulebook's own list.
    """

    id: str
    title: str
    text: str
    cite: str
    reminder: bool
    on: tuple[str, ...]
    not_on: tuple[str, ...]
    when: str
    state: tuple[str, ...]
    owner: tuple[str, ...]
    done: tuple[str, ...]
    methods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnList:
    """The steps of a game's or scenario's turn.

    ``first`` and ``last`` are days as 1944-09-17.
    ``first_day`` are the steps that one reading of the set-up leaves out on the first day.
    """

    id: str
    title: str
    note: str
    first: str
    last: str
    cite: str
    steps: tuple[TurnStep, ...]
    first_day: tuple[str, ...] = ()

    @property
    def numbers(self) -> tuple[str, ...]:
        """The number of each step, "" for reminders: "1", "", "2" …"""
        labels: list[str] = []
        count = 0
        for step in self.steps:
            count += not step.reminder
            labels.append("" if step.reminder else str(count))
        return tuple(labels)


@dataclass(frozen=True, slots=True)
class TurnLists:
    """All lists of a file. ``time`` is the turn they are for."""

    title: str
    time: str
    cite: str
    lists: tuple[TurnList, ...]


def read_turn_lists(path: Path) -> TurnLists:
    """Read the lists of a ``turn_1900.toml``.

    :raises InputError: an unreadable source, a missing or unknown key, a step that is not there or
        stands twice, no day.
    """
    top = read_toml_table(path)
    top.only(("title", "time", "cite", "lists", "steps"))
    steps: dict[str, TurnStep] = {}
    for table in top.repeats("steps"):
        step = read_step(table)
        if step.id in steps:
            raise table.error("id", f"{step.id!r} twice", "each step once")
        steps[step.id] = step
    tables = top.repeats("lists")
    lists = tuple(read_list(table, steps) for table in tables)
    if not lists:
        raise top.error("lists", "no lists", "at least one [[lists]]")
    for index, one in enumerate(lists):
        if one.id in [other.id for other in lists[:index]]:
            raise tables[index].error("id", f"{one.id!r} twice", "each list once")
    return TurnLists(
        title=top.value("title", str),
        time=top.value("time", str),
        cite=top.value("cite", str),
        lists=lists,
    )


def read_list(table: TomlTable, steps: Mapping[str, TurnStep]) -> TurnList:
    """Read one list. :raises InputError: naming the key."""
    table.only(LIST_KEYS)
    ids = table.texts("steps")
    for index, id_ in enumerate(ids):
        table.checked("steps", id_, steps)
        if id_ in ids[:index]:
            raise table.error("steps", f"{id_!r} twice", "each step once")
    if not ids:
        raise table.error("steps", "no steps", "at least one")
    first_day = table.texts("first_day")
    for id_ in first_day:
        table.checked("first_day", id_, ids)
    return TurnList(
        id=table.value("id", str),
        title=table.value("title", str),
        note=table.value("note", str),
        first=day(table, "first", table.value("first", str)),
        last=day(table, "last", table.value("last", str)),
        cite=table.value("cite", str),
        steps=tuple(steps[id_] for id_ in ids),
        first_day=first_day,
    )


def read_step(table: TomlTable) -> TurnStep:
    """Read one step. :raises InputError: naming the key."""
    table.only(STEP_KEYS)
    return TurnStep(
        id=table.value("id", str),
        title=table.value("title", str),
        text=table.value("text", str),
        cite=table.value("cite", str),
        reminder=table.flag("reminder"),
        on=tuple(day(table, "on", text) for text in table.texts("on")),
        not_on=tuple(day(table, "not_on", text) for text in table.texts("not_on")),
        when=table.optional_choice("when", CONDITIONS) or "",
        state=table.texts("state"),
        owner=table.texts("owner"),
        done=table.texts("done"),
        methods=table.texts("methods"),
    )


def day(table: TomlTable, key: str, text: str) -> str:
    """Return a day as 1944-09-17. :raises InputError: no such day."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise table.error(key, repr(text), "a day as 1944-09-17") from None
