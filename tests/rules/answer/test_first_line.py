"""A first line that is too long loses what explains it, never what it hangs on."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.answer.first_line import WIDEST, asked_first, first_line, fitting, only_if
from clubroute.rules.answer.model import Receipt, Step

LONG = "and so on for as long as it takes to fill a line that nobody can read to its end at all"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (f"No: it is wasted; {LONG} {LONG}", "No: it is wasted"),
        (f"No: it is wasted: {LONG} {LONG}", "No: it is wasted"),
        (f"5 MP (by our map, {LONG})", "5 MP"),
        (f"No: the event does not apply: not: {LONG} {LONG}", "No: the event does not apply"),
    ],
)
def test_what_explains_a_line_goes_first(line: str, told: str) -> None:
    assert fitting([line]) == told


def test_a_line_does_not_lose_the_condition_behind_it() -> None:
    for word in ("if", "unless", "only", "else"):
        line = f"Yes: it is repaired; {word} {LONG} {LONG}"
        assert fitting([line]) != "Yes: it is repaired"
        assert fitting([line]).endswith("…")


def table(*rows: tuple[str, Any]) -> Receipt:
    outcomes = [
        {"result": result, **({"check": of} if isinstance(of, str) else {"die": of})}
        for result, of in rows
    ]
    return Receipt("legal", (Step("an Action", "WED 2.15.7"),), extra={"outcomes": outcomes})


def test_results_of_a_check_say_passed_and_failed() -> None:
    told = table((f"it is repaired; {LONG}", "passed"), (f"it stays; {LONG}", "failed"))
    assert first_line(told) == "It is repaired if the check is passed; else it stays"


def test_results_of_a_die_are_told_by_their_first_clauses() -> None:
    told = table((f"nothing happens; {LONG}", [1, 2, 3]), (f"it stands; {LONG}", [4, 5, 6]))
    assert first_line(told) == "Nothing happens on 1–3; it stands on 4–6"
    alike = table((f"DG, one step: {LONG}", [1, 2]), (f"DG, two steps: {LONG}", [3, 6]))
    assert first_line(alike) == "From DG, one step on 1–2 to DG, two steps on 3, 6"


def test_what_must_not_be_is_an_unless() -> None:
    assert only_if(["it is German", "not: it has come"], 0) == (
        "Only if it is German, unless it has come"
    )
    assert only_if(["not: it has come"], 0) == "Yes unless it has come"


def test_a_refusal_comes_before_what_is_open() -> None:
    need = "unit.column: whether it is in Column; if so illegal: A; else it depends on whether B"
    assert asked_first([need]) == "No if it is in Column; else it depends on whether B"


def test_a_table_is_named_with_what_it_is_wanted_for_as_far_as_there_is_room() -> None:
    need = f"supply owner/areas.csv: deployment-area ({LONG})"
    assert asked_first([need]) == "Fill in owner/areas.csv: deployment-area"
    assert len(asked_first([need])) <= WIDEST
