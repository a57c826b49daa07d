"""A room and a browser for all tests of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from clubroute.builder.survey.compile import CompiledMap
from tests.room.logs import STEPS, long_log
from tests.room.serving import Served, bare_room, serving
from tests.sharing import made_once

# What comes at all comes within a minute, however busy the machine: no bar, the bench has those.
expect.set_options(timeout=60_000)


@pytest.fixture(scope="session")
def served(gts_map: CompiledMap) -> Iterator[Served]:
    """A room without pictures, for all to ask."""
    with serving(bare_room()) as found:
        yield found


@pytest.fixture(scope="session")
def long_vlog(gts_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of 500 steps, to be copied."""

    def record(path: Path) -> Path:
        path.mkdir()
        long_log(bare_room().context, path / "long.vlog", STEPS)
        return path / "long.vlog"

    return made_once(tmp_path_factory, "long-log", record)
