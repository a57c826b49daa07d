"""A league's site: standings, the register, and each round's audit page, as static files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from clubroute.builder.atomic import write_bytes
from clubroute.rules.league.folder import RULES, League
from clubroute.rules.league.register import LeagueRuling
from clubroute.rules.league.season import JudgedRound, hidden_in, standings, without_names
from clubroute.rules.logs.audit.elements import node, raw, serialized, table
from clubroute.rules.logs.audit.page import FEW, FindingLink, Page, sealed, source
from clubroute.rules.logs.audit.season import write_parts
from clubroute.rules.logs.check.judge import FindingPictures
from clubroute.rules.logs.container import read_bytes

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
