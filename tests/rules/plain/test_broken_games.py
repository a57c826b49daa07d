"""A game of one's own whose files cannot be read: one line for who asks about it, and none of the
other games is the worse for it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.survey.compile import CompiledMap
from tests.command_doors import heard

BRACKETS = "a = " + "[" * 20_000 + "\n"
Breaking = Callable[[Path], object]


def replaced(name: str, old: str, new: bytes) -> Breaking:
    """Replace a part of a table by some bytes."""

    def breaks(game: Path) -> None:
        path = game / name
        data = path.read_bytes()
        assert old.encode() in data
        path.write_bytes(data.replace(old.encode(), new, 1))

    return breaks


def piped(name: str) -> Breaking:
    """Put a named pipe in a file's place."""

    def breaks(game: Path) -> None:
        (game / name).unlink()
        os.mkfifo(game / name)

    return breaks


BROKEN: Mapping[str, tuple[str, Breaking]] = {
    "brackets in the rules": (
        "rules.toml: found arrays nested too deeply",
        lambda game: (game / "rules.toml").write_text(BRACKETS, encoding="utf-8"),
    ),
    "brackets in the module": (
        "module.toml: found arrays nested too deeply",
        lambda game: (game / "module.toml").write_text(BRACKETS, encoding="utf-8"),
    ),
    "60 MB of rules": (
        "rules.toml: found 60000000 bytes, expected at most 4194304",
        lambda game: os.truncate(game / "rules.toml", 60_000_000),
    ),
    "a pipe for the rules": ("rules.toml: found a named pipe", piped("rules.toml")),
    "a pipe for the counters": ("units.csv: found a named pipe", piped("units.csv")),
    "counters as Excel writes them": (
        "units.csv:2:16: found byte 0xfc",
        replaced("units.csv", "Blue HQ", "Bl\u00fc HQ".encode("latin-1")),
    ),
    "counters without names": (
        "units.csv:1: found a header without it, expected column 'name'",
        replaced("units.csv", ",name,", b",nome,"),
    ),
    "turns that are a number": (
        "module.toml:1:turns: found 3, expected a table",
        lambda game: (game / "module.toml").write_text(
            'turns = 3\nname = "Mine"\nlattice = "mine"\n', encoding="utf-8"
        ),
    ),
}


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game with rules, in the project around us."""
    new_game(tmp_path, "mine", rules=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "counters" / "mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
@pytest.mark.parametrize("what", BROKEN)
@pytest.mark.parametrize(
    "words",
    ["reach blue-1 scenario=BRIDGE map=mine", "rules mine", "try mine", "lint mine"],
)
@pytest.mark.slow
def test_who_asks_about_it_is_told_in_one_line(words: str, what: str, game: Path) -> None:
    expected, breaks = BROKEN[what]
    breaks(game)
    code, said, _ = heard(words.split())
    assert code == 2
    assert said.count("\n") == 0
    assert said.startswith(f"clubroute: {game}{os.sep}{expected}"), said


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
@pytest.mark.parametrize("what", BROKEN)
def test_other_games_are_asked_as_ever(what: str, game: Path, gts_map: CompiledMap) -> None:
    assert gts_map.terrain.hexes, "their map is at hand"
    BROKEN[what][1](game)
    for words, answer in (
        ("los 75.129 78.127", "No: 77.128: town: Blocking Terrain"),
        ("where Son", "66.155 Son"),
        ("move A/1/501 from Veghel to Son", "20½ MP out of Column"),
    ):
        code, said, printed = heard(words.split())
        assert (code, said) == (0, ""), words
        assert printed.startswith(answer)


def test_a_folder_whose_game_was_asked_first_is_told_of(game: Path, gts_map: CompiledMap) -> None:
    assert gts_map.terrain.hexes, "their map is at hand"
    BROKEN["counters without names"][1](game)
    _, _, printed = heard(["move", "A/1/501", "from", "Veghel", "to", "Son"])
    assert f"map mine cannot be read: {game / 'units.csv'}:1: found a header" in printed
