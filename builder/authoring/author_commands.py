"""What an author does with a finished module: set-ups taken from saved games, releases, games that
go on with a new version."""

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
    from clubroute.builder.authoring.saved_setup import write_setup
    from clubroute.builder.project import find_project

    for line in write_setup(find_project(project), save, game, out):
        click.echo(line)


@click.command()
@click.argument("game")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("releases"), help="Folder [releases]."
)
@click.option("--date", "day", help="The day of the release, 2026-11-24 [today].")
@click.option("--project", type=click.Path(path_type=Path), help="Folder with map_sources/ …")
def publish(game: str, out: Path, day: str | None, project: Path | None) -> None:
    """Lay a release of a GAME into a folder: its module with version and date, and notes of what
    has changed since the last one there."""
    from clubroute.builder.authoring.publishing import publish as published
    from clubroute.builder.project import find_project

    def progress(name: str) -> None:
        click.echo(f"… {name}", err=True)

    made = published(find_project(project), game, out, day, progress)
    click.echo(made.notes)
    for path in made.files:
        click.echo(path)


@click.command()
@click.argument("save", type=click.Path(path_type=Path), metavar="OLD.vsav")
@click.argument("module", type=click.Path(path_type=Path), metavar="NEW.vmod")
@click.option(
    "--out", type=click.Path(path_type=Path), help="The file to write [OLD-refreshed.vsav]."
)
def refresh(save: Path, module: Path, out: Path | None) -> None:
    """Make a saved game go on with another version of its module: OLD.vsav with the counters of
    NEW.vmod.

    Each counter is as the new module has it, where it was, with all that was done to it; what
    could not be taken over is listed. The old save stays as it is.
    """
    from clubroute.builder.authoring.refresh import refresh as refreshed

    for line in refreshed(save, module, out or save.with_name(f"{save.stem}-refreshed.vsav")):
        click.echo(line)
