"""``log.validate`` and ``log.finding``: the check of a log as methods.

They take the log's bytes, never a path: whoever asks over a socket must not be able to have files
of this machine read. The module is the built one the log names, unless another one is at hand.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.archive import Limits
from clubroute.rules.context import Context
from clubroute.rules.logs.check.finding import FORMAT, VERDICTS
from clubroute.rules.logs.check.series import check_names, every_option, every_series
from clubroute.rules.methods import Method, Param
from clubroute.rules.receipt_text import receipt_lines

NAME = "log.vlog"
"""What a log is called that is sent without a name."""
SENT_LIMITS = Limits(entries=100, total=64 << 20, ratio=300, ratio_from=8 << 20)
"""What a log sent to us may unpack to."""


def log_validate(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``log.validate``."""
    from clubroute.rules.logs.check.files import check_bytes

    data, limits = log_in(context, params["log"])
    name = params.get("name", NAME)
    report, _ = check_bytes(context, data, name, told=told_in(params), limits=limits)
    answer = report.record()
    wanted = params.get("verdicts")
    if wanted is not None:
        answer["findings"] = [one for one in answer["findings"] if one["verdict"] in wanted]
    return answer


def log_finding(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``log.finding``."""
    from clubroute.rules.logs.check.files import check_bytes
    from clubroute.rules.logs.rulings import answer_of, finding_in, positions_before

    data, limits = log_in(context, params["log"])
    report, checked = check_bytes(
        context,
        data,
        params.get("name", NAME),
        module=context.logs.module,
        counters=context.logs.counters,
        told=told_in(params),
        limits=limits,
    )
    finding = finding_in(report.findings, params["finding"])
    positions = positions_before(checked.log, checked.stacking, finding.steps[:1])
    return answer_of(finding, "".join(positions.values()), checked.module)


def told_in(params: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the parameters tell the judge."""
    return {option.name: params[option.name] for option in every_option() if option.name in params}


def log_in(context: Context, sent: str) -> tuple[bytes, Limits]:
    """The bytes of a log that is sent, or named by its digest; and what it may unpack to.

    :raises InputError: it is no base64, or the log named is not at hand.
    """
    from clubroute.rules.logs.container import LOG_LIMITS
    from clubroute.rules.logs.rulings import DIGEST

    where = Where("params", part="log")
    if DIGEST.fullmatch(sent):
        data = context.logs.files.get(sent)
        if data is None:
            raise InputError(where, f"no log {sent} at hand", "that log's file (--log)")
        return data, LOG_LIMITS
    try:
        return base64.b64decode(sent, validate=True), SENT_LIMITS
    except (binascii.Error, ValueError):
        raise InputError(where, "no base64", "a .vlog as base64") from None


def finding_text(answer: Mapping[str, Any]) -> Sequence[str]:
    """A finding for people: a line, its receipt, and the position it was seen in."""
    receipt = answer.get("receipt")
    lines = [finding_line(answer), *(receipt_lines(receipt) if receipt else ())]
    if "position" in answer:
        lines.append(f"position before it: {answer['position']}")
    return [*lines, f"module: {answer['module']}"]


def report_text(answer: Mapping[str, Any]) -> Sequence[str]:
    """A report for people: the counts, then a line for each finding."""
    counts = ", ".join(f"{count} {name}" for name, count in answer["counts"].items() if count)
    lines = [f"{answer['log']}: {answer['steps']} steps, {counts or 'nothing to judge'}"]
    lines += map(finding_line, answer["findings"])
    return [*lines, *(f"note: {note}" for note in answer["notes"])]


def finding_line(finding: Mapping[str, Any]) -> str:
    """A finding on one line."""
    who = finding.get("name") or finding.get("unit", "")
    where = " → ".join(finding.get("hexes", ()))
    steps = ", ".join(map(str, finding["steps"]))
    told = " ".join(bit for bit in (finding["check"], who, where) if bit)
    return f"{finding['verdict']}: step {steps} {told}: {finding['why']}"


TEXTS: Mapping[str, Any] = {"type": "array", "items": {"type": "string"}}
FINDING: Mapping[str, Any] = {
    "type": "object",
    "required": ["log", "steps", "check", "verdict", "why"],
    "properties": {
        "log": {"type": "string"},
        "steps": {"type": "array", "items": {"type": "integer"}},
        "check": {"enum": list(check_names())},
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

CITES = tuple(dict.fromkeys(rule for series in every_series() for rule in series.cites))
LOG = Param("log", {"type": "string"}, "the .vlog or .vsav, as base64", True)
CALLED = Param("name", {"type": "string", "maxLength": 200}, "what to call it in the answer")
OPTIONS = tuple(Param(one.name, one.schema, one.summary) for one in every_option())
"""What players know and a log does not tell."""

METHODS: tuple[Method, ...] = (
    Method(
        "log.validate",
        "Judge what a log of one of our modules shows: moves, Column, stacking, chits, Club Route. "
        "docs/check.md says how.",
        (
            LOG,
            CALLED,
            Param(
                "verdicts",
                {"type": "array", "items": {"type": "string", "enum": list(VERDICTS)}},
                "the findings wanted; all if absent",
            ),
            *OPTIONS,
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
        CITES,
        log_validate,
        report_text,
    ),
    Method(
        "log.finding",
        "One thing that a log shows, judged: what a ruling record of a finding asks again "
        "(docs/audit.md).",
        (
            replace(LOG, summary=LOG.summary + "; or, where it is at hand, sha256: and its digest"),
            CALLED,
            Param(
                "finding",
                {
                    "type": "object",
                    "required": ["check", "steps"],
                    "properties": {
                        "check": {"enum": list(check_names())},
                        "steps": {"type": "array", "items": {"type": "integer"}},
                        "unit": {"type": "string"},
                        "name": {"type": "string"},
                        "nth": {"type": "integer", "minimum": 1},
                    },
                    "additionalProperties": False,
                },
                "which: as the finding has it; nth from 1 where several before it say the same",
                True,
            ),
            *OPTIONS,
        ),
        {
            **FINDING,
            "properties": {
                **FINDING["properties"],
                "position": {"type": "string"},
                "module": {"type": "string"},
            },
        },
        CITES,
        log_finding,
        finding_text,
    ),
)
"""What this module answers."""
