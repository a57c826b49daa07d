"""Clauses: what a rulebook says, in our own words, and which methods apply it.

Each rulebook's stand in ``tables/clauses/<game>.csv`` of its series, in the rulebook's order.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from clubroute.builder.errors import one_of
from clubroute.builder.sources.tables import read_rows
from clubroute.rules.series import SeriesGame, all_series

KINDS = ("answered", "series rule", "owner's table", "printed map", "judgement", "not yet")
"""Whether methods answer what a clause says; if none does, what it rests on instead."""
COLUMNS = {"rule": True, "title": True, "text": True, "topic": True, "kind": True, "methods": True}

HEX = re.compile(r"(?<![\d.])[A-Z]?\d{2}\.\d{2,3}(?!\d)")
"""A printed hex number in a text; a rule's number has one digit before its dot."""
DASH = "–"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a rulebook. ``cite`` is its rule as cited, ``WED 2.16``."""

    game: str
    rule: str
    title: str
    text: str
    topic: str
    kind: str
    methods: tuple[str, ...]
    cite: str

    @property
    def hexes(self) -> frozenset[str]:
        """The hexes it names."""
        return frozenset(HEX.findall(f"{self.title} {self.text}"))


@cache
def clauses() -> tuple[Clause, ...]:
    """Read the clauses of every rulebook there is. :raises InputError: a kind that is none."""
    games = {game.id: game for series in all_series() for game in series.games}
    paths = sorted(Path(__file__).parents[1].glob("*/tables/clauses/*.csv"))
    order = sorted(paths, key=lambda path: ([*games, path.stem].index(path.stem), path.stem))
    return tuple(clause for path in order for clause in clauses_in(path, games.get(path.stem)))


def clauses_in(path: Path, game: SeriesGame | None) -> tuple[Clause, ...]:
    """Read a rulebook's clauses. One whose game has no series yet is cited by its file's name."""
    short = game.short if game else path.stem.upper()
    found = []
    for row in read_rows(path, COLUMNS):
        kind, rule = row.text("kind"), row.text("rule")
        if kind not in KINDS:
            raise row.error("kind", repr(kind), one_of(KINDS))
        title, text, topic = (row.text(name) for name in ("title", "text", "topic"))
        methods = tuple((row.optional("methods") or "").split())
        cite = f"{short} {rule}"
        found.append(Clause(path.stem, rule, title, text, topic, kind, methods, cite))
    return tuple(found)


def covers(cite: str, rule: str) -> bool:
    """Whether a citation is of a rule or one it is part of: ``WED 2.15`` covers ``WED 2.15.1``.

    A range, ``WED 2.1–2.10``, covers what lies between, by the last number.
    """
    first, dash, last = cite.partition(DASH)
    if dash:
        head, _, low = first.rpartition(".")
        top, _, high = last.rpartition(".")
        part = re.match(re.escape(head) + r"\.(\d+)", rule)
        same = head.endswith(top) and low.isdigit() and high.isdigit()
        return bool(same and part and int(low) <= int(part[1]) <= int(high))
    return rule == cite or bool(re.match(re.escape(cite) + r"(\.\d| )", rule))


def cited_in(cites: Collection[str], rule: str) -> bool:
    """Whether any of a method's citations covers a rule."""
    return any(covers(cite, rule) for cite in cites)
