"""A clause that is broken is noticed by its test (``tests.bench.bench_clauses`` tries all)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.clauses.ways_to_break import breaks_of, broken, is_broken

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("value", "other"),
    [
        (2, 3),
        (True, False),
        ([2, 1], [3, 2]),
        (["no", 1], [1, 2]),
        (["Guards", "43rd"], ["Guards", "Guards"]),
        ("1944-09-22 0700", "1944-09-23 0700"),
        ("1900", "Night"),
        ("a sentence of words", "something else"),
        ("kind", "kind"),
    ],
)
def test_a_value_is_broken_by_another_of_its_kind(value: object, other: object) -> None:
    assert broken(value) == other


@pytest.mark.parametrize(
    ("rule", "cite", "holds"),
    [
        ("WED 2.11", "WED 2.11", True),
        ("WED 2.4, WED 2.11", "WED 2.11", True),
        ("WED 2.11", "WED 2.1", False),
        ("WED 2.16", "WED 2.16 example 2", True),
        ("WED-4 set-up; WED S4.3", "WED scenario 4", True),
        ("WED campaign", "WED campaign VP", True),
        ("INS German Order of Arrival", "INS Order of arrival", True),
        ("TDC 2.11", "WED 2.11", False),
    ],
)
def test_which_lines_rest_on_a_clause(rule: str, cite: str, holds: bool) -> None:
    assert is_broken(rule, cite) == holds


def test_what_a_title_names_is_broken_first() -> None:
    first, *_ = breaks_of("WED 2.1", "Clear leg")
    assert first.place == "movement:terrain|clear:leg"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a clause is broken in a copy of the process")
@pytest.mark.slow
def test_the_tests_of_clauses_notice() -> None:
    """A sample that needs no compiled map."""
    command = [sys.executable, "-m", "tests.bench.bench_clauses", "--quick", "--game", "wed"]
    done = subprocess.run(
        [*command, "--only", "test_the_terrain_of_the_hex_fired_into"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "0 noticed" not in done.stdout
