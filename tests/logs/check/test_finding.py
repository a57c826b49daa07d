"""How findings and reports read, for people and programs."""

from __future__ import annotations

import json

import pytest

from clubroute.rules.logs.check.finding import (
    DAMAGE,
    CheckReport,
    LogFinding,
    shortened,
    steps_text,
)

ILLEGAL = LogFinding(
    "game.vlog",
    (3, 4, 5, 9),
    "move",
    "illegal",
    "the hex holds an enemy Unit",
    "GTS series",
    turn="September 17 0900",
    chit="101st Division Activation",
    player="Anna",
    unit="101-a-1-501",
    name="A/1/501",
    hexes=("75.129", "75.130"),
    provenance="rulebook",
    method="move.check",
    asked={"map": "wed"},
    receipt={"verdict": "illegal", "steps": [], "needs": ["unit.ma"], "provenance": "rulebook"},
    needs=("unit.ma", "another thing"),
)
LEGAL = LogFinding("game.vlog", (1,), "chit", "legal", "drawn from the mug")
REPORT = CheckReport("game.vlog", "Eagles 0.1.0", "3.6.0", 12, (LEGAL, ILLEGAL), ("a note",))


@pytest.mark.parametrize(
    ("steps", "text"),
    [((), ""), ((4,), "4"), ((4, 5), "4–5"), ((3, 4, 5, 9, 11, 12), "3–5, 9, 11–12")],
)
def test_runs_of_steps_are_joined(steps: tuple[int, ...], text: str) -> None:
    assert steps_text(steps) == text


def test_long_ways_are_shortened() -> None:
    assert shortened("abcdef") == list("abcdef")
    assert shortened("abcdefg") == ["a", "b", "… 3 more …", "f", "g"]


def test_a_finding_is_one_line_and_its_receipt() -> None:
    first, *rest = ILLEGAL.text()
    assert first == (
        "illegal: step 3–5, 9 (September 17 0900, 101st Division Activation) move of A/1/501 "
        "75.129 → 75.130: the hex holds an enemy Unit [GTS series]"
    )
    assert rest == ["    illegal", "    Say also: unit.ma", "    needs: another thing"]


def test_records_leave_out_what_is_empty() -> None:
    assert LEGAL.record() == {
        "log": "game.vlog",
        "steps": [1],
        "check": "chit",
        "verdict": "legal",
        "why": "drawn from the mug",
    }
    record = ILLEGAL.record()
    assert json.loads(json.dumps(record)) == record
    assert record["hexes"] == ["75.129", "75.130"]


def test_a_report_counts_and_puts_the_worst_first() -> None:
    assert REPORT.counts == {"illegal": 1, "unchecked": 0, "possible": 0, "legal": 1}
    assert next(iter(REPORT.counts)) == "illegal"
    assert not REPORT.clean
    assert CheckReport("a", "", "", 0, (LEGAL,)).clean
    lines = REPORT.text()
    assert lines[0] == "game.vlog: 12 steps, 1 illegal, 1 legal"
    assert lines[1].startswith("illegal: ")
    assert lines[-2].startswith("legal: step 1 chit: drawn")
    assert lines[-1] == "note: a note"
    assert REPORT.record()["findings"] == [LEGAL.record(), ILLEGAL.record()]
    assert CheckReport("a", "", "", 0, ()).summary() == "a: 0 steps, nothing to judge"
    cut = CheckReport("a", "", "", 1, (), (f"{DAMAGE}a: found a command cut short",))
    assert cut.damaged
    assert cut.summary() == "a: damaged: 1 step read, nothing to judge"
