"""What else is wrong in a game's sources, once a build has met a mistake in one of them."""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.builder.errors import InputError
from clubroute.builder.mistakes import Mistakes, each_of
from clubroute.builder.module.game import read_game
from clubroute.builder.project import MODULE_FILE, Project
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import read_counter_set
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.style import BoardStyle, read_board_style
from clubroute.builder.survey.inputs import MapSources, read_map_sources


def every_mistake(project: Project, name: str, met: InputError) -> InputError:
    """A mistake that a build has met, with all others of the game's module, counters, map and
    style.

    A file that cannot be read hides only what cannot be told without it.
    """
    mistakes = Mistakes()
    mistakes.add(met)
    game = mistakes.attempt(lambda: read_game(project.game(name) / MODULE_FILE))
    numbers = None
    if game is not None:
        maps = project.with_lattice(game.lattice)
        folder = maps.map_folder(game.lattice)
        source = mistakes.attempt(lambda: read_lattice(folder / "lattice.toml"))
        if source is not None:
            window = name if name in source.lattice.windows else None
            numbers = HexNumbers(source.lattice, window)
    mistakes.attempt(lambda: read_counter_set(project.game(name), numbers))
    if game is not None and numbers is not None:
        sources = mistakes.attempt(lambda: read_map_sources(maps.map_sources.parent, game.lattice))
        style = mistakes.attempt(lambda: read_board_style(folder / "style.toml"))
        if sources is not None and style is not None:
            for mistake in undrawn(sources, style):
                mistakes.add(mistake)
    return mistakes.error or met


def undrawn(sources: MapSources, style: BoardStyle) -> Iterator[InputError]:
    """A mistake for each terrain of a row that the style has no look for."""
    for kind in dict.fromkeys(record.terrain for record in sources.hexes if record.terrain):
        try:
            style.hex_paint(kind)
        except InputError as error:
            yield from each_of(error)
