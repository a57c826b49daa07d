"""The methods about the ordered lists of a turn: ``turn.*``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign import turn_lists
from clubroute.rules.gts.campaign.declarations import STATE_PARAM
from clubroute.rules.gts.campaign.turns import TURN_SCHEMA
from clubroute.rules.gts.params import NAME, TEXTS, answer_of, options_param
from clubroute.rules.methods import Method, Param

SCENARIO_PARAM = Param(
    "scenario", NAME, "campaign, combined, WED-3, WED-4 or tdc; campaign if absent"
)
STEP: Mapping[str, Any] = {
    "type": "object",
    "description": "number, id, title, text, cite, applies (yes, no, unknown), why, done, "
    "decided, ask (methods), missing",
}
EXTRA: Mapping[str, Mapping[str, Any]] = {
    "title": NAME,
    "scenario": NAME,
    "remarks": TEXTS,
    "list": {"type": "array", "items": STEP},
}


def answer_1900(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``turn.1900``."""
    readings = turn_lists.Readings.asked(params)
    return turn_lists.go_through(context, params, readings)


METHODS = (
    Method(
        "turn.1900",
        "The 1900 turn step by step: what applies today, what is decided, what to ask, what is "
        "missing.",
        (
            SCENARIO_PARAM,
            Param("date", {"type": "string", "maxLength": 10}, "the day; else that of state.turn"),
            STATE_PARAM,
            options_param(turn_lists.Readings),
        ),
        answer_of("decided", turn=TURN_SCHEMA, **EXTRA),
        ("WED The 1900 Turn", "WED 4.2", "WED 4.3.1", "WED 5.1", "WED 5.2"),
        answer_1900,
        turn_lists.lines,
    ),
    Method(
        "turn.checklist",
        "The ordered list of the 1900 turn of a game or scenario, whatever the day.",
        (SCENARIO_PARAM,),
        answer_of("decided", **EXTRA),
        ("WED The 1900 Turn",),
        turn_lists.checklist,
        turn_lists.lines,
    ),
)
"""What this module answers."""
