"""``clubroute draw GAME --counters``: the counters of a game as sheets to print, a PDF."""

from __future__ import annotations

import os
from pathlib import Path

from clubroute.builder.art.pdf import pdf_bytes
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
    """Draw into ``out``; returns how many counters there are, and how many pages.

    :param mm: a counter's side. :param printed: what an owner says stands on the counters.
    :raises InputError: no such game, a mistake in its counters, another kind of file.
    """
    if out.suffix.lower() != ".pdf":
        raise InputError(Where.of(out), f"a file name ending in {out.suffix!r}", ".pdf")
    counters = read_counter_set(project.game(game))
    if printed is not None:
        counters = counters.printed(printed)
    drawn = list(counters_of(counters, px(mm)))
    pages = list(sheets(drawn, px(mm)))
    write_bytes(out, pdf_bytes(pages, DPI, epoch_seconds(os.environ)))
    return len(drawn), len(pages)
