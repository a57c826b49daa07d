"""Words of a game of one's own are understood, or the line says what is."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.rules.cli import main

ASKED = {
    "turn 4": (0, "4 phases, mud"),
    "turn Red 1": (0, "2 phases, clear"),
    "reach blue-1 from 2.05 mud": (0, "32 hexes within 4 MP"),
    "reach blue-1 from 2.05 blue movement mud": (0, "32 hexes within 4 MP"),
    "reach blue-1 from 2.05 red movement mud": (0, "No:"),
    "distance 0105 405": (0, "1.05 to 4.05: 3 hexes"),
    "move blue-1 0205 0405": (0, "Yes, 1 of 4 MP"),
    "rule 2.2": (0, "foot 2 MP, horse 3 MP, guns no; left 1 [TL 2.2, TL 9.3]"),
    "rule clear": (0, "In mud\n  clear 2 MP [TL 3.1]"),
    "rule swamp": (2, "expected a rule's number or a word of its tables: clubroute rules volga"),
    "cost tank woods": (2, "or of the chart, as: rule clear map=volga"),
}


@pytest.mark.usefixtures("gts_map")
def test_words_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    new_game(tmp_path, "volga", rules=True)
    monkeypatch.chdir(tmp_path)
    for line, (code, told) in ASKED.items():
        assert main([*line.split(), "--map", "volga"]) == code, line
        found = "".join(capsys.readouterr())
        assert told in found, (line, found)


def test_a_phase_for_the_railway_lets_units_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    new_game(tmp_path, "volga", rules=True)
    monkeypatch.chdir(tmp_path)
    rules = tmp_path / "counters" / "volga" / "rules.toml"
    text = rules.read_text(encoding="utf-8")
    rail = '    { name = "Entrainment", side = "Blue", does = "rail" },\n]\n\n# The Terrain'
    rules.write_text(text.replace("]\n\n# The Terrain", rail, 1), encoding="utf-8")
    assert main(["move", "blue-1", "2.05", "4.05", "entrainment", "clear", "--map", "volga"]) == 0
    assert capsys.readouterr().out.startswith("Yes, 1 of 4 MP")
