"""A league's games judged, each round by its own rules, and what the register makes of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.files.atomic import not_staged
from clubroute.builder.files.staging import Say, silent, staging
from clubroute.rules.league.register import RULES, League, LeagueRuling
from clubroute.rules.logs.audit.elements import (
    Node,
    node,
    raw,
    serialized,
    table,
)
from clubroute.rules.logs.audit.examine import Settings
from clubroute.rules.logs.audit.markdown import error_line
from clubroute.rules.logs.audit.page import (
    FEW,
    FindingLink,
    Page,
    sealed,
    source,
)
from clubroute.rules.logs.audit.parts import UNNAMED, why_unjudged
from clubroute.rules.logs.audit.season import (
    ENDINGS,
    AuditJob,
    audit_all,
    jobs_of,
)
from clubroute.rules.logs.audit.workers import Processes, WorkEngine
from clubroute.rules.logs.check.errors import AS_FOUND, ErrorRules
from clubroute.rules.logs.check.finding import VERDICTS
from clubroute.rules.logs.check.judge import FindingPictures
from clubroute.rules.logs.check.rounds import read_round
from clubroute.rules.logs.check.series import settled, unusual
from clubroute.rules.logs.container import read_bytes
from clubroute.rules.logs.privacy import HiddenNames

CACHE = ".cache"
STANDINGS_HEAD = (
    *("player", "logs", "illegal", "overturned", "open", "possible", "unchecked"),
    "redone",
)


@dataclass(frozen=True, slots=True)
class JudgedRound:
    """A round's rows and records, in one order, and what it does about errors."""

    name: str
    rows: Sequence[dict[str, Any]]
    records: Sequence[dict[str, Any]]
    errors: ErrorRules = field(default_factory=ErrorRules)

    def named(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Pair each readable log's place below the rounds with its record."""
        readable = (row for row in self.rows if not row.get("error"))
        for row, record in zip(readable, self.records, strict=True):
            yield row["log"], record

    def unjudged(self) -> Iterator[str]:
        """Say of each log that was not read or not checked why."""
        for row in self.rows:
            if row.get("error"):
                yield error_line(row)
        for log, record in self.named():
            if not record["checked"]:
                yield f"{log}: not checked: {why_unjudged(record)}"


def jobs_in(league: League, name: str) -> list[AuditJob]:
    """List the logs of a round, each called by its place below the rounds: a folder in a round is
    a table."""
    jobs = jobs_of([league.round(name)])
    return [replace(job, name=f"{name}/{job.name}") for job in jobs]


def judged_rounds(
    league: League, settings: Settings, engine: WorkEngine, only: str | None = None
) -> Iterator[JudgedRound]:
    """Audit a league round by round, or ``only`` one. What was audited before is not audited again.

    :raises InputError: a round's rules do not fit.
    """
    for name in league.rounds if only is None else [only]:
        folder = league.round(name)
        told = settled(unusual(read_round(folder / RULES)))
        if not any(
            path.suffix.lower() in ENDINGS for path in not_staged(folder.rglob("*"), folder)
        ):
            yield JudgedRound(name, (), ())
            continue
        mine = replace(settings, told=told)
        cache = league.folder / CACHE
        rows, records = audit_all(mine, jobs_in(league, name), cache, engine, None, lambda _: None)
        yield JudgedRound(name, rows, list(records()), ErrorRules.of(dict(told).get("errors")))


def standings(
    rounds: Iterable[JudgedRound], register: Sequence[LeagueRuling]
) -> Iterator[Sequence[str]]:
    """Count by player what was found; an overturned finding is no longer illegal, one whose ruling
    is open or appealed is told besides."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in rounds:
        for log, record in one.named():
            named = {player["name"] for player in record["players"] if player["name"]}
            for player in named | {whose(finding) for finding in record["findings"]}:
                counts[player]["logs"] += 1
            for finding in record["findings"]:
                verdict = finding["verdict"]
                ruling = next((r for r in register if r.about(log, finding)), None)
                state = ruling.state if ruling else ""
                mine = counts[whose(finding)]
                if verdict == "illegal" and state == "overturned":
                    verdict = "overturned"
                elif verdict in DOUBTED and state == "upheld":
                    verdict = upheld_as(one, verdict)
                if verdict == "illegal" and finding.get("remedy", {}).get("redone_by"):
                    verdict = "redone"
                mine[verdict] += 1
                mine["open"] += state in ("open", "appealed")
    ordered = sorted(counts.items(), key=lambda one: (-one[1]["illegal"], one[0]))
    yield STANDINGS_HEAD
    for player, many in ordered:
        yield [player, *(str(many[name]) for name in STANDINGS_HEAD[1:])]


DOUBTED = ("possible", "unchecked")
"""Verdicts that a ruling may make an illegal move of."""


def upheld_as(one: JudgedRound, verdict: str) -> str:
    """Tell what a doubted finding counts as whose ruling was upheld: what the round says."""
    return verdict if one.errors.upheld == AS_FOUND else "illegal"


def whose(finding: Mapping[str, Any]) -> str:
    """Tell whose finding it is."""
    return finding.get("player") or UNNAMED


def unfounded(rounds: Iterable[JudgedRound], register: Sequence[LeagueRuling]) -> Iterator[str]:
    """Say which rulings are about nothing that was found, with what was found there."""
    found = {log: record["findings"] for one in rounds for log, record in one.named()}
    for ruling in register:
        where = Where(f"ruling {ruling.number}")
        if ruling.log not in found:
            near = nearest_name(ruling.log, found)
            yield str(InputError(where, repr(ruling.log), "a log that was checked", near))
        elif not any(ruling.about(ruling.log, one) for one in found[ruling.log]):
            told = f"step {ruling.step}, {ruling.unit!r}, check {ruling.check!r}"
            units = {one.get("unit", "") for one in found[ruling.log]} - {""}
            expected = f"a finding of {ruling.log}"
            near = nearest_name(ruling.unit, units - {ruling.unit})
            yield str(InputError(where, told, expected, near))


def must_be_found(league: League, settings: Settings, about: tuple[str, int, str, str]) -> None:
    """Hold what a ruling is to be about against what was found in its log.

    :raises InputError: nothing such was found there. Of a log that nobody could judge none is.
    """
    log = about[0]
    engine = Processes(1)
    (one,) = judged_rounds(league, settings, engine, log.partition("/")[0])
    record = dict(one.named()).get(log)
    if record is None or not record["checked"]:
        return
    ruling = LeagueRuling(0, *about, ())
    if not any(ruling.about(log, finding) for finding in record["findings"]):
        raise InputError(Where("--step"), found_text(about), findings_text(record))


MOST_NAMED = 8
"""Findings that are named of a log."""


def found_text(about: tuple[str, int, str, str]) -> str:
    """Say what a ruling was to be about."""
    _, step, unit, check = about
    return f"step {step}, unit {unit or 'none'}, check {check}"


def findings_text(record: Mapping[str, Any]) -> str:
    """Say what was found in a log, the worst first, as a ruling names it."""
    ordered = sorted(record["findings"], key=lambda one: VERDICTS.index(one["verdict"]))
    many = [
        f"step {one['steps'][0] if one['steps'] else 0} {one.get('unit', '')} {one['check']}"
        for one in ordered
    ]
    more = f" or {len(many) - MOST_NAMED} more" if len(many) > MOST_NAMED else ""
    return f"a finding of the log: {'; '.join(many[:MOST_NAMED]) or 'it has none'}{more}"


def hidden_in(rounds: Iterable[JudgedRound], register: Iterable[LeagueRuling] = ()) -> HiddenNames:
    """Find whose names a league tells: who plays, rolls, speaks or rules."""
    by = {entry.by for ruling in register for entry in ruling.entries}
    return HiddenNames.of((record for one in rounds for record in one.records), by)


def without_names(one: JudgedRound, names: HiddenNames) -> JudgedRound:
    """Hide the names in a round."""
    told = names.everywhere(one.rows), names.everywhere(one.records)
    return JudgedRound(names.text(one.name), *told, one.errors)


# A league's site: standings, the register, and each round's audit page, as static files.

REGISTER_HEAD = ("number", "state", "log", "step", "unit", "by", "why")
ROUNDS_HEAD = ("round", "logs", "illegal", "unchecked", "possible", "rules")
SITE = "site"
"""What only one command at a time writes in a folder."""


def with_rulings(one: JudgedRound, register: Sequence[LeagueRuling]) -> JudgedRound:
    """Tell at each finding of a round what was ruled on it."""
    for log, record in one.named():
        for finding in record["findings"]:
            told = [ruling.history for ruling in register if ruling.about(log, finding)]
            if told:
                finding["notes"] = [*finding.get("notes", ()), *told]
    return one


def places_of(rounds: Sequence[JudgedRound], register: Sequence[LeagueRuling]) -> dict[int, str]:
    """Find the address of the finding of each ruling in the pages of the rounds."""
    found: dict[int, str] = {}
    for number, one in enumerate(rounds, 1):
        for at, (log, record) in enumerate(one.named()):
            for place, finding in enumerate(record["findings"]):
                for ruling in register:
                    if ruling.about(log, finding):
                        found[ruling.number] = f"round-{number}.html#log-{at}-{place}"
    return found


def write_site(
    league: League,
    rounds: Sequence[JudgedRound],
    register: Sequence[LeagueRuling],
    out: Path,
    pictures: dict[str, FindingPictures],
    hide_names: bool,
    links: Callable[[str], FindingLink] | None = None,
    say: Say = silent,
) -> list[Path]:
    """Write a league's site, all of it or nothing: ``index.html``, a page a round and the rules it
    was judged by.

    :param links: makes what leads from the findings of a round, by its name, to the map room.
    :raises InputError: it cannot.
    """
    rules = [rules_of(league, one.name) for one in rounds]
    rows = [list(row) for row in standings(rounds, register)]
    told = [
        [str(one.number), entry.state, one.log, str(one.step), one.unit, entry.by, entry.why]
        for one in register
        for entry in one.entries
    ]
    places = places_of(rounds, register)
    rounds = [with_rulings(one, register) for one in rounds]
    title = league.title
    if hide_names:
        names = hidden_in(rounds, register)
        rounds = [without_names(one, names) for one in rounds]
        rules = [None if one is None else names.text(one) for one in rules]
        rows, told, title = names.everywhere(rows), names.everywhere(told), names.text(title)
    files: dict[Path, bytes] = {}
    ruled = [one is not None for one in rules]
    page_ = index_page(title, rounds, rows, told, ruled, places)
    files[out / "index.html"] = page_.encode("utf-8")
    for number, one in enumerate(rounds, 1):
        if one.rows:
            linked = links(one.name) if links is not None else None
            page = Page(pictures, linked, f"{title}: {one.name}", "index.html")
            parts = page.parts(one.rows, one.records, brief=len(one.rows) > FEW)
            files[out / f"round-{number}.html"] = "".join(parts).encode("utf-8")
    for number, text in enumerate(rules, 1):
        if text is not None:
            files[out / f"round-{number}.toml"] = text.encode("utf-8")
    with staging(out, SITE, say) as place:
        place.put(files)
    return list(files)


def rules_of(league: League, name: str) -> str | None:
    """Read the rules a round is judged by, None if it has none of its own."""
    path = league.round(name) / RULES
    return read_bytes(path).decode("utf-8", "replace") if path.is_file() else None


def index_page(
    title: str,
    rounds: Sequence[JudgedRound],
    rows: Sequence[Sequence[str]],
    told: Sequence[Sequence[str]],
    ruled: Sequence[bool],
    places: Mapping[int, str],
) -> str:
    """Make the first page: rounds, standings, the register. ``ruled`` says which rounds have rules
    of their own, ``places`` where the finding of each ruling stands."""
    style = source("report.css")
    policy = f"default-src 'none'; style-src {sealed(style)}; base-uri 'none'; form-action 'none'"
    head = node(
        "head",
        node("meta", charset="utf-8"),
        node("meta", http_equiv="Content-Security-Policy", content=policy),
        node("meta", name="viewport", content="width=device-width, initial-scale=1"),
        node("title", title),
        raw("style", style),
    )
    many = [
        [
            node("a", one.name, href=f"round-{number}.html") if one.rows else one.name,
            str(len(one.rows)),
            *(
                str(sum(row["counts"][verdict] for row in one.rows if not row.get("error")))
                for verdict in ROUNDS_HEAD[2:-1]
            ),
            node("a", "round.toml", href=f"round-{number}.toml") if has_rules else "the usual",
        ]
        for number, (one, has_rules) in enumerate(zip(rounds, ruled, strict=True), 1)
    ]
    body = node(
        "body",
        node("h1", title),
        node("h2", "Rounds"),
        table(ROUNDS_HEAD, many),
        node("h2", "Standings"),
        table(rows[0], rows[1:]),
        node("h2", "Register of rulings"),
        table(REGISTER_HEAD, [led(row, places) for row in told])
        if told
        else node("p", "no ruling yet", class_="soft"),
    )
    return f'<!DOCTYPE html>\n<html lang="en">\n{serialized(head)}\n{serialized(body)}\n</html>\n'


def led(row: Sequence[str], places: Mapping[int, str]) -> list[Node | str]:
    """Let the number of a ruling lead to its finding."""
    address = places.get(int(row[0]))
    return [row[0] if address is None else node("a", row[0], href=address), *row[1:]]
