"""``clubroute audit``: from files to a page, JSON or Markdown."""

from __future__ import annotations

import csv
import io
import os
import sys
import tempfile
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.termui import progressbar

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError
from clubroute.builder.files.staging import staging
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.audit.examine import Settings
from clubroute.rules.logs.audit.markdown import markdown_parts
from clubroute.rules.logs.audit.modules import Modules, modules_in
from clubroute.rules.logs.audit.page import FEW, FindingLink, Page
from clubroute.rules.logs.audit.parts import standing_rows
from clubroute.rules.logs.audit.season import (
    AuditJob,
    audit_all,
    auditor,
    jobs_of,
    json_parts,
)
from clubroute.rules.logs.audit.tables import table_bytes
from clubroute.rules.logs.audit.workers import WorkEngine
from clubroute.rules.logs.check.judge import FindingPictures
from clubroute.rules.logs.check.series import every_series
from clubroute.rules.logs.privacy import HiddenNames
from clubroute.rules.logs.read import module_named


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
