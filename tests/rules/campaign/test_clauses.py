"""Every clause of the campaign's topics and the test that holds it: clauses.csv."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


def clauses() -> list[dict[str, str]]:
    """The rows of clauses.csv."""
    with (FOLDER / "clauses.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.parametrize("test", sorted({row["test"] for row in clauses()}))
def test_the_test_of_a_clause_is_there(test: str) -> None:
    file, _, name = test.partition("::")
    assert f"def {name}(" in (FOLDER / file).read_text(encoding="utf-8")


def test_every_clause_stands_once_and_both_games_are_covered() -> None:
    rows = clauses()
    keys = [(row["game"], row["rule"], row["clause"]) for row in rows]
    assert len(keys) == len(set(keys))
    assert all(all(row.values()) for row in rows)
    assert {row["game"] for row in rows} == {"WED", "TDC", "WED+TDC"}
