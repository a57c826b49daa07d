"""A room and a browser for all tests of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from clubroute.builder.survey.compile import CompiledMap
from tests.room.logs import STEPS, long_log
from tests.room.over_site import OverASite, over_a_site
from tests.room.serving import Served, bare_room, serving
from tests.sharing import made_once

# What comes at all comes within a minute, however busy the machine: no bar, the bench has those.
expect.set_options(timeout=60_000)


SOME = ("test_access", "test_bars", "test_plain")
"""The files whose tests of the page are always held to a site, too."""
OF_A_SERVER = {
    "test_a_log_that_goes_on_is_shown_at_its_end": "a folder is watched",
    "test_a_save_that_is_written_over_is_shown_anew": "a folder is watched",
    "test_what_was_done_goes_with_the_position_and_on_with_the_game": "a folder is watched",
    "test_a_page_goes_on_when_a_room_that_was_killed_comes_back": "a server is killed",
    "test_a_room_that_stops_says_so_to_its_pages_and_to_whoever_waits": "a server is stopped",
    "test_ratings_are_asked_for_once_and_kept_in_the_owners_folder": "a folder is looked into",
    "test_ratings_are_pasted_as_a_table": "a folder is looked into",
    "test_a_browser_shows_tiles_and_counters": "pictures are made when they are asked for",
}
"""The tests of the page that no site can be held to, and why."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of the page over both transports: what is of a server stays with it."""
    if "transport" not in metafunc.fixturenames or "browser" not in metafunc.fixturenames:
        return
    file, test = metafunc.module.__name__.rpartition(".")[2], metafunc.function.__name__
    wanted = file in SOME or metafunc.config.getoption("--site")
    if wanted and test not in OF_A_SERVER:
        both = ["server", pytest.param("site", marks=pytest.mark.slow)]
        metafunc.parametrize("transport", both, indirect=True, scope="session")


@pytest.fixture(scope="session")
def transport(request: pytest.FixtureRequest) -> str:
    """Who answers the page: a server, or a worker in it."""
    return getattr(request, "param", "server")


@pytest.fixture(scope="session")
def site(
    gts_map: CompiledMap, ins_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[OverASite]:
    """A site in the place of a room."""
    with over_a_site(tmp_path_factory.mktemp("site"), gts_map, ins_map) as found:
        yield found


@pytest.fixture(scope="session")
def served(
    transport: str, gts_map: CompiledMap, request: pytest.FixtureRequest
) -> Iterator[Served | OverASite]:
    """A room without pictures, for all to ask."""
    if transport == "site":
        yield request.getfixturevalue("site")
        return
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
