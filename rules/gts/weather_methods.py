"""The methods about weather: ``weather.*``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.gts.campaign import weather
from clubroute.rules.gts.campaign.declarations import DIE_PARAM, GAME_PARAM, OUTCOMES
from clubroute.rules.gts.params import DATE, DIE, answer_of
from clubroute.rules.methods import Method, Param

KINDS = ("clear", "overcast", "rain", "fog")
WEATHER: Mapping[str, Any] = {"type": "string", "enum": list(KINDS)}
FOG_NUMBER = Param("fog_number", DIE, "the number that clears the fog")
VERDICTS = ("legal", "illegal", "decided", "undetermined")

METHODS = (
    Method(
        "weather.day",
        "The weather of a day by the 0700 die, from the owner's Weather Table.",
        (GAME_PARAM, Param("date", DATE, "the day, as 1944-09-18", True), DIE_PARAM),
        answer_of(*VERDICTS, weather=WEATHER, fog_number={"type": "integer"}, outcomes=OUTCOMES),
        ("WED 1.2", "TDC 1.2"),
        weather.of_the_day,
    ),
    Method(
        "weather.fog",
        "Whether fog clears on the 0900 or 1100 turn.",
        (
            GAME_PARAM,
            Param("time", {"type": "string", "maxLength": 10}, "0900 or 1100", True),
            FOG_NUMBER,
            DIE_PARAM,
        ),
        answer_of(*VERDICTS, weather=WEATHER, outcomes=OUTCOMES),
        ("WED 1.2", "TDC 1.2"),
        weather.fog,
    ),
    Method(
        "weather.course",
        "The weather of every turn of a day, from that of 0700 and the dice for fog.",
        (
            GAME_PARAM,
            Param("weather", WEATHER, "the weather at 0700", True),
            FOG_NUMBER,
            Param(
                "rolls",
                {
                    "type": "object",
                    "properties": {"0900": DIE, "1100": DIE},
                    "additionalProperties": False,
                },
                "the dice for fog, by turn",
            ),
        ),
        answer_of(
            "decided",
            "undetermined",
            turns={"type": "object", "description": "weather by turn of the day"},
            cleared={"type": "string", "description": "the turn on which fog cleared"},
        ),
        ("WED 1.2", "TDC 1.2"),
        weather.course,
    ),
)
"""What this module answers."""
