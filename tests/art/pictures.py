"""The pictures of boards in README and docs, drawn anew.

``python -m tests.art.pictures`` writes them into docs/pictures. Six places show on their left how
they were first drawn; that half is kept from the picture that is there.
"""

from __future__ import annotations

import json
import tempfile
from itertools import chain
from pathlib import Path

from PIL import Image

from clubroute.builder.art.canvas import indexed
from clubroute.builder.sources.style import read_board_style
from clubroute.rules.cli import main

from .samples import samples

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
MAPS = Path(__file__).parents[2] / "map_sources"
LATTICES = ("gts", "ins")
PLACES = {
    "veghel": ("mg", "72.124,80.131"),
    "son": ("mg", "60.146,68.153"),
    "grave": ("mg", "12.84,20.91"),
    "nijmegen": ("mg", "36.63,44.70"),
    "eindhoven": ("mg", "52.160,60.167"),
    "driel": ("mg", "16.38,24.45"),
}
"""The map and two corners of each place: nine columns of eight hexes."""

HALF = (594, 500)
"""Px of one half of a picture of a place."""

WEST = ("ins", "--hexes", "A21.34,A12.16", "--scale", "0.5")
"""Where It Never Snows ends in the west: too wide for the columns of a place."""

BETWEEN = 12
GROUND = (43, 41, 36)
REACH = {"from": "75.129", "unit": {"class": "wheeled", "column": True, "ma": 4}}
ALONE: dict[str, tuple[str, ...]] = {
    "son": ("wed", "--hexes", "58.150,76.159"),
    "testland": ("testland",),
    "reach": ("wed", "--reach", json.dumps(REACH)),
    "board-provenance": ("wed", "--hexes", "72.124,80.130", "--provenance"),
    "board-edge": ("wed", "--hexes", "93.172,01.160"),
}
"""Pictures of one part of a map, with what ``clubroute draw`` is told."""

SAMPLES = 0.6
"""Size at which the samples of textures are shown."""

CHARTS = (16, 16, 756, 1126)
LEGEND = (2080, 4540, 2690, 5386)
QUARTER = (380, 900, 911, 1500)
"""Parts that are shown of Where Eagles Dare, at half and at a quarter of its size, px."""


def drawn(*args: str) -> Image.Image:
    """What ``clubroute draw`` makes."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "picture.png"
        assert main(["draw", *args, "--out", str(out)]) == 0
        return Image.open(out).convert("RGB")


def keep(picture: Image.Image, name: str) -> None:
    """Write a picture in few colours, those that tell something as they are on the boards."""
    told = [read_board_style(MAPS / lattice / "style.toml").colours() for lattice in LATTICES]
    few = indexed(picture, chain.from_iterable(told))
    few.save(PICTURES / f"{name}.png", optimize=True)


def compared(name: str, size: tuple[int, int], *args: str) -> Image.Image:
    """A place as it was first drawn, and as ``clubroute draw`` makes it; each half so large."""
    wide, high = size
    with Image.open(PICTURES / f"board-{name}.png") as old:
        first = old.convert("RGB").crop((0, 0, wide, high))
    both = Image.new("RGB", (2 * wide + BETWEEN, high), GROUND)
    both.paste(first, (0, 0))
    both.paste(drawn(*args).crop((0, 0, wide, high)), (wide + BETWEEN, 0))
    return both


def at_half(pictures: list[Image.Image]) -> Image.Image:
    """Pictures at half their size, two in a row."""
    small = [p.resize((p.width // 2, p.height // 2), Image.Resampling.LANCZOS) for p in pictures]
    wide, high = small[0].size
    rows = (len(small) + 1) // 2
    sheet = Image.new("RGB", (2 * wide + BETWEEN, rows * (high + BETWEEN) - BETWEEN), GROUND)
    for k, one in enumerate(small):
        sheet.paste(one, (k % 2 * (wide + BETWEEN), k // 2 * (high + BETWEEN)))
    return sheet


def make() -> None:
    """Draw them all."""
    places = {
        name: compared(name, HALF, window, "--hexes", hexes)
        for name, (window, hexes) in PLACES.items()
    }
    for name, picture in places.items():
        keep(picture, f"board-{name}")
    keep(at_half(list(places.values())), "board-half")
    west = drawn(*WEST)
    keep(compared("west", west.size, *WEST), "board-west")
    for name, args in ALONE.items():
        keep(drawn(*args), name)
    shown = samples(read_board_style(MAPS / "gts" / "style.toml"))
    size = (round(shown.width * SAMPLES), round(shown.height * SAMPLES))
    keep(shown.resize(size, Image.Resampling.LANCZOS), "board-textures")
    whole = drawn("wed", "--scale", "0.5")
    keep(whole.crop(CHARTS), "board-charts")
    keep(whole.crop(LEGEND), "board-legend")
    keep(whole.reduce(2).crop(QUARTER), "board-quarter")


if __name__ == "__main__":
    make()
