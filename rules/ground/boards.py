"""The boards of a game that has a module, as whoever shows its map needs them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from clubroute.builder.module.game import game_views, read_game
from clubroute.builder.project import MODULE_FILE, Project
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.toml_table import game_folder

if TYPE_CHECKING:
    from clubroute.builder.art.charts import ChartPicture
    from clubroute.builder.module.game import GameSource
    from clubroute.builder.pixels import BoardView
    from clubroute.builder.sources.lattice import LatticeSource


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a game side by side: ``left`` and ``top`` are the corner of the picture on
    the lattice, px, as :class:`clubroute.builder.pixels.BoardView` has them."""

    game: GameSource
    source: LatticeSource
    views: tuple[BoardView, ...]

    @property
    def left(self) -> int:
        return min(view.left for view in self.views)

    @property
    def top(self) -> int:
        return min(view.top for view in self.views)

    @property
    def width(self) -> int:
        """Of all boards together, px."""
        return max(view.map_x + view.width for view in self.views)

    @property
    def height(self) -> int:
        """Of all boards together, px."""
        return max(view.map_y + view.height for view in self.views)

    def charts(self, project: Project, name: str) -> tuple[ChartPicture, ...]:
        """What is drawn beside the map. :raises InputError: a mistake in a chart."""
        from clubroute.builder.module.extension import charts_beside

        return charts_beside(self.game, game_folder(project.game(name)))


def boards_of(project: Project, name: str) -> Boards:
    """The boards of a game. :raises InputError: no such game, or a mistake in its sources."""
    path = project.game(name) / MODULE_FILE
    game = read_game(path)
    source = read_lattice(project.map_folder(game.lattice) / "lattice.toml")
    return Boards(game, source, game_views(game, source, path))
