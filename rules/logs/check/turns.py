"""What a turn tracker's state means: the names its levels have in the module's build file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clubroute.builder.vassal.archive import ModuleArchive
from clubroute.builder.vassal.atoms import TurnState
from clubroute.builder.vassal.buildfile import Element
from clubroute.builder.vassal.sequence import decode


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
