"""The methods that a program inside VASSAL asks: ``adviser.drag``, ``menu`` and ``show``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from clubroute.rules.adviser.asking import Table
from clubroute.rules.adviser.drag import dragged
from clubroute.rules.adviser.menu import MENU, QUESTIONS, Picked, menu_of
from clubroute.rules.adviser.places import TEXT, Place
from clubroute.rules.adviser.show import SHOWN, shown
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import method
from clubroute.rules.position.record import needed, plain, record, said, word
from clubroute.rules.saves.live import live_game

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
    piece: str = needed(TEXT, PIECE)
    to: Place | None = said(record(Place), "where it is dragged; if absent, its last drag")


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuQuestion:
    """The parameters of ``adviser.menu``."""

    game: str = needed(TEXT, GAME)
    piece: str | None = said(TEXT, PIECE)
    start: Place | None = said(record(Place), "a hex", name="from")
    to: Place | None = said(record(Place), "another hex")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowQuestion(MenuQuestion):
    """The parameters of ``adviser.show``."""

    ask: str = needed(word(*QUESTIONS), "the question, one of adviser.menu's")
    publish: bool = said(YES, "also a line for all players, with a ruling's id", default=False)


@contextmanager
def table(context: Context, handle: str) -> Iterator[Table]:
    """A live game, while nobody plays on. :raises GoneError: it is not here."""
    live = live_game(context, handle, "game")
    with live.lock:
        yield Table(context, live)


@method("adviser.drag", answers=DRAGGED)
def adviser_drag(context: Context, asked: DragQuestion) -> Any:
    """A unit dragged into a hex of a live game, in one line: what it costs and whether it may."""
    with table(context, asked.game) as at:
        return dragged(at, asked.piece, asked.to)


@method("adviser.menu", answers=MENU)
def adviser_menu(context: Context, asked: MenuQuestion) -> Any:
    """Which questions make sense about a unit of a live game, a hex, or two hexes."""
    with table(context, asked.game) as at:
        return menu_of(at, picked(at, asked))


@method("adviser.show", answers=SHOWN)
def adviser_show(context: Context, asked: ShowQuestion) -> Any:
    """The answer to a question of the menu: lines to read, and what to draw on VASSAL's map."""
    with table(context, asked.game) as at:
        return shown(at, asked.ask, picked(at, asked), asked.publish)


def picked(at: Table, asked: MenuQuestion) -> Picked:
    """What a player has picked: a unit, hexes."""
    unit = at.unit(asked.piece)
    start = at.hex(asked.start) or (unit.hex if unit is not None else None)
    return Picked(asked.piece or "", unit, start, at.hex(asked.to))
