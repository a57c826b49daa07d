"""Paper beside the map: sheets with a double line round them, outlines, words."""

from __future__ import annotations

from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.lettering import width_of
from clubroute.builder.art.naming.label import Box


def sheet_of_paper(frame: Frame, canvas: Canvas, box: Box) -> None:
    """An empty sheet."""
    unit = frame.unit
    corners = [(box.left, box.top), (box.right, box.top),
               (box.right, box.bottom), (box.left, box.bottom)]  # fmt: skip
    canvas.polygon([(x * unit, y * unit) for x, y in corners], frame.style.paper["halo"])
    outline(frame, canvas, box, 0.0, 3.0)
    outline(frame, canvas, box, 7.0, 1.0)


def outline(frame: Frame, canvas: Canvas, box: Box, inset: float, width: float) -> None:
    """The outline of a box, ``inset`` px inside it."""
    unit, ink = frame.unit, frame.style.paper["border"]
    left, top = (box.left + inset) * unit, (box.top + inset) * unit
    right, bottom = (box.right - inset) * unit, (box.bottom - inset) * unit
    half = width * unit / 2
    canvas.polyline(((left - half, top), (right + half, top)), ink, width * unit)
    canvas.polyline(((left - half, bottom), (right + half, bottom)), ink, width * unit)
    canvas.polyline(((left, top), (left, bottom)), ink, width * unit)
    canvas.polyline(((right, top), (right, bottom)), ink, width * unit)


def write(
    frame: Frame, canvas: Canvas, at: Spot, text: str, face: str, size: float, ink: str
) -> None:
    """Text that begins at a spot (px at 72 px a hex), its capitals centred on it."""
    unit, paper = frame.unit, frame.style.paper
    middle = ((at[0] + width_of(text, face) * size / 2) * unit, at[1] * unit)
    canvas.text(middle, text, face, size * unit, paper[ink], paper["halo"], 0)
