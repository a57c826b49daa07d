"""The Where Eagles Dare map, the look of its boards, and the plans of all boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import pytest

from clubroute.builder.art.courses import Courses
from clubroute.builder.art.legend import as_drawn
from clubroute.builder.art.naming.label import MapLabel
from clubroute.builder.art.plan import BoardPlan
from clubroute.builder.files.atomic import Cache
from clubroute.builder.passes.plan import kept_plan
from clubroute.builder.sources.style import BoardStyle, read_board_style
from clubroute.builder.survey.compile import CompiledMap, compile_map
from clubroute.builder.terrain.compiled import cache_folder
from clubroute.builder.terrain.terrain_map import TerrainMap
from tests.conftest import ROOT
from tests.sharing import made_once

GTS = Path(__file__).parents[2] / "map_sources" / "gts"


@dataclass(frozen=True)
class Planned:
    """A map as its boards draw it, whole; its lines and its names are laid once for all tests."""

    name: str
    terrain: TerrainMap
    style: BoardStyle
    factory: pytest.TempPathFactory

    @cached_property
    def courses(self) -> Courses:
        """Its Roads, waters and borders."""
        found = self.laid("courses", named=False).courses
        assert found is not None
        return found

    @cached_property
    def labels(self) -> tuple[MapLabel, ...]:
        """Its names in their places."""
        return self.laid("labels", named=True).labels

    def laid(self, what: str, *, named: bool) -> BoardPlan:
        """Its plan, kept where ``lint`` and ``draw`` look for it, too."""
        asked = partial(kept_plan, self.terrain, self.style, named=named)
        found = f"{what}-{self.name}"
        return made_once(self.factory, found, lambda _: asked(Cache(cache_folder())))


@pytest.fixture(scope="session")
def planned(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Planned]:
    """Plans the boards of a game by its name: once for a run, in whichever process."""
    known: dict[str, Planned] = {}

    def board(name: str) -> Planned:
        if name not in known:
            lattice = "gts" if name in ("wed", "tdc", "mg") else name
            compiled: CompiledMap = (
                request.getfixturevalue(f"{lattice}_map")
                if lattice in ("gts", "ins")
                else compile_map(ROOT, lattice)
            )
            style = read_board_style(ROOT / "map_sources" / lattice / "style.toml")
            window = name if name in compiled.terrain.lattice.windows else "testland"
            terrain = as_drawn(compiled.terrain.window(window), style.drawn)
            known[name] = Planned(name, terrain, style, tmp_path_factory)
        return known[name]

    return board


@pytest.fixture(scope="session")
def style() -> BoardStyle:
    """How the boards of the corridor are drawn."""
    return read_board_style(GTS / "style.toml")


@pytest.fixture(scope="session")
def wed(gts_map: CompiledMap) -> TerrainMap:
    """The part of the corridor that the game shows."""
    return gts_map.terrain.window("wed")
