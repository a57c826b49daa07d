"""The methods about command: ``command.*``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign import command
from clubroute.rules.gts.campaign.declarations import GAME_PARAM, STATE_PARAM, UNIT
from clubroute.rules.gts.maps import map_of
from clubroute.rules.gts.params import (
    INTEGER,
    MAP_PARAM,
    NAME,
    TEXTS,
    YES,
    answer_of,
    options_param,
)
from clubroute.rules.methods import Method, Param

DIVISION_PARAM = Param("division", NAME, "the Division", True)


def answer_check(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``command.check``."""
    readings = command.Readings.asked(params)
    return command.check(context, map_of(context, params["map"]), params, readings)


def answer_discount(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``command.discount``."""
    return command.discount(params)


def answer_night(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``command.night``."""
    return command.night(params)


def answer_payers(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``command.payers``."""
    return command.payers(params)


METHODS = (
    Method(
        "command.check",
        "Whether a Unit is In Command, by whom, what an Action costs in Command Points, and "
        "whether a Formation's chit makes it active. Leaders are the state's units of kind leader "
        "with command_range and telephone, or the owner's ratings.",
        (
            MAP_PARAM,
            Param("unit", UNIT, "the Unit: name, side, division, formation, hex", True),
            Param("chit", NAME, "the Formation whose chit was drawn"),
            Param("scenario", NAME, "the scenario, as WED-4"),
            STATE_PARAM,
            options_param(command.Readings),
        ),
        answer_of(
            "legal",
            "illegal",
            "undetermined",
            ways={"type": "array", "items": {"type": "object"}},
            points=INTEGER,
            active={"type": "boolean"},
        ),
        ("WED S6.5–S6.8", "WED MG 3.0", "TDC S4.6", "TDC S5.9", "TDC S5.12", "TDC S5.17–S5.18"),
        answer_check,
    ),
    Method(
        "command.discount",
        "Which chits come for nothing with Formation chits bought together.",
        (GAME_PARAM, DIVISION_PARAM, Param("chits", TEXTS, "the Formations whose chits", True)),
        answer_of("decided", free=TEXTS),
        ("WED S6.2", "TDC S5.2"),
        answer_discount,
    ),
    Method(
        "command.night",
        "Whether a Formation's chit may be bought for a night turn, or played as its first.",
        (
            GAME_PARAM,
            DIVISION_PARAM,
            Param(
                "time",
                {"type": "string", "maxLength": 10},
                "the turn it is for, or 1900 if it was drawn on it",
                True,
            ),
            Param("last_chit", YES, "whether it was drawn as the last chit of that 1900 turn"),
        ),
        answer_of("legal", "illegal"),
        ("WED S6.4", "TDC S5.4"),
        answer_night,
    ),
    Method(
        "command.payers",
        "Whose Command and Dispatch Points may be spent on a Formation.",
        (GAME_PARAM, DIVISION_PARAM, Param("formation", NAME, "the Formation", True)),
        answer_of("decided", payers=TEXTS),
        ("WED S6.10", "WED MG 2.3.1"),
        answer_payers,
    ),
)
"""What this module answers."""
