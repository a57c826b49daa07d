"""Answers as lines for people: receipts with aligned steps and a running total."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clubroute.builder.provenance import weakest


def answer_lines(value: Any) -> list[str]:
    """Any answer as lines: a receipt if it has a verdict, else its values, indented."""
    if isinstance(value, dict) and isinstance(value.get("verdict"), str):
        return receipt_lines(value)
    if isinstance(value, dict) and isinstance(value.get("summary"), str):
        rest = {name: part for name, part in value.items() if name != "summary"}
        return [value["summary"], *value_lines(rest)]
    return value_lines(value)


def receipt_lines(receipt: Mapping[str, Any]) -> list[str]:
    """The verdict with its total; a line a step; then what it rests on and lacks.

    A step's line is: from → to, cost, running total, reason, [rule], and its provenance where
    that is not the rulebook. Steps that follow each other for the same reason are one line:
    ``61.141 → 61.142 … 63.174``.
    """
    lines = [headline(receipt)]
    lines += step_lines(folded(receipt.get("steps", ())))
    if receipt.get("steps"):
        lines.append(f"rests on: {rests_on(receipt)}")
    lines += [f"needs: {need}" for need in receipt.get("needs", ())]
    unchecked = dict.fromkeys(receipt.get("unchecked", ()))
    lines += [f"not checked: {'; '.join(unchecked)}"] if unchecked else []
    lines += [str(note) for note in receipt.get("notes", ())]
    rest = {name: part for name, part in receipt.items() if name not in SHOWN}
    return lines + (value_lines(rest) if rest else [])


OURS: Mapping[str, str] = {
    "owner": "owner: the ground is your module's",
    "survey": "survey: the ground is our map's, drawn from the country",
    "assumed": "assumed: something here is our guess",
}
"""By provenance, what it means to a player."""
LOOKS = 3
"""Hexes named to look at."""


def rests_on(receipt: Mapping[str, Any]) -> str:
    """What an answer rests on, in words, with the hexes to look at on the printed map."""
    basis = str(receipt.get("provenance", "rulebook"))
    if basis not in OURS:
        return basis
    if basis == "owner":
        return OURS[basis]
    told: list[str] = []
    for weak in (basis, "survey"):
        steps = [step for step in receipt["steps"] if step.get("provenance") == weak]
        hexes = dict.fromkeys(step.get("to") or step.get("from") for step in steps)
        told = told or [str(one) for one in hexes if one]
    if not told:
        return OURS[basis]
    more = ", …" if len(told) > LOOKS else ""
    return f"{OURS[basis]}; look at yours in {', '.join(told[:LOOKS])}{more}"


def folded(steps: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The steps with each run of the same reason as one.

    Its cost is that of the whole run, its provenance the weakest of any of them.
    """
    found: list[Mapping[str, Any]] = []
    for step in steps:
        last = found[-1] if found else {}
        same = all(step.get(name) == last.get(name) for name in ("why", "rule", "verdict"))
        # Two steps with the same reason are a run only if the second starts where the first ended.
        goes_on = step.get("from") and step["from"] == last.get("to")
        if not (same and goes_on and ("cost" in step) == ("cost" in last)):
            found.append(step)
            continue
        run = {**last, "to": step.get("to", ""), "first": last.get("first", last.get("to", ""))}
        run["provenance"] = weakest(one.get("provenance", "rulebook") for one in (last, step))
        if "cost" in step:
            run["cost"] = last["cost"] + step["cost"]
        found[-1] = run
    return found


SHOWN = frozenset(
    (
        *("verdict", "total", "summary", "steps", "provenance", "needs", "unchecked", "notes"),
        # Already told by the steps, hex by hex.
        *("path", "route", "spoiled", "doubtful", "potential", "club_route", "modifiers"),
    )
)


