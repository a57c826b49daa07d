"""``clubroute draw GAME --counters``: the counters of a game as sheets to print, PDF or PNG."""

from __future__ import annotations

import os
from pathlib import Path

from clubroute.builder.art.pdf import pdf_bytes
from clubroute.builder.art.png import png_bytes
from clubroute.builder.art.sheets import DPI, counters_of, px, sheets
from clubroute.builder.atomic import write_bytes
from clubroute.builder.errors import InputError, Where
from clubroute.builder.project import Project
from clubroute.builder.sources.counter_set import read_counter_set
from clubroute.builder.sources.printed import Printed
from clubroute.builder.vassal.archive import epoch_seconds


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
