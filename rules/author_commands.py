"""The commands of who makes a module or a game: the builder's, with what the rules add to them.

Only click is imported here; each command imports what it needs when it runs.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clubroute.builder.authoring.author_commands import publish as builder_publish
from clubroute.builder.cli import cli as builder_cli
from clubroute.builder.cli import (
    is_module_file,
    map_errors,
    print_build,
    print_findings,
    print_module_findings,
    print_picture,
    print_sheets,
    say,
)
from clubroute.builder.terminal import show
from clubroute.rules.cli_options import (
    AT_HELP,
    MAP_OPTION,
    context_of,
    in_project,
    map_folder,
    usual_maps,
    with_project,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from clubroute.builder.art.board import Mark
    from clubroute.builder.grid import Lattice
    from clubroute.builder.lint.finding import Finding
    from clubroute.builder.project import Project
    from clubroute.rules.asking.context import Context
    from clubroute.rules.plain.game import PlainGame


own_commands = click.Group()
"""Collects the commands of this file, for the one group of all."""


@own_commands.command()
@click.argument("names", nargs=-1, metavar="[TABLE]...")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the tables [owner].")
@click.option("--force", is_flag=True, help="Write over tables that are there.")
def template(names: tuple[str, ...], out: Path | None, force: bool) -> None:
    """Write empty TABLEs (weather, drop …; all if none is named) for you to fill in.

    They hold what stands on your cards, counters and maps. Each says what its columns hold.
    """
    from clubroute.rules.owner.tables import write_templates

    folder = out if out is not None else map_folder().parent / "owner"
    for path in write_templates(names, folder, force):
        click.echo(str(path))


RATINGS_OPTION = click.Option(
    ["--owner"],
    type=click.Path(path_type=Path),
    help="Folder with your ratings.csv: its ratings are drawn on the counters.",
)


def build(owner: Path | None, **given: Any) -> None:
    """Build the module of a GAME, with the ratings of the counters you own."""
    from clubroute.rules.owner.printed import printed_in

    check_tables(given["games"])
    print_build(**given, printed=None if owner is None else printed_in(owner))


def check_tables(games: Sequence[str]) -> None:
    """Hold the rules of games of one's own against their maps, and make the charts of their
    modules from them, before those are built.

    :raises InputError: mistakes in them, all at once.
    """
    from clubroute.builder.errors import InputError
    from clubroute.builder.project import project_here
    from clubroute.rules.plain.charts import write_charts
    from clubroute.rules.plain.game import game_of
    from clubroute.rules.plain.page import has_rules
    from clubroute.rules.plain.prove import FEW, proof_of
    from clubroute.rules.plain.trial import changes
    from clubroute.rules.series import own_games

    every = not games or tuple(games) == ("all",)
    for game in project_here().own_games() if every else games:
        if game in own_games() and has_rules(game):
            hold_rules(game)
            for line in proof_of(game_of(game), FEW).differ:
                click.echo(f"another number in another order of its tables: {line}", err=True)
            for name in write_charts(game_of(game)):
                click.echo(f"made from {game}'s rules.toml: charts/{name}", err=True)
            # A mistake in its other files is told by the build, with all there are.
            with suppress(InputError):
                for line in changes(context_of(None, None), game_of(game)):
                    click.echo(f"another answer than was kept: {line}", err=True)


def hold_rules(game: str) -> None:
    """Hold the rules of a game of one's own against its map.

    :raises InputError: mistakes in them, with all others of the game's files.
    """
    from clubroute.builder.errors import InputError
    from clubroute.builder.lint.source_check import every_mistake
    from clubroute.builder.project import project_here
    from clubroute.rules.plain.book import the_rules
    from clubroute.rules.plain.game import game_of
    from clubroute.rules.plain.page import rule_lines

    try:
        list(rule_lines(context_of(None, None), game))
    except InputError as error:
        found = every_mistake(project_here(), game, error, lambda: the_rules(game_of(game)))
        raise found from error


@own_commands.command()
@click.argument("game")
@MAP_OPTION
@with_project
def rules(game: str, folder: Path | None) -> None:
    """Print the rules of a GAME of your own (rules.toml) as a page, with their numbers."""
    from clubroute.builder.errors import InputError, Where
    from clubroute.rules.plain.page import rule_lines
    from clubroute.rules.series import series_at

    if series_at(game, Where("GAME")).home is None:
        expected = "a game of your own; clubroute rule WORDS looks up its rules"
        raise InputError(Where("GAME"), repr(game), expected)
    show("\n".join(rule_lines(context_of(folder, None), game)))


def game_with_rules(name: str) -> PlainGame:
    """A game of one's own that has a rules.toml. :raises InputError: there is none so called."""
    from clubroute.builder.errors import InputError, Where
    from clubroute.rules.plain.game import game_of
    from clubroute.rules.plain.page import has_rules
    from clubroute.rules.series import series_at

    series_at(name, Where("GAME"))
    if not has_rules(name):
        raise InputError(Where("GAME"), repr(name), "a game of your own with a rules.toml")
    return game_of(name)


