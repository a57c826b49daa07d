"""A picture of a map or a part of it, straight from the sources."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from clubroute.builder.art.beyond import around, beyond
from clubroute.builder.art.board import (
    LAYER_NAMES,
    HexsideBar,
    Thread,
    board_svg,
    draw_board,
    part_view,
)
from clubroute.builder.art.canvas import indexed, png_bytes
from clubroute.builder.art.legend import as_drawn, furnish, room_for_panel
from clubroute.builder.art.sheets import DPI, counters_of, pdf_bytes, px, sheets
from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import write_bytes
from clubroute.builder.grid import Hex, HexNumberError
from clubroute.builder.module.extension import charts_beside
from clubroute.builder.module.game import read_game
from clubroute.builder.passes.map_words import map_words
from clubroute.builder.passes.plan import kept_plan
from clubroute.builder.pixels import OUTER_MARGIN, Scale
from clubroute.builder.project import MODULE_FILE, Project
from clubroute.builder.sources.counter_set import read_counter_set
from clubroute.builder.sources.counter_style import Printed
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.sources.toml_table import game_folder
from clubroute.builder.stopwatch import Counted, uncounted
from clubroute.builder.terrain.compiled import Say, compiled_map, map_cache, silent
from clubroute.builder.vassal.archive import epoch_seconds
from clubroute.builder.windows import lattice_of_window

if TYPE_CHECKING:
    from clubroute.builder.art.board import Mark
    from clubroute.builder.art.charts import ChartPicture
    from clubroute.builder.art.plan import Furniture
    from clubroute.builder.pixels import BoardView


# ``clubroute draw GAME --counters``: the counters of a game as sheets to print, PDF or PNG.


def write_sheets(
    project: Project, game: str, mm: float, out: Path, printed: Printed | None
) -> tuple[int, int]:
    """Draw into ``out``; returns how many counters there are, and how many pages. A PNG is a
    page: their files are numbered, ``out-1.png``.

    :param mm: a counter's side. :param printed: what an owner says stands on the counters.
    :raises InputError: no such game, a mistake in its counters, another kind of file.
    """
    kind = out.suffix.lower()
    if kind not in (".pdf", ".png"):
        raise InputError(Where.of(out), f"a file name ending in {out.suffix!r}", ".pdf or .png")
    counters = read_counter_set(project.game(game))
    if printed is not None:
        counters = counters.printed(printed)
    drawn = list(counters_of(counters, px(mm)))
    pages = list(sheets(drawn, px(mm)))
    if kind == ".pdf":
        write_bytes(out, pdf_bytes(pages, DPI, epoch_seconds(os.environ)))
    else:
        for number, page in enumerate(pages, start=1):
            write_bytes(out.with_stem(f"{out.stem}-{number}"), png_bytes(page))
    return len(drawn), len(pages)


LARGEST = 120_000_000
"""Pixels of the largest picture; more does not fit into the memory of a small machine."""
BAND = 4096
"""Px drawn at once of a picture that is made smaller."""
HEX_MM = 16
"""From side to side of a hex on a printed poster, mm, if nothing else is asked for."""


def draw_map(
    project: Project,
    window: str,
    hexes: str | None,
    layers: str | None,
    out: Path,
    marks: Sequence[Mark] = (),
    *,
    provenance: bool = False,
    scale: float = 1,
    hex_mm: float = HEX_MM,
    named: str = "",
    say: Say = silent,
    counted: Counted = uncounted,
) -> tuple[int, int]:
    """Draw into ``out``, a .png, .svg or .pdf file; returns the picture's width and height in px.

    :param window: a map: a window of one of the project's lattices.
    :param hexes: printed numbers, comma-separated; the picture shows them and what lies between.
        Without them it shows the hexes that are marked, or the whole map with legend and scale.
    :param layers: layers to draw, comma-separated; all without them.
    :param provenance: draw what each fact rests on over the layers.
    :param scale: of the picture, 1 for 72 px a hex; 3 at most.
    :param hex_mm: from side to side of a hex of a .pdf, mm, at any scale.
    :param named: a look of the package's, by its name.
    :param say: told before the map is compiled, where it must be.
    :param counted: tells how much of a large picture is drawn.
    :raises InputError: unknown map, hex, layer or look; a picture that would be too large.
    """
    name = lattice_of_window(project, window)
    folder = project.map_folder(name)
    lattice = read_lattice(folder / "lattice.toml").lattice
    style = read_board_style(folder / "style.toml", named)
    terrain = as_drawn(compiled_map(project, name, say).window(window), style.drawn)
    shown = [h for mark in marks for h in marked_hexes(mark)] or list(terrain.hexes)
    if hexes:
        try:
            shown = [
                lattice.parse(number, window) for number in re.split(r"[,\s-]+", hexes.strip())
            ]
        except HexNumberError as error:
            raise InputError(Where("--hexes"), str(error), f"hexes of map {window}") from None
    whole = not hexes and not marks and layers is None
    margin = OUTER_MARGIN if whole else 12
    plain = part_view(terrain, shown, margin, Scale())
    # A picture larger than a board is drawn so; a smaller one is made smaller when it is drawn.
    times = math.ceil(scale)
    view = part_view(terrain, shown, margin * times, plain.scale.times(times))
    width, height = round(plain.width * scale), round(plain.height * scale)
    check_size(width, height, out)
    chosen = frozenset(layers.split(",")) if layers else None
    named_there = chosen is None or "names" in chosen
    plan = kept_plan(terrain, style, map_cache(project, name, say), named=named_there)
    titles, where, thanks, country = map_words(folder, lattice)
    if whole:
        title, charts = furniture_of(project, window)

        def furnished(on: BoardView, columns: int | None = None) -> Furniture:
            return furnish(terrain, [on], style, title, titles, where, thanks, charts, columns)

        sheet = furnished(plain)
        if sheet.panel is None:
            # A picture may be larger than the boards, so that the legend has room below the hexes.
            wide, high, columns = room_for_panel(sheet, plain)
            plain = replace(plain, width=wide, height=high)
            view = replace(view, width=wide * times, height=high * times)
            width, height = round(wide * scale), round(high * scale)
            check_size(width, height, out)
            sheet = furnished(plain, columns)
        plan = replace(plan, furniture=sheet)
    taken = plan.furniture.boxes() if plan.furniture else ()
    plan = replace(plan, beyond=beyond(country, lattice, around(plain), taken))
    if provenance:
        chosen = (chosen or frozenset(LAYER_NAMES)) | {"provenance"}
    kind = out.suffix.lower()
    if kind not in (".svg", ".png", ".pdf"):
        expected = ".png, .svg or .pdf"
        raise InputError(Where.of(out), f"a file name ending in {out.suffix!r}", expected)
    if kind == ".svg":
        write_bytes(out, board_svg(terrain, view, style, chosen, marks, plan, (width, height)))
        return width, height
    parts = [replace(view, top=top, height=high) for top, high in bands_of(view, scale / times)]
    within = counted if len(parts) == 1 else uncounted
    bands = (draw_board(terrain, part, style, chosen, marks, plan, within) for part in parts)
    image = stacked(counted(bands, "drawing the map", len(parts)), width, scale / times)
    if kind == ".png":
        write_bytes(out, png_bytes(indexed(image, style.colours())))
    else:
        dpi = Scale().hex_pitch * scale / hex_mm * 25.4
        write_bytes(out, pdf_bytes([image], dpi, epoch_seconds(os.environ)))
    return width, height


def check_size(width: int, height: int, out: Path) -> None:
    """:raises InputError: more pixels than fit into memory."""
    if width * height > LARGEST and out.suffix.lower() != ".svg":
        raise InputError(
            Where("--hexes"),
            f"a picture of {width} × {height} px",
            f"at most {LARGEST:,} pixels: choose hexes nearer to each other, or a --scale",
        )


def bands_of(view: BoardView, scale: float) -> Iterator[tuple[int, int]]:
    """Top and height of the bands a view is drawn in: one, unless it is made smaller."""
    step = BAND if scale != 1 else view.height
    for top in range(view.top, view.top + view.height, step):
        yield top, min(step, view.top + view.height - top)


def stacked(bands: Iterable[Image.Image], width: int, scale: float) -> Image.Image:
    """Bands below one another, each made smaller before the next is drawn."""
    if scale == 1:
        (image,) = bands
        return image
    found: list[Image.Image] = []
    drawn = 0
    for band in bands:
        top, drawn = drawn, drawn + band.height
        high = round(drawn * scale) - round(top * scale)
        found.append(band.resize((width, high), Image.Resampling.LANCZOS))
    picture = Image.new("RGB", (width, round(drawn * scale)))
    top = 0
    for part in found:
        picture.paste(part, (0, top))
        top += part.height
    return picture


def furniture_of(project: Project, window: str) -> tuple[str, tuple[ChartPicture, ...]]:
    """The name of the game played on a map and its charts; the map's own name and none if there is
    no such game. :raises InputError: a mistake in its files."""
    if window not in project.games():
        return window, ()

    folder = project.game(window)
    game = read_game(folder / MODULE_FILE)
    return game.name, charts_beside(game, game_folder(folder))


def marked_hexes(mark: Mark) -> tuple[Hex, ...]:
    """The hexes a mark stands on."""
    if isinstance(mark, HexsideBar):
        return mark.a, mark.b
    return (mark.start, mark.end) if isinstance(mark, Thread) else (mark.hex,)
