"""What is lettered on the faces of a game's counters, and which of it is a designation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from PIL import Image

from clubroute.builder.art.counters import counter_face
from clubroute.builder.art.outline_plate import OutlinePlate
from clubroute.builder.art.plate import (
    LEADING,
    PixelPlate,
    Setting,
    Spot,
    width_of,
)
from clubroute.builder.art.sheets import chit_face, marker_face
from clubroute.builder.module.counters import one_sided
from clubroute.builder.module.pictures import FACES
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.counter_style import Colour, CounterStyle

LARGER = 4
"""How much larger a face is drawn that an averaged one is made of; each of its px is four drawn."""

Draw = Callable[[CounterStyle, type], object]


@dataclass(frozen=True, slots=True)
class Lettering:
    """A text on a face: its box and ink; x0, y0, x1, y1 in shares of the face."""

    words: str
    box: tuple[float, float, float, float]
    ink: Colour


class Hearing(OutlinePlate):
    """A plate that keeps what is lettered on it."""

    def __init__(self, size: tuple[int, int], fill: Colour) -> None:
        super().__init__(size, fill)
        self.heard: list[Lettering] = []

    @classmethod
    def blank(cls, size: tuple[int, int], fill: Colour) -> Self:
        """See :class:`clubroute.builder.art.plate.Plate`."""
        return cls(size, fill)

    def letters(self, setting: Setting, centre: Spot, ink: Colour) -> None:
        """See :class:`clubroute.builder.art.plate.Plate`."""
        wide = max(width_of(line, setting.face) for line in setting.lines) * setting.size
        high = (len(setting.lines) - 1) * LEADING * setting.size + setting.size * 0.8
        (x, y), side = centre, self.size[0] * self.SCALE
        box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        left, top, right, bottom = (part / side for part in box)
        self.heard.append(Lettering(" ".join(setting.lines), (left, top, right, bottom), ink))
        super().letters(setting, centre, ink)


@dataclass(frozen=True, slots=True)
class Face:
    """A face: how it is drawn, the picture in the module, its side in px, what is lettered on it,
    and which of that names the counter."""

    id: str
    kind: str
    draw: Callable[[type[PixelPlate], CounterStyle], PixelPlate]
    style: CounterStyle
    svg: bytes
    px: int
    lettered: tuple[Lettering, ...]
    designation: tuple[Lettering, ...]


def faces_of(counters: CounterSet) -> Iterator[Face]:
    """Every face of a game that we draw, fronts and backs."""
    style, layout = counters.style, counters.book.layout
    for unit in counters.units:
        for side in FACES[:1] if one_sided(unit, layout) else FACES:
            plate = counter_face(unit, style, side, Hearing)
            name = unit.name
            for start in layout.name_drops:
                name = name.removeprefix(start)
            back = layout.backs.get(unit.back)
            if side == "back" and back is not None and back.hidden:
                name = back.words.get(unit.kind, unit.kind.upper())
            named = tuple(one for one in plate.heard if glued(one.words) == glued(name))
            yield Face(
                f"{unit.id} {side}",
                "unit",
                lambda plates, style, unit=unit, side=side: counter_face(unit, style, side, plates),
                style,
                plate.svg(),
                style.counter_px,
                tuple(plate.heard),
                named[-1:],
            )
    for marker in counters.markers:
        for side in FACES if marker.back else FACES[:1]:
            plate = marker_face(marker, style, side, Hearing)
            lines = [line for line in (marker.front, marker.back)[side == "back"] if line]
            yield Face(
                f"{marker.id} {side}",
                "marker",
                lambda plates, style, one=marker, side=side: marker_face(one, style, side, plates),
                style,
                plate.svg(),
                style.marker_px,
                tuple(plate.heard),
                tuple(plate.heard[len(plate.heard) - len(lines) :]),
            )
    for chit in counters.chits:
        plate = chit_face(chit, style, "front", Hearing)
        yield Face(
            f"{chit.id} front",
            "chit",
            lambda plates, style, chit=chit: chit_face(chit, style, "front", plates),
            style,
            plate.svg(),
            style.chit_px,
            tuple(plate.heard),
            tuple(plate.heard[-1:]),
        )


def glued(words: str) -> str:
    """Words without the blanks at which a line may break."""
    return words.replace(" ", "")


def averaged(face: Face, scale: float) -> np.ndarray:
    """A face of our own drawing at a scale, grey: every pixel the mean of what it covers."""
    style = face.style
    larger = replace(
        style,
        counter_px=style.counter_px * LARGER,
        marker_px=style.marker_px * LARGER,
        chit_px=style.chit_px * LARGER,
    )
    large = face.draw(PixelPlate, larger).image().convert("L")
    side = round(face.px * scale)
    return np.asarray(large.resize((side, side), Image.Resampling.BOX), dtype=float)
