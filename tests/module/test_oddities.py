"""What a build warns of: keys that do two things, decks nothing fills, names nobody can read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.module.oddities import oddities
from clubroute.builder.sources.counter_set import read_counter_set
from clubroute.builder.sources.toml_table import game_folder
from tests.counters.places import committed
from tests.fetching.cache import REPOSITORY

LONG = "A very long name of a tank corps of the guards of Stalingrad, first echelon"
DECK = """
[[window]]
title = "Events"
button = "Events"
tooltip = "What happens"
size = [400, 300]

[[window.deck]]
name = "Events"
title = "Events"
at = [200, 150]
holds = "draws"
"""


def changed(name: str, old: str, new: str) -> Callable[[Path], None]:
    """A change of a file of the game's counters."""

    def change(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def appended(name: str, more: str) -> Callable[[Path], None]:
    """More lines at the end of a file."""

    def change(folder: Path) -> None:
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write(more)

    return change


def told(folder: Path) -> list[str]:
    """The warnings of a game that was changed."""
    return list(oddities(read_counter_set(folder), game_folder(folder)))


@pytest.mark.parametrize("game", ["wed", "tdc", "mg", "ins", "testland", "ombrey"])
def test_our_own_games_have_nothing_odd(game: str) -> None:
    folder = game_folder(REPOSITORY / "counters" / game)
    assert list(oddities(committed(game), folder)) == []


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (
            changed("traits.toml", 'end_key = "end-tired"', 'end_key = "end-weary"'),
            "no counter hears what the button All fresh sends",
        ),
        (
            changed("windows.toml", "Tired_Level==2", "Weary_Level==2"),
            "the button All fresh looks for Weary, and no state is so called",
        ),
        (
            appended("style.toml", '\n[marker.water]\nfill = "#1b1b1b"\nink = "#ffffff"\n'),
            "this look is not used: no counter has marker water",
        ),
        (
            changed("traits.toml", 'key = "Ctrl T"', 'key = "Ctrl G"'),
            "Ctrl G is the key of Tired on/off, too: one press changes both",
        ),
        (
            changed("traits.toml", 'key = "Ctrl T"', 'key = "Ctrl M"'),
            "Ctrl M is the key of Tired on/off, too: one press changes both",
        ),
        (
            changed("traits.toml", 'key = "Ctrl T"', 'key = "Ctrl F"'),
            "Ctrl F is the key of Turn over, too: one press changes both",
        ),
        (appended("windows.toml", DECK), "the deck Events of Events stays empty: no scenario has"),
        (changed("units.csv", ",1st Blue,", f',"{LONG}",'), f"'{LONG}' does not fit its counter"),
    ],
)
def test_what_is_odd_is_told_in_a_line(
    change: Callable[[Path], None], line: str, tmp_path: Path
) -> None:
    new_game(tmp_path, "volga")
    folder = tmp_path / "counters" / "volga"
    assert told(folder) == []
    change(folder)
    (found,) = told(folder)
    assert line in found
