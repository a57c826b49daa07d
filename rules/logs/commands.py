"""The commands about logs: ``clubroute check``, ``clubroute audit`` and ``clubroute impact``.

Little is imported here; each command imports what it needs when it runs.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clubroute.builder.errors import InputError, Where, one_of
from clubroute.builder.terminal import show
from clubroute.rules.cli_options import (
    COUNTERS_OPTION,
    MAP_OPTION,
    MODULE_OPTION,
    OWNER_OPTION,
    ROUND_OPTION,
    judging_context,
    with_project,
)

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context
    from clubroute.rules.logs.check.finding import CheckReport
    from clubroute.rules.logs.check.judge import Option
    from clubroute.rules.logs.rulings import Checked
    from clubroute.rules.rulings.ruling import Versions


class JudgingCommand(click.Command):
    """A command with options for what players know and a log does not tell.

    Each series declares its own; they are looked up when the command runs or prints its help, so
    that starting up reads no series.
    """

    one_log = True
    """Whether it is about one log, so that options of one log are asked, too."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The command's parameters, those of the series after its own."""
        from clubroute.rules.logs.check.series import every_option

        named = {param.name for param in self.params}
        self.params += [
            declared(option)
            for option in every_option()
            if option.name not in named and (self.one_log or not option.one_log)
        ]
        return super().get_params(ctx)


class SeasonCommand(JudgingCommand):
    """A command about many logs."""

    one_log = False


def declared(option: Option) -> click.Option:
    """Put an option of a judge on the command line."""
    schema, usual = option.schema, option.usual
    names = [option.flag, option.name]
    if schema["type"] == "boolean":
        return click.Option(
            names,
            is_flag=True,
            callback=lambda _context, _param, given: usual != given,
            help=option.help,
        )
    if schema["type"] == "array":
        return click.Option(
            names,
            multiple=True,
            metavar="TEXT",
            callback=lambda _context, _param, given: given or usual,
            help=option.help,
        )
    if schema["type"] == "string":
        choice = click.Choice(schema["enum"]) if "enum" in schema else None
        return click.Option(names, type=choice, default=usual, metavar="TEXT", help=option.help)
    bounds = click.IntRange(schema.get("minimum"), schema.get("maximum"))
    return click.Option(names, type=bounds, default=usual, help=option.help)


def by_round(path: Path | None, told: dict[str, Any]) -> dict[str, Any]:
    """Join what a round's file says with what the command line says, which comes first.

    :raises InputError: the file cannot be read, or something in it does not fit.
    """
    from clubroute.rules.logs.check.rounds import read_round
    from clubroute.rules.logs.check.series import check_told, unusual

    check_told(told)
    return told if path is None else {**told, **read_round(path), **unusual(told)}


@click.command(cls=JudgingCommand)
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one report a line.")
@click.option("--text", "as_text", is_flag=True, help="Print lines for people (the default).")
@click.option("--all", "legal_too", is_flag=True, help="In lines for people, legal ones too.")
@MODULE_OPTION
@COUNTERS_OPTION
@ROUND_OPTION
@click.option(
    "--records", type=click.Path(path_type=Path), help="Folder for a ruling record of each finding."
)
@MAP_OPTION
@OWNER_OPTION
@with_project
def check(
    files: tuple[Path, ...],
    as_json: bool,
    as_text: bool,
    legal_too: bool,
    module: Path | None,
    counters: Path | None,
    round_file: Path | None,
    records: Path | None,
    folder: Path | None,
    owner: Path | None,
    **told: Any,
) -> int:
    """Check what .vlog FILEs show: moves, stacks, chits, by the rules of their game.

    Of several, those that continue one another (their positions prove it) are judged together.
    The exit code is 0 if nothing is illegal, 1 if something is, 2 for a file that cannot be read
    (the others are checked all the same).
    """
    import json

    from clubroute.rules.logs.check.chain import ChainCheck
    from clubroute.rules.logs.check.finding import VERDICTS
    from clubroute.rules.logs.check.remedy import redone
    from clubroute.rules.logs.check.series import by_flag
    from clubroute.rules.logs.rulings import file_name, rulings_on, write_rulings
    from clubroute.rules.owner.modules.known import on_sealed
    from clubroute.rules.rulings.ruling import versions_of

    if as_json and as_text:
        raise click.UsageError("--json goes without --text")
    if folders := [path for path in files if path.is_dir()]:
        whole = f"logs; of a whole folder: clubroute audit {folders[0]}"
        raise InputError(Where(str(folders[0])), "a folder", whole)
    told = by_round(round_file, told)
    context = judging_context(folder, owner)
    code = 0
    wanted = () if records is None else VERDICTS if legal_too else VERDICTS[:-1]

    def kept(report: CheckReport, checked: Checked) -> tuple[CheckReport, list[tuple[str, str]]]:
        if not wanted:
            return report, []
        rested = partial(versions, on_sealed(context, checked.module))
        rulings = rulings_on(checked, report.findings, wanted, rested)
        return report, [(file_name(one, ruling), ruling.text()) for one, ruling in rulings]

    seen: dict[str, Versions] = {}

    def versions(here: Context) -> Versions:
        # Worked out once for each ground: a map may have to be compiled for it.
        key = "" if here.ground is None else here.ground.key
        if key not in seen:
            seen[key] = versions_of(here)
        return seen[key]

    chain = ChainCheck(context, kept, module, counters, told)
    found = chain.check(tuple(dict.fromkeys(files)))
    for path in files:
        try:
            if path in chain.errors:
                raise chain.errors[path]
            report, texts = found[path]
            report = redone(report, chain.others(path))
            if records is not None:
                write_rulings(records, texts)
        except InputError as error:
            click.echo(f"clubroute: {by_flag(error)}", err=True)
            code = 2
            continue
        code = max(code, 2 if report.damaged else 0 if report.clean else 1)
        if as_json:
            click.echo(json.dumps(report.record(), ensure_ascii=False, separators=(",", ":")))
        else:
            show("\n".join(report.text(legal_too)))
    return code