@own_commands.command(name="try")
@click.argument("game")
@click.option("--keep", "keeps", is_flag=True, help="Keep the answers as they are now.")
@MAP_OPTION
@with_project
def try_(game: str, keeps: bool, folder: Path | None) -> int:
    """Ask sample questions about a GAME of your own, or those its checks.csv keeps.

    Read the answers, and keep them with --keep: each build asks them again. You may write your own
    questions into checks.csv. Exits with 1 if an answer is not the one that was kept.
    """
    from clubroute.rules.plain.trial import keep, tried

    own = game_with_rules(game)
    answers = tried(context_of(folder, None), own)
    for one in answers:
        was = f"\n  kept: {one.kept}" if one.changed else ""
        click.echo(f"{one.question}\n  {one.now}{was}")
    if keeps:
        click.echo(f"kept in {keep(own, answers)}")
        return 0
    return int(any(one.changed for one in answers))


@own_commands.command()
@click.argument("game")
@MAP_OPTION
@with_project
def prove(game: str, folder: Path | None) -> int:
    """Prove that no order of lines decides the rules of a GAME of your own.

    Two rows that collide are refused, as in a build. Each number that the tables give is worked out
    again with tables and rows in other orders; each case must have a price or a bar; and what the
    units of the set-ups reach is asked as a best and as a declared way. Keys that say what is
    usual, and columns that serve the attacker worse than the one before, are named. Exits with 1
    if two numbers differ, or a case has no answer.
    """
    from clubroute.rules.plain.meaning import meaning_findings
    from clubroute.rules.plain.prove import (
        agreement_of,
        columns_of,
        completeness_of,
        proof_of,
        usual_of,
    )

    own, context = game_with_rules(game), context_of(folder, None)
    found = proof_of(own), completeness_of(own), columns_of(own), agreement_of(context, own)
    click.echo("no two rows collide")
    for one in (*found, usual_of(own)):
        click.echo("\n".join([one.summary, *(f"  {line}" for line in one.differ)]))
    for meant in meaning_findings(context, game):
        click.echo(str(meant))
    return int(any(one.differ and getattr(one, "wrong", True) for one in found))


own_commands.add_command(
    click.Command(
        "build",
        callback=in_project(build),
        help=builder_cli.commands["build"].help,
        params=[
            *builder_cli.commands["build"].params,
            RATINGS_OPTION,
        ],
    )
)


def publish(game: str, **given: Any) -> None:
    """Lay a release of a GAME into a folder, its rules held against its map first."""
    from clubroute.builder.project import project_here

    check_tables((game,))
    builder_publish.callback(game=game, **given)  # type: ignore[misc]
    for line in map_errors(project_here(), (game,), say):
        click.echo(line, err=True)


own_commands.add_command(
    click.Command(
        "publish",
        callback=in_project(publish),
        help=builder_publish.help,
        params=builder_publish.params,
    )
)


