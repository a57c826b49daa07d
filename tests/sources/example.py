"""The sixty-hex example map as a copy that a test may spoil."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def example_project(tmp_path: Path) -> Path:
    """A project folder that holds the example map alone."""
    shutil.copytree(ROOT / "map_sources" / "example", tmp_path / "map_sources" / "example")
    return tmp_path


def add_row(project: Path, name: str, row: str) -> int:
    """Append a row to one of its CSV files; the row's number."""
    path = project / "map_sources" / "example" / name
    text = path.read_text(encoding="utf-8") + row + "\n"
    path.write_text(text, encoding="utf-8", newline="\n")
    return text.count("\n")
