"""``clubroute league``: a league in a folder. Each command imports what it needs when it runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from clubroute.rules.cli_options import (
    COUNTERS_OPTION,
    MAP_OPTION,
    OWNER_OPTION,
    judging_context,
)

if TYPE_CHECKING:
    from clubroute.rules.league.register import League
    from clubroute.rules.league.season import JudgedRound
    from clubroute.rules.logs.audit.examine import Settings

FOLDER = click.argument("home", metavar="FOLDER", type=click.Path(path_type=Path))
MODULES = click.option(
    "--module", "modules", multiple=True, type=click.Path(path_type=Path), help="A .vmod."
)
BY = click.option("--by", required=True, help="Who says so.")
WHY = click.option("--why", required=True, help="The reason, in a sentence.")


@click.group()
def league() -> None:
    """Keep a league in a folder of text files: rounds, games, and a register of rulings."""


@league.command()
@FOLDER
@click.option("--title", required=True, help="What the league is called.")
def new(home: Path, title: str) -> None:
    """Begin a league in FOLDER."""
    from clubroute.builder.cli import say
    from clubroute.rules.league.register import HEAD, new_league

    new_league(home, title, say)
    click.echo(home / HEAD)


@league.command()
@FOLDER
@click.argument("round_name", metavar="ROUND")
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="LOG...")
@click.option("--table", default="", help="The table they were played at.")
@click.option("--rules", type=click.Path(path_type=Path), help="The round's rules (round.toml).")
def add(
    home: Path, round_name: str, logs: tuple[Path, ...], table: str, rules: Path | None
) -> None:
    """Take LOGs into a ROUND of a league, all or none."""
    from clubroute.builder.cli import say
    from clubroute.rules.league.register import add_games, open_league

    for path in add_games(open_league(home, say), round_name, list(logs), table, rules, say):
        click.echo(path)


@league.command()
@FOLDER
@click.argument("number", type=click.IntRange(1), required=False)
@click.option("--log", "log", default="", help="The finding's log: round/table/name.vlog.")
@click.option("--step", type=click.IntRange(0), default=0, help="Its first step.")
@click.option("--unit", default="", help="Its Unit, by id.")
@click.option("--check", "kind", default="move", help="What was checked [move].")
@click.option("--state", type=click.Choice(["open", "upheld", "overturned"]), default="open")
@BY
@WHY
@MODULES
@COUNTERS_OPTION
@MAP_OPTION
@OWNER_OPTION
def rule(
    home: Path,
    number: int | None,
    log: str,
    step: int,
    unit: str,
    kind: str,
    state: str,
    by: str,
    why: str,
    modules: tuple[Path, ...],
    counters: Path | None,
    folder: Path | None,
    owner: Path | None,
) -> None:
    """Rule on a finding, or decide ruling NUMBER."""
    from clubroute.builder.cli import say
    from clubroute.builder.errors import (
        InputError,
        Where,
        nearest_name,
        one_of,
    )
    from clubroute.rules.league.register import (
        RulingEntry,
        log_in,
        open_league,
        plain_text,
        rule_anew,
        rule_on,
    )
    from clubroute.rules.league.season import must_be_found
    from clubroute.rules.logs.audit.examine import Settings
    from clubroute.rules.logs.check.series import check_names

    mine, entry = open_league(home, say), RulingEntry(state, by, why)
    if kind not in check_names():
        near = nearest_name(kind, check_names())
        raise InputError(Where("--check"), repr(kind), one_of(check_names()), near)
    if number is not None:
        click.echo(rule_on(mine, number, entry, say))
        return
    for what, text in (("by", by), ("why", why), ("unit", unit)):
        plain_text(text, what)
    context = judging_context(folder, owner)
    settings = Settings(context.folder, owner, modules, counters, maps=context.maps)
    about = (log_in(mine, log), step, unit, kind)
    must_be_found(mine, settings, about)
    click.echo(rule_anew(mine, about, entry, say))


@league.command()
@FOLDER
@click.argument("number", type=click.IntRange(1))
@BY
@WHY
def appeal(home: Path, number: int, by: str, why: str) -> None:
    """Appeal against ruling NUMBER."""
    from clubroute.builder.cli import say
    from clubroute.rules.league.register import RulingEntry, open_league, rule_on

    click.echo(rule_on(open_league(home, say), number, RulingEntry("appealed", by, why), say))


@league.command("standings")
@FOLDER
@click.option("--hide-names", is_flag=True, help="Pseudonyms for players.")
@MODULES
@COUNTERS_OPTION
@MAP_OPTION
@OWNER_OPTION
def tell_standings(
    home: Path,
    hide_names: bool,
    modules: tuple[Path, ...],
    counters: Path | None,
    folder: Path | None,
    owner: Path | None,
) -> None:
    """Print a league's standings as CSV."""
    import csv
    import sys

    from clubroute.rules.league.register import read_register
    from clubroute.rules.league.season import hidden_in, standings
    from clubroute.rules.logs.audit.examine import Settings

    context = judging_context(folder, owner)
    settings = Settings(context.folder, owner, modules, counters, maps=context.maps)
    mine, rounds = opened(home, settings)
    rows = [list(row) for row in standings(rounds, read_register(mine))]
    if hide_names:
        rows = hidden_in(rounds, read_register(mine)).everywhere(rows)
    csv.writer(sys.stdout, lineterminator="\n").writerows(rows)


