"""``log.validate``: the check of a log as a method.

It takes the log's bytes, never a path: whoever asks over a socket must not be able to have files
of this machine read. The module is the built one the log names.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any

from builder.errors import InputError, Where
from builder.vassal.archive import Limits
from rules.context import Context
from rules.logs.check.finding import CHECKS, FORMAT, VERDICTS
from rules.methods import Method, Param

SENT_LIMITS = Limits(entries=100, total=64 << 20, ratio=300, ratio_from=8 << 20)
"""What a log sent to us may unpack to."""


def log_validate(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``log.validate``."""
    from rules.logs.check.check import CheckOptions
    from rules.logs.check.files import check_bytes

    try:
        data = base64.b64decode(params["log"], validate=True)
    except (binascii.Error, ValueError):
        raise InputError(Where("params", part="log"), "no base64", "a .vlog as base64") from None
    options = CheckOptions(
        second_actions=params.get("second_actions", True),
        stacking=params.get("stacking"),
        play_from=params.get("play_from"),
        dice_elsewhere=params.get("dice_elsewhere", False),
    )
    report = check_bytes(
        context, data, params.get("name", "log.vlog"), options=options, limits=SENT_LIMITS
    ).record()
    wanted = params.get("verdicts")
    if wanted is not None:
        report["findings"] = [f for f in report["findings"] if f["verdict"] in wanted]
    return report


def report_text(answer: Mapping[str, Any]) -> Sequence[str]:
    """A report for people: the counts, then a line for each finding."""
    counts = ", ".join(f"{count} {name}" for name, count in answer["counts"].items() if count)
    lines = [f"{answer['log']}: {answer['steps']} steps, {counts or 'nothing to judge'}"]
    for finding in answer["findings"]:
        who = finding.get("name") or finding.get("unit", "")
        where = " → ".join(finding.get("hexes", ()))
        steps = ", ".join(map(str, finding["steps"]))
        told = " ".join(bit for bit in (finding["check"], who, where) if bit)
        lines.append(f"{finding['verdict']}: step {steps} {told}: {finding['why']}")
    return [*lines, *(f"note: {note}" for note in answer["notes"])]


TEXTS: Mapping[str, Any] = {"type": "array", "items": {"type": "string"}}
FINDING: Mapping[str, Any] = {
    "type": "object",
    "required": ["log", "steps", "check", "verdict", "why"],
    "properties": {
        "log": {"type": "string"},
        "steps": {"type": "array", "items": {"type": "integer"}},
        "check": {"enum": list(CHECKS)},
        "verdict": {"enum": list(VERDICTS)},
        **{
            name: {"type": "string"}
            for name in ("why", "rule", "turn", "chit", "player", "unit", "name", "method")
        },
        "hexes": TEXTS,
        "needs": TEXTS,
        "notes": TEXTS,
        "provenance": {"enum": ["rulebook", "survey", "assumed"]},
        "asked": {"type": "object"},
        "receipt": {"type": "object"},
    },
}

METHODS: tuple[Method, ...] = (
    Method(
        "log.validate",
        "Judge what a log of one of our modules shows: moves, Column, stacking, chits, Club Route. "
        "docs/check.md says how.",
        (
            Param("log", {"type": "string"}, "the .vlog or .vsav, as base64", True),
            Param("name", {"type": "string", "maxLength": 200}, "what to call it in the answer"),
            Param(
                "verdicts",
                {"type": "array", "items": {"type": "string", "enum": list(VERDICTS)}},
                "the findings wanted; all if absent",
            ),
            Param(
                "stacking",
                {"type": "integer", "minimum": 1, "maximum": 99},
                "how many Units of a side a hex holds; stacking is not judged if absent",
            ),
            Param(
                "second_actions",
                {"type": "boolean"},
                "whether a Unit may have a Second Action the log does not show; true if absent",
            ),
            Param(
                "play_from",
                {"type": "integer", "minimum": 0},
                "the step play begins with, for a log without activation chits",
            ),
            Param(
                "dice_elsewhere",
                {"type": "boolean"},
                "whether dice were rolled that the log does not show; false if absent",
            ),
        ),
        {
            "type": "object",
            "required": ["format", "log", "steps", "counts", "findings", "notes"],
            "properties": {
                "format": {"enum": [FORMAT]},
                "log": {"type": "string"},
                "module": {"type": "string"},
                "vassal": {"type": "string"},
                "steps": {"type": "integer"},
                "counts": {"type": "object"},
                "findings": {"type": "array", "items": FINDING},
                "notes": TEXTS,
            },
        },
        ("GTS series", "WED 2.1", "WED 2.5", "WED 2.11", "WED 2.12", "WED 2.15", "WED 4.3.3"),
        log_validate,
        report_text,
    ),
)
"""What this module answers."""
