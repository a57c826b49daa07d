"""Writes an audit as tables that can be asked: findings, logs, players, rulings.

The schema has a version: it gets another when a name changes its meaning.
"""

from __future__ import annotations

import sqlite3
from collections.abc import (
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.logs.audit.parts import UNNAMED
from clubroute.rules.logs.audit.summary import place_of

VERSION = 1
ENDINGS = (".sqlite", ".sqlite3", ".db")
TEXT, INTEGER = "TEXT", "INTEGER"


@dataclass(frozen=True, slots=True)
class AskedTable:
    """A table that can be asked: its columns with their types, and what each is."""

    name: str
    columns: Mapping[str, tuple[str, str]]


TABLES = (
    AskedTable(
        "logs",
        {
            "log": (TEXT, "where it lies below the folder asked for"),
            "round": (TEXT, "the first folder of that, empty if there is none"),
            "table": (TEXT, "the second"),
            "sha256": (TEXT, "of its bytes"),
            "error": (TEXT, "why it cannot be read; then nothing else"),
            "checked": (INTEGER, "1 if its moves were judged"),
            "map": (TEXT, "the rules' map: wed, tdc, mg, ins …"),
            "module": (TEXT, "what it says of its module, with the version"),
            "vassal": (TEXT, "the version of VASSAL it was written by"),
            "steps": (INTEGER, "how many steps it has"),
            "moves": (INTEGER, "how many of them move a unit"),
            "undos": (INTEGER, "how many were taken back"),
            "rerolls": (INTEGER, "dice that were taken back and thrown again"),
            "saved_ms": (INTEGER, "when it says it was saved, in milliseconds since 1970, UTC"),
            "follows": (TEXT, "the log that it continues, or redoes"),
            "link": (TEXT, "how: after, replayed, anew, broken, copy, redo, unknown"),
        },
    ),
    AskedTable(
        "findings",
        {
            "log": (TEXT, "the log it was found in"),
            "finding": (INTEGER, "its number there, from 0"),
            "step": (INTEGER, "its first step"),
            "breach": (INTEGER, "the step with which the rule broke"),
            "check": (TEXT, "what was judged: move, chit, stacking …"),
            "verdict": (TEXT, "legal, possible, unchecked or illegal"),
            "why": (TEXT, "the reason"),
            "rule": (TEXT, "the rule that decides"),
            "turn": (TEXT, "the turn as the tracker shows it"),
            "chit": (TEXT, "the chit in play"),
            "player": (TEXT, "who did it, as far as the log says"),
            "unit": (TEXT, "the unit or marker, by its id"),
            "name": (TEXT, "what is printed on it"),
            "hexes": (TEXT, "the hexes of its way, blanks between"),
            "needs": (TEXT, "what is missing, a line each"),
            "sealed_by": (TEXT, "what sealed it: die, chit, mail …; empty if nothing did"),
            "sealed_step": (INTEGER, "the step that did"),
            "does": (TEXT, "what the round does about it"),
            "redone_by": (TEXT, "the log that redoes it"),
        },
    ),
    AskedTable(
        "players",
        {
            "log": (TEXT, "the log"),
            "player": (TEXT, "the name, or a pseudonym with --hide-names"),
            "side": (TEXT, "the side he plays"),
            "first": (INTEGER, "1 if it is his first log of the season, by the time it was saved"),
        },
    ),
    AskedTable(
        "rulings",
        {
            "log": (TEXT, "the log"),
            "finding": (INTEGER, "the number of the finding there"),
            "ruling": (TEXT, "the record of the ruling, for clubroute verify"),
        },
    ),
)


def rows_of(
    summary: Sequence[Mapping[str, Any]], records: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[str, Sequence[Any]]]:
    """Give the rows of all tables, each with the name of its table.

    :param summary: a row for each file; :param records: those of the readable ones, in its order.
    """
    first = first_logs(summary)
    for row in summary:
        if row.get("error"):
            round_, table, _ = place_of(row["log"])
            blank = dict.fromkeys(TABLES[0].columns)
            told = {"log": row["log"], "round": round_, "table": table, "error": row["error"]}
            yield "logs", [*(blank | told).values()]
    readable = (row for row in summary if not row.get("error"))
    for row, record in zip(readable, records, strict=True):
        yield "logs", log_row(row, record)
        for one in record["players"]:
            name = one["name"] or UNNAMED
            yield "players", [row["log"], name, one["side"], int(first.get(name) == row["log"])]
        for number, finding in enumerate(record["findings"]):
            yield "findings", [row["log"], number, *finding_cells(finding)]
            if finding.get("ruling"):
                yield "rulings", [row["log"], number, finding["ruling"]]


def first_logs(summary: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Tell the first log of each player, by when the files say they were saved."""
    ordered = sorted(
        (row for row in summary if not row.get("error")),
        key=lambda row: (row.get("saved_ms") or 0, row["log"]),
        reverse=True,
    )
    return {name: row["log"] for row in ordered for name in row["players"]}


def log_row(row: Mapping[str, Any], record: Mapping[str, Any]) -> list[Any]:
    """Make the row of a log."""
    round_, table, _ = place_of(row["log"])
    link, versions = row.get("link", {}), record["versions"]
    return [
        *(row["log"], round_, table, row["sha256"], None, int(row["checked"]), record["map"]),
        *(versions.get("module"), versions.get("vassal")),
        *(row["steps"], row["moves"], row["undos"], row["rerolls"], row.get("saved_ms")),
        *(link.get("log"), link.get("kind")),
    ]


def finding_cells(finding: Mapping[str, Any]) -> list[Any]:
    """Make the cells of a finding, without its log and number."""
    remedy, steps = finding.get("remedy", {}), finding["steps"]
    sealed = remedy.get("sealed", {})
    return [
        steps[0] if steps else None,
        remedy.get("breach", {}).get("step"),
        *(finding["check"], finding["verdict"], finding["why"]),
        *(finding.get(name) for name in ("rule", "turn", "chit", "player", "unit", "name")),
        " ".join(finding.get("hexes", ())),
        "\n".join(finding.get("needs", ())),
        *(sealed.get("by"), sealed.get("step"), remedy.get("does"), remedy.get("redone_by")),
    ]


def table_bytes(
    path: Path, summary: Sequence[Mapping[str, Any]], records: Iterable[Mapping[str, Any]]
) -> bytes:
    """Make the database of the tables.

    :raises InputError: the name of its file has another ending.
    """
    if path.suffix.lower() not in ENDINGS:
        expected = "a name that ends in .sqlite"
        raise InputError(Where("--table"), repr(path.name), expected)
    with closing(sqlite3.connect(":memory:")) as base:
        base.execute(f"PRAGMA user_version = {VERSION}")
        for one in TABLES:
            columns = ", ".join(f'"{name}" {kind}' for name, (kind, _) in one.columns.items())
            base.execute(f'CREATE TABLE "{one.name}" ({columns})')
        blanks = {one.name: ", ".join("?" * len(one.columns)) for one in TABLES}
        for name, cells in rows_of(summary, records):
            base.execute(f'INSERT INTO "{name}" VALUES ({blanks[name]})', cells)
        base.commit()
        return base.serialize()
