"""The thread of a module, object for object as the module's own classes report it.

``thread-*.tsv`` are what they reported for the ground of :mod:`tests.rules.owner.sight.ground`, at
each scale, in VASSAL 3.6.0: a line's two ends in px, whether it is taken to run along hexsides,
and every object with its middle, whether it is only possible, and its words. A line ``barrage`` has
barrages laid in the hexes at some points, and lifted everywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import c_float
from pathlib import Path

import pytest

from clubroute.builder.sources.lattice import read_lattice
from clubroute.rules.logs.grids.hexgrid import Pixel
from clubroute.rules.owner.modules.importing import described, read_module_at
from clubroute.rules.owner.sight.shapes import lines_meet, overlap
from clubroute.rules.owner.sight.thread import ModuleSight, ThreadObject, read_sight
from tests.rules.owner.sight.ground import random_module

HERE = Path(__file__).parent
SCALES = {"dy-114": (98.73, 114.0), "dy-113": (97.86, 113.0)}
LATTICE = Path(__file__).parents[4] / "map_sources" / "gts" / "lattice.toml"


def sight_at(scale: str, folder: Path) -> ModuleSight:
    """The thread of the module at a scale."""
    path = folder / "random.vmod"
    path.write_bytes(random_module(*SCALES[scale]))
    lattice = read_lattice(LATTICE).lattice
    read = read_module_at(path)
    told, _, _ = described(read, lattice)
    return read_sight(read, told, lattice)


def told_of(one: ThreadObject) -> tuple[str, float, float, str, str]:
    """An object as the table has it."""
    kind = "e" if not one.is_hex else "b" if one.reasons == ["Barrage"] else "h"
    return kind, *one.middle, str(one.possible).lower(), "+".join(sorted(one.reasons))


def objects(text: str) -> Iterator[tuple[str, float, float, str, str]]:
    """The objects of a row of the table."""
    for one in filter(None, text.split(";")):
        kind, x, y, possible, words = one.split(",", 4)
        yield kind, c_float(float(x)).value, c_float(float(y)).value, possible, words


def points(words: list[str]) -> list[Pixel]:
    """Pairs of numbers as points."""
    numbers = list(map(int, words))
    return [Pixel(*numbers[at : at + 2]) for at in range(0, len(numbers), 2)]


@pytest.mark.parametrize("scale", SCALES)
def test_every_object_is_the_modules(scale: str, tmp_path: Path) -> None:
    sight = sight_at(scale, tmp_path)
    thread = sight.thread
    lines = seen = along = 0
    for row in (HERE / f"thread-{scale}.tsv").read_text("utf-8").splitlines():
        if row.startswith("barrage"):
            thread.lay_barrages(points(row.split()[1:]))
            continue
        ends, runs, text = row.split("\t")
        start, end = points(ends.split())
        assert thread.runs_along(start, end) == bool(runs), row
        found = sorted(map(told_of, thread.look(start, end)))
        assert found == sorted(objects(text)), row
        lines, seen, along = lines + 1, seen + len(found), along + bool(runs)
    assert (lines, seen > 1500, along > 50) == (550, True, True)


def test_shapes_that_only_touch_have_no_area_in_common() -> None:
    square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
    beside = [(4.0, 0.0), (8.0, 0.0), (8.0, 4.0), (4.0, 4.0)]
    flat = [(1.0, 1.0), (2.0, 2.0), (3.0, 3.0), (2.0, 2.0)]
    assert overlap(square, [(3.9, 0.0), (8.0, 0.0), (8.0, 4.0), (3.9, 4.0)])
    assert not overlap(square, beside)
    assert not overlap(square, flat)


def test_lines_meet_at_their_ends_too() -> None:
    assert lines_meet((0.0, 0.0), (4.0, 0.0), (4.0, 0.0), (4.0, 4.0))
    assert not lines_meet((0.0, 0.0), (4.0, 0.0), (5.0, 0.0), (9.0, 0.0))
    assert not lines_meet((0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (3.0, 2.0))
