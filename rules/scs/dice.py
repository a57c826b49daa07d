"""Six-sided dice: what was thrown, and what each sum would bring with its chance."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from clubroute.rules.position.record import list_of, plain, said

FACES = tuple(range(1, 7))
DIE = plain({"type": "integer", "minimum": 1, "maximum": 6})
OUTCOMES: Mapping[str, Any] = {"type": "array", "items": {"type": "object"}}
"""Each result with the rolls that bring it and its chance."""


def the_die(summary: str = "the die, 1 to 6; without it every result with its chance") -> Any:
    """Declare a die that was thrown."""
    return said(DIE, summary)


def the_dice(
    count: int, summary: str = "the dice; without them every result with its chance"
) -> Any:
    """Declare dice that were thrown together."""
    return said(list_of(DIE, count, least=count), summary)


@cache
def chances(count: int) -> Mapping[int, Fraction]:
    """The chance of each sum of so many dice."""
    found: dict[int, Fraction] = {}
    for faces in product(FACES, repeat=count):
        found[sum(faces)] = found.get(sum(faces), Fraction(0)) + Fraction(1, 6**count)
    return found


def by_roll(outcomes: Mapping[int, str], count: int = 1) -> list[dict[str, Any]]:
    """List the result of each sum of so many dice, sums with one result together."""
    found: dict[str, list[int]] = {}
    for roll in sorted(outcomes):
        found.setdefault(outcomes[roll], []).append(roll)
    odds = chances(count)
    return [
        {"roll": rolls, "chance": str(sum(odds[roll] for roll in rolls)), "result": result}
        for result, rolls in found.items()
    ]


def listed(results: Mapping[str, Fraction]) -> list[dict[str, Any]]:
    """List results that take several rolls, each with its chance, those that cannot be left out."""
    return [{"chance": str(one), "result": name} for name, one in results.items() if one]
