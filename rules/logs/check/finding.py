"""Holds what a check of a log says: a finding for each thing judged, and the whole report."""

from __future__ import annotations

from collections import Counter
from collections.abc import (
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from clubroute.builder.counting import so_many
from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.answer.needs import need_texts
from clubroute.rules.answer.receipt_text import receipt_lines
from clubroute.rules.kit.log_frame import LogCounter
from clubroute.rules.logs.check.errors import remedy_lines
from clubroute.rules.logs.check.series import check_names

# Makes receipts that say no, where no method's answer is at hand.


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


Verdict: TypeAlias = Literal["illegal", "unchecked", "possible", "legal"]
VERDICTS: tuple[Verdict, ...] = ("illegal", "unchecked", "possible", "legal")
"""Worst first. ``possible``: legal by a way the log does not show; ``unchecked``: something is
missing that the verdict would turn on."""

PUT_RIGHT_NEXT = "whether the next log puts it right"
"""What alone is open of what would be illegal, did the log not end with it."""
OFTEN = 3
"""Of so many findings a common need is said once."""
STACKING = "stacking"
"""The check of stacks, which break by the last that comes."""
FORMAT = "clubroute check 1"
"""Named in the JSON form; another number when its names change their meaning."""


@dataclass(frozen=True, slots=True)
class LogFinding:
    """One thing judged.

    ``log`` is the file's name without its folder. ``steps`` are the log's steps it was seen in
    (:attr:`rules.logs.read.Step.index`, from 0), in order. ``check`` is one of the kinds its
    series declares (:func:`clubroute.rules.logs.check.series.check_names`). ``turn``, ``chit``
    (its name), ``player`` (a name, else ``player1``…), ``unit`` and ``name`` (the piece's unit or
    marker id, and the name it shows) are "" where the log does not tell. ``hexes`` are printed
    numbers in the order visited, the first being where the unit stood. ``receipt`` is the answer
    the verdict rests on, as the rules' methods give it (:mod:`rules.answer.model`), with the
    parameters it was asked with in ``asked`` and the method in ``method``; ``around`` is the
    receipt of the cheapest legal way where another was shown. ``rule`` is the citation that
    decides, ``needs`` what is missing for an unchecked or possible one. ``breach`` is the step with
    which the rule broke, None where the finding has but one; ``remedy`` what the round's rules make
    of it (:mod:`clubroute.rules.logs.check.remedy`).
    """

    log: str
    steps: tuple[int, ...]
    check: str
    verdict: Verdict
    why: str
    rule: str = ""
    turn: str = ""
    chit: str = ""
    player: str = ""
    unit: str = ""
    name: str = ""
    hexes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    provenance: Provenance | None = None
    method: str = ""
    asked: Mapping[str, Any] = field(default_factory=dict)
    receipt: Mapping[str, Any] | None = None
    around: Mapping[str, Any] | None = None
    breach: int | None = None
    remedy: Mapping[str, Any] = field(default_factory=dict)

    @property
    def broke(self) -> int:
        """Return the step with which the rule broke: of a stack the last, else the first, where
        nothing else is known."""
        if self.breach is not None or not self.steps:
            return self.breach or 0
        return self.steps[-1] if self.check == STACKING else self.steps[0]

    def record(self) -> dict[str, Any]:
        """Return JSON values, empty fields left out."""
        return self.words() | self.evidence()

    def words(self) -> dict[str, Any]:
        """Return what :meth:`record` has without the question and its answer."""
        values: dict[str, Any] = {
            "log": self.log,
            "steps": list(self.steps),
            "check": self.check,
            "verdict": self.verdict,
            "why": self.why,
        }
        for name, text in (
            ("rule", self.rule),
            ("turn", self.turn),
            ("chit", self.chit),
            ("player", self.player),
            ("unit", self.unit),
            ("name", self.name),
        ):
            if text:
                values[name] = text
        for name, texts in (("hexes", self.hexes), ("needs", self.needs), ("notes", self.notes)):
            if texts:
                values[name] = list(texts)
        if self.provenance:
            values["provenance"] = self.provenance
        if self.method:
            values["method"] = self.method
        if self.breach is not None:
            values["breach"] = self.breach
        if self.remedy:
            values["remedy"] = dict(self.remedy)
        return values

    def evidence(self) -> dict[str, Any]:
        """Return the question that the verdict rests on, and its answer, if there are any."""
        values: dict[str, Any] = {}
        if self.asked:
            values["asked"] = dict(self.asked)
        if self.receipt:
            values["receipt"] = dict(self.receipt)
        if self.around:
            values["around"] = dict(self.around)
        return values

    def line(self) -> str:
        """Tell the finding on one line: where, who, what, why."""
        when = ", ".join(bit for bit in (self.turn, self.chit) if bit)
        who = self.name or self.unit
        where = " → ".join(shortened(self.hexes))
        what = check_names()[self.check]
        bits = (
            f"{self.verdict}: step {steps_text(self.steps)}",
            f"({when})" if when else "",
            f"{what} of {who}" if who else what,
            where,
        )
        cited = f" [{self.rule}]" if self.rule else ""
        return " ".join(bit for bit in bits if bit) + f": {self.why}{cited}"

    def text(self, known: Collection[str] = ()) -> list[str]:
        """Tell the finding to people: the line, then the receipt and what is missing.

        A receipt that says no more than the line is left out, and so are ``known`` needs.
        """
        lines = [self.line()]
        receipt = self.receipt if self.verdict != "legal" else None
        if receipt is not None and not self.says_all_of(receipt):
            lines += ["    " + line for line in receipt_lines(receipt)]
        if self.around is not None and self.verdict != "legal":
            lines.append("    the cheapest way round:")
            lines += ["      " + line for line in receipt_lines(self.around)]
        told = {*known, *need_texts(self.receipt or {})}
        lines += [f"    needs: {need}" for need in self.needs if need not in told]
        lines += [f"    {note}" for note in self.notes]
        return [*lines, *(f"    {line}" for line in remedy_lines(self.remedy))]

    def says_all_of(self, receipt: Mapping[str, Any]) -> bool:
        """Tell whether the line says all of a receipt: one step, its reason and its rule."""
        steps = receipt.get("steps", ())
        more = any(receipt.get(name) for name in ("needs", "unchecked", "notes"))
        if len(steps) != 1 or more or receipt.get("provenance", "rulebook") != "rulebook":
            return False
        return (steps[0].get("why"), steps[0].get("rule")) == (self.why, self.rule)


def open_finding(
    log: str,
    check: str,
    steps: Iterable[int],
    why: str,
    rule: str,
    turn: str,
    *,
    who: LogCounter | None = None,
    need: str = "",
    player: str = "",
    hexes: tuple[str, ...] = (),
    chit: str = "",
) -> LogFinding:
    """Make a finding that is unchecked."""
    return LogFinding(
        log,
        tuple(dict.fromkeys(sorted(steps))),
        check,
        "unchecked",
        why,
        rule,
        turn,
        chit,
        player,
        who.id if who else "",
        who.name if who else "",
        hexes=hexes,
        needs=(need,) if need else (),
    )


def with_breach(found: LogFinding, parts: Iterable[tuple[int, LogFinding]]) -> LogFinding:
    """Name the step with which the rule broke: the first by which what was done so far is illegal.

    :param parts: by step, in order, what would be said if nothing came after it.
    """
    if found.verdict != "illegal" or found.breach is not None or len(found.steps) < 2:
        return found
    broke = (step for step, so_far in parts if so_far.verdict == "illegal")
    return replace(found, breach=next(broke, found.steps[-1]))


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The findings of one log, in the order of its steps.

    ``log`` is the file's name, ``module`` and ``vassal`` are what it says of itself (name and
    version), ``steps`` how many it has. ``notes`` say what holds of the whole log: what could
    not be read, where it breaks off, which numbers nobody supplied. ``leaves`` is what the judge of
    a log that continues this one must know, ``asks`` whether what came before this one may change
    its findings, ``awaits`` whether one that goes on has to settle some, ``unsealed`` are the
    findings that whoever goes on accepts; none is for people.
    """

    log: str
    module: str
    vassal: str
    steps: int
    findings: tuple[LogFinding, ...]
    notes: tuple[str, ...] = ()
    leaves: Mapping[str, Any] = field(default_factory=dict)
    asks: bool = False
    awaits: bool = False
    unsealed: tuple[LogFinding, ...] = ()

    @property
    def counts(self) -> dict[Verdict, int]:
        """Count the findings by verdict, worst first."""
        counted = Counter(finding.verdict for finding in self.findings)
        return {verdict: counted[verdict] for verdict in VERDICTS}

    def of(self, verdict: Verdict) -> tuple[LogFinding, ...]:
        """Return the findings with a verdict."""
        return tuple(finding for finding in self.findings if finding.verdict == verdict)

    @property
    def clean(self) -> bool:
        """Tell whether nothing illegal was found."""
        return not self.of("illegal")

    @property
    def damaged(self) -> bool:
        """Tell whether the file could be read up to some damage only."""
        return is_damaged(self.notes)

    def record(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "format": FORMAT,
            "log": self.log,
            "module": self.module,
            "vassal": self.vassal,
            "steps": self.steps,
            "counts": self.counts,
            "findings": [finding.record() for finding in self.findings],
            "notes": list(self.notes),
        }

    def summary(self) -> str:
        """Tell the log and its counts on one line."""
        return head_of(self.log, self.steps, self.counts, self.notes)

    def text(self, legal_too: bool = True) -> list[str]:
        """Tell people: the summary, what is wrong or open, worst first, then what is legal on a
        line each (if ``legal_too``). What many findings need is said once, at the end."""
        shown = [f for v in (VERDICTS if legal_too else VERDICTS[:-1]) for f in self.of(v)]
        often = {
            need: count
            for need, count in Counter(need for one in shown for need in one.needs).most_common()
            if count >= OFTEN
        }
        lines = [self.summary()]
        for finding in shown:
            lines += finding.text(often)
        lines += [f"{count} of these need: {need}" for need, count in often.items()]
        return [*lines, *(f"note: {note}" for note in self.notes)]


DAMAGE = "read up to the damage: "
"""How the note begins that says what keeps a file from being read to its end."""


def is_damaged(notes: Iterable[str]) -> bool:
    """Tell whether the notes of a log say that it could not be read to its end."""
    return any(note.startswith(DAMAGE) for note in notes)


def head_of(log: str, steps: int, counts: Mapping[Any, int], notes: Iterable[str]) -> str:
    """Tell a log, its steps and its counts on one line."""
    told = ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)
    many = so_many(steps, "step")
    read = f"damaged: {many} read" if is_damaged(notes) else many
    return f"{log}: {read}, {told or 'nothing to judge'}"


def steps_text(steps: Sequence[int]) -> str:
    """Write step numbers, runs joined: ``3–5, 9``."""
    runs: list[list[int]] = []
    for step in steps:
        if runs and step == runs[-1][1] + 1:
            runs[-1][1] = step
        else:
            runs.append([step, step])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)


def shortened(hexes: Sequence[str], most: int = 6) -> list[str]:
    """Shorten a way to its ends, and how many hexes lie between if there are many."""
    if len(hexes) <= most:
        return list(hexes)
    return [*hexes[:2], f"… {len(hexes) - 4} more …", *hexes[-2:]]


# Says what an excuse is: something that may explain what would be illegal, with its evidence.


@dataclass(frozen=True, slots=True)
class Excuse:
    """Something that may explain what would be illegal.

    ``evidence`` is what in the log speaks for it. ``verdict`` is that of what it explains,
    ``needs`` what would settle it. ``says`` is what the finding says, with the words of
    :meth:`explains` in braces: ``{why}`` it would be illegal, and ``{how}`` it may be legal.
    """

    name: str
    evidence: str
    verdict: Verdict
    needs: tuple[str, ...] = ()
    says: str = "{why}"
    how: str = ""

    def holds(self, seen: object) -> bool:
        """Tell whether it may explain something. ``seen`` is its evidence as it was looked for."""
        return bool(seen)

    def asks(self, *words: str) -> str:
        """Say what would settle it, with words in the place of its braces."""
        return self.needs[0].format(*words)

    def explains(self, found: LogFinding, **words: str) -> LogFinding:
        """Make a finding of one without a verdict, or of an accusation, whose proof it takes
        back."""
        if found.verdict == "illegal":
            bare = replace(found, receipt=None, around=None, method="", asked={}, provenance=None)
            found = bare
        why = self.says.format_map({"why": found.why, "how": self.how, **words})
        return replace(found, verdict=self.verdict, why=why, needs=(*found.needs, *self.needs))
