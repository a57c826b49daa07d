"""Receipts about the Club Route as lines for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clubroute.builder.provenance import weakest
from clubroute.rules.receipt_text import headline, reason


def receipt_text(answer: Mapping[str, Any]) -> Sequence[str]:
    """The verdict; a line a step; then needs, readings and what was not looked at.

    Consecutive hexes of a route along one Road are one line: ``61.141 … 63.174``.
    """
    lines = [headline(answer)]
    for first, last in runs(answer["steps"]):
        place = place_text(first)
        if last is not first:
            place = f"{place} … {last['to']}"
        lines.append(f"  {place:<24} {reason(first)}".rstrip())
    for name, label in (("needs", "needs"), ("unchecked", "not checked")):
        lines += [f"{label}: {entry}" for entry in answer.get(name, ())]
    lines += list(answer.get("notes", ()))
    if answer["steps"]:
        lines.append(f"rests on: {answer['provenance']}")
    return lines


def place_text(step: Mapping[str, Any]) -> str:
    """Where a step is: ``42.229 → 41.230``, or one hex."""
    return " → ".join(str(step[end]) for end in ("from", "to") if step.get(end))


def runs(
    steps: Sequence[Mapping[str, Any]],
) -> Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Steps that follow each other and say the same, as first and last.

    The first rests on the weakest that any of them rests on.
    """
    found: list[tuple[Mapping[str, Any], Mapping[str, Any]]] = []
    for step in steps:
        if found:
            first, last = found[-1]
            same = all(step.get(k) == last.get(k) for k in ("why", "rule", "verdict"))
            if same and step.get("from") and step["from"] == last.get("to"):
                both = weakest(each.get("provenance", "rulebook") for each in (first, step))
                found[-1] = ({**first, "provenance": both}, step)
                continue
        found.append((step, step))
    return found
