"""``clubroute site``."""

from __future__ import annotations

from pathlib import Path

import click

from clubroute.rules.cli_options import MAP_OPTION, context_of


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME …]")
@click.option(
    "--runtime",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="An unpacked npm package pyodide, of the version that is asked for.",
)
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), help="The folder of the site."
)
@MAP_OPTION
def site(games: tuple[str, ...], runtime: Path, out: Path, folder: Path | None) -> None:
    """Write the map room as a site that any web host can serve, with the rules in the page.

    GAME is wed, tdc, mg or ins [all four], or a game of your own. The boards are drawn once, which
    takes minutes. Nothing of yours goes into a site but a game that you name: no owner's tables, no
    saves.
    """
    from clubroute.builder.cli import say
    from clubroute.builder.errors import (
        InputError,
        Where,
        nearest_name,
        one_of,
    )
    from clubroute.builder.project import find_project
    from clubroute.rules.series import all_games, every_map
    from clubroute.rules.site.build import build_site

    known = every_map()
    for name in games:
        if name not in known:
            near = nearest_name(name, known)
            raise InputError(Where("GAME"), repr(name), one_of(known), near)
    chosen = tuple(name for name in known if name in (games or all_games()))
    context = context_of(folder, None)
    files = build_site(context, find_project(None), chosen, runtime, out, say)
    size = sum(map(len, files.values())) / 1e6
    click.echo(f"{out}: {len(files)} files, {size:.1f} MB")
    click.echo(f"look at it: python -m http.server --directory {out}")
