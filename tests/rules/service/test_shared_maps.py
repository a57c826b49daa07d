"""A map that is compiled for questions: once for all, whoever gives up waiting."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError, Where
from clubroute.builder.project import Project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.rules.asking.context import Context
from clubroute.rules.service.quick import SharedMaps, share_maps
from clubroute.rules.service.workers import InterruptError, interrupt
from tests.rules.service.running import PATIENCE


class Compiling:
    """Stands for the compiler: counts how often it begins, and ends when it is let."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.may_end, self.at_work = 0, threading.Event(), threading.Event()
        self.error: InputError | None = None
        monkeypatch.setattr(CompiledMaps, "path", self.path)
        monkeypatch.setattr(CompiledMaps, "at_hand", lambda maps, lattice: False)

    def path(self, maps: CompiledMaps, lattice: str) -> Path:
        """Compile, for as long as the test wants."""
        self.begun += 1
        self.at_work.set()
        assert self.may_end.wait(PATIENCE)
        if self.error is not None:
            raise self.error
        return Path(f"{lattice}.terrain")


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> Compiling:
    """A compiler that takes its time."""
    return Compiling(monkeypatch)


def asked(maps: SharedMaps, found: list[object]) -> threading.Thread:
    """A question in a thread that needs a map."""

    def ask() -> None:
        try:
            found.append(maps.path("gts"))
        except (InputError, InterruptError) as error:
            found.append(type(error))

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    return thread


def test_who_is_broken_off_leaves_the_map_at_work_for_the_next(compiling: Compiling) -> None:
    maps, found = SharedMaps(Project(Path()), Path()), list[object]()
    first = asked(maps, found)
    assert compiling.at_work.wait(PATIENCE)
    assert first.ident is not None
    interrupt(first.ident, InterruptError)
    first.join(PATIENCE)
    assert found == [InterruptError]
    second = asked(maps, found)
    compiling.may_end.set()
    second.join(PATIENCE)
    assert (compiling.begun, found[1:]) == (1, [Path("gts.terrain")])


def test_all_who_wait_are_told_of_a_mistake_in_the_sources(compiling: Compiling) -> None:
    maps, found = SharedMaps(Project(Path()), Path()), list[object]()
    compiling.error = InputError(Where("hexes.csv"), "a mistake", "none")
    threads = [asked(maps, found) for _ in range(3)]
    assert compiling.at_work.wait(PATIENCE)
    compiling.may_end.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert found == [InputError] * 3


def test_a_context_shares_its_maps_once() -> None:
    context = Context(Path(), maps=CompiledMaps(Project(Path()), Path("build")))
    share_maps(context)
    shared = context.maps
    share_maps(context)
    assert isinstance(shared, SharedMaps)
    assert context.maps is shared
    assert shared.folder == Path("build")