def draw(
    map_name: str,
    counters: bool,
    mm: float | None,
    out: Path | None,
    project: Path | None,
    owner: Path | None,
    against: str | None,
    at: str | None,
    scenario: str | None,
    module: Path | None,
    counters_of: Path | None,
    **given: Any,
) -> None:
    """Draw a MAP (wed, tdc, mg, ins), or a part, as a picture, with answers on it."""
    if counters:
        from clubroute.rules.owner.printed import printed_in

        print_sheets(map_name, mm, out, project, None if owner is None else printed_in(owner))
        return
    from clubroute.builder.project import find_project
    from clubroute.builder.sources.lattice import read_lattice
    from clubroute.builder.windows import lattice_of_window
    from clubroute.rules.asking.context import Context
    from clubroute.rules.overlay import ANSWERS, LOOKS

    found = find_project(project)
    name = lattice_of_window(found, map_name)
    lattice = read_lattice(found.map_folder(name) / "lattice.toml").lattice
    maps = usual_maps(project)
    context = Context(maps.folder, maps=maps, owner_folder=owner)
    place = (context, lattice, map_name)
    state, standing = placed_in(context, map_name, at, scenario, module, counters_of)
    marks = [one for units in standing for one in standing_marks(found, lattice, map_name, units)]
    if against is not None:
        from clubroute.rules.owner.modules.against import against_module

        told = against_module(context, map_name, against)
        marks += told.marks
        for text in told.lines:
            click.echo(text)
    for option, (method, drawn) in ANSWERS.items():
        if (asked := given.pop(option)) is not None:
            params = params_of(context, map_name, state, asked, f"--{option}", method)
            marks += drawn(*place, params)
    for option, looked in LOOKS.items():
        if (ends := given.pop(option)) is not None:
            marks += looked(*place, ends)
    print_picture(map_name, mm, out, project, marks=marks, **given)


def placed_in(
    context: Context,
    map_name: str,
    at: str | None,
    scenario: str | None,
    module: Path | None,
    counters_of: Path | None,
) -> tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]:
    """The position that a picture's questions are asked in, and those whose units are drawn: of a
    file, of a scenario as it begins, of neither."""
    if at is not None:
        from clubroute.rules.saves.at import read_at
        from clubroute.rules.saves.reading import ToldOfFile

        placed = read_at(context, at, ToldOfFile(module, counters_of)).state
        return placed if scenario is None else {**placed, "scenario": scenario}, [placed]
    if scenario is not None:
        from clubroute.rules.room.positions import scenario_tape

        return {"scenario": scenario}, [scenario_tape(context, map_name, scenario)["first"]]
    return {}, []


def standing_marks(
    project: Project, lattice: Lattice, map_name: str, state: Mapping[str, Any]
) -> list[Mark]:
    """The units of a position: of a game's map its counters, of another how many stand where."""
    from clubroute.rules.overlay import counter_marks, unit_marks

    if map_name in project.games():
        return counter_marks(lattice, map_name, state, project.game(map_name))
    return unit_marks(lattice, map_name, state)


def params_of(
    context: Context,
    map_name: str,
    state: Mapping[str, Any],
    text: str,
    option: str,
    method: str,
) -> dict[str, Any]:
    """What a method is asked for a picture: words, or a JSON object."""
    from clubroute.rules.asking.question import is_json, read_params
    from clubroute.rules.words.grammar import Here, parse

    if not is_json((text,)):
        return parse(f"{method} {text}", Here(context, map_name, state or None)).params
    params = read_params(text.encode("utf-8"))
    if not isinstance(params, dict):
        raise click.UsageError(f"{option} takes a JSON object")
    return {**({"state": state} if state else {}), **params}


