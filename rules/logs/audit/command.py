"""``clubroute audit``: from files to a page, JSON, Markdown, or tables that can be asked."""

from __future__ import annotations

import csv
import io
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.termui import progressbar

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.staging import staging
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.audit.examine import Settings
from clubroute.rules.logs.audit.markdown import markdown_parts
from clubroute.rules.logs.audit.modules import Modules, modules_in
from clubroute.rules.logs.audit.page import FEW, FindingLink, Page
from clubroute.rules.logs.audit.parts import UNNAMED, standing_rows
from clubroute.rules.logs.audit.season import AuditJob, audit_all, auditor, jobs_of, json_parts
from clubroute.rules.logs.audit.summary import place_of
from clubroute.rules.logs.audit.workers import WorkEngine
from clubroute.rules.logs.check.judge import FindingPictures
from clubroute.rules.logs.check.series import every_series
from clubroute.rules.logs.privacy import HiddenNames
from clubroute.rules.logs.read import module_named

# Writes an audit as tables that can be asked: findings, logs, players, rulings.
#
# The schema has a version: it gets another when a name changes its meaning.

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


@dataclass(frozen=True, slots=True)
class Output:
    """Where an audit goes: ``page`` is the file of the page, ``records`` a folder for the ruling
    records of what is illegal, ``cache`` one for what was audited already, ``standing`` a CSV file
    of how the games stood at last, ``table`` a database that can be asked, ``site`` the address of
    a site on which findings can be opened; ``hide_names``: a number stands for each player, in all
    that is written.
    """

    page: Path | None
    as_json: bool = False
    as_markdown: bool = False
    pictures: bool = True
    records: Path | None = None
    cache: Path | None = None
    quiet: bool = False
    standing: Path | None = None
    site: str = ""
    table: Path | None = None
    hide_names: bool = False


@dataclass(frozen=True, slots=True)
class Again:
    """Reads records as often as they are asked for, one by one."""

    read: Callable[[], Iterator[Mapping[str, Any]]]

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return self.read()


def csv_text(rows: Iterable[Sequence[str]]) -> bytes:
    """Write rows as CSV."""
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue().encode("utf-8")


AUDIT = "audit"
"""What only one command at a time writes in a folder."""


def write_together(files: Mapping[Path, bytes]) -> None:
    """Write files, all or none. :raises InputError: one cannot be written."""
    if not files:
        return
    inside = Path(os.path.commonpath([path.absolute().parent for path in files]))
    inside.mkdir(parents=True, exist_ok=True)
    with staging(inside, AUDIT) as place:
        place.put({path.absolute(): data for path, data in files.items()})


def run_audit(
    paths: Sequence[Path],
    settings: Settings,
    output: Output,
    engine: WorkEngine,
    seconds: float | None,
    say: Callable[[str], None],
) -> int:
    """Audit files and folders by an engine, each file in ``seconds`` at most (None: as long as
    usual).

    The exit code is 2 if the only file cannot be read, else 1 if something is illegal or
    unreadable, else 0.

    :raises InputError: no files, or a place that cannot be written.
    """
    jobs = jobs_of(paths)
    compile_maps(settings, jobs)
    with ExitStack() as open_:
        cache = output.cache
        # What is kept holds names.
        if cache is None and len(jobs) > 1 and output.page is not None and not output.hide_names:
            cache = output.page.with_suffix(".cache")
        if cache is None:
            cache = Path(open_.enter_context(tempfile.TemporaryDirectory()))
        with progressbar(
            length=len(jobs),
            label="audit",
            file=sys.stderr,
            hidden=output.quiet or len(jobs) < 2,
        ) as bar:
            rows, records = audit_all(settings, jobs, cache, engine, seconds, bar.update)
        if output.hide_names:
            rows, records = hidden(rows, records)
        if len(rows) == 1 and rows[0].get("error"):
            click.echo(f"clubroute: {rows[0]['error']}", err=True)
            return 2
        files: dict[Path, bytes] = {}
        if output.page is not None:
            drawn = pictures_for(settings) if output.pictures else {}
            page = Page(drawn, links_for(settings, output, jobs))
            parts = page.parts(rows, Again(records), brief=len(rows) > FEW)
            files[output.page] = "".join(parts).encode("utf-8")
        if output.table is not None:
            files[output.table] = table_bytes(output.table, rows, records())
        if output.standing is not None:
            names = [row["log"] for row in rows if not row.get("error")]
            files[output.standing] = csv_text(standing_rows(names, records()))
        if output.records is not None:
            found = illegal_rulings(records())
            files |= {output.records / name: text.encode("utf-8") for name, text in found}
        write_together(files)
        if output.page is not None and not output.quiet:
            click.echo(f"{output.page}: {so_many(len(rows), 'log')}", err=True)
        if output.as_json:
            for text in json_parts(rows, records()):
                say(text)
        elif output.as_markdown:
            for text in markdown_parts(rows, Again(records)):
                say(text)
    return int(any(row.get("error") or row["counts"]["illegal"] for row in rows))


def hidden(
    rows: list[dict[str, Any]], records: Callable[[], Iterator[dict[str, Any]]]
) -> tuple[list[dict[str, Any]], Callable[[], Iterator[dict[str, Any]]]]:
    """Hide the names of players in rows and in what reads their records."""
    names = HiddenNames.of(records(), (name for row in rows for name in row.get("players", ())))
    return names.everywhere(rows), lambda: map(names.everywhere, records())


def compile_maps(settings: Settings, jobs: Iterable[AuditJob]) -> None:
    """Compile the maps the logs are played on: here, once, and not in each of the processes."""
    mine = auditor(settings)
    for name in sorted({module_named(job.path) or "" for job in jobs if job.path.is_file()}):
        with suppress(InputError):  # told in the rows of its logs
            mine.versions(mine.window_of(name))


def pictures_for(settings: Settings) -> dict[str, FindingPictures]:
    """Open what draws findings, by the rules' map they are on."""
    context = Context(settings.build, maps=settings.maps)
    found: dict[str, FindingPictures] = {}
    modules = Modules((*settings.modules, *modules_in(settings.build)))
    for series in every_series():
        pictures = series.pictures(context, modules)
        found |= dict.fromkeys(series.windows, pictures)
    return found


def links_for(settings: Settings, output: Output, jobs: Iterable[AuditJob]) -> FindingLink | None:
    """What makes links to the positions before findings, where a site is named."""
    from clubroute.rules.room.addresses import FindingLinks  # loads what reads positions

    if not output.site:
        return None
    context = Context(settings.build, maps=settings.maps)
    return FindingLinks(context, output.site, {job.name: job.path for job in jobs})


def illegal_rulings(records: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Find the rulings on what is illegal in audits, each with its seal as the name of its file."""
    for record in records:
        for one in record["findings"]:
            if one["verdict"] == "illegal" and one.get("ruling"):
                seal = one["ruling"].split()[-2]
                yield f"{seal}.txt", one["ruling"]
