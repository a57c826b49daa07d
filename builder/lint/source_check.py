"""What else is wrong in a game's sources, once a build has met a mistake in one of them."""

from __future__ import annotations

from collections.abc import Callable

from clubroute.builder.errors import InputError
from clubroute.builder.module.game import lattice_named, read_game
from clubroute.builder.project import MODULE_FILE, Project
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import read_counter_set
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.mistakes import Mistakes
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.survey.inputs import read_map_sources


def every_mistake(
    project: Project,
    name: str,
    met: InputError,
    more: Callable[[], object] = lambda: None,
) -> InputError:
    """A mistake that a build has met, with all others of the game's module, counters, map and
    style.

    A file that cannot be read hides only what cannot be told without it.

    :param more: reads what others keep of the game, such as its rules.
    """
    mistakes = Mistakes()
    mistakes.add(met)
    mistakes.attempt(more)
    module = project.game(name) / MODULE_FILE
    mistakes.attempt(lambda: read_game(module))
    lattice = lattice_of(project, name)
    numbers = None
    if lattice is not None:
        maps = project.with_lattice(lattice)
        folder = maps.map_folder(lattice)
        mistakes.attempt(lambda: read_board_style(folder / "style.toml"))
        source = mistakes.attempt(lambda: read_lattice(folder / "lattice.toml"))
        if source is not None:
            window = name if name in source.lattice.windows else None
            numbers = HexNumbers(source.lattice, window)
    mistakes.attempt(lambda: read_counter_set(project.game(name), numbers))
    if lattice is not None and numbers is not None:
        mistakes.attempt(lambda: read_map_sources(maps.map_sources.parent, lattice))
    return mistakes.error or met


def lattice_of(project: Project, name: str) -> str | None:
    """The map of a game: what its ``module.toml`` says, else the folder called as the game is,
    None where neither is there."""
    for one in (lattice_named(project.game(name) / MODULE_FILE), name):
        if one is None:
            continue
        try:
            folder = project.with_lattice(one).map_folder(one)
        except InputError:
            continue
        if (folder / "lattice.toml").is_file():
            return one
    return None
