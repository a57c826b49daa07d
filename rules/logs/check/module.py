"""Reads what the check of a log asks of its module: name, version, maps, turn trackers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from clubroute.builder.counting import is_whole
from clubroute.builder.vassal.archive import ModuleArchive
from clubroute.builder.vassal.atoms import TurnState
from clubroute.builder.vassal.buildfile import Element, decode
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.grids.maps import ModuleMaps, read_maps

# Reads what a turn tracker's state means: the names its levels have in the build file.


@dataclass(frozen=True, slots=True)
class TurnNames:
    """Holds the trackers of a module by id: per level the names of its values, outermost first."""

    trackers: Mapping[str, tuple[tuple[str, ...], ...]]

    def text(self, turn: TurnState) -> str:
        """Tell where a tracker stands, as ``September 17 0900``; "" where it cannot be told."""
        names = []
        state = turn.levels
        for values in self.trackers.get(turn.tracker, ()):
            fields = decode(state, ";")
            at = int(fields[0]) if is_whole(fields[0]) and len(fields[0]) < 6 else -1
            if not 0 <= at < len(values):
                return ""
            names.append(values[at])
            state = fields[4] if len(fields) > 4 else ""
        return " ".join(names)


def read_turns(module: ModuleArchive) -> TurnNames:
    """Read the turn trackers of a module, as far as their levels are lists."""
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
    """Find the level inside a level."""
    return next((child for child in level.children if child.tag.endswith("TurnLevel")), None)


@dataclass(frozen=True, slots=True)
class Module:
    """A module, read for checking."""

    name: str
    version: str
    maps: ModuleMaps
    turns: TurnNames
    properties: Mapping[str, str] = field(default_factory=dict)

    def turn_of(self, game: Game) -> str:
        """Tell where the game's turn trackers stand, as ``September 17 0900``; "" if none tells.

        A module of the Grand Tactical Series has the day and the time in properties of the game.
        """
        texts = (self.turns.text(turn) for _, turn in sorted(game.turns.items()))
        told = [self.value_of(game, name) for name in CLOCK]
        return next((text for text in texts if text), " ".join(told) if all(told) else "")

    def value_of(self, game: Game, name: str) -> str:
        """The value of a global property, "" if the module has none of that name."""
        value = game.property_value(name)
        return self.properties.get(name, "") if value is None else value


CLOCK, WEATHER = ("Date", "Time"), "Weather"
"""The global properties that tell a turn in modules of that series: Sep 17, 1300, Clear."""
MOST_PROPERTIES = 1000


def module_of(archive: ModuleArchive) -> Module:
    """Read a module for checking. :raises InputError: its build file cannot be read."""
    root = archive.build_file()
    told = [one for one in root.walk() if one.tag.endswith(".GlobalProperty")]
    properties = {one.get("name"): one.get("initialValue") for one in told[:MOST_PROPERTIES]}
    name, version = root.get("name"), root.get("version")
    return Module(name, version, read_maps(archive), read_turns(archive), properties)
