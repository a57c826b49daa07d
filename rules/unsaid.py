"""What is not said, both ways: an answer is decided only if it is the same either way.

A question is answered with everything that is not said taken for the asker's good, and again with
all of it taken against him. If the two answers differ, the verdict is ``undetermined``, and the
facts that alone would turn it are named with what they would decide.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from clubroute.rules.model import Receipt

MOST_TRIED = 24
"""Facts tried one by one; with more of them all are named."""
MOST_NAMED = 12


@dataclass(slots=True)
class Taking:
    """Takes what is not said for good, or against where ``against`` names it (all if None).

    ``asked`` collects the facts that were looked for and not said: how a player would tell them,
    by the field they stand in.
    """

    against: Collection[str] | None = ()
    asked: dict[str, str] = field(default_factory=dict)

    def __call__(self, value: bool | None, name: str, need: str, *, good: bool) -> bool:
        """Return a fact, or what it is taken for.

        :param good: which of yes and no is good for the asker.
        """
        if value is not None:
            return value
        self.asked[name] = f"{name}: {need}"
        hard = self.against is None or name in self.against
        return not good if hard else good


T = TypeVar("T", bound=Taking)


def both_ways(
    takes: Callable[[Collection[str] | None], T],
    answer: Callable[[T], Receipt],
    outcome: Callable[[Receipt], Any],
) -> Receipt:
    """Answer both ways. :param outcome: what of an answer must be the same."""
    kind = takes(())
    best = answer(kind)
    if not kind.asked:
        return best
    hard = takes(None)
    worst = answer(hard)
    if outcome(best) == outcome(worst):
        return best
    asked: Mapping[str, str] = {**kind.asked, **hard.asked}
    turning: dict[str, Receipt] = {}
    if len(asked) <= MOST_TRIED:
        # What alone would turn the good answer; or, where it takes two, what alone would mend the
        # bad one.
        trials = {one: answer(takes((one,))) for one in asked}
        turning = {one: told for one, told in trials.items() if outcome(told) != outcome(best)}
        if not turning:
            without = {
                one: answer(takes([other for other in asked if other != one])) for one in asked
            }
            mends = [one for one, told in without.items() if outcome(told) != outcome(worst)]
            turning = dict.fromkeys(mends, worst)
    turning = turning or dict.fromkeys(asked, worst)
    needs = [f"{asked[one]}{otherwise(best, told)}" for one, told in turning.items()]
    if len(needs) > MOST_NAMED:
        needs[MOST_NAMED:] = [f"state: {len(needs) - MOST_NAMED} more facts of its units"]
    told = replace(best, verdict="undetermined", needs=(*best.needs, *needs), extra={}, total=None)
    at_best = f"undetermined: at best {best.summary or best.gist}; needs {told.needs[0]}"
    return replace(told, summary="" if best.verdict == "undetermined" else at_best)


def otherwise(best: Receipt, told: Receipt) -> str:
    """Say what an answer would be by another value of a fact."""
    if told.verdict != best.verdict:
        why = next((step.why for step in told.steps if step.verdict == told.verdict), "")
        return f"; else {told.verdict}: {why}" if why else f"; else {told.verdict}"
    return f"; else {told.summary}" if told.summary and told.summary != best.summary else ""
