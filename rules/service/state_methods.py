"""Opening a position once, so that questions can refer to it by a handle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import STATE, method
from clubroute.rules.asking.schema import check_value
from clubroute.rules.position.record import (
    Kind,
    needed,
    plain,
    record,
    said,
)
from clubroute.rules.saves.live import VassalText
from clubroute.rules.series import (
    Series,
    all_games,
    all_series,
    series_of,
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
