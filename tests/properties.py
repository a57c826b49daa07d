"""How many inputs are made up for a property, and how few of them where not all tests are run."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import settings

T = TypeVar("T")

FEW = 10
"""As many as a quick run makes up: a sample of each proof, the whole suite has the rest."""

SOME = 40
"""As many as `make test` makes up, always the same."""


def examples(most: int) -> settings:
    """So many inputs, few in a quick run; none has a deadline, for machines are busy."""
    fewer = {"quick": FEW, "test": SOME}.get(settings.get_current_profile_name(), most)
    return settings(max_examples=min(most, fewer), deadline=None)


def sample(cases: Iterable[T], many: int) -> list[T]:
    """All of some thousands of cases; where not all tests are run, so many, always the same."""
    every = list(cases)
    whole = settings.get_current_profile_name() not in ("quick", "test") or len(every) <= many
    return every if whole else Random(many).sample(every, many)


def seeds(numbers: Iterable[Any]) -> list[Any]:
    """The numbers, or hexes, that a test makes up an input of each: few in a quick run."""
    late = pytest.mark.slow
    return [n if at < FEW else pytest.param(n, marks=late) for at, n in enumerate(numbers)]
