"""A picture of every texture of a style.toml and of what its other keys do, for the docs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PIL import Image, ImageDraw

from clubroute.builder.art.board import draw_board, part_view
from clubroute.builder.art.plate import MEDIUM, Setting, letter
from clubroute.builder.grid import (
    Hex,
    Lattice,
    Sheet,
    neighbours,
)
from clubroute.builder.pixels import Scale
from clubroute.builder.sources.style import TEXTURES, BoardStyle, HexPaint
from clubroute.builder.terrain.terrain_map import Basis, HexTerrain, TerrainMap

ACROSS, APART = 6, 4
"""Samples side by side; columns and rows from one to the next."""

RAGGED = 40
"""Px at the edges where the hexes end."""

INK = (40, 38, 34)
BASIS = Basis("assumed", "a sample")


def keys_of(woods: HexPaint) -> Mapping[str, HexPaint]:
    """A wood with one key otherwise, by what is written there."""
    red, white = (179, 38, 30), (255, 255, 255)
    return {
        "soft = 0": replace(woods, soft=0.0),
        "soft = 15": replace(woods, soft=15.0),
        "edge, line = 4": replace(woods, edge=red, line=4.0),
        "dot": replace(woods, dot=red, rim=None),
        "dot, rim": replace(woods, dot=red, rim=white),
        "border": replace(woods, border=red),
    }


def samples(style: BoardStyle) -> Image.Image:
    """The textures in two rows, the keys in a third: seven hexes each."""
    drawn = {paint.texture: paint for paint in reversed(list(style.hexes.values()))}
    plain = replace(drawn["strips"], texture="plain", tints=(), edge=None)
    paints = {name: drawn.get(name, plain) for name in TEXTURES}
    paints["water"] = replace(plain, texture="water", fill=style.hexsides["river"].fill, dot=None)
    shown = {**paints, **keys_of(drawn["trees"])}
    rows = -(-len(shown) // ACROSS)
    sheet = Sheet("samples", (1, ACROSS * APART + 1), (1, rows * APART + 1))
    lattice = Lattice("samples", "flat", (sheet,), windows={"samples": ("samples",)})
    at: dict[str, Hex] = {
        name: sheet.place(k % ACROSS * APART + 3, k // ACROSS * APART + 3)
        for k, name in enumerate(shown)
    }
    ground = {h: name for name, middle in at.items() for h in (middle, *neighbours(middle))}
    hexes = {h: HexTerrain(h, ground.get(h, "open"), BASIS) for h in lattice.hexes("samples")}
    open_ground = replace(plain, fill=style.paper["halo"], dot=None, soft=20.0)
    # Fields lie under all other ground, whose shapes hide how far they run.
    look = replace(style, hexes={"fields": shown["fields"], "open": open_ground, **shown})
    terrain = TerrainMap(lattice, hexes, {}, {}, {}, ())
    view = part_view(terrain, hexes, 0, Scale())
    layers = frozenset(("ground", "grid", "dots"))
    picture = draw_board(terrain, view, look, layers)
    draw = ImageDraw.Draw(picture)
    for name, h in at.items():
        x, y = view.centre(h)
        letter(draw, Setting((name,), MEDIUM, 26), (x, y + 126), INK)
    return picture.crop((RAGGED, RAGGED, picture.width - RAGGED, picture.height - RAGGED))