@click.command(cls=SeasonCommand)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
@click.option("--out", type=click.Path(path_type=Path), help="The page [audit.html].")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/audit-schema.json).")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print Markdown for e-mail.")
@click.option("--pictures/--no-pictures", default=True, help="Draw moves on the map.")
@click.option("--records", type=click.Path(path_type=Path), help="Folder for ruling records.")
@click.option(
    "--module", "modules", multiple=True, type=click.Path(path_type=Path), help="A .vmod."
)
@COUNTERS_OPTION
@ROUND_OPTION
@click.option("--scenario", default="campaign", help="What Victory Points are counted for.")
@click.option("--jobs", type=click.IntRange(1), help="Worker processes [one a core].")
@click.option(
    "--timeout", type=click.IntRange(1), metavar="SECONDS", help="A file may take so long [120]."
)
@click.option("--engine", metavar="dask://HOST:PORT", help="Work on a Dask cluster.")
@click.option("--cache", type=click.Path(path_type=Path), help="Where done files are kept.")
@click.option("--standing", type=click.Path(path_type=Path), help="A CSV of how games stand.")
@click.option(
    "--table", type=click.Path(path_type=Path), help="A .sqlite of findings, to be asked."
)
@click.option(
    "--site", metavar="ADDRESS", help="A site (clubroute site) that findings can be opened on."
)
@click.option("--hide-names", is_flag=True, help="Numbers for players, everywhere.")
@click.option("--quiet", is_flag=True, help="No progress.")
@MAP_OPTION
@OWNER_OPTION
def audit(
    paths: tuple[Path, ...],
    out: Path | None,
    as_json: bool,
    as_markdown: bool,
    pictures: bool,
    records: Path | None,
    modules: tuple[Path, ...],
    counters: Path | None,
    round_file: Path | None,
    scenario: str,
    jobs: int | None,
    timeout: int | None,
    engine: str | None,
    cache: Path | None,
    standing: Path | None,
    table: Path | None,
    site: str | None,
    hide_names: bool,
    quiet: bool,
    folder: Path | None,
    owner: Path | None,
    **told: Any,
) -> int:
    """Audit .vlog and .vsav FILEs, or whole folders of them, as one page: findings, timeline,
    dice, undos, saves, and how the game stood turn by turn.

    Many files are audited in parallel, and not again where they were audited already. The exit
    code is 0 if nothing is illegal, 1 if something is or a file cannot be read.
    """
    from clubroute.rules.logs.audit.command import Output, run_audit
    from clubroute.rules.logs.audit.examine import Settings
    from clubroute.rules.logs.audit.season import processes_for
    from clubroute.rules.logs.audit.workers import Processes, WorkEngine
    from clubroute.rules.logs.check.series import every_series, settled, unusual

    if as_json and as_markdown:
        raise click.UsageError("--json goes without --markdown")
    if hide_names and (records is not None or site is not None):
        told_by = "--records" if records is not None else "--site"
        raise click.UsageError(f"--hide-names goes without {told_by}: it holds the log's own words")
    scenarios = [name for series in every_series() for name in series.scenarios()]
    if scenario not in scenarios:
        raise click.BadParameter(one_of(scenarios), param_hint="--scenario")
    page = out if out is not None or as_json or as_markdown else Path("audit.html")
    place = ""
    if site is not None:
        from clubroute.rules.room.addresses import site_address

        place = site_address(site, Where("--site"))
    context = judging_context(folder, owner)
    settings = Settings(
        context.folder,
        owner,
        modules,
        counters,
        scenario,
        settled(unusual(by_round(round_file, told))),
        context.maps,
    )
    output = Output(
        page,
        as_json,
        as_markdown,
        pictures,
        records,
        cache,
        quiet,
        standing,
        place,
        table,
        hide_names,
    )
    with ExitStack() as open_:
        many = jobs or processes_for(paths, os.cpu_count() or 1)
        at_work: WorkEngine = open_.enter_context(Processes(many))
        if engine is not None:
            try:
                from clubroute.rules.logs.audit.cluster import Cluster, resolved
            except ImportError:
                expected = 'pip install "clubroute[dask]" first'
                raise InputError(Where("--engine"), "no Dask here", expected) from None
            settings, paths = resolved(settings), tuple(path.resolve() for path in paths)
            cache = (cache or (page or Path("audit.html")).with_suffix(".cache")).resolve()
            cache.mkdir(parents=True, exist_ok=True)
            output = replace(output, cache=cache)
            at_work = Cluster(engine, [cache, *paths])
            open_.callback(at_work.close)
        return run_audit(
            paths, settings, output, at_work, timeout, lambda t: click.echo(t, nl=False)
        )


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
@click.option(
    "--with",
    "changes",
    multiple=True,
    required=True,
    metavar="CHANGE",
    help="READING=CHOICE, a round.toml, a folder with owner's tables or maps; may be given again.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one difference a line.")
