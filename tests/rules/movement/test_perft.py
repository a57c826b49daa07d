"""What can be reached on the real map is what was counted when it was last looked at."""

from __future__ import annotations

import pytest

from clubroute.builder.survey.compile import CompiledMap
from tests.rules.movement.perft import CASES, counts, read_counts

pytestmark = pytest.mark.slow


def test_counts_are_as_committed(gts_map: CompiledMap) -> None:
    found = counts(gts_map.terrain)
    assert len(found) == len(CASES)
    assert found == read_counts(), "python -m tests.rules.movement.perft --write, and look"
