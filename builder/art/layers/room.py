"""Room in a hex: where a texture may stand without hiding what must be read."""

from __future__ import annotations

import math
from dataclasses import dataclass

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses.noise import drawn
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.numbers import NUMBER_HALF
from clubroute.builder.grid import Hex, neighbours


@dataclass(frozen=True, slots=True)
class FreeRoom:
    """The free room of one hex, px from its centre at 72 px a hex.

    ``shut`` holds, for each hexside with other terrain beyond, its direction (unit vector) and its
    distance from the centre; ``dot`` is the dot's radius, ``number`` the middle of the number.
    """

    shut: tuple[tuple[Spot, float], ...]
    dot: float
    number: Spot

    def free(self, at: Spot, margin: float, clear: float) -> bool:
        """Whether a place is ``margin`` px from shut hexsides, ``clear`` px from dot and number."""
        x, y = at
        if math.hypot(x, y) < self.dot + clear:
            return False
        nx, ny = self.number
        if abs(x - nx) < NUMBER_HALF[0] + clear and abs(y - ny) < NUMBER_HALF[1] + clear:
            return False
        return self.within(at, margin)

    def within(self, at: Spot, margin: float) -> bool:
        """Whether a place is ``margin`` px from shut hexsides."""
        return all(at[0] * ux + at[1] * uy <= far - margin for (ux, uy), far in self.shut)


def room_of(frame: Frame, h: Hex) -> FreeRoom:
    """The room of a hex of the map. Hexes drawn with the same texture are open to each other."""
    style, hexes = frame.style, frame.terrain.hexes
    paint = style.hex_paint(hexes[h].terrain)
    shut = []
    x, y = frame.centre(h)
    for n in neighbours(h):
        beyond = hexes.get(n)
        if beyond is None or style.hex_paint(beyond.terrain).texture != paint.texture:
            nx, ny = frame.centre(n)
            way = ((nx - x) / frame.unit, (ny - y) / frame.unit)
            length = math.hypot(*way)
            shut.append(((way[0] / length, way[1] / length), length / 2))
    dot = style.size["dot"] + 1 if paint.dot is not None else 0.0
    return FreeRoom(tuple(shut), dot, frame.numbers[h])


def jitter(h: Hex, k: int, span: float) -> float:
    """A number from -span to span, fixed by the hex and ``k``."""
    return drawn(h.line, h.half, k) * span
