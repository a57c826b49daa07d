"""Turns of a campaign: their order, and turns so many later (WED 1.1, TDC 1.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.rules.gts.games import MAPS, book
from clubroute.rules.gts.kinds import (
    BRIDGE,
    COUNT,
    DATE,
    DROP,
    HEX,
    NAME,
    SIDE,
    WEATHER,
    YES,
    day_text,
)
from clubroute.rules.position.record import (
    Kind,
    given,
    list_of,
    needed,
    of,
    read_record,
    record,
    said,
    word,
)

TIMES: tuple[str, ...] = book("turns", MAPS[0])["day"].words("times")
"""The turns of a day, in order."""
NIGHT = TIMES[-1]


@dataclass(frozen=True, slots=True, order=True)
class Turn:
    """A game turn: ``day`` counts days of the calendar, ``slot`` is the turn of the day from 0."""

    day: int
    slot: int

    @property
    def time(self) -> str:
        """0700 … 1900 or Night."""
        return TIMES[self.slot]

    @property
    def date(self) -> str:
        """As ``1944-09-18``."""
        return day_text(self.day)

    @property
    def number(self) -> int:
        """Turns counted on through the days."""
        return self.day * len(TIMES) + self.slot

    def later(self, turns: int) -> Turn:
        """The turn so many turns later (earlier if negative)."""
        return Turn(*divmod(self.number + turns, len(TIMES)))

    def record(self) -> dict[str, str]:
        """As JSON."""
        return {"date": self.date, "time": self.time}

    def __str__(self) -> str:
        return f"{self.date} {self.time}"


def slot_of(value: str, path: str) -> int:
    """The turn of the day from ``0900``, ``09:00`` or ``Night``. :raises InputError: no such."""
    told = value.replace(":", "")
    text = told.capitalize() if told.isalpha() else told.zfill(4)
    if text not in TIMES:
        where = Where("params", part=path)
        expected = one_of(TIMES)
        raise InputError(where, repr(value), expected, nearest_name(text, TIMES))
    return TIMES.index(text)


TIME = of({"type": "string", "maxLength": 10}, slot_of)
"""A turn of the day; its place among :data:`TIMES` once read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    """The present turn of a position, as far as it is said."""

    day: int | None = said(DATE, "the day, as 1944-09-18", name="date")
    slot: int | None = said(TIME, "0700 to 1900, or Night", name="time")
    weather: str | None = said(WEATHER, "the weather of the turn")

    @property
    def turn(self) -> Turn | None:
        """The turn, None unless day and time are said."""
        return None if self.day is None or self.slot is None else Turn(self.day, self.slot)

    @property
    def time(self) -> str | None:
        """0700 … 1900 or Night, None if it is not said."""
        return None if self.slot is None else TIMES[self.slot]

    @property
    def date(self) -> str | None:
        """The day as ``1944-09-18``, None if it is not said."""
        return None if self.day is None else day_text(self.day)

    @property
    def stamp(self) -> str:
        """As ``YYYY-MM-DD HHMM``, which sorts; "" if the day is not said, 2100 for Night."""
        if self.date is None:
            return ""
        return f"{self.date} {'2100' if self.time == NIGHT else self.time or '0000'}"

    def record(self) -> dict[str, str]:
        """As JSON."""
        told = {"date": self.date, "time": self.time, "weather": self.weather}
        return {name: value for name, value in told.items() if value is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    """A turn that must have both day and time; ``weather`` may be said and is not used."""

    day: int = needed(DATE, "the day, as 1944-09-18", name="date")
    slot: int = needed(TIME, "0700 to 1900, or Night", name="time")
    weather: str | None = said(WEATHER)


DATED = record(Dated)


def read_turn(value: Any, path: str) -> Turn:
    """Read a turn from ``{"date": "1944-09-18", "time": "0700"}``. :raises InputError:"""
    if isinstance(value, Turn):
        return value
    if not isinstance(value, Mapping):
        raise InputError(Where("params", part=path), repr(value), "a turn {date, time}")
    found = read_record(Dated, value, path)
    return Turn(found.day, found.slot)


TURN = Kind(DATED.schema, read_turn)
"""A turn, as ``{"date": "1944-09-18", "time": "0700"}``; ``Night`` follows 1900."""


def first_turn() -> Turn:
    """The campaign's first turn, 1500 on September 17."""
    told = book("turns", MAPS[0])["first"]
    return read_turn({"date": told.text("date"), "time": told.text("time")}, "first")


# The history of a position: records of what has happened so far, oldest first.
#
# A position alone cannot tell who was last to enter a hex, which side wired a bridge, or when a
# reinforcement was declared. The history of the game tells it.

EVENTS: Mapping[str, str] = {
    "entered": "a Unit of side entered hex",
    "controls": "a scenario says that side controls the bridge at hexside",
    "demolished": "side demolished the bridge at hexside",
    "declared_bridge": "the Allies declared Bridge Unit unit",
    "bailey_placed": "Bailey Bridge Unit unit was placed at hexside",
    "bulldozer_placed": "a Bulldozer was placed at hexside",
    "released": "formation (of division) was released from the Club Route queue; auto: it does "
    "not score; missed: it missed its hex",
    "dropped": "Drop number drop took place",
    "supply_drop": "supplies were dropped for division; interdicted says whether by an enemy",
    "sea_tail": "the Sea Tail of division arrived",
    "pontoon_failed": "an attempt to assemble the pontoon bridge failed",
    "assault_ferry": "the Allies created an assault ferry",
    "park_removed": "the park of that name was taken off the map",
    "step_loss": "a Unit of formation (or of kind) lost steps",
    "routed": "formation routed",
    "status": "Club Route was open or cut at a 1900 turn, as status says",
    "marker": "the Club Route Marker came to hex",
    "earned": "the German player earned attacked and closed markers in a turn",
    "guards_activation": "the Guards Division Activation was picked with steps_off Steps off Club "
    "Route, or steps_on_map Steps on the map once the Marker had left it",
    "guards_left": "the last Guards Unit left the map; command and dispatch are the points left",
    "emergency_call": "the Allies called for emergency reinforcements",
    "op_entered": "a German Unit entered the OP in hex",
    "corps_failed": "the flank corps of that name failed to advance from box",
    "corps_advanced": "the flank corps of that name advanced to box",
}
"""The kinds of records, and their meanings."""

MOST_EVENTS = 20000


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One record of the history. A field that is not said is None."""

    event: str = needed(word(*EVENTS), "what happened")
    turn: Turn | None = said(TURN, "when")
    side: str | None = said(SIDE)
    unit: str | None = said(NAME)
    hex: str | None = said(HEX, "a hex or a place")
    hexside: str | None = said(BRIDGE, "a hexside or a bridge's name")
    division: str | None = said(NAME)
    formation: str | None = said(NAME)
    kind: str | None = said(NAME, "the kind of Unit")
    steps: int | None = said(COUNT)
    auto: bool | None = said(YES)
    missed: bool | None = said(YES)
    drop: int | None = said(DROP)
    interdicted: bool | None = said(YES)
    park: str | None = said(NAME)
    status: str | None = said(word("open", "cut"))
    attacked: int | None = said(COUNT)
    closed: int | None = said(COUNT)
    steps_off: int | None = said(COUNT)
    steps_on_map: int | None = said(COUNT)
    command: int | None = said(COUNT)
    dispatch: int | None = said(COUNT)
    corps: str | None = said(word("VIII", "XII"))
    box: str | None = said(NAME)

    def told(self) -> dict[str, Any]:
        """Return its fields besides ``event`` and ``turn`` that are said, by name."""
        return {name: one for name, one in given(self).items() if name not in ("event", "turn")}


RECORDS = list_of(record(Event), MOST_EVENTS)


def read_history(value: Any, path: str) -> tuple[Event, ...]:
    """Read records, oldest first. :raises InputError: turns that go backwards."""
    history: tuple[Event, ...] = RECORDS.read(value, path)
    now: Turn | None = None
    for index, event in enumerate(history):
        if event.turn is not None and now is not None and event.turn < now:
            where = Where("params", part=f"{path}[{index}].turn")
            raise InputError(where, f"{event.turn} after {now}", "the order of turns")
        now = event.turn or now
    return history


HISTORY = Kind(RECORDS.schema, read_history)
