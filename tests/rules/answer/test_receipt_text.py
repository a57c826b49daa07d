"""Answers as lines for people."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.answer.receipt_text import answer_lines


def test_a_receipt_has_aligned_steps_and_a_running_total() -> None:
    receipt = Receipt(
        verdict="illegal",
        total=7,
        summary="9 is over the allowance",
        steps=(
            Step("clear", "WED 2.2", 2, "75.129", "75.130"),
            Step("Column is left", "WED 2.8"),
            Step("stream, off the Road", "WED 2.11", 5, "75.130", "100.131", "survey", "illegal"),
        ),
        needs=("the Weather Table",),
        unchecked=("enemy units",),
        extra={"reach": ["75.129", "75.130"]},
        notes=("referee: one reading of two",),
    )
    assert answer_lines(receipt.record()) == [
        "9 is over the allowance",
        "  75.129 → 75.130    1   1  clear [WED 2.2]",
        "                            Column is left [WED 2.8]",
        "  75.130 → 100.131  2½  3½  stream, off the Road [WED 2.11] — no",
        "Compare on your board: 100.131 (our map)",
        "Say also: the Weather Table",
        "Not included: enemy units",
        "referee: one reading of two",
        "reach: 75.129, 75.130",
    ]


def test_a_verdict_alone_is_a_line() -> None:
    assert answer_lines({"verdict": "clear", "steps": [], "provenance": "rulebook"}) == ["clear"]


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ("pong", ["pong"]),
        (2.50, ["2.5"]),
        (True, ["yes"]),
        ([], ["(none)"]),
        ({"a": {"b": 1, "c": None}, "d": [1, 2]}, ["a:", "  b: 1", "  c: (none)", "d: 1, 2"]),
        ({"a": [{"b": 1, "c": 2}, {"b": 3}]}, ["a:", "  - b: 1, c: 2", "  - b: 3"]),
        ([[1], [2, 3]], ["- 1", "- 2, 3"]),
        ({"a": {}}, ["a:"]),
    ],
)
def test_other_answers(value: Any, lines: list[str]) -> None:
    assert answer_lines(value) == lines


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text("ab 1"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab"), inner, max_size=4),
)


@given(VALUES)
def test_any_answer_has_lines(value: Any) -> None:
    assert all("\n" not in line for line in answer_lines(value))


def test_what_is_empty_in_a_list_is_said_to_be_none() -> None:
    receipt = Receipt(verdict="undetermined", extra={"last": ["", "Allied"], "units": []})
    assert answer_lines(receipt.record())[1:] == ["last: (none), Allied"]