own_commands.add_command(
    click.Command(
        "draw",
        callback=in_project(draw),
        help=draw.__doc__,
        params=[
            *builder_cli.commands["draw"].params,
            click.Option(["--reach"], help="Hexes within reach: 'leg 8mp from 75.129', or JSON."),
            click.Option(["--march"], help="Ends of a Road March (map ins)."),
            click.Option(["--supply"], help="A unit's supply path (ins, your game)."),
            click.Option(["--zoc"], help="A side's Zones of Control (ins, your game)."),
            click.Option(["--combat"], help="An attack of your game: '4.05 blue-1 blue-2 …'."),
            click.Option(["--retreat"], help="Where a unit may retreat to: 'red-1 from 4.05 …'."),
            click.Option(["--range"], help="A hex's range: 'A47.05 8'."),
            click.Option(["--los"], help="A line of sight between two hexes: '75.129 78.127'."),
            click.Option(["--fan"], help="What a hex sees up to a range: '75.129 8'."),
            click.Option(
                ["--against"],
                metavar="NAME",
                help="Where the ground of your module is not our map's.",
            ),
            click.Option(["--at"], metavar="FILE[:STEP]", help=AT_HELP),
            click.Option(["--scenario"], help="The set-up of a scenario: WED-4, campaign …"),
            click.Option(["--module"], type=click.Path(path_type=Path), help="Its .vmod."),
            click.Option(
                ["--mapping", "counters_of"],
                type=click.Path(path_type=Path),
                help="What its counters are (TOML).",
            ),
            RATINGS_OPTION,
        ],
    )
)


def show_hex(
    at: str | None, number: str, map_name: str | None, as_json: bool, **given: Any
) -> None:
    """Print everything known about a HEX (75.129, Veghel), and what stands there in a position."""
    from clubroute.builder.cli import print_hex

    if not any(map(str.isdigit, number)):
        from clubroute.rules.series import every_map, series_of
        from clubroute.rules.words.reading import place_named

        maps = [one for one in every_map() if map_name in (None, one)]
        if not maps and series_of({"map": map_name}) is not None:
            maps = [str(map_name)]
        if maps:
            number, map_name = place_named(context_of(None, None), number, maps)
    print_hex(number=number, map_name=map_name, as_json=as_json, **given)
    if at is None or as_json:
        return
    from clubroute.rules.saves.at import read_at
    from clubroute.rules.saves.text import hex_lines

    show("\n".join(hex_lines(read_at(context_of(None, None), at), number)))


own_commands.add_command(
    click.Command(
        "hex",
        callback=in_project(show_hex),
        help=show_hex.__doc__,
        params=[
            *builder_cli.commands["hex"].params,
            click.Option(["--at"], metavar="FILE[:STEP]", help=AT_HELP),
        ],
    )
)


def lint(
    map_name: str | None,
    as_json: bool,
    shares: bool,
    residuals: bool,
    fix: bool,
    out: Path | None,
    project: Path | None,
) -> int:
    """Check a MAP as the builder does, and what its Units can reach by the rules; or a module."""
    if is_module_file(map_name):
        return print_module_findings(Path(map_name or ""), as_json, fix, out)
    from clubroute.builder.lint.finding import Outside
    from clubroute.rules.gts.unreached import unreached
    from clubroute.rules.rulings.ruling import code_digest, tables_digest

    more = Outside((unreached,), code_digest() + tables_digest())
    meant = [] if shares or residuals else list(meant_by(map_name))
    return print_findings(map_name, as_json, shares, residuals, project, more, meant)


def meant_by(name: str | None) -> Iterator[Finding]:
    """What the tables of a game of one's own mean, or of all of them.

    :raises InputError: mistakes in them, all at once.
    """
    from clubroute.rules.plain.meaning import meaning_findings
    from clubroute.rules.plain.page import has_rules
    from clubroute.rules.series import own_games, own_series

    games = own_games() if name is None else (name,) if own_series(name) is not None else ()
    for game in games:
        if has_rules(game):
            yield from meaning_findings(context_of(None, None), game)


own_commands.add_command(
    click.Command(
        "lint",
        callback=in_project(lint),
        help=builder_cli.commands["lint"].help,
        params=builder_cli.commands["lint"].params,
    )
)
