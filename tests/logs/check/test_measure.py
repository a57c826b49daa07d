"""Games as people play them, by the rules and against them: nobody who keeps to the rules is
accused, who plainly breaks one is."""

from __future__ import annotations

import re

from tests.cases import each
from tests.logs.check.conftest import Staged
from tests.logs.check.measure import (
    OPEN,
    Measured,
    judged,
    rows,
)
from tests.logs.scs.scenario import InsGame

REFUSED = re.compile(
    r"as shown|the log shows no way|does not activate it|more than (its )?\d|by itself"
    r"|an enemy (U|u)nit (was|is) in|no bridge stands"
)
"""How a finding names what was refused: a hexside, a hex, a price or a chit."""


@each("row", [*rows("legal")], ids=lambda row: row.id)
def test_who_keeps_to_the_rules_is_not_accused(
    row: Measured, staged: Staged, ins_game: InsGame
) -> None:
    report = judged(row, staged, ins_game)
    assert [one.line() for one in report.of("illegal")] == []
    assert [one.line() for one in report.of("possible") if not REFUSED.search(one.why)] == []


@each("row", [*rows("illegal")], ids=lambda row: row.id)
def test_who_plainly_breaks_a_rule_is_accused(
    row: Measured, staged: Staged, ins_game: InsGame
) -> None:
    report = judged(row, staged, ins_game)
    lines = [one.line() for one in report.findings]
    accused = report.of("illegal")
    assert any(row.proves(one) for one in accused), lines
    assert [one.line() for one in accused if not row.proves(one)] == []


@each("row", [*rows("open")], ids=lambda row: row.id)
def test_what_the_log_leaves_open_is_named(
    row: Measured, staged: Staged, ins_game: InsGame
) -> None:
    report = judged(row, staged, ins_game)
    assert [one.line() for one in report.of("illegal")] == []
    needs = [need for one in report.findings for need in one.needs]
    assert any(need.startswith(row.culprit.removeprefix(OPEN)) for need in needs), needs
