"""``clubroute link``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from clubroute.rules.cli_options import MAP_OPTION, context_of


@click.command()
@click.argument("file", type=str)
@click.option("--site", required=True, metavar="ADDRESS", help="The site (clubroute site).")
@click.option("--title", help="What to call it.")
@MAP_OPTION
def link(file: str, site: str, title: str | None, folder: Path | None) -> None:
    """Print the address on a site that opens the position in a FILE for anybody.

    FILE is a .vsav, a .vlog (turn3.vlog:22: before step 22), a .clubroute file, or a .txt with
    ruling records, of which each has its own address, with its question. Nothing of your tables
    goes along.
    """
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
