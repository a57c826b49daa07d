"""The Where Eagles Dare counter set, read once for all tests here."""

from __future__ import annotations

import pytest

from clubroute.builder.sources.counter_set import CounterSet
from tests.counters.places import committed


@pytest.fixture(scope="session")
def wed() -> CounterSet:
    """The counter set as committed."""
    return committed("wed")
