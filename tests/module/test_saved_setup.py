"""A set-up laid out in VASSAL comes back as the rows it is made from."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from clubroute.builder.authoring.saved_setup import SavedSetup, game_of, saved_setup
from clubroute.builder.cli import main
from clubroute.builder.errors import Where
from clubroute.builder.grid import Hex
from clubroute.builder.module.outline import shelf_of
from clubroute.builder.module.setups import Shelf, setup_commands
from clubroute.builder.project import Project, shipped_project
from clubroute.builder.sources.counter_set import read_counter_set
from clubroute.builder.vassal.archive import EARLIEST, SaveArchive, entries_of, read_module
from clubroute.builder.vassal.metadata import Metadata
from clubroute.builder.vassal.setup import game_archive
from clubroute.rules.cli import main as whole_main


def saves(shelf: Shelf) -> dict[str, bytes]:
    """The set-ups of a game as saved games, by scenario."""
    data = Metadata("1.0", "3.5.8", 0, "", shelf.game.name)
    return {id_: game_archive(told, data, EARLIEST) for id_, told in setup_commands(shelf).items()}


def read(data: bytes) -> SaveArchive:
    """A save from its bytes."""
    where = Where("a.vsav")
    return SaveArchive(entries_of(data, where), where)


def rows(found: SavedSetup, shelf: Shelf) -> Counter[tuple[str, Hex, frozenset[str]]]:
    """Unit, hex and state of each unit."""
    return Counter(
        (one.id, place(shelf, one.hex), frozenset(one.state.split("+")) - {""})
        for one in found.units
    )


def place(shelf: Shelf, number: str) -> Hex:
    """The hex of a printed number: where two maps meet, one has two."""
    view = shelf.views[0]
    return view.lattice.parse(number, view.window)


@pytest.mark.parametrize("game", ["wed", pytest.param("ins", marks=pytest.mark.slow)])
def test_every_set_up_comes_back_as_its_rows(game: str) -> None:
    project = shipped_project()
    shelf = shelf_of(project, game)
    shown = {word for word, layer in shelf.counters.traits.words.items() if layer}
    shown |= set(shelf.counters.traits.lays)
    for id_, data in saves(shelf).items():
        save = read(data)
        assert game_of(project, save, None) == game
        found = saved_setup(save, shelf)
        scenario = next(one for one in shelf.counters.setups if one.id == id_)
        assert rows(found, shelf) == Counter(
            (one.piece, place(shelf, one.hex), frozenset(one.state) & shown)
            for one in scenario.standing
        )
        assert not found.off
        assert not found.unknown
        assert {one.id for one in found.markers} == {one.piece for one in scenario.markers}


def test_the_rows_of_a_save_build_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "volga"]) == 0
    (data,) = saves(shelf_of(Project(tmp_path), "volga")).values()
    Path("mine.vsav").write_bytes(data)
    out = Path("counters/volga/scenarios/mine.csv")
    assert main(["scenario", "from", "mine.vsav", "--out", str(out)]) == 0
    assert "10 units" in capsys.readouterr().out

    def listed(name: str) -> set[tuple[str, ...]]:
        text = Path(f"counters/volga/scenarios/{name}.csv").read_text(encoding="utf-8")
        return {tuple(row) for row in csv.reader(text.splitlines())}

    assert listed("mine") == listed("bridge")
    setups = read_counter_set(tmp_path / "counters" / "volga").setups
    assert [(one.id, len(one.standing), len(one.markers)) for one in setups] == [
        ("BRIDGE", 10, 1),
        ("MINE", 10, 1),
    ]
    assert main(["scenario", "from", "mine.vsav", "--out", str(out)]) == 2
    assert "mine.csv: found a file, expected none" in capsys.readouterr().err
    assert main(["scenario", "from", "mine.vsav", "--game", "volgo"]) == 2
    assert "volga" in capsys.readouterr().err


@pytest.mark.usefixtures("gts_map")
def test_a_scenario_can_still_be_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert whole_main(["scenario", "WED-4", "--text"]) == 0
    assert "Hell" in capsys.readouterr().out


@pytest.mark.slow
def test_a_save_of_an_adopted_module_comes_back_as_rows_that_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert whole_main(["new", "volga"]) == 0
    # Words of its own, which the build of what is adopted does not know.
    Path("counters/volga/translations.csv").write_text("text,de\nTurn over,Umdrehen\n", "utf-8")
    for line in ("build volga --quiet --jobs 1", "adopt build/volga.vmod --name old"):
        assert whole_main(line.split()) == 0
    saved = read_module("build/volga.vmod").read("volga-bridge.vsav")
    Path("mine.vsav").write_bytes(saved)
    rows = "counters/old/scenarios/mine.csv"
    capsys.readouterr()
    assert whole_main(["scenario", "from", "mine.vsav", "--game", "old", "--out", rows]) == 0
    told = capsys.readouterr().out
    assert "10 units" in told
    assert "1 marker" in told
    assert "not of this game" not in told
    assert whole_main(["build", "old", "--quiet", "--jobs", "1"]) == 0
