"""Declares what the judges of several series may be told."""

from __future__ import annotations

from clubroute.rules.logs.check.judge import Option
from clubroute.rules.logs.check.throws import Throws

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
PILES = Option(
    "piles",
    {"type": "array", "items": {"type": "string", "maxLength": 20}, "maxItems": 99},
    "the hexes where eliminated units are piled: a unit there is off the map",
    None,
    "--pile",
    "A hex where eliminated units are piled (may be given again).",
)
ROUND = Option(
    "round",
    {"type": "string", "maxLength": 200},
    "what the rules of the round are called that the log is judged by; the report says so",
    None,
    "--round-title",
    "What the round's rules are called.",
)
THROWS = Option(
    "throws",
    {"type": "array", "items": {"type": "string", "maxLength": 80}, "maxItems": 20},
    "who throws which die, each DIE: WHO (a side, a player, active, other, anybody; nobody for a "
    "die that settles no combat): what somebody else throws is told, and settles nothing",
    None,
    "--throws",
    "Who throws which die, as d10: active (may be given again).",
    check=Throws.of,
)
