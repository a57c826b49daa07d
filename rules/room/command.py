"""``clubroute room`` and ``clubroute link``."""

from __future__ import annotations

from pathlib import Path

import click

from clubroute.builder.terminal import show
from clubroute.rules.cli_options import (
    COUNTERS_OPTION,
    MAP_OPTION,
    MODULE_OPTION,
    OWNER_OPTION,
    ROUND_OPTION,
    context_of,
    with_project,
)


@click.command()
@click.argument("opened", required=False, type=click.Path(path_type=Path), metavar="[FILE|FOLDER]")
@click.option("--port", type=click.IntRange(0, 65535), help="Serve on this port of 127.0.0.1.")
@click.option("--no-browser", is_flag=True, help="Print the address; open no browser.")
@MODULE_OPTION
@COUNTERS_OPTION
@ROUND_OPTION
@MAP_OPTION
@OWNER_OPTION
@with_project
def room(
    opened: Path | None,
    port: int | None,
    no_browser: bool,
    module: Path | None,
    counters: Path | None,
    round_file: Path | None,
    folder: Path | None,
    owner: Path | None,
) -> None:
    """Open the map room in your browser: the maps, the counters, and every answer by a click.

    FILE is a .vsav or .vlog to look at, FOLDER one in which VASSAL saves: a new save is shown
    within a second. Nothing leaves this machine.
    """
    from clubroute.builder.project import find_project
    from clubroute.rules.room.app import opened_path
    from clubroute.rules.room.serve import serve_room
    from clubroute.rules.saves.foreign import foreign_lines

    context = context_of(folder, owner, module, counters, round_file)
    found = opened_path(opened) if opened is not None else None
    if found is not None and (lines := foreign_lines(context, found)):
        show("\n".join(("The room has no map of this game. Its pieces:", "", *lines)))
        return

    def announce(address: str) -> None:
        import webbrowser

        click.echo(address)
        if not no_browser:
            webbrowser.open(address)

    serve_room(context, find_project(None), found, port, announce)


@click.command()
@click.argument("file", type=str)
@click.option("--site", required=True, metavar="ADDRESS", help="The site (clubroute site).")
@click.option("--title", help="What to call it.")
@MAP_OPTION
@with_project
def link(file: str, site: str, title: str | None, folder: Path | None) -> None:
    """Print the address on a site that opens the position in a FILE for anybody.

    FILE is a .vsav, a .vlog (turn3.vlog:22: before step 22), a .clubroute file, or a .txt with
    ruling records, of which each has its own address, with its question. Nothing of your tables
    goes along.
    """
    import sys

    from clubroute.builder.errors import Where
    from clubroute.rules.room.addresses import address, of_file, of_ruling, site_address
    from clubroute.rules.rulings.ruling import read_record
    from clubroute.rules.saves.at import read_at

    place = site_address(site, Where("--site"))
    context = context_of(folder, None)
    if file.lower().endswith(".txt"):
        told = [of_ruling(one) for one in read_record(Path(file), sys.stdin.buffer)]
    else:
        told = [of_file(read_at(context, file), title or Path(file).name)]
    click.echo("\n".join(address(context, place, one) for one in told))
