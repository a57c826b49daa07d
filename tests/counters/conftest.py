"""The Where Eagles Dare counter set, read once for all tests here."""

from __future__ import annotations

import pytest

from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from tests.counters.places import WED


@pytest.fixture(scope="session")
def wed() -> CounterSet:
    """The counter set as committed."""
    return read_counter_set(WED)
