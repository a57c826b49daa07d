"""What a game has drawn on its boards beside the map: ``[[beside]]`` of ``module.toml``."""

from __future__ import annotations

from clubroute.builder.art.charts import ChartPicture, boxes_chart, table_chart, track_chart
from clubroute.builder.module.game import Beside, GameSource
from clubroute.builder.sources.text import filled_rows
from clubroute.builder.sources.toml_table import GameFolder, read_toml_table
from clubroute.builder.sources.windows import read_boxes


def charts_beside(game: GameSource, folder: GameFolder) -> tuple[ChartPicture, ...]:
    """The charts of a game, in the order in which they take the room there is.

    :raises InputError: a file that is not there, a mistake in one.
    """
    return tuple(chart_of(one, game, folder) for one in game.beside)


def chart_of(one: Beside, game: GameSource, folder: GameFolder) -> ChartPicture:
    """A chart: a table, the boxes of a display, or without a file the track of turns."""
    if not one.file:
        return track_chart(one.title, game.days, game.times)
    path = folder.file(one.file)
    if not path.is_file():
        raise one.table.error("file", repr(one.file), "a file of the game's folder")
    if path.suffix == ".toml":
        boxes = read_boxes(read_toml_table(path), "boxes", None)
        return boxes_chart(one.title, [(box.title, box.at, box.size) for box in boxes])
    rows = filled_rows(path)
    if not rows:
        raise one.table.error("file", f"no rows in {one.file}", "a table")
    return table_chart(one.title, rows)
