"""Options a judge of this series takes: facts that players know and a log does not tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubroute.rules.logs.check.judge import Option, Told
from clubroute.rules.logs.check.options import DICE_ELSEWHERE, PILES, PLAY_FROM, ROUND

SLIPS = ("turn", "chit", "never")
OPTIONS = (
    Option(
        "stacking",
        {"type": "integer", "minimum": 1, "maximum": 99},
        "how many Units of a side a hex holds; stacking is not judged if absent",
        None,
        "--stacking",
        "Units of a side a hex may hold.",
    ),
    Option(
        "second_actions",
        {"type": "boolean"},
        "whether a Unit may have a Second Action the log does not show; true if absent",
        True,
        "--no-second-actions",
        "No Unit has a Second Action.",
    ),
    Option(
        "announced",
        {"type": "string", "maxLength": 200},
        "the words that announce a Second Action in the chat, | between several: one that nobody "
        "announced under its chit is none; if absent they need not be announced",
        None,
        "--announced",
        "Words of chat that announce a Second Action.",
    ),
    Option(
        "slips",
        {"type": "string", "enum": list(SLIPS)},
        "until when a slip may be put right: turn (any chit of the turn; the default), chit (the "
        "next chit), never (only under its own)",
        "turn",
        "--slips",
        "Until when slips are put right [turn].",
    ),
    ROUND,
    PLAY_FROM,
    DICE_ELSEWHERE,
    PILES,
    Option(
        "retreat",
        {"type": "integer", "minimum": 1, "maximum": 20},
        "how many hexes a retreat goes at most; 4 if absent (a reading: the series rules say it)",
        4,
        "--retreat",
        "Hexes a retreat goes at most [4].",
    ),
)


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Says how a log is judged.

    ``own``: the module is one of ours, which shows the map the rules have. ``second_actions``: a
    Unit may have a Second Action the log does not show. ``stacking`` is how many Units of a side a
    hex holds, None if it is not said. ``play_from``: from this step on it is play, chit or no chit.
    ``dice_elsewhere``: dice were rolled outside VASSAL, so that the log does not tell combat.
    ``piles`` are the hexes where eliminated Units are piled. ``retreat``: hexes that a retreat goes
    at most. ``announced`` are the words that announce a Second Action, None if they need not be;
    ``slips`` says until when a slip may be put right, ``round`` what the round's rules are called.
    """

    own: bool = True
    second_actions: bool = True
    stacking: int | None = None
    play_from: int | None = None
    dice_elsewhere: bool = False
    piles: Sequence[str] | None = None
    retreat: int = 4
    announced: str | None = None
    slips: str = "turn"
    round: str | None = None


def options_told(told: Told, own: bool) -> CheckOptions:
    """Take what was told of the options of this series, and leave the rest."""
    names = {option.name for option in OPTIONS}
    return CheckOptions(own, **{name: told[name] for name in told if name in names})
