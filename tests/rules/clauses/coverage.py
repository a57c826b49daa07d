"""Every clause of the rulebooks with its method and its test, or why none: counts and pages."""

from __future__ import annotations

import csv
from collections.abc import (
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from pathlib import Path
from typing import TypeAlias

from clubroute.rules.clauses.search import KINDS, Clause, clauses

Key: TypeAlias = tuple[str, str, str]
"""A clause's game, rule and title."""
FOLDER = Path(__file__).parents[1]
"""What paths of tests begin at: ``campaign/test_weather.py::…``."""
TITLES = {
    "wed": "Where Eagles Dare",
    "tdc": "The Devil's Cauldron",
    "mg": "both games joined",
    "ins": "It Never Snows",
}
"""The games whose clauses are counted."""
REASONS: Mapping[str, str] = {
    "series rule": "the series' rulebook says how; this project does not have it",
    "owner's table": "stands on a card or in a booklet that its owner has",
    "printed map": "tells how to read the printed map or counters",
    "judgement": "is the players' own choice or agreement",
    "not yet": "could be asked, and cannot be yet",
}
"""Why a clause has no method."""
SILENT = FOLDER / "clauses" / "silent.csv"
"""The clauses whose test says nothing when they are broken (``tests.bench.bench_clauses``)."""
ON_A_PAGE = 160
"""Clauses of a page: some 25 KB."""

INTRODUCTION = """# What the rules answer

Every clause of the rulebooks, in our own words, stands in `rules/*/tables/clauses/`, and
`clubroute rule 2.16` prints those of a number, a word or a hex. Here each has the methods that
answer it and the test that holds them to it, or the reason why there is none. A test fails if a
clause lacks either, if a method does not cite the clause's rule, or if the test's file does not
name it. A clause counts only if its test fails when the clause is broken in a copy of the rules:
`python -m tests.bench.bench_clauses` breaks them, and those that pass unnoticed stand in
`tests/rules/clauses/silent.csv` until they have a test that asks them. The pages of each
game list its clauses with methods and tests.

| game | clauses | answered | of those that can be |
|---|---|---|---|
"""


def proofs() -> Mapping[Key, str]:
    """Read the test of each clause, ``campaign/test_air.py::test_…``, by game, rule and title."""
    with (FOLDER / "clauses" / "clauses.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    return {(row["game"], row["rule"], row["clause"]): row["test"] for row in rows}


def silent() -> frozenset[Key]:
    """Read the clauses whose test does not notice that they are broken."""
    with SILENT.open(encoding="utf-8", newline="") as stream:
        return frozenset(
            (row["game"], row["rule"], row["clause"]) for row in csv.DictReader(stream)
        )


def write_silent(keys: Iterable[Key]) -> None:
    """Write the clauses whose test does not notice that they are broken."""
    with SILENT.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerows([("game", "rule", "clause"), *sorted(keys)])


def key_of(clause: Clause) -> Key:
    """A clause as clauses.csv and silent.csv name it."""
    return clause.game, clause.rule, clause.title


def counted(known: Sequence[Clause]) -> tuple[int, int]:
    """Count the clauses that are answered and whose test asks them, and those that could be."""
    could = [clause for clause in known if clause.kind in ("answered", "not yet")]
    unasked = silent()
    asked = (one for one in could if one.kind == "answered" and key_of(one) not in unasked)
    return sum(1 for _ in asked), len(could)


def coverage_text() -> str:
    """The document, as Markdown."""
    known = [clause for clause in clauses() if clause.game in TITLES]
    return INTRODUCTION + "\n".join(lines(known)) + "\n"


def lines(known: Sequence[Clause]) -> Iterator[str]:
    """The counts, the reasons, and a table for each game."""
    of_games = {game: [one for one in known if one.game == game] for game in TITLES}
    for title, those in (*zip(TITLES.values(), of_games.values(), strict=True), ("all", known)):
        answered, could = counted(those)
        yield f"| {title} | {len(those)} | {answered} | {100 * answered / could:.1f} % |"
    yield "\nThe others:\n"
    for kind in KINDS[1:]:
        number = sum(clause.kind == kind for clause in known)
        yield f"- *{kind}* ({number}): {REASONS[kind]}"
    number = len(silent())
    yield f"- *not counted* ({number}): answered, but its test says nothing when it is broken"


def game_pages() -> Mapping[str, str]:
    """The clauses of each game as Markdown, by page: a game's are cut where a page is full."""
    tests, pages = proofs(), dict[str, str]()
    for game, title in TITLES.items():
        rows = [
            row(clause, tests.get((game, clause.rule, clause.title), ""))
            for clause in clauses()
            if clause.game == game
        ]
        for part, at in enumerate(range(0, len(rows), ON_A_PAGE)):
            head = f"# {title[0].upper()}{title[1:]}{f', part {part + 1}' if part else ''}\n"
            table = ["| rule | clause | asked as | test |", "|---|---|---|---|"]
            text = "\n".join([head, *table, *rows[at : at + ON_A_PAGE]]) + "\n"
            pages[f"{game}-{part + 1}"] = text
    return pages


def row(clause: Clause, test: str) -> str:
    """A clause's row."""
    file, _, name = test.partition("::")
    asked = ", ".join(clause.methods) or f"*{clause.kind}*"
    name = name.partition("[")[0]
    shown = f"[{name.removeprefix('test_')}](../../tests/rules/{file})" if test else ""
    return f"| {clause.rule} | {clause.title} | {asked} | {shown} |"
