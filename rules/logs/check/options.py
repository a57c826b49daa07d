"""Declares what the judges of several series may be told."""

from __future__ import annotations

from clubroute.rules.logs.check.judge import Option

PLAY_FROM = Option(
    "play_from",
    {"type": "integer", "minimum": 0},
    "the step play begins with, for a log without activation chits",
    None,
    "--play-from",
    "The step play begins with.",
    one_log=True,
)
DICE_ELSEWHERE = Option(
    "dice_elsewhere",
    {"type": "boolean"},
    "whether dice were rolled that the log does not show; false if absent",
    False,
    "--dice-elsewhere",
    "Dice were rolled outside VASSAL.",
)
