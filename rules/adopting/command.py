"""``clubroute adopt``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("module", type=click.Path(path_type=Path), metavar="OLD.vmod")
@click.option("--name", help="What the game is called [as the file].")
@click.option("--project", type=click.Path(path_type=Path), help="Folder to write into [here].")
def adopt(module: Path, name: str | None, project: Path | None) -> None:
    """Take a module of anybody's over as a game folder: its boards, counters, traits and windows.

    It builds at once into a module that plays as the old one does. What the sources cannot say
    is listed, line by line, in counters/NAME/adopted.csv.
    """
    from clubroute.builder.project import find_project
    from clubroute.rules.adopting.adopt import adopt as adopted

    root = project if project is not None else find_project(None).root
    for line in adopted(module, root, name):
        click.echo(line)
