"""Marks over a map: what an answer adds to the picture (hexes reached, a line of sight, …)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from clubroute.builder.art.canvas import Canvas, Colour, Spot
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.lettering import BOLD
from clubroute.builder.grid import Hex

WHITE: Colour = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class HexRing:
    """A band just inside a hex's sides, ``width`` px."""

    hex: Hex
    ink: Colour
    width: float = 5.0


@dataclass(frozen=True, slots=True)
class HexLabel:
    """A short text on a disc at a hex's centre."""

    hex: Hex
    text: str
    ink: Colour


@dataclass(frozen=True, slots=True)
class Thread:
    """A straight line between two hex centres, with a dot at both ends."""

    start: Hex
    end: Hex
    ink: Colour
    width: float = 5.0


@dataclass(frozen=True, slots=True)
class HexsideBar:
    """A bar along the hexside between two hexes."""

    a: Hex
    b: Hex
    ink: Colour
    width: float = 7.0


Mark: TypeAlias = HexRing | HexLabel | HexsideBar | Thread


def draw_marks(frame: Frame, canvas: Canvas, marks: Sequence[Mark]) -> None:
    """Draw marks in the order given."""
    for mark in marks:
        if isinstance(mark, HexRing):
            draw_ring(frame, canvas, mark)
        elif isinstance(mark, HexsideBar):
            ends = [spot for spot in frame.corners(mark.a) if spot in frame.corners(mark.b)]
            canvas.polyline(ends, WHITE, (mark.width + 3) * frame.unit)
            canvas.polyline(ends, mark.ink, mark.width * frame.unit)
        elif isinstance(mark, HexLabel):
            x, y = frame.centre(mark.hex)
            canvas.circle((x, y), 15 * frame.unit, mark.ink)
            canvas.circle((x, y), 13 * frame.unit, WHITE)
            size = (15 if len(mark.text) < 4 else 11) * frame.unit
            canvas.text((x, y), mark.text, BOLD, size, mark.ink, WHITE, 0)
        else:
            a, b = frame.centre(mark.start), frame.centre(mark.end)
            canvas.polyline([a, b], WHITE, (mark.width + 3) * frame.unit)
            canvas.polyline([a, b], mark.ink, mark.width * frame.unit)
            for spot in (a, b):
                canvas.circle(spot, 9 * frame.unit, WHITE)
                canvas.circle(spot, 7 * frame.unit, mark.ink)


def draw_ring(frame: Frame, canvas: Canvas, mark: HexRing) -> None:
    """The band inside a hex."""
    x, y = frame.centre(mark.hex)
    share = 1 - mark.width / 36
    corners: list[Spot] = [
        (x + (cx - x) * share, y + (cy - y) * share) for cx, cy in frame.corners(mark.hex)
    ]
    canvas.polyline([*corners, corners[0], corners[1]], mark.ink, mark.width * frame.unit)
