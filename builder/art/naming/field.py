"""What lettering should keep off, as a field of costs over the whole map.

Lettering on a hex number or a bridge is dearer than on a Road, and that dearer than on open ground.
The field is a small picture, one cell for every :data:`CELL` px, with its sums, so that the cost of
any box is four look-ups, however much stands on the map.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageDraw

from clubroute.builder.art.area_signs import zone_sign
from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses.waters import WATERS
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.numbers import NUMBER_HALF

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

CELL = 3
"""Px of a cell's side."""

MARGIN = 90
"""Px around the map that the field reaches beyond it."""

OFF_MAP, WATER, TEXTURED, ROAD, NUMBER, DOT, SIGN, CROSSING = 60, 60, 0, 90, 170, 200, 240, 255
"""Cost of a cell, 0..255; where several stand, the dearest counts."""

FREE = 1
"""A cell where none but the ground and its water has a cost."""


@dataclass(frozen=True, slots=True)
class Field:
    """Costs by cell, and their sums over all cells above and to the left."""

    left: float
    top: float
    cells: NDArray[numpy.uint8]
    sums: NDArray[numpy.int64]

    def boxes(self, lefts: Any, tops: Any, rights: Any, bottoms: Any) -> Any:
        """Mean cost (0..255) of boxes given by arrays of map px."""
        import numpy as np

        high, wide = self.cells.shape

        def index(values: Any, start: float, most: int) -> Any:
            return np.clip(np.floor((values - start) / CELL + 0.5), 0, most).astype(np.int64)

        x0, x1 = index(lefts, self.left, wide), index(rights, self.left, wide)
        y0, y1 = index(tops, self.top, high), index(bottoms, self.top, high)
        total = self.sums[y1, x1] - self.sums[y0, x1] - self.sums[y1, x0] + self.sums[y0, x0]
        return total / np.maximum(1, (x1 - x0) * (y1 - y0))

    def spots(self, xs: Any, ys: Any) -> Any:
        """Cost (0..255) at spots given by arrays of map px."""
        import numpy as np

        high, wide = self.cells.shape
        x = np.clip(((xs - self.left) / CELL).astype(np.int64), 0, wide - 1)
        y = np.clip(((ys - self.top) / CELL).astype(np.int64), 0, high - 1)
        return self.cells[y, x].astype(np.float64)


@dataclass(frozen=True, slots=True)
class Costs:
    """The cells of a map's two fields, ``wide`` in a row: with its water, and without for names
    that may stand in it. ``left`` and ``top`` are map px."""

    left: float
    top: float
    wide: int
    wet: bytes
    dry: bytes

    def fields(self) -> dict[bool, Field]:
        """The field with water (True) and the one without."""
        return {True: self.field(self.wet), False: self.field(self.dry)}

    def field(self, costs: bytes) -> Field:
        """Cells with their sums."""
        import numpy as np

        cells = np.frombuffer(costs, np.uint8).reshape(-1, self.wide)
        sums = np.zeros((cells.shape[0] + 1, self.wide + 1), np.int64)
        np.cumsum(cells, axis=1, dtype=np.int64, out=sums[1:, 1:])
        np.cumsum(sums[1:], axis=0, out=sums[1:])
        return Field(self.left, self.top, cells, sums)


def costs_of(frame: Frame) -> Costs:
    """What lettering should keep off on a map. What its hexes are of and are called does not
    matter."""
    import numpy as np

    corners = [corner for h in frame.hexes for corner in frame.corners(h)]
    left = min(x for x, _ in corners) - MARGIN
    top = min(y for _, y in corners) - MARGIN
    wide = int((max(x for x, _ in corners) + MARGIN - left) // CELL) + 1
    high = int((max(y for _, y in corners) + MARGIN - top) // CELL) + 1
    dry, over = (Image.new("L", (wide, high), cost) for cost in (OFF_MAP, FREE))
    pen = ImageDraw.Draw(over)

    def cell(spot: Spot) -> tuple[int, int]:
        return round((spot[0] - left) / CELL), round((spot[1] - top) / CELL)

    def line(on: ImageDraw.ImageDraw, spots: Sequence[Spot], width: float, cost: int) -> None:
        on.line([cell(s) for s in spots], fill=cost, width=max(1, round(width / CELL)))

    def block(middle: Spot, wide: float, high: float, cost: int) -> None:
        a = cell((middle[0] - wide, middle[1] - high))
        b = cell((middle[0] + wide, middle[1] + high))
        pen.rectangle((*a, *b), fill=cost)

    ground = ImageDraw.Draw(dry)
    for h in frame.hexes:
        ground.polygon([cell(c) for c in frame.corners(h)], fill=TEXTURED)
    wet = dry.copy()
    water = ImageDraw.Draw(wet)
    for run in frame.courses.waters:
        if run.kind in frame.style.hexsides:
            line(water, run.line, frame.style.hexsides[run.kind].width + 4, WATER)
    for piece in frame.courses.roads:
        line(pen, piece.line, 8.0, ROAD)
    radius = frame.style.size["dot"]
    for h in frame.hexes:
        x, y = frame.centre(h)
        nx, ny = frame.numbers[h]
        block((x + nx, y + ny), NUMBER_HALF[0] - 2, NUMBER_HALF[1] - 1.5, NUMBER)
        block((x, y), radius - 1, radius - 1, DOT)
    for kind, paint in frame.style.areas.items():
        for area in frame.terrain.areas_of(kind):
            for middle, half, tall in zone_sign(frame, paint, area):
                block(middle, half, tall, SIGN)
    for side in frame.sides:
        for feature in frame.terrain.features(side):
            if feature.kind in frame.style.hexsides and feature.kind not in WATERS:
                span = 12.0 if feature.kind not in ("crest", "impassable") else 5.0
                block(frame.middle(side), span, span, CROSSING)
    above = np.asarray(over, np.uint8)

    def cells(below: Image.Image) -> bytes:
        return np.where(above == FREE, np.asarray(below, np.uint8), above).tobytes()

    return Costs(left, top, wide, cells(wet), cells(dry))


def encode_costs(costs: Costs) -> bytes:
    """Costs as a JSON line and the cells, packed."""
    head = json.dumps([costs.left, costs.top, costs.wide]).encode("ascii")
    return head + b"\n" + zlib.compress(costs.wet + costs.dry, 1)


def decode_costs(data: bytes) -> Costs:
    """What :func:`encode_costs` wrote."""
    head, _, rest = data.partition(b"\n")
    left, top, wide = json.loads(head)
    cells = zlib.decompress(rest)
    half = len(cells) // 2
    return Costs(left, top, wide, cells[:half], cells[half:])
