"""Chance tables: the result of each roll of dice, with its chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from clubroute.rules.answer.first_line import each
from clubroute.rules.answer.model import Receipt, Verdict
from clubroute.rules.answer.working import Working

FACES = tuple(range(1, 7))
"""The faces of a die with six sides."""
OUTCOMES: Mapping[str, Any] = {"type": "array", "items": {"type": "object"}}
"""Each result with the rolls that bring it and its chance."""


def together(outcomes: Mapping[int, str]) -> dict[str, list[int]]:
    """List the rolls of each result, results in the order of their lowest roll."""
    found: dict[str, list[int]] = {}
    for roll in sorted(outcomes):
        found.setdefault(outcomes[roll], []).append(roll)
    return found


def by_face(outcomes: Mapping[int, str]) -> list[dict[str, Any]]:
    """List the result of each face of a die, faces with the same result together.

    [{"die": [0, 1, 2], "result": "…"}], in the order of the lowest face.
    """
    return [{"die": faces, "result": result} for result, faces in together(outcomes).items()]


@cache
def chances(count: int) -> Mapping[int, Fraction]:
    """Return the chance of each sum of so many dice with six sides."""
    found: dict[int, Fraction] = {}
    for faces in product(FACES, repeat=count):
        found[sum(faces)] = found.get(sum(faces), Fraction(0)) + Fraction(1, 6**count)
    return found


def by_roll(outcomes: Mapping[int, str]) -> list[dict[str, Any]]:
    """List the result of each sum of one or more dice, sums with one result together."""
    odds = chances(dice_of(outcomes))
    return [
        {"roll": rolls, "chance": str(sum(odds[roll] for roll in rolls)), "result": result}
        for result, rolls in together(outcomes).items()
    ]


def dice_of(outcomes: Mapping[int, str]) -> int:
    """Return how many dice with six sides have these sums: the lowest is a one on each."""
    return min(outcomes)


def listed(results: Mapping[str, Fraction]) -> list[dict[str, Any]]:
    """List results that take several rolls, each with its chance, those that cannot be left out."""
    return [{"chance": str(one), "result": name} for name, one in results.items() if one]


def thrown(
    work: Working,
    outcomes: Mapping[int, str],
    dice: int | Sequence[int] | None,
    rule: str,
    told: Callable[[int], Mapping[str, Any]] = lambda roll: {},
    unthrown: Verdict = "legal",
    but: str = "",
    **extra: Any,
) -> Receipt:
    """Answer a chance table: with dice the result, without them every result with its chance.

    :param outcomes: the result by the sum of the dice.
    :param told: the further results of a sum; ``extra`` are those of any.
    :param unthrown: the verdict without dice.
    :param but: what the first line says besides, where something is still open.
    """
    if dice is None:
        table = by_roll(outcomes)
        if work.needs:
            return work.receipt(summary=f"{each(table)}{but}", outcomes=table, **extra)
        return work.receipt(unthrown, outcomes=table, **extra)
    roll = dice if isinstance(dice, int) else sum(dice)
    threw = "the die is" if dice_of(outcomes) == 1 else "the dice make"
    work.say(f"{threw} {roll}: {outcomes[roll]}", rule)
    verdict: Verdict = "undetermined" if work.needs else "decided"
    return work.receipt(verdict, f"{outcomes[roll]}{but}", **extra, **told(roll))