def headline(receipt: Mapping[str, Any]) -> str:
    """Verdict, total and summary; a summary that begins with the verdict says it once."""
    line = verdict = str(receipt["verdict"])
    summary = str(receipt.get("summary") or "").removeprefix(f"{verdict}: ")
    if receipt.get("total") and " MP" not in summary:
        line += f", {number_text(receipt['total'])} MP"
    return f"{line}: {summary}" if summary else line


def step_lines(steps: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line a step, its columns aligned; a column that says nothing is left out."""
    rows, total = [], 0.0
    for step in steps:
        cost = step.get("cost")
        total += cost or 0
        ends = [str(step[name]) for name in ("from", "to") if step.get(name)]
        if step.get("first"):
            ends[1] = f"{step['first']} … {ends[1]}"
        rows.append(
            (
                " → ".join(ends),
                "" if cost is None else number_text(cost),
                "" if cost is None else number_text(total),
                reason(step),
            )
        )
    columns = [number for number in range(3) if any(row[number] for row in rows)]
    widths = {number: max(len(row[number]) for row in rows) for number in columns}
    lines = []
    for number, row in enumerate(rows):
        if not any(any(before[:3]) for before in rows[: number + 1]):
            lines.append(f"  {row[3]}")
            continue
        cells = [
            f"{row[number]:<{widths[number]}}"
            if number == 0
            else f"{row[number]:>{widths[number]}}"
            for number in columns
        ]
        lines.append("  " + "  ".join((*cells, row[3])).rstrip())
    return lines


def reason(step: Mapping[str, Any]) -> str:
    """Why, the rule, and what is weak or wrong about the step."""
    bits = [str(step.get("why", ""))]
    if step.get("rule"):
        bits.append(f"[{step['rule']}]")
    if step.get("provenance", "rulebook") != "rulebook":
        bits.append(f"({step['provenance']})")
    if step.get("verdict"):
        bits.append(f"— {step['verdict']}")
    return " ".join(bit for bit in bits if bit)


def number_text(value: float) -> str:
    """A number as players write it: 3, 3.5."""
    return f"{value:g}"


def value_lines(value: Any, indent: str = "") -> list[str]:
    """Any JSON value: a line a name, nested values indented, short lists on one line."""
    if isinstance(value, dict) and is_tally(value):
        by_value: dict[Any, list[str]] = {}
        for name, part in value.items():
            by_value.setdefault(part, []).append(str(name))
        return [f"{indent}{number_text(n)}: {', '.join(by_value[n])}" for n in sorted(by_value)]
    if isinstance(value, dict):
        lines = []
        for name, part in value.items():
            if isinstance(part, dict) or (isinstance(part, list) and not is_short(part)):
                lines += [f"{indent}{name}:", *value_lines(part, indent + "  ")]
            else:
                lines.append(f"{indent}{name}: {scalar_text(part)}")
        return lines
    if isinstance(value, list) and not is_short(value):
        lines = []
        for part in value:
            if isinstance(part, dict) and is_short(tuple(part.values())):
                told = ", ".join(f"{name}: {scalar_text(one)}" for name, one in part.items())
                lines.append(f"{indent}- {told}")
                continue
            inner = value_lines(part, indent + "  ") or [f"{indent}  (nothing)"]
            lines += [f"{indent}- {inner[0].lstrip()}", *inner[1:]]
        return lines
    return [indent + scalar_text(value)]


MANY = 8
"""Numbers by name, from so many on, are told by number: hexes by what they cost."""


def is_tally(value: Mapping[str, Any]) -> bool:
    """Whether a value is many numbers by name."""
    return len(value) >= MANY and all(type(part) in (int, float) for part in value.values())


def is_short(values: Sequence[Any]) -> bool:
    """Whether a list holds no lists or objects."""
    return not any(isinstance(value, (dict, list)) for value in values)


def scalar_text(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, list):
        return ", ".join(scalar_text(part) for part in value) or "(none)"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return number_text(value)
    return "(none)" if value in (None, "", {}) else str(value)
