"""Where the tests find the counter sources, and copies of them to spoil."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

from clubroute.builder.sources.counter_set import CounterSet, read_counter_set

WED = Path(__file__).parents[2] / "counters" / "wed"
NAMES = Path(__file__).parent / "wed_names.csv"


@cache
def committed(game: str) -> CounterSet:
    """A game's counter set as committed. Nothing in it can be changed: all tests read the same."""
    return read_counter_set(WED.parent / game)


def copy_of_wed(folder: Path) -> Path:
    """A copy of the Where Eagles Dare counter folder inside ``folder``."""
    return Path(shutil.copytree(WED, folder / "wed"))


def spoil(path: Path, old: str, new: str) -> None:
    """Replace the first ``old`` in a text file by ``new``; it must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")
