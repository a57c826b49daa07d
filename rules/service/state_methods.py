"""Opening a position once, so that questions can refer to it by a handle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import STATE, method
from clubroute.rules.asking.schema import check_value
from clubroute.rules.position.record import Kind, needed, plain, record, said, word
from clubroute.rules.series import Series, all_games, all_series, series_of

# What a program inside VASSAL sends of its game.

Source: TypeAlias = Literal["live", "remote", "undo", "replay"]
"""Where commands come from: done here, sent by another player, taking a step back, or stepped
through in a log that was played before."""
SOURCES: tuple[Source, ...] = ("live", "remote", "undo", "replay")
TEXT = plain({"type": "string"})
SHORT = plain({"type": "string", "maxLength": 200})


@dataclass(frozen=True, slots=True, kw_only=True)
class VassalText:
    """A game as VASSAL writes it. One of ``text`` and ``packed`` is given."""

    text: str | None = said(
        TEXT,
        "commands as GameModule.encode writes them: a saved game's, or the visible pieces' alone; "
        "with game, what has happened since",
    )
    packed: str | None = said(
        TEXT, "the same text deflated (zlib), or a whole .vsav or .vlog, as base64"
    )
    module: str | None = said(SHORT, "the module's name, which the text does not say")
    version: str | None = said(SHORT, "VASSAL's version, as 3.7.14")
    scenario: str | None = said(SHORT, "what is played, where the game's notes do not say it")
    step: int | None = said(
        plain({"type": "integer", "minimum": 0}), "of a .vlog, the steps that are played"
    )
    game: str | None = said(SHORT, "the handle of the game that these commands go on from")
    after: str | None = said(
        SHORT,
        "of a whole game, the handle under which the program sent it before: what its judge knows "
        "beside the position, as the chit in play, holds on where the position is still the same",
    )
    number: int | None = said(
        plain({"type": "integer", "minimum": 1}),
        "with game, which of its texts this is, from 1; the last one sent again, as its answer was "
        "lost, is passed over, and one that is not the next is refused",
    )
    source: Source = said(
        word(*SOURCES),
        "with game, where the commands come from; live if absent. An undo takes its step back; "
        "what is stepped through in a log (replay) is played, and not judged",
        default="live",
    )


OPENED: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        STATE: {"type": "string", "description": "the handle"},
        "units": {"type": "integer", "description": "how many units it holds"},
        "map": {"type": "string", "description": "of what VASSAL sent: the rules' map"},
        "scenario": {"type": "string", "description": "of what VASSAL sent: what is played"},
        "game": {"type": "string", "description": "of VASSAL's text: where later commands go"},
        "notes": {
            "type": "array",
            "items": {"type": "object"},
            "description": "of what VASSAL sent: where its parts come from, and what nobody says",
        },
    },
}
CLOSED: Mapping[str, Any] = {
    "type": "object",
    "properties": {"closed": {"type": "boolean", "description": "false if opened more often"}},
}


def state_schema() -> Mapping[str, Any]:
    """The JSON Schema of a position, of the first series if there are several."""
    return all_series()[0].state_schema()


def map_schema() -> Mapping[str, Any]:
    """The JSON Schema of the name of a map of any series."""
    return {"type": "string", "enum": list(all_games())}


def read_map(value: Any, path: str) -> Series | None:
    """Take the series of a map."""
    # A game of one's own is a map, too, of which no schema knows.
    own = series_of({"map": value}) if isinstance(value, str) else None
    if own is None:
        check_value(value, map_schema(), path)
    return own


def read_object(value: Any, path: str) -> Mapping[str, Any]:
    """Take a position as it was sent: its handle is made from that, and opening it checks it."""
    check_value(value, {"type": "object"}, path)
    told: Mapping[str, Any] = value
    return told


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A position to keep."""

    state: Mapping[str, Any] | None = said(Kind(state_schema, read_object), "a position")
    series: Series | None = said(
        Kind(map_schema, read_map),
        "the map it is on, which decides whose rules read it; the first series if absent",
        name="map",
    )
    vassal: VassalText | None = said(
        record(VassalText), "in place of a position, a game as VASSAL writes it"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """A position to give up."""

    state: str = needed(plain({"type": "string", "maxLength": 100}), "the handle")


@method("state.open", answers=OPENED)
def open_state(context: Context, asked: Opening) -> Any:
    """Keep a position; questions may then give its handle in place of it. The same position has
    the same handle. Only 64 stay open; the longest unused makes room. VASSAL's own text is taken,
    too: its commands, whole or (with game) as they come, or a .vsav."""
    if asked.vassal is not None:
        from clubroute.rules.saves.live import opened  # few questions read VASSAL's files

        return opened(context, asked.vassal)
    if asked.state is None:
        raise InputError(Where("params", part=STATE), "nothing", "a position, or vassal")
    handle = context.states.open(asked.state, asked.series)
    return {
        STATE: handle,
        "units": len(getattr(context.states.position(handle), "units", None) or ()),
    }


@method("state.close", answers=CLOSED)
def close_state(context: Context, asked: Closing) -> Any:
    """Close a position as often as it was opened."""
    return {"closed": context.states.close(asked.state)}
