"""Whether one log goes on where another ended."""

from __future__ import annotations

from enum import Enum

from clubroute.rules.logs.game import Game, start
from clubroute.rules.logs.position import compared, position_of
from clubroute.rules.logs.read import Log
from clubroute.rules.logs.replay import final
from clubroute.rules.logs.stacking import PLAIN_STACKING, Stacking

SHOWN = 20


class Continuation(Enum):
    """How a later log follows an earlier one.

    ``AFTER``: it begins where the earlier one ended. ``REPLAYED``: it begins where the earlier
    one began and repeats its steps first, as VASSAL records when a log is stepped through while
    another is kept. ``NOT``: neither.
    """

    AFTER = "after"
    REPLAYED = "replayed"
    NOT = "not"


def continuation(earlier: Log, later: Log, stacking: Stacking = PLAIN_STACKING) -> Continuation:
    """How ``later`` follows ``earlier``. Positions are compared, not file names or dates."""
    begun = position_of(start(later, stacking)).digest
    if begun == position_of(final(earlier, stacking)).digest:
        return Continuation.AFTER
    if begun == position_of(start(earlier, stacking)).digest and repeats(earlier, later):
        return Continuation.REPLAYED
    return Continuation.NOT


def repeats(earlier: Log, later: Log) -> bool:
    """Whether the steps of ``later`` begin with those of ``earlier`` that can be replayed."""
    first = [step.commands for step in earlier.steps if step.commands]
    again = [step.commands for step in later.steps if step.commands][: len(first)]
    return bool(first) and first == again


def differences(before: Game, after: Game, limit: int = SHOWN) -> tuple[str, ...]:
    """What differs between two games: pieces by id, decks, properties and turn trackers that are
    not the same, at most ``limit``."""
    found = compared(position_of(before), position_of(after))
    pieces = sorted((*found.elsewhere, *found.otherwise, *found.unmatched))
    return (*(f"piece {id_}" for id_ in pieces), *found.rest)[:limit]
