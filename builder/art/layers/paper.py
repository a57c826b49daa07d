"""Paper beside the map: sheets with a double line round them, outlines, words."""

from __future__ import annotations

from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.charts import (
    GAP,
    LINE,
    PAD,
    TEXT,
    Cell,
    ChartPicture,
)
from clubroute.builder.art.naming.label import Box
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.plate import BOLD, MEDIUM, width_of


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


# Charts beside the map, on paper of their own.

TITLE = 30.0
"""Px of a chart's title, before the chart is fitted into its box."""


def draw_chart(frame: Frame, canvas: Canvas, box: Box, chart: ChartPicture) -> None:
    """A chart where it stands."""
    sheet_of_paper(frame, canvas, box)
    times = chart.times
    at = (box.left + PAD * times, box.top + 44 * times)
    write(frame, canvas, at, chart.title, BOLD, TITLE * times, "name")
    for cell in chart.cells:
        draw_cell(frame, canvas, cell, box, times)


def draw_cell(frame: Frame, canvas: Canvas, cell: Cell, chart: Box, times: float) -> None:
    """A cell of a chart that is so many times as large."""
    left, top = chart.left + cell.box.left, chart.top + cell.box.top
    box = Box(left, top, chart.left + cell.box.right, chart.top + cell.box.bottom)
    if cell.framed:
        outline(frame, canvas, box, 0.0, 1.4 * times)
    high = LINE * times
    above = (box.bottom - box.top - len(cell.lines) * high) / 2
    face, ink = (BOLD, "road_name") if cell.bold else (MEDIUM, "name")
    for k, line in enumerate(cell.lines):
        if line:
            at = (left + GAP * times, top + above + (k + 0.5) * high)
            write(frame, canvas, at, line, face, TEXT * times, ink)
