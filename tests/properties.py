"""How many inputs are made up for a property, and how many of them in a quick run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

FEW = 10
"""As many as a quick run makes up: a sample of each proof, the whole suite has the rest."""


def examples(most: int) -> settings:
    """So many inputs, few in a quick run; none has a deadline, for machines are busy."""
    quick = settings.get_current_profile_name() == "quick"
    return settings(max_examples=min(most, FEW) if quick else most, deadline=None)


def seeds(numbers: Iterable[Any]) -> list[Any]:
    """The numbers, or hexes, that a test makes up an input of each: few in a quick run."""
    late = pytest.mark.slow
    return [n if at < FEW else pytest.param(n, marks=late) for at, n in enumerate(numbers)]
