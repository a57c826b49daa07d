"""Makes receipts that say no, where no method's answer is at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clubroute.builder.provenance import weakest


def line_of(why: str, rule: str, refuses: bool = False) -> dict[str, Any]:
    """Make a receipt's line that rests on a rule alone; ``refuses``: it decides."""
    line = {"why": why, "rule": rule, "provenance": "rulebook"}
    return {**line, "verdict": "illegal"} if refuses else line


def refusal(why: str, steps: Sequence[Mapping[str, Any]], **more: Any) -> dict[str, Any]:
    """Make a receipt that says no, of lines that say why."""
    return {
        "verdict": "illegal",
        "summary": f"illegal: {why}",
        "steps": list(steps),
        "provenance": weakest(step["provenance"] for step in steps),
        **more,
    }
