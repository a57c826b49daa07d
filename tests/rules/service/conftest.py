"""One service for all tests that leave it as it was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules.service.running import Running, Wire, running


@pytest.fixture(scope="module")
def place() -> Iterator[Running]:
    """A running service."""
    with running() as found:
        yield found


@pytest.fixture
def wire(place: Running) -> Iterator[Wire]:
    """A connection to it."""
    with place.connect() as found:
        yield found
