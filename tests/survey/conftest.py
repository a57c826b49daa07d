"""The corridor's records, and a map small enough to know by heart."""

from __future__ import annotations

import pytest

from clubroute.builder.survey.compile import CompiledMap, compile_map
from clubroute.builder.survey.inputs import MapSources, read_map_sources
from tests.sources.example import ROOT


@pytest.fixture(scope="session")
def sources() -> MapSources:
    """All records of the Market-Garden corridor."""
    return read_map_sources(ROOT, "gts")


@pytest.fixture(scope="session")
def example() -> CompiledMap:
    """Testland."""
    return compile_map(ROOT, "example")
