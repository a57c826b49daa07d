"""Testland, the example game, in the real engine: pointy hexes, own sides, states, windows."""

from __future__ import annotations

import csv
import time
from pathlib import Path

import pytest

from clubroute.builder.authoring.saved_setup import saved_setup
from clubroute.builder.cli import main
from clubroute.builder.module.outline import shelf_of
from clubroute.builder.module.translations import TEXTS
from clubroute.builder.project import SHIPPED, shipped_project
from clubroute.builder.sources.counter_set import EVERY_MODULE, read_translations
from clubroute.builder.vassal.archive import read_save
from tests.engine.advised import PATIENCE
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule, read_expectation
from tests.engine.inspection import CHECKS, Findings, inspect_open
from tests.engine.prepare import EngineFiles
from tests.engine.reports import Piece

pytestmark = pytest.mark.engine

ROLLS = 1000
"""Of two dice: enough for every total."""


@pytest.fixture(scope="module")
def testland(testland_module: BuiltModule) -> BuiltModule:
    return testland_module


@pytest.fixture(scope="module")
def findings(testland_engine: Engine, testland: BuiltModule) -> Findings:
    return inspect_open(testland_engine, testland.path, testland.expected)


@pytest.fixture(scope="module")
def engine(testland_engine: Engine, findings: Findings) -> Engine:
    """The engine, once everything in it has been tried."""
    testland_engine.start_setup("The Bridge")
    return testland_engine


@pytest.mark.parametrize("check", CHECKS)
def test_check(check: str, findings: Findings) -> None:
    assert findings.get(check) == [], findings.get(check, findings)


def test_the_sides_are_the_games_own(testland: BuiltModule) -> None:
    assert list(testland.expected.sides) == ["Blue", "Red", "Umpire"]


def test_a_set_up_laid_out_in_the_engine_comes_back_as_rows(
    engine: Engine, testland: BuiltModule, tmp_path: Path
) -> None:
    (one,) = testland.expected.maps
    engine.start_setup("The Bridge")
    moved = next(p for p in engine.pieces(["UnitId"]) if p.properties["UnitId"] == "blue-1")
    (spot,) = engine.places(one.name, one.boards[0].name, ["3.02"])
    assert spot is not None
    engine.move(moved.id, one.name, spot)
    engine.press(moved.id, "ctrl G")
    engine.save(tmp_path / "mine.vsav")
    shelf = shelf_of(shipped_project(), "testland")
    found = saved_setup(read_save(tmp_path / "mine.vsav"), shelf)
    (scenario,) = shelf.counters.setups
    rows = {row.piece: (row.hex, "+".join(row.state)) for row in scenario.standing}
    assert rows["blue-1"] == ("2.05", "")
    assert {row.id: (row.hex, row.state) for row in found.units} == {
        **rows,
        "blue-1": ("3.02", "dug-in"),
    }
    assert [(row.id, row.hex, row.state) for row in found.markers] == [("held", "4.05", "back")]
    engine.start_setup("The Bridge")


def test_two_dice_give_2_to_12(engine: Engine) -> None:
    engine.seed(0)
    assert set(engine.dice("2d6", ROLLS)) == {str(total) for total in range(2, 13)}


def test_the_combat_button_says_what_the_table_has(engine: Engine) -> None:
    """The result of the column asked, beside the roll."""
    chart = SHIPPED / "counters" / "testland" / "charts" / "combat-results.csv"
    head, *rows = csv.reader(chart.read_text(encoding="utf-8").splitlines())
    engine.seed(0)
    for column, name in enumerate(head[1:], start=1):
        expected = {row[0]: row[column] for row in rows}
        before = len(engine.chat())
        rolled = engine.dice(f"Combat {name}", 40)
        assert set(rolled) == set(expected)
        said = [line for line in engine.chat()[before:] if "Combat" in line]
        assert len(said) == len(rolled)
        for roll, line in zip(rolled, said, strict=True):
            assert f"** Combat {name} = {roll} ***" in line
            assert line.endswith(f" {expected[roll]}"), line


def test_the_viewer_tells_road_and_bridge(engine: Engine, testland: BuiltModule) -> None:
    (one,) = testland.expected.maps
    (board,) = one.boards
    (text,) = engine.hover(one.name, [board.hexes["4.05"]])
    assert text.startswith("4.05  Bridgend (Village) · North road · Bridgend Bridge (wired)")


def test_states_of_the_set_up_are_shown(engine: Engine) -> None:
    layers = ("Tired_Level", "DugIn_Level", "Back_Level")
    found = {one.gpid: one.properties for one in engine.pieces([*layers, "UnitId"])}
    shown = {one["UnitId"]: [n for n in layers if one[n] == "2"] for one in found.values()}
    assert shown["blue-2"] == ["Tired_Level"]
    assert shown["red-1"] == ["DugIn_Level"]
    assert shown["red-guns"] == ["Back_Level"]
    assert shown["blue-1"] == []


def test_the_viewer_tells_the_ratings_of_the_side_that_is_up(engine: Engine) -> None:
    units = {one.properties["UnitId"]: one.id for one in engine.pieces(["UnitId"])}
    assert engine.beneath(units["blue-1"]) == "A4 D5 M4"
    engine.press(units["blue-1"], "ctrl F")
    assert engine.beneath(units["blue-1"]) == "A2 D3 M4"
    engine.press(units["blue-1"], "ctrl F")


