"""What a program inside VASSAL asks, and what it is answered: the forms of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.rules.position.record import list_of, needed, plain, record, said, word

ASKS = ("reach", "cost", "sees", "sight", "command", "route", "turn")
"""The questions of the menu, in its order."""
TEXT = plain({"type": "string", "maxLength": 200})
PIXEL = plain({"type": "integer", "minimum": -1_000_000, "maximum": 1_000_000})


@dataclass(frozen=True, slots=True, kw_only=True)
class MapPlace:
    """A place as VASSAL has it: a map window's name and pixel, or the name of a location."""

    map: str | None = said(TEXT, "the name of the map window")
    x: int | None = said(PIXEL, "pixels of the map at full size, from the left")
    y: int | None = said(PIXEL, "from the top")
    location: str | None = said(TEXT, "VASSAL's name of the place, as Map.locationName gives it")


MENU: Mapping[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "ask": {"type": "string", "description": "for adviser.show"},
            "label": {"type": "string"},
            "to": {"type": "boolean", "description": "it needs another hex, to be picked first"},
        },
    },
}
SHOWN: Mapping[str, Any] = {
    "type": "object",
    "required": ["line", "text", "marks", "ways"],
    "properties": {
        "line": {"type": "string", "description": "the answer in a line"},
        "text": {"type": "array", "items": {"type": "string"}, "description": "its working"},
        "marks": {
            "type": "array",
            "description": "hexes to mark: x, y (px of the map window), text, kind (reach, clear, "
            "unknown, blocking, end)",
            "items": {"type": "object"},
        },
        "ways": {
            "type": "array",
            "description": "lines to draw: kind (way, clear, blocked, unknown, route), points as "
            "[x, y]",
            "items": {"type": "object"},
        },
        "map": {"type": "string", "description": "the map window"},
        "publish": {"type": "string", "description": "the line for the other players"},
    },
}
GAME = "the handle of the live game (state.open, vassal)"
PIECE = "the unit: VASSAL's id of its piece"
YES = plain({"type": "boolean"})
DRAGGED: Mapping[str, Any] = {
    "type": "object",
    "required": ["line", "verdict"],
    "properties": {
        "line": {
            "type": "string",
            "description": "what to show, at most 80 letters; empty where there is nothing to say",
        },
        "verdict": {
            "type": "string",
            "description": "legal, possible, unchecked or illegal, as clubroute check has it of "
            "the whole activation; set-up, or none",
        },
        "from": {"type": "string"},
        "to": {"type": "string"},
        "chit": {"type": "string", "description": "the chit in play"},
        "cost": {"type": "number", "description": "MP of this drag"},
        "spent": {"type": "number", "description": "MP of the activation at least, with it"},
        "allowance": {"type": "number"},
        "rules": {"type": "array", "items": {"type": "string"}},
        "way": {"type": "array", "items": {"type": "string"}, "description": "the cheapest way"},
        "why": {"type": "string"},
        "unknown": {"type": "array", "items": {"type": "string"}},
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DragQuestion:
    """The parameters of ``adviser.drag``."""

    game: str = needed(TEXT, GAME)
    piece: str | None = said(TEXT, PIECE)
    pieces: tuple[str, ...] = said(
        list_of(TEXT, 100), "in place of piece, all that is dragged: told of its one side's first"
    )
    to: MapPlace | None = said(record(MapPlace), "where it is dragged; if absent, its last drag")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameQuestion:
    """The parameters of ``adviser.room`` and ``adviser.ready``."""

    game: str = needed(TEXT, GAME)


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuQuestion:
    """The parameters of ``adviser.menu``."""

    game: str = needed(TEXT, GAME)
    piece: str | None = said(TEXT, PIECE)
    start: MapPlace | None = said(record(MapPlace), "a hex", name="from")
    to: MapPlace | None = said(record(MapPlace), "another hex")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowQuestion(MenuQuestion):
    """The parameters of ``adviser.show``."""

    ask: str = needed(word(*ASKS), "the question, one of adviser.menu's")
    publish: bool = said(YES, "also a line for all players, with a ruling's id", default=False)


ROOM: Mapping[str, Any] = {
    "type": "object",
    "properties": {"address": {"type": "string", "description": "to be opened in a browser"}},
}
READY: Mapping[str, Any] = {
    "type": "object",
    "properties": {"units": {"type": "integer", "description": "sorts of units asked about"}},
}
