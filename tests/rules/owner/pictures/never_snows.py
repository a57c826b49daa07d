"""A module of It Never Snows that is not ours: one board with a picture, and no terrain file."""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping
from dataclasses import replace
from random import Random

from PIL import Image, ImageDraw

from clubroute.builder.grid import Hex, Hexside, hexsides
from clubroute.builder.module.numbered_zones import counting, hex_grid
from clubroute.builder.pixels import BoardView
from clubroute.builder.project import shipped_project
from clubroute.builder.terrain import TerrainMap
from clubroute.builder.vassal.buildfile import element, write
from clubroute.builder.vassal.metadata import Metadata
from clubroute.rules.ground.boards import boards_of
from tests.rules.owner.modules.writer import GRID, zipped

NAME, BOARD, LETTER = "Never Snows pictured", "Map E", "E"
INKS = {"sea_line": (30, 80, 190), "river": (90, 160, 230)}
ROAD_INKS = {
    "primary_road": (190, 30, 30),
    "secondary_road": (240, 200, 60),
    "railroad": (10, 10, 10),
}


def part_of_a_map(box: tuple[int, int, int, int]) -> BoardView:
    """A board that shows part of map E. :param box: px of our map E: left, top, width, height."""
    boards = boards_of(shipped_project(), "ins")
    whole = next(view for view in boards.views if view.name == LETTER)
    left, top, width, height = box
    return replace(whole, left=whole.left + left, top=whole.top + top, width=width, height=height)


def shown_hexes(view: BoardView, terrain: TerrainMap) -> list[Hex]:
    """The hexes whose centre is on a board, of map E alone."""
    sheet = view.lattice.sheet(LETTER)
    return [
        h
        for h in terrain.hexes
        if h in sheet
        and 0 <= view.centre(h)[0] < view.width
        and 0 <= view.centre(h)[1] < view.height
    ]


def painted(
    view: BoardView,
    terrain: TerrainMap,
    words: Mapping[Hex, str],
    dry: Collection[Hexside] = (),
) -> bytes:
    """The board: a colour a terrain and a road, water but for what is ``dry``, a grain over all."""
    chance = Random(5)
    picture = Image.new("RGB", (view.width, view.height), (255, 255, 255))
    pen = ImageDraw.Draw(picture)
    colours = {
        word: (chance.randrange(60, 240), chance.randrange(60, 240), chance.randrange(60, 240))
        for word in sorted(set(words.values()))
    }
    for h, word in words.items():
        pen.polygon(view.polygon(h), colours[word])
    sides = sorted({s for h in words for s in hexsides(h) if s.a in words and s.b in words})
    for side in sides:
        for link in terrain.links.get(side, ()):
            ink = ROAD_INKS.get(terrain.roads[link.road].kind, (120, 60, 30))
            pen.line([view.centre(side.a), view.centre(side.b)], ink, 4)
        for one in terrain.hexsides.get(side, ()):
            if one.kind in INKS and side not in dry:
                ends = [view.pixel(end) for end in view.lattice.hexside_ends(side)]
                pen.line(ends, INKS[one.kind], 5)
    noise = Image.effect_noise((view.width, view.height), 12).convert("RGB")
    out = io.BytesIO()
    Image.blend(picture, noise, 0.12).save(out, "PNG")
    return out.getvalue()


def module(view: BoardView, hexes: Collection[Hex], picture: bytes) -> bytes:
    """The bytes of a module whose board has a plain grid with numbers as printed: no letter."""
    sheet = view.lattice.sheet(LETTER)
    whole = ((0, 0), (view.width, 0), (view.width, view.height), (0, view.height))
    kind = counting(sheet, next(iter(hexes)), (0, 0))
    board = element(
        f"{GRID[:-6]}Board",
        {"name": BOARD, "image": "board.png", "reversible": False},
        hex_grid(view, whole, kind, sheet, list(hexes)),
    )
    setup = element("setup", None, text=f"MapBoardPicker\t{BOARD}\t0\t0")
    picker = element("VASSAL.build.module.map.BoardPicker", {}, setup, board)
    map_ = element(
        "VASSAL.build.module.Map", {"mapName": "Map", "edgeWidth": 0, "edgeHeight": 0}, picker
    )
    root = element(
        "VASSAL.build.GameModule",
        {"name": NAME, "version": "1.0", "VassalVersion": "3.6.0"},
        map_,
    )
    entries = {"images/board.png": picture, "buildFile.xml": write(root)}
    entries["moduledata"] = Metadata("1.0", "3.6.0", 0, name=NAME).write()
    return zipped(entries)