def test_a_lost_unit_comes_back_where_it_stood(engine: Engine) -> None:
    def unit() -> Piece:
        return next(p for p in engine.pieces(["UnitId"]) if p.properties["UnitId"] == "blue-2")

    before, earlier = unit(), len(engine.chat())
    engine.press(before.id, "ctrl L")
    assert unit().map == "Losses"
    assert engine.hover("Losses", [(unit().x, unit().y)]) == ["Lost units"]
    engine.press(before.id, "ctrl shift L")
    assert (unit().map, unit().x, unit().y) == (before.map, before.x, before.y)
    assert [
        line for line in engine.chat()[earlier:] if "is lost" in line or "found again" in line
    ] == [
        f"* {before.location}: {before.name} is lost",
        f"* {before.name} is found again",
    ]


def test_the_tutorial_plays_a_step_a_click(engine: Engine) -> None:
    def unit(name: str) -> Piece:
        found = engine.pieces(["UnitId", "Tired_Level"])
        return next(piece for piece in found if piece.properties["UnitId"] == name)

    assert engine.tutorial() > 10
    assert unit("blue-1").location == "2.05"
    seen = []
    while engine.step():
        blue, red = unit("blue-1"), unit("red-1")
        seen.append((blue.location, blue.properties["Tired_Level"], red.map))
        assert blue.stack is not None
    assert seen == [
        ("2.05", "1", "Testland"),
        ("3.05", "1", "Testland"),
        ("3.05", "2", "Testland"),
        ("3.05", "2", "Losses"),
    ]
    assert engine.chat()[-1].startswith("- Ctrl L takes a lost unit off the map")


def test_the_module_of_a_new_game_opens_and_its_set_up_loads(
    engine_files: EngineFiles,
    display: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "island"]) == 0
    assert main(["build", "island", "--jobs", "1", "--quiet"]) == 0
    expected = read_expectation(tmp_path / "build" / "island.expect.json")
    with Engine(engine_files, display, tmp_path / "build" / "island.vmod") as running:
        assert running.validate() == []
        for setup in expected.setups:
            running.start_setup(setup.name)
            found = sorted((one.gpid, one.x, one.y) for one in running.pieces())
            assert found == sorted((one.gpid, one.x, one.y) for one in setup.pieces)
        running.quiet()
        assert running.problems == []
    assert any(setup.pieces for setup in expected.setups)


AREA = """
[[area]]
id = "home"
text = "Red home"
hexes = ["6.05", "6.06"]
cite = "Testland 4"
"""


def test_a_set_up_opens_beside_what_is_to_be_placed_and_with_an_overview_of_the_rest(
    engine_files: EngineFiles, display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It once lay over the board, and the game ended with its window."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "island"]) == 0
    lattice = tmp_path / "map_sources" / "island" / "lattice.toml"
    text = lattice.read_text(encoding="utf-8")
    assert text.count("[1, 10]") == 2
    lattice.write_text(text.replace("[1, 10]", "[1, 60]"), encoding="utf-8")
    scenarios = tmp_path / "counters" / "island" / "scenarios"
    rows = (scenarios / "bridge.csv").read_text(encoding="utf-8").splitlines()
    placed = [f"{row}," for row in rows[1:] if not row.startswith("red-guns")]
    text = "\n".join(["unit,hex,state,area", *placed, "red-guns,,,home"])
    text = text.replace("red-horse,5.08", "red-horse,5.58")
    (scenarios / "bridge.csv").write_text(f"{text}\n", encoding="utf-8")
    with (scenarios / "bridge.toml").open("a", encoding="utf-8") as file:
        file.write(AREA)
    assert main(["build", "island", "--jobs", "1", "--quiet"]) == 0
    with Engine(engine_files, display, tmp_path / "build" / "island.vmod") as running:
        running.start_setup("The Bridge")
        running.quiet()
        windows = running.windows()
        left, _, wide, high = windows.pop("Set-up")
        ((x, y, across, down),) = windows.values()
        assert (x, y) == (0, 0)
        assert left >= x + across, "beside it"
        assert across > wide > 0 < high
        assert down > 500
        told = "Units on the map: 9, 8 in sight; 1 about 5.58. To place: 1 in Set-up."
        assert [line for line in running.chat() if told in line]
        until = time.monotonic() + PATIENCE
        while not running.overview("Island") and time.monotonic() < until:
            time.sleep(0.05)  # until there is a picture to show in it
        assert running.overview("Island"), "which shows where the ninth is"
        running.start_setup("Empty map")
        running.quiet()
        assert "Set-up" not in running.windows(), "nothing is to be placed"
        assert not running.overview("Island"), "nothing is out of sight"
        assert running.problems == []


def test_a_player_reads_it_in_german(
    engine_files: EngineFiles, display: str, testland: BuiltModule
) -> None:
    words = read_translations(EVERY_MODULE)["de"]
    with Engine(engine_files, display, testland.path, language="de") as engine:
        found = engine.words()
        texts = {button.text for button in engine.buttons()}
        engine.quiet()
        assert engine.problems == []
    # The key stands behind it. "Turn over" is the game's own word, and it has no table.
    assert found["Piece.Turn over"].startswith("Turn over ")
    assert found["Piece.Remove"].startswith("Entfernen ")
    # What an icon says under the pointer, a key behind it.
    said = {text.partition(" (")[0].partition(" [")[0] for text in texts}
    palette = "Alle Spielsteine nach Seite, Division und Verband"
    assert {"Notizen", palette, "Die Karte als Bild speichern"} <= said, texts
    shown = {key: value for key, value in found.items() if key.lower().endswith(TEXTS)}
    assert len(shown) > len(TEXTS)
    assert {key: value for key, value in shown.items() if value in words} == {}
