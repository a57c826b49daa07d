"""A module of two boards with ground at random, on which every kind of obstacle is common."""

from __future__ import annotations

from io import BytesIO
from random import Random

from PIL import Image

from clubroute.builder.grid import NEIGHBOUR_OFFSETS, Hex
from tests.rules.owner.modules import writer
from tests.rules.owner.modules.writer import (
    Numbers,
    Sheet,
    WrittenSheet,
    cell_of,
    laid,
    module,
)

SHEETS = (
    Sheet("West", range(131, 142), range(20, 32), Numbers(less=100)),
    Sheet("East", range(142, 153), range(20, 32), Numbers(less=100, stagger=True), (1, 0)),
)
HEXES = ("Woods", "Town", "Village", "Orchard", "Clear", "Clear", "Clear", "Clear")
SIDES = ("Crest", "CrestAndStream", "Stream", "River")
TAGS = ("Raised Road", "Raised Railroad")


def filled(board: WrittenSheet, chance: Random) -> None:
    """Write a board's text: half of its hexes, a fifth of its hexsides, a tenth with a tag."""
    for h, (c, r) in board.cells.items():
        if chance.random() < 0.5:
            board.lines.append(f"h,{c},{r},{chance.choice(HEXES)}")
        for lines, halves in NEIGHBOUR_OFFSETS[:3]:
            if chance.random() < 0.2:
                a, b = sorted(
                    (cell_of(board, h), cell_of(board, Hex(h.line + lines, h.half + halves)))
                )
                board.lines.append(f"e,{a[0]},{a[1]},{b[0]},{b[1]},{chance.choice(SIDES)}")
        if chance.random() < 0.1:
            board.lines.append(f"a,{c},{r},{chance.choice(TAGS)},true")


def picture(board: WrittenSheet) -> bytes:
    """A blank board that VASSAL can open."""
    out = BytesIO()
    Image.new("L", board.size, 200).save(out, "PNG")
    return out.getvalue()


def random_module(dx: float, dy: float) -> bytes:
    """The module at a scale; the same ground at each."""
    before = writer.DX, writer.DY
    writer.DX, writer.DY = dx, dy
    try:
        chance = Random(7)
        boards = [laid(sheet) for sheet in SHEETS]
        for board in boards:
            filled(board, chance)
        return module(boards, name="GTS random", picture=picture)
    finally:
        writer.DX, writer.DY = before
