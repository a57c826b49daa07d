"""Every file's licence is told (REUSE.toml), and all of them stand in the package's expression."""

from __future__ import annotations

import csv
import tomllib
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REUSE = tomllib.loads((ROOT / "REUSE.toml").read_text(encoding="utf-8"))["annotations"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

SAY_OF_OTHERS = ("map_sources/geography/credits.csv", "map_sources/checks/layers.csv")
"""Files that tell of other files whose they are: the credits of boards, the bounds of layers."""


def patterns(row: dict[str, object]) -> list[str]:
    """The paths a row is about."""
    path = row["path"]
    return [str(one) for one in path] if isinstance(path, list) else [str(path)]


def licence_of(path: str) -> str:
    """The licence of a file: the last row that names it."""
    rows = [row for row in REUSE if any(fnmatch(path, one) for one in patterns(row))]
    return str(rows[-1]["SPDX-License-Identifier"])


def test_the_expression_tells_all_licences_and_each_has_its_text() -> None:
    used = {one for row in REUSE for one in row["SPDX-License-Identifier"].split(" AND ")}
    assert used == set(PROJECT["license"].split(" AND "))
    assert used == {path.stem for path in (ROOT / "LICENSES").iterdir()}


def test_each_row_names_a_file() -> None:
    assert [
        one for row in REUSE for one in patterns(row) if one != "**" and not any(ROOT.glob(one))
    ] == []


def test_texts_of_licences_are_called_so_and_are_under_none_of_ours() -> None:
    """A file called LICENSE is a licence, and no work under one (https://reuse.software/spec)."""
    texts = [path for path in ROOT.glob("rules/**/licences/*") if path.is_file()]
    assert {path.name for path in texts} >= {"LICENSE-MPL-2.0.txt", "LICENSE-Python.txt"}
    assert [path for path in texts if not path.name.startswith("LICENSE-")] == []


def test_sources_of_others_are_under_their_licence() -> None:
    """By what a file says of itself: an attribution in it asks for the licence of whom it names."""
    named = {"OpenStreetMap": "ODbL-1.0", "CC BY 4.0": "CC-BY-4.0"}
    seen = 0
    for path in sorted((ROOT / "map_sources").rglob("*.*")):
        name = path.relative_to(ROOT).as_posix()
        if name in SAY_OF_OTHERS:
            continue
        head = path.read_text(encoding="utf-8")[:1500]
        for words, licence in named.items():
            if words in head:
                seen += 1
                assert licence in licence_of(name), name
    assert seen > 8


def test_boards_credit_every_licence_that_asks_for_it() -> None:
    with (ROOT / "map_sources/geography/credits.csv").open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        credited = " ".join(f"{row['licence']} {row['credit']}" for row in rows)
    assert all(words in credited for words in ("ODbL-1.0", "OpenStreetMap", "CC BY 4.0"))
