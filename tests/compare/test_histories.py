"""Diff and merge on the histories of other people's modules."""

from __future__ import annotations

import statistics
from pathlib import Path

from tests.bench.diff_histories import look_at_all
from tests.fetching.modules import repositories

MOST = 60
"""Commits tried of one history."""
ENOUGH = 400
"""With so many commits the figures of the histories say something."""


def test_diff_and_merge_hold_on_histories_of_others(foreign_modules: Path) -> None:
    """The bench ``diff_histories`` tries all commits."""
    told: list[str] = []
    commits, merges = look_at_all(repositories(foreign_modules), MOST, told.append)
    figures = "\n".join(told)
    assert all(one.exact and one.whole for one in commits), figures
    assert all(one.apart == 0 for one in merges if not (one.questions or one.unlike)), figures
    if len(commits) >= ENOUGH:
        assert statistics.median(one.lines for one in commits) <= 25, figures
    clear = sum(one.questions == 0 for one in merges)
    assert clear * 11 >= len(merges) * 9, figures
