"""How much of each board is neither hexes nor anything else.

``python -m tests.art.void`` prints of each board the share that no hex covers, and the share on
which nothing stands: no hex, no legend, no chart, no outline of the country around; first without
charts, then with them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

from clubroute.builder.art.beyond import beyond
from clubroute.builder.art.charts import ChartPicture
from clubroute.builder.art.legend import as_drawn, furnish
from clubroute.builder.art.plan import BoardPlan, Furniture
from clubroute.builder.module.extension import charts_beside
from clubroute.builder.module.game import game_views, read_game
from clubroute.builder.passes.map_words import map_words
from clubroute.builder.pixels import BoardView
from clubroute.builder.project import MODULE_FILE, Project
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.sources.toml_table import game_folder
from clubroute.builder.terrain.compiled import compiled_map
from clubroute.builder.terrain.terrain_map import TerrainMap

GAMES = ("wed", "tdc", "mg", "ins")
COARSE = 8
"""Px of a board for one that is looked at."""

Corners = Sequence[tuple[float, float]]


class Sheet(NamedTuple):
    """The boards of a game, its charts, and what is planned around its hexes."""

    terrain: TerrainMap
    views: tuple[BoardView, ...]
    charts: tuple[ChartPicture, ...]
    plan: BoardPlan


def sheet_of(project: Project, name: str) -> Sheet:
    """The boards of a game as a build plans them."""
    folder = project.game(name)
    game = read_game(folder / MODULE_FILE)
    lattice = project.map_sources / game.lattice
    source = read_lattice(lattice / "lattice.toml")
    views = game_views(game, source, folder / MODULE_FILE)
    style = read_board_style(lattice / "style.toml")
    terrain = as_drawn(compiled_map(project, game.lattice).window(game.window), style.drawn)
    titles, where, thanks, country = map_words(lattice, source.lattice)
    charts = charts_beside(game, game_folder(folder))
    furniture = furnish(terrain, views, style, game.name, titles, where, thanks, charts)
    around = beyond(country, source.lattice, furniture.sheet, furniture.boxes())
    return Sheet(terrain, views, charts, BoardPlan(furniture=furniture, beyond=around))


def shares(sheet: Sheet) -> Iterator[tuple[str, float, float, float]]:
    """Of each board its name, and the shares without hexes, bare without charts, bare with them."""
    furniture = sheet.plan.furniture
    assert furniture is not None
    for view in sheet.views:
        hexes = [view.polygon(h) for h in sheet.terrain.hexes]
        size = (view.width // COARSE, view.height // COARSE)
        picture = Image.new("L", size, 255)
        told = []
        for shapes in (
            hexes,
            [*outlines(sheet, view), *panels(furniture, view)],
            charts(furniture, view),
        ):
            draw = ImageDraw.Draw(picture)
            for corners in shapes:
                draw.polygon([(x / COARSE, y / COARSE) for x, y in corners], fill=0)
            told.append(picture.histogram()[255] / (size[0] * size[1]))
        yield view.name, told[0], told[1], told[2]


def outlines(sheet: Sheet, view: BoardView) -> list[Corners]:
    """The outlines of the country around, px of a board."""
    return [
        [(x - view.left, y - view.top) for x, y in one.line] for one in sheet.plan.beyond.outlines
    ]


def panels(furniture: Furniture, view: BoardView) -> list[Corners]:
    """The legend."""
    return [upright(furniture.panel, view)] if furniture.panel else []


def charts(furniture: Furniture, view: BoardView) -> list[Corners]:
    """The charts."""
    return [upright(box, view) for box, _ in furniture.charts]


def upright(box: tuple[float, float, float, float], view: BoardView) -> Corners:
    """A box, px of a board."""
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return [(x - view.left, y - view.top) for x, y in corners]


def table(project: Project) -> Iterator[str]:
    """The table, a line a board."""
    yield "| game | board | no hexes | bare before | bare now |"
    yield "|---|---|---|---|---|"
    for name in GAMES:
        for board, around, before, now in shares(sheet_of(project, name)):
            yield f"| `{name}` | {board} | {around:.0%} | {before:.0%} | {now:.0%} |"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in table(Project(Path(__file__).parents[2])))
