"""The turn tracker: days, and in each day the turns by their time."""

from __future__ import annotations

from clubroute.builder.module.game import GameSource
from clubroute.builder.module.parts import MODULE
from clubroute.builder.vassal.atoms import TurnState
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.keys import ALT, key
from clubroute.builder.vassal.sequence import encode

TRACKER_ID = "TurnTracker0"


def turn_tracker(game: GameSource) -> Element:
    """The tracker in the toolbar."""
    return element(
        f"{MODULE}.turn.TurnTracker",
        {
            "buttonText": "Turn",
            "hotkey": "",
            "icon": "",
            "length": -1,
            "lengthStyle": "Maximum",
            "name": "Turns",
            "nexthotkey": key("T", ALT),
            "prevhotkey": "",
            "reportFormat": "Turn: $newTurn$ (was $oldTurn$)",
            "tooltip": "Turns",
            "turnFormat": "$level1$ $level2$",
        },
        level("Day", "day", game.days, level("Turn", "time", game.times)),
    )


def level(name: str, prop: str, values: tuple[str, ...], *inner: Element) -> Element:
    """One list of the tracker, and the list that runs through inside each of its values."""
    return element(
        f"{MODULE}.turn.ListTurnLevel",
        {
            "configFirst": False,
            "configList": False,
            "list": encode(values, ","),
            "name": name,
            "prompt": "",
            "property": prop,
            "turnFormat": "$value$",
        },
        *inner,
    )


def turn_state(game: GameSource, day: str, time: str) -> TurnState:
    """The tracker standing at a turn. :raises ValueError: for a day or time it has not."""
    inner = list_state(game.times, game.times.index(time))
    return TurnState(TRACKER_ID, "0", list_state(game.days, game.days.index(day), inner))


def list_state(values: tuple[str, ...], current: int, *inner: str) -> str:
    """State of a list level: current, running inner level, first, which values are in use."""
    active = encode(["true"] * len(values), ",")
    return encode([str(current), "0", "0", active, *inner], ";")
