"""Where the tests find the counter sources, and copies of them to spoil."""

from __future__ import annotations

import shutil
from pathlib import Path

WED = Path(__file__).parents[2] / "counters" / "wed"
NAMES = Path(__file__).parent / "wed_names.csv"


def copy_of_wed(folder: Path) -> Path:
    """A copy of the Where Eagles Dare counter folder inside ``folder``."""
    return Path(shutil.copytree(WED, folder / "wed"))


def spoil(path: Path, old: str, new: str) -> None:
    """Replace the first ``old`` in a text file by ``new``; it must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")
