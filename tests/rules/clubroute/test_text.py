"""Receipts about the Club Route as people read them."""

from __future__ import annotations

from clubroute.rules.answer.receipt_text import folded, receipt_lines
from clubroute.rules.asking.context import Context
from tests.rules.clubroute.asking import german, state, wed


def test_hexes_in_a_row_are_one_line(real_context: Context) -> None:
    answer = wed(real_context, "trace", state("61.141", spur="son", units=[german("66.158")]))
    lines = receipt_lines(answer)
    assert lines[0] == "Closed at 66.158: an enemy Unit is there: KG [WED 4.2]"
    assert any("61.141 → 61.142 … 66.158" in line and "Son spur" in line for line in lines)
    assert any("an enemy Unit is there: KG [WED 4.2] — closed" in line for line in lines)
    assert len(lines) < 20 < len(answer["steps"])
    assert any(line.startswith("Compare on your board: ") for line in lines)


def test_needs_notes_and_what_was_not_looked_at(real_context: Context) -> None:
    told = state("61.141", units=[{"id": "X", "hex": "66.158"}])
    lines = receipt_lines(wed(real_context, "trace", told))
    assert "Tell me state.club_route.spur: which spur was taken, best or son" in lines
    assert "Not included: Units whose side is not given: X" in lines
    assert any(line.startswith("referee: the bridge of scenario 1 is stable") for line in lines)


def test_runs_break_where_anything_changes() -> None:
    steps = [
        {"from": "a", "to": "b", "why": "x", "rule": "r"},
        {"from": "b", "to": "c", "why": "x", "rule": "r"},
        {"from": "c", "to": "d", "why": "y", "rule": "r"},
        {"from": "e", "to": "f", "why": "y", "rule": "r"},
        {"to": "f", "why": "y", "rule": "r"},
    ]
    assert [(step.get("first", step["to"]), step["to"]) for step in folded(steps)] == [
        ("b", "c"),
        ("d", "d"),
        ("f", "f"),
        ("f", "f"),
    ]
    assert list(receipt_lines({"verdict": "open", "steps": []})) == ["open"]
