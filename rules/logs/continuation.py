"""Whether one log goes on where another ended."""

from __future__ import annotations

from enum import Enum

from clubroute.rules.logs.game import start
from clubroute.rules.logs.position import position_of
from clubroute.rules.logs.read import GameLog
from clubroute.rules.logs.replay import final
from clubroute.rules.logs.stacking import PLAIN_STACKING, Stacking


class Continuation(Enum):
    """How a later log follows an earlier one.

    ``AFTER``: it begins where the earlier one ended. ``REPLAYED``: it begins where the earlier
    one began and repeats its steps first, as VASSAL records when a log is stepped through while
    another is kept. ``NOT``: neither.
    """

    AFTER = "after"
    REPLAYED = "replayed"
    NOT = "not"


def continuation(
    earlier: GameLog, later: GameLog, stacking: Stacking = PLAIN_STACKING
) -> Continuation:
    """How ``later`` follows ``earlier``. Positions are compared, not file names or dates."""
    begun = position_of(start(later, stacking)).digest
    if begun == position_of(final(earlier, stacking)).digest:
        return Continuation.AFTER
    if begun == position_of(start(earlier, stacking)).digest and repeats(earlier, later):
        return Continuation.REPLAYED
    return Continuation.NOT


def repeats(earlier: GameLog, later: GameLog) -> bool:
    """Whether the steps of ``later`` begin with those of ``earlier`` that can be replayed."""
    first = [step.commands for step in earlier.steps if step.commands]
    again = [step.commands for step in later.steps if step.commands][: len(first)]
    return bool(first) and first == again
