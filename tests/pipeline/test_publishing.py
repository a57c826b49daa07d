"""A release has its version, a true date, and notes of what has changed since the last."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clubroute.builder.authoring.publishing import publish, read_record
from clubroute.builder.authoring.saved_setup import read_pieces
from clubroute.builder.cli import main
from clubroute.builder.errors import InputError
from clubroute.builder.project import Project
from clubroute.builder.vassal.archive import read_module, read_save
from clubroute.builder.vassal.traits import BasicPiece, Layer
from clubroute.rules.cli import main as with_rules

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
    assert capsys.readouterr().out.splitlines()[:2] == [
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
    # Of a module the set-ups inside it go on.
    assert main(["refresh", old, new, "--out", "made.vmod"]) == 0
    assert Path("made.vmod").exists()


@pytest.mark.slow
def test_notes_name_a_changed_rule_chart_or_text_and_nothing_only_where_it_is_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert with_rules(["new", "volga", "--rules"]) == 0
    module, number = Path("counters/volga/module.toml"), 1

    def notes() -> str:
        nonlocal number
        assert with_rules(["publish", "volga", "--date", f"2026-11-{number:02d}"]) == 0
        told = Path(f"releases/volga-0.{number}.0.md").read_text(encoding="utf-8")
        spoil(module, f'version = "0.{number}.0"', f'version = "0.{number + 1}.0"')
        number += 1
        return told.partition("## Changed since")[2]

    assert notes() == ""
    assert "Nothing that a player sees." in notes()
    spoil(Path("counters/volga/rules.toml"), "horse = 3", "horse = 4")
    told = notes()
    assert "- rules changed: terrain.woods.move.horse (3 → 4)" in told
    assert "- charts changed: Terrain Effects: Woods" in told
    spoil(Path("counters/volga/about.html"), "Right-click", "Click")
    spoil(Path("counters/volga/scenarios/bridge.toml"), "Blue moves first.", "Red moves first.")
    told = notes()
    assert "- help changed: About Volga" in told
    assert "- set-up texts changed: The Bridge: rule 1.text" in told
    spoil(Path("counters/volga/style.toml"), "#e8a49c", "#e8a49d")
    assert "- files changed: images/red-1" in notes()
    spoil(Path("counters/volga/rules.toml"), "horse = 4", "hrose = 4")
    capsys.readouterr()
    assert with_rules(["publish", "volga"]) == 2
    assert "rules.toml" in capsys.readouterr().err


DAYS = {
    "24.11.": "expected a day as 2026-11-24",
    "2026-02-30": "expected a day as 2026-11-24",
    "2026-1-1": "expected a day as 2026-11-24",
    "\N{SUPERSCRIPT TWO}026-11-24": "expected a day as 2026-11-24",
    "\N{FULLWIDTH DIGIT TWO}026-11-24": "expected a day as 2026-11-24",
    "1969-12-31": "expected a day of 1980 to 2107, as a zip can tell",
    "1979-12-31": "expected a day of 1980 to 2107, as a zip can tell",
    "2108-01-01": "expected a day of 1980 to 2107, as a zip can tell",
}


@pytest.mark.parametrize("day", DAYS)
def test_a_day_that_is_none(
    day: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["publish", "testland", "--date", day]) == 2
    assert capsys.readouterr().err == f"clubroute: --date: found {day!r}, {DAYS[day]}\n"
    assert not Path("releases").exists()


@pytest.mark.parametrize("told", ["\N{SUPERSCRIPT TWO}", "-1", "1e9", " 1", "9" * 15, "9" * 5000])
def test_a_moment_that_is_none(
    told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", told)
    assert main(["publish", "testland"]) == 2
    wrong = capsys.readouterr().err
    assert wrong.startswith("clubroute: SOURCE_DATE_EPOCH: found ")
    assert wrong.count("\n") == 1


RECORDS = {
    "": "found no JSON",
    "[]": "found no object",
    "{}": "version: found nothing",
    '{"version": "0.0.1", "seconds": 1}': "holds: found nothing",
    '{"version": "0.0.1", "seconds": Infinity, "holds": {}}': "seconds: found something else",
    '{"version": "0.0.1", "seconds": "\N{SUPERSCRIPT TWO}", "holds": {}}': "seconds: found",
    '{"version": "0.0.1", "seconds": true, "holds": {}}': "seconds: found something else",
    '{"version": 1, "seconds": 1, "holds": {}}': "version: found something else",
    '{"version": "0.0.1", "seconds": 1, "holds": []}': "holds: found something else",
    '{"version": "0.0.1", "seconds": 1, "holds": {"keys": [1]}}': "holds: found something else",
    '{"version": "0.0.1", "seconds": 1, "holds": {"keys": {"a": 1}}}': "holds: found",
    "[" * 100_000: "found no JSON",
}


@pytest.mark.parametrize("text", RECORDS, ids=lambda text: text[:60])
def test_a_damaged_record_is_named_in_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "volga-0.0.1.record.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_record(path)
    assert str(caught.value).startswith(f"{path}:")
    assert RECORDS[text] in str(caught.value)
    assert str(caught.value).endswith("expected what clubroute publish wrote")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_in_the_place_of_a_record_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "volga-0.0.1.record.json"
    os.mkfifo(path)
    with pytest.raises(InputError, match="found a named pipe"):
        read_record(path)


@pytest.mark.slow
def test_a_release_that_was_broken_off_is_published_after_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Killed between its names: the module comes last, as it says that the version is out."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "volga"]) == 0
    first = ["publish", "volga", "--date", "2026-11-24"]
    replace, named = Path.replace, list[str]()

    def killed(part: Path, target: Path) -> Path:
        named.append(target.name)
        if target.name.endswith(".vmod") and "releases" in str(target):
            raise KeyboardInterrupt
        return replace(part, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            publish(Project(tmp_path), "volga", tmp_path / "releases", "2026-11-24", lambda _: None)
    assert named[-3:] == ["volga-0.1.0.record.json", "volga-0.1.0.md", "volga-0.1.0.vmod"]
    assert main(first) == 0
    notes = Path("releases/volga-0.1.0.md").read_text(encoding="utf-8")
    assert "The first release: " in notes
