"""A release has its version, a true date, and notes of what has changed since the last."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.authoring.saved_setup import read_pieces
from clubroute.builder.cli import main
from clubroute.builder.vassal.archive import read_module, read_save
from clubroute.builder.vassal.traits import BasicPiece, Layer

UNITS = 10
"""Units of the small game's set-up: a key of theirs changes with the release."""


def spoil(file: Path, old: str, new: str) -> None:
    """Change a word of a file."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.slow
def test_two_releases_of_a_game_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert main(["new", "volga"]) == 0
    first = ["publish", "volga", "--date", "2026-11-24"]
    assert main(first) == 0
    notes = Path("releases/volga-0.1.0.md").read_text(encoding="utf-8")
    assert "# Volga 0.1.0 (2026-11-24)" in notes
    assert "The first release: 12 counters, 6 keys, 1 set-up, 60 hexes, " in notes
    assert "14 Road hexsides." in notes
    # What VASSAL shows as the module's date: noon of that day, not January 1970.
    assert read_module("releases/volga-0.1.0.vmod").metadata().saved_ms == 1795521600 * 1000
    capsys.readouterr()
    assert main(first) == 2
    assert "found version 0.1.0, published already" in capsys.readouterr().err

    spoil(Path("counters/volga/module.toml"), 'version = "0.1.0"', 'version = "0.2.0"')
    spoil(Path("counters/volga/units.csv"), ",1st Blue,", ",First Blue,")
    spoil(Path("counters/volga/scenarios/bridge.csv"), "blue-2,2.04", "blue-2,2.03")
    spoil(Path("counters/volga/traits.toml"), 'key = "Ctrl T"', 'key = "Ctrl Y"')
    spoil(Path("map_sources/volga/hexes.csv"), ",woods,", ",village,")
    assert main(["publish", "volga", "--date", "2026-12-01"]) == 0
    told = Path("releases/volga-0.2.0.md").read_text(encoding="utf-8").splitlines()
    assert "## Changed since 0.1.0" in told
    changes = [line for line in told if line.startswith("- ")]
    assert changes[:3] == [
        "- counters changed: blue-1",
        "- keys changed: Tired on/off",
        "- set-ups changed: The Bridge",
    ]
    assert len(changes) == 4
    assert changes[3].startswith("- hexes changed: ")
    a_game_goes_on(capsys)


def a_game_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    """A game of the first release goes on with the second, and back again as it was."""
    old, new = (f"releases/volga-0.{version}.0.vmod" for version in (1, 2))
    Path("mine.vsav").write_bytes(read_module(old).read("volga-bridge.vsav"))
    capsys.readouterr()
    assert main(["refresh", "mine.vsav", new]) == 0
    counters = f"{UNITS} counters made anew, 1 as they were"
    assert capsys.readouterr().out.splitlines() == [
        "mine-refreshed.vsav: Volga 0.2.0",
        counters,
    ]
    theirs = read_save("mine-refreshed.vsav")
    assert theirs.module_metadata().version == theirs.metadata().version == "0.2.0"
    pieces, _ = read_pieces(theirs)
    assert "First Blue" in {BasicPiece.read(one.basic).name for one in pieces.values()}
    tired = [
        BasicPiece.read(one.basic).name
        for one in pieces.values()
        for trait in one.traits
        if trait.id == Layer.PREFIX and Layer.read(trait).name == "Tired" and trait.state == "2"
    ]
    assert tired == ["2nd Blue"]
    assert main(["refresh", "mine-refreshed.vsav", old, "--out", "back.vsav"]) == 0
    assert read_save("back.vsav").text() == read_save("mine.vsav").text()
    capsys.readouterr()
    assert main(["refresh", "mine.vsav", new]) == 2
    assert "mine-refreshed.vsav: found a file, expected none" in capsys.readouterr().err
    assert main(["refresh", old, new, "--out", "none.vsav"]) == 2
    assert "found no savedGame" in capsys.readouterr().err
    assert not Path("none.vsav").exists()


def test_a_day_that_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "volga"]) == 0
    capsys.readouterr()
    assert main(["publish", "volga", "--date", "24.11."]) == 2
    assert "--date: found '24.11.', expected a day as 2026-11-24" in capsys.readouterr().err
    assert not Path("releases").exists()
