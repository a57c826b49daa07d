"""Shared by all tests: how hypothesis runs, fixtures dear to make, what could not be had."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from clubroute.builder.files.atomic import Cache
from clubroute.builder.passes.terrain import keep_compiled
from clubroute.builder.project import Project
from clubroute.builder.survey.compile import CompiledMap, compile_map
from clubroute.builder.terrain import compiled
from clubroute.builder.terrain.compiled import cache_folder
from clubroute.builder.terrain.shipped_maps import terrain_key
from tests.durations import recording
from tests.fetching import modules
from tests.fetching.absence import MODULES, say_what_did_not_run, without
from tests.fetching.cache import VARIABLE, NotHereError
from tests.fetching.cache import cache_folder as kept_folder
from tests.hermetic import OwnFolders, own_folders
from tests.properties import FEW, SOME
from tests.sharing import built, built_beside, built_plain, made_once
from tests.tiers import (
    ALL,
    QUICK,
    TIERS,
    chosen,
    grouped,
    is_left_unread,
    mark,
    takes_long,
    tier_of,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.fetching.chromium import Chromium
    from tests.logs.scs.scenario import InsGame

ROOT = Path(__file__).resolve().parents[1]

# Timing limits of single examples only fail on a busy machine; CI must not depend on chance.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("quick", deadline=None, max_examples=FEW, database=None)
settings.register_profile(
    "test", deadline=None, derandomize=True, print_blob=True, max_examples=SOME
)
settings.load_profile("ci" if os.environ.get("CI") else "local")


COUNTRIES = ("gts", "ins")
"""Lattices that take seconds to compile."""


LONGEST = (
    *("test_built_module", "test_it_never_snows", "test_other_games", "test_check.py"),
    *("test_wheel", "test_readme", "test_bytes", "test_kill", "test_contributing"),
)
"""In names of files: what takes longest begins first, so that no process is left alone with it."""


FIRST = ("tests/rules/words/", "tests/rules/plain/", "tests/test_")
"""In paths of files: words and documents, which a change breaks most often, are told of first."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--tier",
        choices=TIERS,
        default=ALL,
        help="quick: no build, engine or browser; test: of what is dear the smoke tests; all",
    )
    parser.addoption(
        "--site",
        action="store_true",
        help="hold every test of the room's page to a site, too, and not some of them",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files unread of which the tier has no test."""
    return True if is_left_unread(tier_of(config), collection_path) else None


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one test of a function whose rows all take long, where a quick run is asked for.

    It is left out anyway. Two thirds of all rows are such: making them takes a second.
    """
    if tier_of(metafunc.config) == QUICK and takes_long(metafunc.definition):
        own = metafunc.definition.own_markers
        own[:] = [mark for mark in own if mark.name != "parametrize"]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what breaks most often, then with what takes longest; say why tests are dear, and
    leave out those that the tier does not have."""
    mark(items)
    tier = tier_of(config)
    kept = chosen(tier, items)
    config.hook.pytest_deselected(items=list(set(items) - set(kept)))
    items[:] = kept
    items.sort(key=begins)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Have a test that is skipped fail, where nothing may be left out."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and nothing_may_be_left_out():
        report.outcome = "failed"
        report.longrepr = f"skipped, which no test may be where CI is set: {report.longrepr[2]}"
    return report


def nothing_may_be_left_out() -> bool:
    """Whether this is a machine that has to run every test: elsewhere systems lack some things."""
    return bool(os.environ.get("CI")) and sys.platform == "linux"


@pytest.hookimpl(wrapper=True)
def pytest_collection_finish(session: pytest.Session) -> Generator[None]:
    if hasattr(session.config, "workerinput"):
        with grouped(session.items):
            yield
    else:
        yield
    gc.freeze()
    # A map that is being compiled is millions of objects, none of them garbage.
    gc.set_threshold(10_000, 20, 50)
    gc.enable()


def begins(item: pytest.Item) -> tuple[bool, list[bool]]:
    """Where a test stands in a run."""
    longest = [name not in item.path.name for name in LONGEST]
    often = all(longest) and any(part in item.path.as_posix() for part in FIRST)
    return not often, longest


def pytest_configure(config: pytest.Config) -> None:
    """Give the run folders of its own: what a user's or the machine's hold must not help a test."""
    # Nothing that is imported or collected goes away before the run ends: looking for garbage in it
    # again and again takes a tenth of the run. (A bench imports this file, too, and collects.)
    gc.disable()
    recording(config)
    if tier_of(config) != ALL:
        settings.load_profile(tier_of(config))
    if not hasattr(config, "workerinput"):
        # What tests fetch and build stays where this process and the others look.
        os.environ[VARIABLE] = str(kept_folder("."))
        config.pluginmanager.register(OwnFolders(), "own-folders")


@pytest.fixture(autouse=True, scope="session")
def no_country(request: pytest.FixtureRequest) -> Iterator[None]:
    """Refuse, in a quick run, to compile a whole country: who asks of one needs its fixture."""
    with pytest.MonkeyPatch.context() as patch:
        if tier_of(request.config) == QUICK:
            patch.setattr(compiled, "compile_into", refusing(compiled.compile_into))
        yield


def refusing(compile_into: Callable[[Path, Project, str], Path]) -> Callable[..., Path]:
    """Compiling, but of no whole country."""

    def only_small(place: Path, project: Project, lattice: str) -> Path:
        path = compile_into(place, project, lattice)
        # Sources with a mistake, which this raises, take no time.
        assert lattice not in COUNTRIES, f"this test compiles {lattice}: it needs {lattice}_map"
        return path

    return only_small


@pytest.fixture(scope="session")
def wed_build(tmp_path_factory: pytest.TempPathFactory, gts_map: CompiledMap, tier: str) -> Path:
    """The Where Eagles Dare module, built from the repository's own data, with its files.

    It is there to be read. Its boards, as those of the others, are drawn where all tests are run.
    """
    build = partial(built if tier == ALL else partial(built_plain, "gts", gts_map), "wed")
    return made_once(tmp_path_factory, "wed", build)


@pytest.fixture(scope="session")
def tdc_build(
    tmp_path_factory: pytest.TempPathFactory, wed_build: Path, gts_map: CompiledMap, tier: str
) -> Path:
    """The Devil's Cauldron module. It is there to be read.

    Games on one lattice share the tiles of their boards.
    """
    drawn = partial(built_beside, "tdc", wed_build)
    plain = partial(built_plain, "gts", gts_map, "tdc")
    return made_once(tmp_path_factory, "tdc", drawn if tier == ALL else plain)


@pytest.fixture(scope="session")
def mg_build(
    tmp_path_factory: pytest.TempPathFactory, tdc_build: Path, gts_map: CompiledMap, tier: str
) -> Path:
    """The module of the combined game. It is there to be read."""
    drawn = partial(built_beside, "mg", tdc_build)
    plain = partial(built_plain, "gts", gts_map, "mg")
    return made_once(tmp_path_factory, "mg", drawn if tier == ALL else plain)


@pytest.fixture(scope="session")
def ins_build(tmp_path_factory: pytest.TempPathFactory, ins_map: CompiledMap, tier: str) -> Path:
    """The It Never Snows module, built from the repository's own data. It is there to be read."""
    build = partial(built if tier == ALL else partial(built_plain, "ins", ins_map), "ins")
    return made_once(tmp_path_factory, "ins-module", build)


@pytest.fixture(scope="session")
def tier(request: pytest.FixtureRequest) -> str:
    """Which tests the run has."""
    return tier_of(request.config)


@pytest.fixture(scope="session")
def gts_map(tmp_path_factory: pytest.TempPathFactory) -> CompiledMap:
    """The whole Market-Garden corridor, compiled once for all tests and all commands in them."""
    return compiled_once(tmp_path_factory, "gts")


@pytest.fixture(scope="session")
def ins_map(tmp_path_factory: pytest.TempPathFactory) -> CompiledMap:
    """The five joined maps of It Never Snows, compiled once for all tests and commands."""
    return compiled_once(tmp_path_factory, "ins")


@pytest.fixture(scope="session")
def ins_game(ins_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory) -> InsGame:
    """A module of It Never Snows whose games the tests play and record."""
    from tests.logs.scs.scenario import game_on

    return game_on(ins_map.terrain, tmp_path_factory.mktemp("ins-games"))


def compiled_once(factory: pytest.TempPathFactory, lattice: str) -> CompiledMap:
    """A lattice of this repository, compiled once and kept where commands look for it."""

    def compile_it(_: Path) -> CompiledMap:
        found = compile_map(ROOT, lattice)
        key = terrain_key(Project(ROOT), lattice)
        keep_compiled(Cache(cache_folder()), lattice, key, found)
        return found

    return made_once(factory, lattice, compile_it)


@pytest.fixture
def own_cache(gts_map: CompiledMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache folder of the test's own, in which the corridor is compiled already."""
    compiled_there = sorted(cache_folder().glob("gts-*"))
    own_folders(tmp_path, monkeypatch)
    for one in compiled_there:
        shutil.copy(one, cache_folder())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    # Here and not beside the tests: a run in several processes reads only this one in its own.
    say_what_did_not_run(terminalreporter)


@pytest.fixture(scope="session")
def chromium() -> Chromium:
    """A browser's program, fetched if need be."""
    from tests.fetching.absence import BROWSER, without
    from tests.fetching.cache import NotHereError
    from tests.fetching.chromium import prepare

    try:
        return prepare()
    except NotHereError as error:
        without(BROWSER, error)


@pytest.fixture(scope="session")
def browser(chromium: Chromium) -> Iterator[Browser]:
    """A running browser: one a process, for its driver allows no second one beside it."""
    from tests.room.serving import browsing

    with browsing(chromium) as found:
        yield found


@pytest.fixture(scope="session")
def foreign_modules() -> Path:
    """The folder of other people's modules."""
    try:
        return modules.prepare()
    except NotHereError as error:
        without(MODULES, error, wanted=not isinstance(error, modules.NoNetworkError))
