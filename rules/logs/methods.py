"""``log.validate`` and ``log.finding``: the check of a log as methods.

They take the log's bytes, never a path: whoever asks over a socket must not be able to have files
of this machine read. The module is the built one the log names, unless another one is at hand.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, make_dataclass
from typing import Any, TypeVar

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.limits import ArchiveLimits
from clubroute.rules.answer.answers import PROVENANCE
from clubroute.rules.answer.receipt_text import receipt_lines
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import method
from clubroute.rules.logs.check.finding import FORMAT, VERDICTS, head_of
from clubroute.rules.logs.check.series import check_names, every_option, every_series
from clubroute.rules.position.record import needed, plain, said

NAME = "log.vlog"
"""What a log is called that is sent without a name."""
SENT_LIMITS = ArchiveLimits(entries=100, total=64 << 20, ratio=300, ratio_from=8 << 20)
"""What a log sent to us may unpack to."""


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
        "provenance": PROVENANCE,
        "asked": {"type": "object"},
        "receipt": {"type": "object"},
        "around": {"type": "object"},
        "breach": {"type": "integer"},
        "remedy": {"type": "object"},
    },
}

REPORT: Mapping[str, Any] = {
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
}
SEEN: Mapping[str, Any] = {
    **FINDING,
    "properties": {
        **FINDING["properties"],
        "position": {"type": "string"},
        "module": {"type": "string"},
    },
}
WHICH = plain(
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
    }
)
CITES = tuple(dict.fromkeys(rule for series in every_series() for rule in series.cites))
CALLED = plain({"type": "string", "maxLength": 200})
BYTES = "the .vlog or .vsav, as base64"

Question = TypeVar("Question")


def with_options(asks: type[Question]) -> type[Question]:
    """Add to a record of parameters what players know and a log does not tell."""
    options = [(one.name, Any, said(plain(one.schema), one.summary)) for one in every_option()]
    made: type[Question] = make_dataclass(
        asks.__name__, options, bases=(asks,), frozen=True, slots=True, kw_only=True
    )
    return made


@with_options
@dataclass(frozen=True, slots=True, kw_only=True)
class ReportQuestion:
    """The parameters of ``log.validate``."""

    log: str = needed(plain({"type": "string"}), BYTES)
    name: str = said(CALLED, "what to call it in the answer", default=NAME)
    verdicts: Sequence[str] | None = said(
        plain({"type": "array", "items": {"type": "string", "enum": list(VERDICTS)}}),
        "the findings wanted; all if absent",
    )


@with_options
@dataclass(frozen=True, slots=True, kw_only=True)
class FindingQuestion:
    """The parameters of ``log.finding``."""

    log: str = needed(
        plain({"type": "string"}), f"{BYTES}; or, where it is at hand, sha256: and its digest"
    )
    name: str = said(CALLED, "what to call it in the answer", default=NAME)
    finding: Mapping[str, Any] = needed(
        WHICH,
        "which: as the finding has it; nth from 1 where several before it say the same",
    )
    before: Mapping[str, Any] | None = said(
        plain({"type": "object"}), "what the log that it continues left, if it was judged with that"
    )


def told_in(asked: ReportQuestion | FindingQuestion) -> Mapping[str, Any]:
    """Pick out what the parameters tell the judge."""
    told = {option.name: getattr(asked, option.name) for option in every_option()}
    return {name: value for name, value in told.items() if value is not None}


def log_in(context: Context, sent: str) -> tuple[bytes, ArchiveLimits]:
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
    lines = [head_of(answer["log"], answer["steps"], answer["counts"], answer["notes"])]
    lines += map(finding_line, answer["findings"])
    return [*lines, *(f"note: {note}" for note in answer["notes"])]


def finding_line(finding: Mapping[str, Any]) -> str:
    """A finding on one line."""
    who = finding.get("name") or finding.get("unit", "")
    where = " → ".join(finding.get("hexes", ()))
    steps = ", ".join(map(str, finding["steps"]))
    told = " ".join(bit for bit in (finding["check"], who, where) if bit)
    return f"{finding['verdict']}: step {steps} {told}: {finding['why']}"


@method("log.validate", cites=CITES, answers=REPORT, text=report_text)
def log_validate(context: Context, asked: ReportQuestion) -> Any:
    """Judge what a log of one of our modules shows, by the rules of its game. docs/check.md says
    how."""
    from clubroute.rules.logs.check.check import check_bytes

    data, limits = log_in(context, asked.log)
    report, _ = check_bytes(context, data, asked.name, told=told_in(asked), limits=limits)
    answer = report.record()
    if asked.verdicts is not None:
        answer["findings"] = [one for one in answer["findings"] if one["verdict"] in asked.verdicts]
    return answer


@method("log.finding", cites=CITES, answers=SEEN, text=finding_text)
def log_finding(context: Context, asked: FindingQuestion) -> Any:
    """One thing that a log shows, judged: what a ruling record of a finding asks again
    (docs/audit.md)."""
    from clubroute.rules.logs.check.check import check_bytes
    from clubroute.rules.logs.rulings import answer_of, finding_in

    data, limits = log_in(context, asked.log)
    report, checked = check_bytes(
        context,
        data,
        asked.name,
        module=context.logs.module,
        counters=context.logs.counters,
        told=told_in(asked),
        limits=limits,
        before=asked.before,
    )
    finding = finding_in(report.findings, asked.finding)
    positions = checked.positions(finding.steps[:1])
    return answer_of(finding, "".join(positions.values()), checked.module)
