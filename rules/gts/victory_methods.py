"""The methods about victory: ``victory.*``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign import tally, victory
from clubroute.rules.gts.campaign.declarations import STATE_PARAM
from clubroute.rules.gts.params import COUNT, DATE, INTEGER, YES, answer_of, options_param
from clubroute.rules.methods import Method, Param

SCENARIOS = ("WED-1", "WED-2", "WED-3", "WED-4", "campaign", "combined", "tdc")
WINNER: Mapping[str, Any] = {"enum": ["Allied", "German", "draw", victory.UNDEFINED]}
BY_SIDE: Mapping[str, Any] = {"type": "object", "additionalProperties": INTEGER}
COUNTED = tuple(dict.fromkeys(name for table in tally.COUNTERS.values() for name in table))
SCORE_EXTRA: Mapping[str, Mapping[str, Any]] = {
    "winner": WINNER,
    "score": INTEGER,
    "allied": INTEGER,
    "german": INTEGER,
    "at_least_known": INTEGER,
    "margin": BY_SIDE,
    "totals": BY_SIDE,
    "immediate": YES,
    "lines": {"type": "object", "description": "by line: side, count, points"},
    "wed": {"type": "object", "description": "combined: the answer for Where Eagles Dare"},
}


def answer_score(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``victory.score``."""
    return victory.score(context, params, tally.Readings.asked(params))


def answer_activation(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``victory.activation``."""
    return victory.activation(context, params, tally.Readings.asked(params))


OPTIONS_PARAM = options_param(tally.Readings)

METHODS = (
    Method(
        "victory.score",
        "Victory Points line by line, and who wins at the end of a scenario or of a day.",
        (
            Param("scenario", {"type": "string", "enum": list(SCENARIOS)}, "what is played", True),
            Param("date", DATE, "campaign: the day whose Night turn has ended; else state.turn"),
            Param(
                "game",
                {"type": "string", "enum": ["wed", "mg"]},
                "campaign: mg in the two games joined",
            ),
            STATE_PARAM,
            Param(
                "counts",
                {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": dict.fromkeys(COUNTED, COUNT),
                },
                "counts of lines, which come before what the state tells",
            ),
            Param("bridge_destroyed", YES, "scenarios 2 and 3: whether the bridge is destroyed"),
            Param(
                "tdc",
                {"type": "string", "enum": ["major", "minor", "draw", "german"]},
                "combined: how The Devil's Cauldron ended for the Allies",
            ),
            OPTIONS_PARAM,
        ),
        answer_of("decided", "undetermined", **SCORE_EXTRA),
        (
            "WED scenario 1",
            "WED scenario 2",
            "WED scenario 3",
            "WED scenario 4",
            "WED campaign",
            "WED 4.3.1",
            "WED MG 6.0",
            "WED MG 11.0",
        ),
        answer_score,
    ),
    Method(
        "victory.activation",
        "What a Guards Division Activation scores for the German player: Steps off Club Route.",
        (
            Param("map", {"type": "string", "enum": ["wed", "mg"]}, "the map: wed or mg", True),
            STATE_PARAM,
            OPTIONS_PARAM,
        ),
        answer_of("decided", "undetermined", steps_off=INTEGER, steps_on_map=INTEGER),
        ("WED campaign", "WED S7.3.0", "WED MG 6.0"),
        answer_activation,
    ),
)
"""What this module answers."""