@league.command()
@FOLDER
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the site.")
@click.option("--hide-names", is_flag=True, help="Pseudonyms for players, everywhere.")
@click.option("--pictures/--no-pictures", default=True, help="Draw moves on the map.")
@click.option(
    "--site",
    "rooms",
    metavar="ADDRESS",
    help="A site (clubroute site) that findings can be opened on.",
)
@MODULES
@COUNTERS_OPTION
@MAP_OPTION
@OWNER_OPTION
def site(
    home: Path,
    out: Path,
    hide_names: bool,
    pictures: bool,
    rooms: str | None,
    modules: tuple[Path, ...],
    counters: Path | None,
    folder: Path | None,
    owner: Path | None,
) -> None:
    """Write a league's site: standings, register, and a page for each round."""
    from clubroute.builder.cli import say
    from clubroute.builder.errors import Where
    from clubroute.rules.league.register import read_register
    from clubroute.rules.league.season import jobs_in, write_site
    from clubroute.rules.logs.audit.command import pictures_for
    from clubroute.rules.logs.audit.examine import Settings
    from clubroute.rules.room.addresses import FindingLinks, site_address

    if hide_names and rooms is not None:
        raise click.UsageError("--hide-names goes without --site: it holds the log's own words")
    place = "" if rooms is None else site_address(rooms, Where("--site"))
    context = judging_context(folder, owner)
    settings = Settings(context.folder, owner, modules, counters, maps=context.maps)
    mine, rounds = opened(home, settings)
    drawn = pictures_for(settings) if pictures else {}

    def links(name: str) -> FindingLinks:
        jobs = jobs_in(mine, name)
        return FindingLinks(context, place, {job.name: job.path for job in jobs})

    register, linked = read_register(mine), links if place else None
    for path in write_site(mine, rounds, register, out, drawn, hide_names, linked, say):
        click.echo(path)


def opened(home: Path, settings: Settings) -> tuple[League, list[JudgedRound]]:
    """Open a league and judge its games; what could not be judged is told on stderr."""
    from clubroute.builder.cli import say
    from clubroute.rules.league.register import open_league, read_register
    from clubroute.rules.league.season import judged_rounds, unfounded
    from clubroute.rules.logs.audit.workers import Processes

    mine = open_league(home, say)
    with Processes(os.cpu_count() or 1) as engine:
        rounds = list(judged_rounds(mine, settings, engine))
    odd = [line for one in rounds for line in one.unjudged()]
    for line in [*odd, *unfounded(rounds, read_register(mine))]:
        click.echo(line, err=True)
    return mine, rounds
