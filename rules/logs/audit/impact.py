"""What would change: a season judged twice, and which findings differ.

Both are whole audits, from the same cache, so that nothing is left out and nothing is judged again
that was judged before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.logs.audit.chains import AuditJob
from clubroute.rules.logs.audit.examine import Settings
from clubroute.rules.logs.audit.season import audit_all
from clubroute.rules.logs.audit.workers import WorkEngine
from clubroute.rules.logs.check.finding import steps_text
from clubroute.rules.logs.check.rounds import read_round
from clubroute.rules.logs.check.series import check_names, unusual

TELLING = ("verdict", "why", "rule", "needs")
"""What of a finding makes it another one."""


@dataclass(frozen=True, slots=True)
class ChangedFinding:
    """A finding that is another one, is gone (``now`` None) or new (``before`` None)."""

    log: str
    before: Mapping[str, Any] | None
    now: Mapping[str, Any] | None

    def record(self) -> dict[str, Any]:
        """Return JSON values."""
        told = self.now or self.before or {}
        found: dict[str, Any] = {"log": self.log, "steps": told["steps"], "check": told["check"]}
        if told.get("unit"):
            found["unit"] = told["unit"]
        for name, one in (("before", self.before), ("now", self.now)):
            if one is not None:
                found[name] = {key: one[key] for key in TELLING if one.get(key)}
        return found

    def text(self) -> list[str]:
        """Tell it to people: where, and both verdicts with their reasons."""
        told = self.now or self.before or {}
        who = told.get("name") or told.get("unit", "")
        about = " ".join(bit for bit in (check_names()[told["check"]], who) if bit)
        lines = [f"{self.log}: step {steps_text(told['steps'])} {about}"]
        for name, one in (("before", self.before), ("now", self.now)):
            said = "no finding" if one is None else f"{one['verdict']}: {one['why']}"
            lines.append(f"  {name + ':':8}{said}")
        return lines


def changed(settings: Settings, path: Path) -> Settings:
    """Put a round's rules (a .toml file), an owner's tables or compiled maps (a folder) in place of
    those there are.

    :raises InputError: it is none of these, or does not fit.
    """
    if path.is_file():
        return replace(settings, told=tuple(unusual(read_round(path)).items()))
    if path.is_dir() and any(path.glob("*.terrain")):
        return replace(settings, build=path, maps=None)
    if path.is_dir() and any(path.glob("*.csv")):
        return replace(settings, owner=path)
    expected = "a round.toml, or a folder with the owner's tables (.csv) or maps (.terrain)"
    raise InputError(Where.of(path), "no such thing", expected)


def differences(
    before: Settings, now: Settings, jobs: Sequence[AuditJob], cache: Path, engine: WorkEngine
) -> Iterator[ChangedFinding]:
    """Judge files by both settings, and tell the findings that differ, log by log, step by step."""
    first, second = (dict(findings_of(settings, jobs, cache, engine)) for settings in (before, now))
    for key in sorted(first.keys() | second.keys()):
        was, is_ = first.get(key), second.get(key)
        if was is None or is_ is None or any(was.get(one) != is_.get(one) for one in TELLING):
            yield ChangedFinding(key[0], was, is_)


Key = tuple[str, tuple[int, ...], str, str, int]
"""A finding's log, steps, check and Unit, and which of several alike it is."""


def findings_of(
    settings: Settings, jobs: Sequence[AuditJob], cache: Path, engine: WorkEngine
) -> Iterator[tuple[Key, Mapping[str, Any]]]:
    """Audit files, and tell each finding by its place; a file that cannot be read is one, too."""
    rows, records = audit_all(settings, jobs, cache, engine, None, lambda _: None)
    for row in rows:
        if row.get("error"):
            error = {"steps": [], "check": "move", "verdict": "unchecked", "why": row["error"]}
            yield (row["log"], (), "", "", 0), error
    names = [row["log"] for row in rows if not row.get("error")]
    for log, record in zip(names, records(), strict=True):
        met: Counter[tuple[Any, ...]] = Counter()
        for one in record["findings"]:
            place = tuple(one["steps"]), one["check"], one.get("unit", "")
            yield (log, *place, met[place]), one
            met[place] += 1
