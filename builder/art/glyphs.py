"""Outlines of the letters of the bundled faces, as a path of an SVG tells them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from typing import TypeAlias

from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

Move: TypeAlias = tuple[str, tuple[tuple[float, float], ...]]
"""A command of a path (``M``, ``L``, ``Q``, ``C``, ``Z``) and its points, in sizes of the letter, y
downwards from the baseline."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A letter: how far the next one stands, in sizes, and its outline."""

    advance: float
    outline: tuple[Move, ...]


@cache
def opened(face: str) -> tuple[TTFont, Mapping[int, str]]:
    """A bundled face, and the names of its glyphs by character."""
    data = (resources.files("clubroute.builder.art") / "fonts" / face).read_bytes()
    read = TTFont(BytesIO(data), lazy=True)
    return read, read.getBestCmap()


@cache
def glyph(character: str, face: str) -> Outline:
    """A character in a bundled face; the face's sign for a missing one where it has none."""
    read, names = opened(face)
    name = names.get(ord(character), ".notdef")
    glyphs = read.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    em = read["head"].unitsPerEm
    moves = tuple(
        (command, tuple((x / em, -y / em) for x, y in points))
        for command, points in commands(pen.value)
    )
    return Outline(glyphs[name].width / em, moves)


def commands(drawn: Iterable[tuple[str, tuple[tuple[float, float], ...]]]) -> Iterator[Move]:
    """What a fontTools pen has recorded, each curve on its own."""
    for name, points in drawn:
        if name == "qCurveTo":
            for control, end in decomposeQuadraticSegment(points):
                yield "Q", (control, end)
        else:
            yield {"moveTo": "M", "lineTo": "L", "curveTo": "C", "closePath": "Z"}[name], points
