"""Charts beside the map, on paper of their own."""

from __future__ import annotations

from clubroute.builder.art.canvas import Canvas
from clubroute.builder.art.charts import GAP, LINE, PAD, TEXT, Cell, ChartPicture
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.layers.paper import outline, sheet_of_paper, write
from clubroute.builder.art.lettering import BOLD, MEDIUM
from clubroute.builder.art.naming.label import Box

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
