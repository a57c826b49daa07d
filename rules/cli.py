"""The command line: the builder's commands, and those that ask the rules.

Only click is imported here; each command imports what it needs when it runs.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clubroute.builder import __version__
from clubroute.builder.cli import (
    CONTEXT_SETTINGS,
    run,
)
from clubroute.builder.cli import cli as builder_cli
from clubroute.rules.author_commands import own_commands
from clubroute.rules.cli_options import (
    AT_OPTION,
    COUNTERS_OPTION,
    MAP_OPTION,
    MODULE_OPTION,
    OWNER_OPTION,
    context_of,
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
    from collections.abc import Mapping


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


for command in own_commands.commands.values():
    cli.add_command(command)
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
