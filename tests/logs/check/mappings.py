"""Files of counters, read as the referee of the Grand Tactical Series reads them."""

from __future__ import annotations

from pathlib import Path

from clubroute.rules.gts.logcheck.counters import CounterMap, mapping_of
from clubroute.rules.gts.logcheck.series import COUNTERS
from clubroute.rules.logs.check.series import read_counters


def read_mapping(path: Path = COUNTERS) -> CounterMap:
    """Read a file of counters, ours if none is named."""
    return mapping_of(read_counters(path), path)