@click.option("--cache", type=click.Path(path_type=Path), help="Where done files are kept.")
@click.option("--jobs", type=click.IntRange(1), help="Worker processes [one a core].")
@click.option("--quiet", is_flag=True, help="Do not tell what was compared.")
@ROUND_OPTION
@MODULE_OPTION
@COUNTERS_OPTION
@MAP_OPTION
@OWNER_OPTION
@with_project
def impact(
    paths: tuple[Path, ...],
    changes: tuple[str, ...],
    as_json: bool,
    cache: Path | None,
    jobs: int | None,
    quiet: bool,
    round_file: Path | None,
    module: Path | None,
    counters: Path | None,
    folder: Path | None,
    owner: Path | None,
) -> int:
    """Ask a season again with something else in place of what there is: what would change.

    FILEs are logs, ruling records, a game's checks.csv, or folders of them; a league's folder is
    judged round by round. Differences alone are printed, and the exit code is then 1; else 0.
    """
    import json

    from clubroute.rules.impact.change import AskedWith, changed
    from clubroute.rules.impact.differences import Impact, SeasonSide
    from clubroute.rules.impact.season import season_of
    from clubroute.rules.logs.audit.examine import Settings
    from clubroute.rules.logs.audit.workers import Processes

    context = judging_context(folder, owner)
    modules = () if module is None else (module,)
    settings = Settings(context.folder, owner, modules, counters, maps=context.maps)
    before = now = AskedWith(settings, folder)
    for change in changes:
        now = changed(now, change)
    season = season_of(paths, round_file)
    differs = 0
    with ExitStack() as open_:
        if cache is None:
            cache = Path(open_.enter_context(tempfile.TemporaryDirectory()))
        engine = open_.enter_context(Processes(jobs or os.cpu_count() or 1))
        asked_before = SeasonSide(before, season.jobs, cache, engine)
        asked_now = SeasonSide(now, season.jobs, cache, engine)
        compared = Impact(season, asked_before, asked_now)
        for one in compared.differences():
            differs = 1
            if as_json:
                click.echo(json.dumps(one.record(), ensure_ascii=False, separators=(",", ":")))
            else:
                click.echo("\n".join(one.text()))
    if not quiet:
        for line in compared.unsaid:
            click.echo(f"not compared: {line}", err=True)
        click.echo(f"compared: {season.counted()}", err=True)
    return differs
