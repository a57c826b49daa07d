"""Opening a position once, so that questions can refer to it by a handle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.methods import STATE, Method, Param
from clubroute.rules.states import MAX_STATES, STATE_SCHEMA


def open_state(context: Context, params: Mapping[str, Any]) -> Any:
    """Keep a state and give its handle."""
    state = params[STATE]
    return {STATE: context.states.open(state), "units": len(state.get("units", ()))}


def close_state(context: Context, params: Mapping[str, Any]) -> Any:
    """Give a state up."""
    return {"closed": context.states.close(params[STATE])}


METHODS = (
    Method(
        name="state.open",
        summary="Keep a position; questions may then give its handle in place of it. The same "
        f"position has the same handle. {MAX_STATES} positions stay open; the longest unused "
        "one makes room.",
        params=(Param(STATE, STATE_SCHEMA, "a position", required=True),),
        result={
            "type": "object",
            "properties": {
                "state": {"type": "string", "description": "the handle"},
                "units": {"type": "integer", "description": "how many units it holds"},
            },
        },
        cites=(),
        answer=open_state,
    ),
    Method(
        name="state.close",
        summary="Close a position as often as it was opened.",
        params=(Param(STATE, {"type": "string", "maxLength": 100}, "the handle", required=True),),
        result={
            "type": "object",
            "properties": {
                "closed": {"type": "boolean", "description": "false if opened more often"}
            },
        },
        cites=(),
        answer=close_state,
    ),
)
