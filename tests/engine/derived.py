"""Predicts the global properties no command sets: those of turn trackers and decks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from clubroute.builder.vassal.archive import ModuleArchive
from clubroute.builder.vassal.atoms import TurnState
from clubroute.builder.vassal.buildfile import Element, decode
from clubroute.rules.logs.game import Game, PropertyKey
from clubroute.rules.logs.grids.hexgrid import formatted

MODULE = "Module"
MOST_LEVELS = 15
"""Levels a turn's text can name (``$level1$`` to ``$level15$``)."""


@dataclass(frozen=True, slots=True)
class TurnLevel:
    """A level of a turn tracker: the property it sets, its values (None: it counts from
    ``start``), how it is written, and the levels within it."""

    property: str
    values: tuple[str, ...] | None
    start: int
    format: str
    inner: tuple[TurnLevel, ...]


@dataclass(frozen=True, slots=True)
class Tracker:
    """A turn tracker as the build file has it."""

    name: str
    format: str
    levels: tuple[TurnLevel, ...]

    def properties(self, turn: TurnState, played: bool) -> dict[str, str]:
        """The module's properties with the tracker in a state. ``played``: a step has set it since
        the game was restored; before that VASSAL leaves its text empty."""
        found: dict[str, str] = {}
        told = []
        states = decode(turn.levels, "|")
        for number, level in enumerate(self.levels):
            names = read_level(level, states[number] if number < len(states) else "", found)
            if number == whole(turn.level, 0):
                told = names
        values = {f"level{n + 1}": told[n] if n < len(told) else "" for n in range(MOST_LEVELS)}
        found[f"{self.name}_command"] = "Set"
        found[f"{self.name}_value"] = formatted(self.format, values) if played else ""
        return found


def read_level(level: TurnLevel, state: str, found: dict[str, str]) -> list[str]:
    """Add a level's properties to those found, and its inner levels'; the texts of those that are
    in play, outermost first."""
    fields = decode(state, ";")
    current = whole(fields[0], level.start)
    inside = [
        read_level(inner, fields[4 + n] if 4 + n < len(fields) else "", found)
        for n, inner in enumerate(level.inner)
    ]
    if level.values is None:
        value = str(current)
    else:
        value = level.values[current] if 0 <= current < len(level.values) else ""
    found[level.property] = value
    active = whole(fields[1], 0) if len(fields) > 1 else 0
    below = inside[active] if 0 <= active < len(inside) else []
    return [formatted(level.format, {"value": value}), *below]


def whole(text: str, otherwise: int) -> int:
    """A whole number as VASSAL reads one from a state."""
    try:
        return int(text) if text.isascii() and len(text) < 12 else otherwise
    except ValueError:
        return otherwise


def read_trackers(module: ModuleArchive) -> dict[str, Tracker]:
    """The turn trackers of a module by id (``TurnTracker0``)."""
    trackers = (e for e in module.build_file().walk() if e.tag.endswith(".TurnTracker"))
    return {
        f"TurnTracker{number}": Tracker(
            one.get("name"), one.get("turnFormat"), tuple(levels_of(one))
        )
        for number, one in enumerate(trackers)
    }


def levels_of(parent: Element) -> Iterator[TurnLevel]:
    """The levels directly within a tracker or level."""
    for child in parent.children:
        listed = child.tag.endswith(".ListTurnLevel")
        if listed or child.tag.endswith(".CounterTurnLevel"):
            yield TurnLevel(
                child.get("property"),
                tuple(decode(child.get("list"), ",")) if listed else None,
                0 if listed else whole(child.get("start"), 1),
                child.get("turnFormat"),
                tuple(levels_of(child)),
            )


def derived_properties(
    game: Game, trackers: Mapping[str, Tracker], played: Collection[str] = ()
) -> dict[PropertyKey, str]:
    """Properties by container and name that VASSAL keeps itself: of every turn tracker its levels
    and its text, and of every deck how many pieces it holds (``<deck>_numPieces``). ``played``
    are the trackers that steps have set since the game was restored."""
    found: dict[PropertyKey, str] = {}
    for id_, turn in game.turns.items():
        if id_ in trackers:
            for name, value in trackers[id_].properties(turn, id_ in played).items():
                found[MODULE, name] = value
    for group in game.groups.values():
        if group.is_deck and group.map:
            found[group.map, f"{group.deck_name}_numPieces"] = str(len(group.pieces))
    return found
