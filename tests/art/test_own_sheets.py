"""An owner's own sheet: the printed outline from the printed map, as docs/the-board.md tells."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clubroute.builder.art.board import draw_board
from clubroute.builder.grid import Lattice, distance
from clubroute.builder.module.game import game_views, read_game
from clubroute.builder.module.window import board
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain.terrain_map import TerrainMap

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]

# A sheet turned by about 30° against the columns, as the printed ones are.
SHEET = """
[[sheets]]
name = "mine"
columns = [58, 76]
rows = [140, 170]
wrap = 100
outline = [[58, 157], [66, 143], [76, 154], [68, 168]]
provenance = "rulebook"
cite = "measured on my own copy"

[[boards]]
name = "My sheet"
window = "mine"
columns = [58, 76]
rows = [140, 170]
place = [0, 0]
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("own")
    shutil.copytree(PROJECT / "map_sources", root / "map_sources")
    shutil.copytree(PROJECT / "counters" / "wed", root / "counters" / "wed")
    path = root / "map_sources" / "gts" / "lattice.toml"
    text = path.read_text(encoding="utf-8").replace("[windows]\n", '[windows]\nmine = ["mine"]\n')
    path.write_text(text + SHEET, encoding="utf-8")
    module = root / "counters" / "wed" / "module.toml"
    told = module.read_text(encoding="utf-8").replace('window = "wed"', 'window = "mine"')
    module.write_text(told, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def lattice(project: Path) -> Lattice:
    return read_lattice(project / "map_sources" / "gts" / "lattice.toml").lattice


@pytest.fixture(scope="module")
def terrain(project: Path) -> TerrainMap:
    return compile_map(project, "gts").terrain.window("mine")


@pytest.fixture(scope="module")
def view(project: Path) -> BoardView:
    path = project / "counters" / "wed" / "module.toml"
    source = read_lattice(project / "map_sources" / "gts" / "lattice.toml")
    (found,) = game_views(read_game(path), source, path)
    return found


def test_it_shows_the_hexes_on_and_in_its_outline(lattice: Lattice, terrain: TerrainMap) -> None:
    shown = set(terrain.hexes)
    assert shown == set(lattice.hexes("mine"))
    assert {lattice.parse(n, "mine") for n in ("58.157", "66.143", "76.154", "66.155")} <= shown
    assert lattice.sheet("mine").place(58, 142) not in shown
    assert max(distance(a, b) for a in shown for b in shown) > 15


def test_its_facts_are_those_of_the_whole_map(lattice: Lattice, terrain: TerrainMap) -> None:
    assert terrain.hexes[lattice.parse("66.155", "mine")].name == "Son"
    assert terrain.links


def test_its_board_is_drawn_and_numbered(view: BoardView, terrain: TerrainMap) -> None:
    assert view.name == "My sheet"
    style = read_board_style(PROJECT / "map_sources" / "gts" / "style.toml")
    picture = draw_board(terrain, view, style, frozenset({"ground", "edge"}))
    x, y = view.centre(terrain.lattice.sheet("mine").place(58, 142))
    assert picture.getpixel((x, y)) == style.paper["off"]
    grids = board(view, terrain).children
    assert any(zone.get("name") == "My sheet" for zone in grids[0].children)
