"""A league's games judged, each round by its own rules, and what the register makes of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.files.atomic import not_staged, write_bytes
from clubroute.rules.league.register import RULES, League, LeagueRuling
from clubroute.rules.logs.audit.elements import node, raw, serialized, table
from clubroute.rules.logs.audit.examine import Settings
from clubroute.rules.logs.audit.hidden_names import HiddenNames
from clubroute.rules.logs.audit.markdown import error_line
from clubroute.rules.logs.audit.page import FEW, FindingLink, Page, sealed, source
from clubroute.rules.logs.audit.parts import UNNAMED, why_unjudged
from clubroute.rules.logs.audit.season import ENDINGS, audit_all, jobs_of, write_parts
from clubroute.rules.logs.audit.workers import WorkEngine
from clubroute.rules.logs.check.judge import FindingPictures
from clubroute.rules.logs.check.rounds import read_round
from clubroute.rules.logs.check.series import settled, unusual
from clubroute.rules.logs.container import read_bytes

CACHE = ".cache"
STANDINGS_HEAD = ("player", "logs", "illegal", "overturned", "open", "possible", "unchecked")


@dataclass(frozen=True, slots=True)
class JudgedRound:
    """A round's rows and records, in one order."""

    name: str
    rows: Sequence[dict[str, Any]]
    records: Sequence[dict[str, Any]]

    def named(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Pair each readable log's place below the rounds with its record."""
        readable = (row for row in self.rows if not row.get("error"))
        for row, record in zip(readable, self.records, strict=True):
            yield f"{self.name}/{row['log']}", record

    def unjudged(self) -> Iterator[str]:
        """Say of each log that was not read or not checked why."""
        for row in self.rows:
            if row.get("error"):
                yield f"{self.name}/{error_line(row)}"
        for log, record in self.named():
            if not record["checked"]:
                yield f"{log}: not checked: {why_unjudged(record)}"


def judged_rounds(league: League, settings: Settings, engine: WorkEngine) -> Iterator[JudgedRound]:
    """Audit a league round by round. What was audited before is not audited again.

    :raises InputError: a round's rules do not fit.
    """
    for name in league.rounds:
        folder = league.round(name)
        told = settled(unusual(read_round(folder / RULES)))
        if not any(
            path.suffix.lower() in ENDINGS for path in not_staged(folder.rglob("*"), folder)
        ):
            yield JudgedRound(name, (), ())
            continue
        mine = replace(settings, told=told)
        cache = league.folder / CACHE
        rows, records = audit_all(mine, jobs_of([folder]), cache, engine, None, lambda _: None)
        yield JudgedRound(name, rows, list(records()))


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
                mine[verdict] += 1
                mine["open"] += state in ("open", "appealed")
    ordered = sorted(counts.items(), key=lambda one: (-one[1]["illegal"], one[0]))
    yield STANDINGS_HEAD
    for player, many in ordered:
        yield [player, *(str(many[name]) for name in STANDINGS_HEAD[1:])]


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


def hidden_in(rounds: Iterable[JudgedRound], register: Iterable[LeagueRuling] = ()) -> HiddenNames:
    """Find whose names a league tells: who plays, rolls, speaks or rules."""
    by = {entry.by for ruling in register for entry in ruling.entries}
    return HiddenNames.of((record for one in rounds for record in one.records), by)


def without_names(one: JudgedRound, names: HiddenNames) -> JudgedRound:
    """Hide the names in a round."""
    told = names.everywhere(one.rows), names.everywhere(one.records)
    return JudgedRound(names.text(one.name), *told)


# A league's site: standings, the register, and each round's audit page, as static files.

REGISTER_HEAD = ("number", "state", "log", "step", "unit", "by", "why")
ROUNDS_HEAD = ("round", "logs", "illegal", "unchecked", "possible", "rules")


def write_site(
    league: League,
    rounds: Sequence[JudgedRound],
    register: Sequence[LeagueRuling],
    out: Path,
    pictures: dict[str, FindingPictures],
    hide_names: bool,
    links: Callable[[str], FindingLink] | None = None,
) -> list[Path]:
    """Write a league's site: ``index.html``, a page a round and the rules it was judged by.

    :param links: makes what leads from the findings of a round, by its name, to the map room.
    :raises InputError: it cannot.
    """
    rules = [rules_of(league, one.name) for one in rounds]
    rows = [list(row) for row in standings(rounds, register)]
    told = [
        [str(one.number), one.state, one.log, str(one.step), one.unit, last.by, last.why]
        for one in register
        for last in one.entries[-1:]
    ]
    title = league.title
    if hide_names:
        names = hidden_in(rounds, register)
        rounds = [without_names(one, names) for one in rounds]
        rules = [None if one is None else names.text(one) for one in rules]
        rows, told, title = names.everywhere(rows), names.everywhere(told), names.text(title)
    written = []
    for number, one in enumerate(rounds, 1):
        if one.rows:
            linked = links(one.name) if links is not None else None
            page = Page(pictures, linked).parts(one.rows, one.records, brief=len(one.rows) > FEW)
            path = out / f"round-{number}.html"
            write_parts(path, page)
            written.append(path)
    for number, text in enumerate(rules, 1):
        if text is not None:
            written.append(out / f"round-{number}.toml")
            write_bytes(written[-1], text.encode("utf-8"))
    index = out / "index.html"
    page_ = index_page(title, rounds, rows, told, [one is not None for one in rules])
    write_bytes(index, page_.encode("utf-8"))
    return [index, *written]


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
) -> str:
    """Make the first page: rounds, standings, the register. ``ruled`` says which rounds have rules
    of their own."""
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
        table(REGISTER_HEAD, told) if told else node("p", "no ruling yet", class_="soft"),
    )
    return f'<!DOCTYPE html>\n<html lang="en">\n{serialized(head)}\n{serialized(body)}\n</html>\n'
