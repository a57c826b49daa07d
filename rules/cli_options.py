"""Options that commands about the rules share, and the folders that hold where none is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from clubroute.builder.terrain.compiled import CompiledMaps
    from clubroute.rules.asking.context import Context

MAPS_FOLDER: Mapping[str, Any] = {
    "type": click.Path(path_type=Path),
    "help": "Folder with the compiled .terrain files [build].",
}
MAPS_OPTION = click.option("--maps", "folder", **MAPS_FOLDER)
"""Of commands in words, whose --map is a game's."""
MAP_OPTION = click.option("--maps", "--map", "folder", **MAPS_FOLDER)

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
    help="What the counters of somebody else's module are (TOML, docs/mapping.md).",
)


ROUND_OPTION = click.option(
    "--round", "round_file", type=click.Path(path_type=Path), help="The round's rules (round.toml)."
)

PROJECT_OPTION = click.option(
    "--project", type=click.Path(path_type=Path), help="Folder with map_sources/ …"
)


def in_project(callback: Callable[..., int | None]) -> Callable[..., int | None]:
    """A command that takes the folder of its ``--project`` as if it were called in it."""

    @wraps(callback)
    def called(**given: Any) -> int | None:
        from clubroute.builder.project import project_named

        with project_named(given["project"]):
            return callback(**given)

    return called


def with_project(callback: Callable[..., int | None]) -> Callable[..., int | None]:
    """A command that has a ``--project``, and is run as if it were called in that folder."""

    @PROJECT_OPTION
    @wraps(callback)
    def called(project: Path | None, **given: Any) -> int | None:
        from clubroute.builder.project import project_named

        with project_named(project):
            return callback(**given)

    return called


AT_HELP = "The position: a .vsav, .vlog (game.vlog:22: before step 22), .clubroute or JSON file."
AT_OPTION = click.option("--at", "--state", "at", metavar="FILE[:STEP]", help=AT_HELP)


def context_of(
    folder: Path | None,
    owner: Path | None,
    module: Path | None = None,
    counters: Path | None = None,
    round_file: Path | None = None,
) -> Context:
    """The surroundings of a question, with the usual folders where none is named.

    :param module: of somebody else, for the saves and logs that name it; :param counters: what its
        counters are; :param round_file: the rules its players agreed on.

    :raises InputError: a folder is named that does not exist, or a round's rules do not fit.
    """
    from clubroute.builder.cli import say
    from clubroute.rules.asking.usual import context_of as usual

    found = usual(folder, owner, say)
    if module is not None or counters is not None or round_file is not None:
        from clubroute.rules.asking.context import LogFiles
        from clubroute.rules.logs.check.rounds import read_round

        told = {} if round_file is None else read_round(round_file)
        found.logs = LogFiles(module=module, counters=counters, told=told)
    return found


def judging_context(folder: Path | None, owner: Path | None) -> Context:
    """The surroundings of what is judged, by tables that are there if any are named.

    :raises InputError: a folder is named that does not exist.
    """
    if owner is not None and not owner.is_dir():
        from clubroute.builder.errors import InputError, Where

        expected = "a folder with the tables you supply: clubroute template"
        raise InputError(Where.of(owner), "no such folder", expected)
    return context_of(folder, owner)


def usual_maps(project: Path | None = None) -> CompiledMaps:
    """The maps of a project, by default the one around us.

    :raises InputError: a folder is named that is no project.
    """
    from clubroute.builder.cli import say
    from clubroute.rules.asking.usual import usual_maps as usual

    return usual(project, say)


def map_folder() -> Path:
    """Where a build leaves its results: ``build`` here, or in the project around us."""
    from clubroute.rules.asking.usual import map_folder as usual

    return usual()
