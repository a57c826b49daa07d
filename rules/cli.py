"""The command line: the builder's commands, and those that ask the rules.

Only click is imported here; each command imports what it needs when it runs.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clubroute.builder import __version__
from clubroute.builder.authoring.author_commands import publish as builder_publish
from clubroute.builder.cli import (
    CONTEXT_SETTINGS,
    is_module_file,
    print_build,
    print_findings,
    print_module_findings,
    print_sheets,
    run,
    say,
)
from clubroute.builder.cli import cli as builder_cli
from clubroute.builder.terminal import counted, show
from clubroute.rules.cli_options import (
    AT_HELP,
    AT_OPTION,
    COUNTERS_OPTION,
    MAP_OPTION,
    MODULE_OPTION,
    OWNER_OPTION,
    context_of,
    in_project,
    map_folder,
    usual_maps,
    with_project,
)
from clubroute.rules.league.commands import league
from clubroute.rules.logs.commands import audit, check, impact
from clubroute.rules.owner.commands import adopt, compare, owner_tables
from clubroute.rules.room.command import link, room
from clubroute.rules.saves.commands import position
from clubroute.rules.site.command import site
from clubroute.rules.words.cli import (
    WordsGroup,
    completion,
    form_of,
    further_words,
    help_,
    method_names,
    print_form,
    shell,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from clubroute.builder.art.board import Mark
    from clubroute.builder.lint.finding import Finding
    from clubroute.rules.plain.game import PlainGame


@click.group(cls=WordsGroup, context_settings=CONTEXT_SETTINGS, commands=dict(builder_cli.commands))
@click.version_option(__version__, prog_name="clubroute")
def cli() -> None:
    """Answer rules questions of the Operation Market-Garden games, build their modules."""


@cli.command(context_settings={"help_option_names": []})
@click.argument("method", required=False, shell_complete=method_names)
@click.argument("params", nargs=-1, metavar="[PARAMS]", shell_complete=further_words)
@click.option("--text", is_flag=True, help="Print lines for people [the default for words].")
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON [the default for PARAMS in JSON]."
)
@click.option("-h", "--help", "helps", is_flag=True, help="Describe the METHOD and its PARAMS.")
@AT_OPTION
@MODULE_OPTION
@COUNTERS_OPTION
@MAP_OPTION
@OWNER_OPTION
@click.option(
    "--record", type=click.Path(path_type=Path), help="Write a ruling record to be verified."
)
@with_project
def ask(
    method: str | None,
    params: tuple[str, ...],
    text: bool,
    as_json: bool,
    helps: bool,
    at: str | None,
    module: Path | None,
    counters: Path | None,
    folder: Path | None,
    owner: Path | None,
    record: Path | None,
) -> None:
    """Ask a METHOD, e.g. los.check, with PARAMS in words (75.129 78.127, from=75.129, leg) or as
    JSON (- reads it from stdin), which is answered in JSON.

    The exit code is 0 whenever there is an answer, be it legal or illegal, and 2 for a mistake
    in the question.
    """
    from clubroute.rules.asking.collector import resting_collector
    from clubroute.rules.asking.question import is_json

    if method is None:
        if not helps:
            raise click.UsageError("Missing argument 'METHOD'.")
        click.echo(click.get_current_context().get_help())
        return
    form = form_of(text, as_json, bool(params) and (params == ("-",) or is_json(params)))
    with resting_collector():
        from clubroute.rules.asking.methods import named
        from clubroute.rules.asking.question import ask_text, read_params

        context = context_of(folder, owner)
        if helps:
            from clubroute.rules.words.grammar import map_said
            from clubroute.rules.words.shell import help_lines

            click.echo("\n".join(help_lines(context, method, map_said(params))))
            return
        said: tuple[str, ...] = ()
        asked: Mapping[str, Any] | list[Any]
        placed = None
        if at is not None:
            from clubroute.rules.saves.at import placed_at, read_at
            from clubroute.rules.saves.reading import ToldOfFile

            placed = read_at(context, at, ToldOfFile(module, counters))
        if params == ("-",) or is_json(params):
            source = " ".join(params).encode("utf-8", "surrogateescape")
            asked = read_params(sys.stdin.buffer.read() if params == ("-",) else source)
        else:
            from clubroute.rules.words.grammar import Here, parse

            here = Here(context) if placed is None else Here(context, placed.map, placed.state)
            found = parse((method, *params), here)
            asked, said = found.params, found.notes
        if placed is not None:
            by_name = named(context.registry.find(method, asked), asked)
            asked = placed_at(context, method, by_name, placed)
        print_form(ask_text(context, method, asked, form), said, form)
    if record is not None:
        from clubroute.builder.files.atomic import write_bytes
        from clubroute.rules.rulings.asking import rule

        params_ = named(context.registry.find(method, asked), asked)
        write_bytes(record, rule(context, method, params_).text().encode("utf-8"))


@cli.command()
@click.argument("record", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--text", is_flag=True, help="Print the answers too, as they are here.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the records as made here.")
@click.option(
    "--log", "logs", multiple=True, type=click.Path(path_type=Path), help="A log they are about."
)
@MODULE_OPTION
@COUNTERS_OPTION
@MAP_OPTION
@OWNER_OPTION
@with_project
def verify(
    record: Path,
    text: bool,
    out: Path | None,
    logs: tuple[Path, ...],
    module: Path | None,
    counters: Path | None,
    folder: Path | None,
    owner: Path | None,
) -> int:
    """Ask the questions of a ruling RECORD again (a file, an e-mail, a folder of records, or - for
    stdin); or hold a .clubroute position to its digest, and to the log it was read from.

    A record of what a log shows names the log: give its file with --log.

    The exit code is 0 if every answer is the same, 1 if one differs, 2 for a damaged record.
    """
    from clubroute.builder.files.atomic import write_bytes
    from clubroute.rules.asking.question import people_lines
    from clubroute.rules.rulings.asking import verify
    from clubroute.rules.rulings.ruling import read_record

    context = context_of(folder, owner)
    if record.suffix == ".clubroute":
        from clubroute.rules.saves.at import verify_position
        from clubroute.rules.saves.reading import ToldOfFile

        same, lines = verify_position(context, record, logs, ToldOfFile(module, counters))
        click.echo("\n".join(lines))
        return int(not same)
    if logs:
        from clubroute.rules.logs.rulings import logs_at_hand

        context.logs = logs_at_hand(logs, module, counters)
    done = [verify(context, one) for one in read_record(record, sys.stdin.buffer)]
    for one in done:
        click.echo("\n".join(one.lines()))
        if text and one.here.answer is not None:
            method = context.registry.find(one.here.method, one.here.params)
            click.echo("\n".join(people_lines(method, one.here.answer)))
    if out is not None:
        write_bytes(out, "".join(one.here.text() for one in done).encode("utf-8"))
    return int(not all(one.same for one in done))


@cli.command()
@click.option("--unix", type=click.Path(path_type=Path), help="Serve on this Unix socket.")
@click.option("--port", type=click.IntRange(0, 65535), help="Serve on this port of 127.0.0.1.")
@click.option(
    "--token-file", type=click.Path(path_type=Path), help="Where to write the port's token."
)
@click.option(
    "--files",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder whose saves and positions questions may name (at) [none].",
)
@click.option("--verbose", is_flag=True, help="Log every connection.")
@MODULE_OPTION
@COUNTERS_OPTION
@MAP_OPTION
@OWNER_OPTION
@with_project
def serve(
    unix: Path | None,
    port: int | None,
    token_file: Path | None,
    files: tuple[Path, ...],
    verbose: bool,
    module: Path | None,
    counters: Path | None,
    folder: Path | None,
    owner: Path | None,
) -> None:
    """Answer questions over a local socket until interrupted.

    Without options a Unix socket, where the platform has them, and a port for programs that know no
    such sockets; --unix or --port alone give that one. Once it is ready, one line of JSON on stdout
    says where, and which port --port 0 came to; the log goes to stderr.
    """
    from clubroute.rules.service.server import serve_here

    if unix is not None and port is None and token_file is not None:
        raise click.UsageError("--token-file goes with --port")
    context = context_of(folder, owner, module, counters)
    context.files = files
    if context.maps is not None:
        # It may have to be compiled: before anybody waits for an answer.
        context.terrain("gts")

    def announce(place: dict[str, Any]) -> None:
        import json

        click.echo(json.dumps(place, ensure_ascii=False))
        sys.stdout.flush()

    serve_here(context, unix, port, token_file, announce, verbose=verbose)


@cli.command()
@click.option(
    "--folder",
    "folders",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder whose saves and logs may be read; none if none is named.",
)
@MAP_OPTION
@OWNER_OPTION
@with_project
def mcp(folders: tuple[Path, ...], folder: Path | None, owner: Path | None) -> None:
    """Serve the rules to an assistant: the Model Context Protocol on stdin and stdout.

    An AI assistant starts this command itself (docs/mcp.md). It reads only, and only saves and
    logs under the folders named.
    """
    from clubroute.rules.assistant.protocol import Conversation, serve

    context = context_of(folder, owner)
    context.files = folders
    serve(Conversation(context), sys.stdin.buffer, sys.stdout.buffer)


@cli.command()
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


@cli.command()
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


@cli.command(name="try")
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


@cli.command()
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


cli.add_command(
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
    check_tables((game,))
    builder_publish.callback(game=game, **given)  # type: ignore[misc]


cli.add_command(
    click.Command(
        "publish",
        callback=in_project(publish),
        help=builder_publish.help,
        params=builder_publish.params,
    )
)


def draw(
    reach: str | None,
    march: str | None,
    supply: str | None,
    zoc: str | None,
    combat: str | None,
    retreat: str | None,
    range_: str | None,
    los: str | None,
    fan: str | None,
    against: str | None,
    at: str | None,
    scenario: str | None,
    module: Path | None,
    counters_of: Path | None,
    map_name: str,
    project: Path | None,
    hexes: str | None,
    layers: str | None,
    provenance: bool,
    style: str | None,
    scale: float,
    counters: bool,
    mm: float | None,
    owner: Path | None,
    out: Path | None,
) -> None:
    """Draw a MAP (wed, tdc, mg, ins), or a part, as a picture, with answers on it."""
    from clubroute.builder.authoring.picture import HEX_MM, draw_map
    from clubroute.builder.project import find_project
    from clubroute.builder.sources.lattice import read_lattice
    from clubroute.builder.windows import lattice_of_window
    from clubroute.rules import overlay
    from clubroute.rules.asking.context import Context
    from clubroute.rules.asking.question import is_json, read_params

    if counters:
        from clubroute.rules.owner.printed import printed_in

        print_sheets(map_name, mm, out, project, None if owner is None else printed_in(owner))
        return
    found = find_project(project)
    name = lattice_of_window(found, map_name)
    lattice = read_lattice(found.map_folder(name) / "lattice.toml").lattice
    maps = usual_maps(project)
    context = Context(maps.folder, maps=maps, owner_folder=owner)
    marks: list[Mark] = []
    way = (context, lattice, map_name)

    def standing(told: Mapping[str, Any]) -> list[Mark]:
        if map_name in found.games():
            return overlay.counter_marks(lattice, map_name, told, found.game(map_name))
        return overlay.unit_marks(lattice, map_name, told)

    state: dict[str, Any] = {}
    if at is not None:
        from clubroute.rules.saves.at import read_at
        from clubroute.rules.saves.reading import ToldOfFile

        placed = read_at(context, at, ToldOfFile(module, counters_of))
        state = {"state": placed.state}
        marks += standing(placed.state)
    if scenario is not None:
        from clubroute.rules.room.positions import scenario_tape

        if at is None:
            begun = scenario_tape(context, map_name, scenario)["first"]
            marks += standing(begun)
        state = {"state": {**state.get("state", {}), "scenario": scenario}}

    def asked(text: str, option: str, method: str) -> dict[str, Any]:
        if not is_json((text,)):
            from clubroute.rules.words.grammar import Here, parse

            return parse(f"{method} {text}", Here(context, map_name, state.get("state"))).params
        params = read_params(text.encode("utf-8"))
        if not isinstance(params, dict):
            raise click.UsageError(f"{option} takes a JSON object")
        return {**state, **params}

    if against is not None:
        from clubroute.rules.owner.modules.against import against_module

        told = against_module(context, map_name, against)
        marks += told.marks
        for text in told.lines:
            click.echo(text)
    if reach is not None:
        marks += overlay.reach_marks(*way, asked(reach, "--reach", "move.reach"))
    if march is not None:
        params = asked(march, "--march", "roadmarch.reach")
        marks += overlay.reach_marks(*way, params, "roadmarch.reach", "--march")
    if supply is not None:
        marks += overlay.trace_marks(*way, asked(supply, "--supply", "supply.trace"))
    if zoc is not None:
        marks += overlay.zone_marks(*way, asked(zoc, "--zoc", "hex.zones"))
    if combat is not None:
        marks += overlay.combat_marks(*way, asked(combat, "--combat", "combat.resolve"))
    if retreat is not None:
        marks += overlay.retreat_marks(*way, asked(retreat, "--retreat", "combat.retreat"))
    if range_ is not None:
        marks += overlay.range_marks(lattice, map_name, range_)
    if fan is not None:
        marks += overlay.fan_marks(*way, fan)
    if los is not None:
        marks += overlay.los_marks(*way, los)
    target = out if out is not None else Path(f"{map_name}.png")
    width, height = draw_map(
        found,
        map_name,
        hexes,
        layers,
        target,
        marks,
        provenance=provenance,
        scale=scale,
        hex_mm=mm or HEX_MM,
        named=style or "",
        say=say,
        counted=counted,
    )
    click.echo(f"{target}: {width} × {height} px")


cli.add_command(
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
            click.Option(["--range", "range_"], help="A hex's range: 'A47.05 8'."),
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


cli.add_command(
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


cli.add_command(
    click.Command(
        "lint",
        callback=in_project(lint),
        help=builder_cli.commands["lint"].help,
        params=builder_cli.commands["lint"].params,
    )
)
cli.add_command(adopt)
cli.add_command(audit)
cli.add_command(check)
cli.add_command(completion)
cli.add_command(compare)
cli.add_command(help_)
cli.add_command(impact)
cli.add_command(league)
cli.add_command(owner_tables)
cli.add_command(shell)
cli.add_command(room)
cli.add_command(site)
cli.add_command(link)
cli.add_command(position)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    return run(cli, arguments)


if __name__ == "__main__":
    sys.exit(main())
