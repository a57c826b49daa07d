"""What a turn tracker's state means: the names its levels have in the module's build file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from clubroute.builder.vassal.archive import ModuleArchive
from clubroute.builder.vassal.atoms import TurnState
from clubroute.builder.vassal.buildfile import Element
from clubroute.builder.vassal.sequence import decode
from clubroute.rules.gts.position.turns import Now
from clubroute.rules.position.record import read_record

MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
TURN = re.compile(r"(?P<month>[A-Za-z]+) (?P<day>\d{1,2}),? (?P<time>\d{4}|Night)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TurnNames:
    """The trackers of a module by id: per level the names of its values, outermost first."""

    trackers: Mapping[str, tuple[tuple[str, ...], ...]]

    def text(self, turn: TurnState) -> str:
        """Where a tracker stands, as ``September 17 0900``; "" where it cannot be told."""
        names = []
        state = turn.levels
        for values in self.trackers.get(turn.tracker, ()):
            fields = decode(state, ";")
            at = int(fields[0]) if fields[0].isdigit() and len(fields[0]) < 6 else -1
            if not 0 <= at < len(values):
                return ""
            names.append(values[at])
            state = fields[4] if len(fields) > 4 else ""
        return " ".join(names)


NO_TURNS = TurnNames({})


def read_turns(module: ModuleArchive) -> TurnNames:
    """The turn trackers of a module, as far as their levels are lists."""
    trackers = (e for e in module.build_file().walk() if e.tag.endswith(".TurnTracker"))
    found = {}
    for number, tracker in enumerate(trackers):
        levels = []
        level = next((c for c in tracker.children if c.tag.endswith("TurnLevel")), None)
        while level is not None and level.tag.endswith(".ListTurnLevel"):
            levels.append(tuple(decode(level.get("list"), ",")))
            level = inner(level)
        if level is None and levels:
            found[f"TurnTracker{number}"] = tuple(levels)
    return TurnNames(found)


def inner(level: Element) -> Element | None:
    """The level inside a level."""
    return next((child for child in level.children if child.tag.endswith("TurnLevel")), None)


@lru_cache(maxsize=256)
def turn_record(text: str, year: int | None) -> Mapping[str, str] | None:
    """A turn's text as the rules' methods take it, None if it does not read as a date and time."""
    match = TURN.fullmatch(text)
    if match is None or year is None or match["month"].lower() not in MONTHS:
        return None
    month = MONTHS.index(match["month"].lower()) + 1
    time = match["time"] if match["time"].isdigit() else "Night"
    return {"date": f"{year:04}-{month:02}-{int(match['day']):02}", "time": time}


def time_of(now: Mapping[str, str] | None) -> str:
    """A turn as limits are dated, ``1944-09-17 0900``."""
    return read_record(Now, now, "turn").stamp if now else ""
