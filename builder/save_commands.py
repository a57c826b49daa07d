"""Commands that read saved games back into sources, and bring old ones to a new module."""

from __future__ import annotations

from pathlib import Path

import click


@click.group()
def scenario() -> None:
    """Work with set-ups."""


@scenario.command(name="from")
@click.argument("save", type=click.Path(path_type=Path), metavar="SAVE.vsav")
@click.option("--game", help="The game, if the save does not name its module.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Write the unit list there (.csv), and its .toml where there is none.",
)
@click.option("--project", type=click.Path(path_type=Path), help="Folder with map_sources/ …")
def scenario_from(save: Path, game: str | None, out: Path | None, project: Path | None) -> None:
    """Write the set-up laid out in a saved game as the rows of a scenario.

    Lay the counters out in VASSAL, save, and:
    ``clubroute scenario from my.vsav --out counters/GAME/scenarios/my.csv``
    """
    from clubroute.builder.project import find_project
    from clubroute.builder.saved_setup import write_setup

    for line in write_setup(find_project(project), save, game, out):
        click.echo(line)
