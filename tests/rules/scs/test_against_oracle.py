"""Movement, Road March and supply agree with a second opinion on drawn maps.

``tests/bench/bench_ins.py`` compares 2,000 of them.
"""

from __future__ import annotations

import pytest

from tests.rules.scs.compare import differences

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("first", range(0, 100, 50))
def test_the_rules_agree_with_the_second_opinion(first: int) -> None:
    assert [line for seed in range(first, first + 50) for line in differences(seed)] == []
