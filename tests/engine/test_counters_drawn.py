"""Counters as the engine itself draws them at the zooms of a game, held against our own drawing of
them at eight times the size, averaged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from clubroute.builder.art.counters import draw_counter
from clubroute.builder.module.counters import picture
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.counters import Unit
from clubroute.builder.sources.layout import FACE
from tests.engine.driver import Engine
from tests.fetching.cache import REPOSITORY

pytestmark = pytest.mark.engine

LARGER = 8
"""How much larger a face is drawn that an averaged one is made of."""
COLUMNS = 30


@pytest.fixture(scope="module")
def counters() -> CounterSet:
    return read_counter_set(REPOSITORY / "counters" / "wed")


def squares(sheet: Path, side: int, count: int) -> Iterator[np.ndarray]:
    """The faces on a sheet the engine has drawn, grey."""
    with Image.open(sheet) as opened:
        grey = np.asarray(opened.convert("L"), dtype=float)
    for n in range(count):
        y, x = (side * part for part in divmod(n, COLUMNS))
        yield grey[y : y + side, x : x + side]


def averaged(unit: Unit, counters: CounterSet, scale: float) -> np.ndarray:
    """A face of our own drawing at a scale, grey: every pixel the mean of what it covers."""
    px = counters.style.counter_px
    large = draw_counter(unit, replace(counters.style, counter_px=px * LARGER), face="front")
    side = round(px * scale)
    return np.asarray(large.convert("L").resize((side, side), Image.Resampling.BOX), dtype=float)


@pytest.mark.parametrize("scale", [0.5, 0.65, 1.0, 2.0])
def test_a_face_is_what_we_have_drawn(
    scale: float, counters: CounterSet, wed_engine: Engine, tmp_path: Path
) -> None:
    units = counters.units[::15]
    side = round(counters.style.counter_px * scale)
    names = [picture(unit.id, "front", unit.pictures) for unit in units]
    sheet = tmp_path / "faces.png"
    wed_engine.drawn(names, sheet, scale=scale, side=side, columns=COLUMNS)
    for unit, seen in zip(units, squares(sheet, side, len(units)), strict=True):
        off = np.abs(seen - averaged(unit, counters, scale))
        # Of 255 greys. Letters hinted or not are up to 4.6 apart; a picture shrunk badly was 13.
        assert off.mean() < 6, (unit.id, off.mean())


def test_every_designation_can_be_told_at_half_size(
    counters: CounterSet, wed_engine: Engine, tmp_path: Path
) -> None:
    """The designation on each face is most like our own drawing of the same, of all there are."""
    scale, px = 0.5, counters.style.counter_px
    side = round(px * scale)
    units = counters.units
    names = [picture(unit.id, "front", unit.pictures) for unit in units]
    sheet = tmp_path / "names.png"
    wed_engine.drawn(names, sheet, scale=scale, side=side, columns=COLUMNS)
    box = [round(part * side / FACE) for part in counters.style.layout.name]

    def lettering(face: np.ndarray) -> np.ndarray:
        part = face[box[1] : box[3], box[0] : box[2]].ravel()
        part = part - part.mean()
        return part / (np.linalg.norm(part) or 1.0)

    known = np.array([lettering(averaged(unit, counters, scale)) for unit in units])
    seen = np.array([lettering(face) for face in squares(sheet, side, len(units))])
    read = np.argmax(seen @ known.T, axis=1)
    wrong = [
        (a.name, units[n].name) for a, n in zip(units, read, strict=True) if a.name != units[n].name
    ]
    assert len(units) > 300
    assert wrong == []
    # Bad sampling has 0.87 to 0.94 here: what a machine still tells apart, no player reads.
    assert (seen * known).sum(axis=1).min() > 0.98
