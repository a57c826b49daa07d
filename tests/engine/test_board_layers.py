"""The boards in the real engine: the provenance layer is switched on and off, and memory lasts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from clubroute.builder.module.window import TITLES
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.engine.reports import GameMap

pytestmark = pytest.mark.engine

HEAP = 2 << 30  # bytes: what a player's VASSAL has
SCREEN = (1920, 1080)  # px


@pytest.fixture(scope="module")
def engine(wed_engine: Engine, built_module: BuiltModule) -> Engine:
    wed_engine.start_setup(built_module.expected.setups[0].name)
    return wed_engine


def main_map(engine: Engine) -> GameMap:
    return max(engine.maps(), key=lambda m: m.width * m.height)


def look(engine: Engine, path: Path) -> Image.Image:
    """A screenful from the middle of the map."""
    shown = main_map(engine)
    x, y = shown.width // 2 - SCREEN[0] // 2, shown.height // 2 - SCREEN[1] // 2
    engine.screenshot(shown.name, path, region=(x, y, *SCREEN))
    return Image.open(path).convert("RGB")


@pytest.mark.parametrize("title", [TITLES["survey"], TITLES["assumed"]])
def test_a_line_of_the_menu_hatches_the_hexes_of_its_provenance(
    title: str, engine: Engine, tmp_path: Path
) -> None:
    texts = [button.text for button in engine.buttons()]
    assert texts.count(title) == 1, "gathered by the menu, and nowhere else"
    menu = next(text for text in texts if text.startswith("What the map rests on"))
    assert texts.index(menu) < texts.index(title)
    before = look(engine, tmp_path / "before.png")
    engine.click(texts.index(title))
    shown = look(engine, tmp_path / "shown.png")
    engine.click(texts.index(title))
    after = look(engine, tmp_path / "after.png")
    assert ImageChops.difference(before, shown).getbbox() is not None
    assert ImageChops.difference(before, after).getbbox() is None


def test_a_point_keeps_its_name_while_the_layer_shows(
    engine: Engine, built_module: BuiltModule
) -> None:
    one = max(built_module.expected.maps, key=lambda m: sum(len(b.hexes) for b in m.boards))
    for board in one.boards:
        hexes = dict(list(board.hexes.items())[::50])
        named = engine.names(one.name, list(hexes.values()))
        assert [point.name for point in named] == list(hexes)


def test_a_scenario_and_all_its_boards_fit_into_the_heap(
    engine: Engine, tmp_path: Path, record_testsuite_property: Callable[[str, object], None]
) -> None:
    shown = main_map(engine)
    for title in TITLES.values():
        engine.toggle(title)
    for scale in (1.0, 0.5, 0.25):
        width, height = round(SCREEN[0] / scale), round(SCREEN[1] / scale)
        for y in range(0, shown.height - height, 3 * height):
            for x in range(0, max(1, shown.width - width), 2 * width):
                region = (x, y, width, height)
                engine.screenshot(shown.name, tmp_path / "s.png", scale=scale, region=region)
    used, most = engine.heap()
    record_testsuite_property("heap_mb", used >> 20)
    assert most <= HEAP
    assert used < HEAP // 2
    for title in TITLES.values():
        engine.toggle(title)
