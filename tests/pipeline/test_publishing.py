"""A release has its version, a true date, and notes of what has changed since the last."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.cli import main
from clubroute.builder.vassal.archive import read_module


def spoil(file: Path, old: str, new: str) -> None:
    """Change a word of a file."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


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
    assert "The first release: " in notes
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


def test_a_day_that_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "volga"]) == 0
    capsys.readouterr()
    assert main(["publish", "volga", "--date", "24.11."]) == 2
    assert "--date: found '24.11.', expected a day as 2026-11-24" in capsys.readouterr().err
    assert not Path("releases").exists()
