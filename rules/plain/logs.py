"""Declares that logs of games of one's own are read and replayed, and not judged."""

from __future__ import annotations

from clubroute.builder.project import MODULE_FILE
from clubroute.rules.logs.check.series import UnjudgedSeries
from clubroute.rules.series import Series


def logs_of(series: Series) -> UnjudgedSeries:
    """The logs of a game that is a series by itself."""
    module = series.counters / series.id / MODULE_FILE
    why = f"no judge of logs knows the rules of {series.title}"
    return UnjudgedSeries(series.title, module, series.id, why)
