"""Tells of dice that were taken back, and of those rolled again: nobody can unsee them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from clubroute.rules.logs.replay import Moment

UNSEEN = "why it was taken back: nobody can unsee it"
AGAIN = "whose the first roll was, and whether both players agreed to the second"


@dataclass(slots=True)
class UndoneDice:
    """Holds by dice button the step of its last roll that was taken back."""

    rolls: dict[str, int] = field(default_factory=dict)

    def seen(self, moment: Moment) -> Iterator[tuple[tuple[int, ...], str, str]]:
        """Tell of a step's dice that are taken back or rolled again: steps, why, what is open."""
        step, by = moment.index, moment.taken_back
        if moment.undo or not moment.step.signs.dice:
            return
        for roll in moment.rolls:
            shown = f"{roll.button} showed {', '.join(roll.results)}"
            first = self.rolls.pop(roll.button, None)
            if first is not None:
                why = f"{shown}, rolled again after the roll of step {first} was taken back"
                yield (first, step), why, AGAIN
            if by is not None:
                self.rolls[roll.button] = step
                yield (step, by), f"{shown}, and was taken back", UNSEEN
