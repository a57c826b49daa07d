"""Options that commands about the rules share, and the folders that hold where none is named."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from clubroute.rules.context import Context

MAP_OPTION = click.option(
    "--map",
    "folder",
    type=click.Path(path_type=Path),
    help="Folder with the compiled .terrain files [build].",
)

OWNER_OPTION = click.option(
    "--owner",
    type=click.Path(path_type=Path),
    help="Folder with the tables you supply [owner, beside build].",
)

MODULE_OPTION = click.option(
    "--module", type=click.Path(path_type=Path), help="The log's .vmod [a built one]."
)

COUNTERS_OPTION = click.option(
    "--counters",
    type=click.Path(path_type=Path),
    help="What the counters of somebody else's module are (TOML, docs/check.md).",
)


def context_of(folder: Path | None, owner: Path | None) -> Context:
    """The surroundings of a question, with the usual folders where none is named."""
    from clubroute.rules.context import Context

    return Context(folder if folder is not None else map_folder(), owner_folder=owner)


def map_folder() -> Path:
    """Where a build leaves its results: ``build`` here, or in the project around us."""
    here = Path("build")
    if here.is_dir():
        return here
    from clubroute.builder.errors import InputError
    from clubroute.builder.project import find_project

    try:
        return find_project(None).root / "build"
    except InputError:
        return here
