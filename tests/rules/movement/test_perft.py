"""What can be reached on the real map is what was counted when it was last looked at."""

from __future__ import annotations

import pytest

from tests.rules.movement.perft import CASES, counts, read_counts

pytestmark = pytest.mark.slow


def test_counts_are_as_committed() -> None:
    found = counts()
    assert len(found) == len(CASES)
    assert found == read_counts(), "python -m tests.rules.movement.perft --write, and look"
