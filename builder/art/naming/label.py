"""A name in its place on the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.lettering import BOLD, CAP_HEIGHT, ITALIC, MEDIUM
from clubroute.builder.grid import Hex
from clubroute.builder.pixels import BoardView, Scale

LabelKind: TypeAlias = Literal["place", "bridge", "water", "road"]


HAMLET = "hamlet"
"""Style of the name of a place that stands for no terrain."""


class Box(NamedTuple):
    """An upright box in map px."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether two boxes overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


class Glyph(NamedTuple):
    """One letter: its text, the middle of its capital height in map px, its turn in degrees.

    Turned clockwise as the picture is seen.
    """

    text: str
    at: Spot
    turn: int


@dataclass(frozen=True, slots=True)
class MapLabel:
    """A name where it stands, in map px at 72 px a hex.

    ``at`` is the middle of a level name; a name that follows a line has ``glyphs`` instead.
    ``size`` is the text size in px, ``home`` the hex it belongs to, ``style`` the kind of line a
    water or Road name follows, or :data:`HAMLET`.
    """

    kind: LabelKind
    text: str
    size: float
    at: Spot
    home: Hex
    boxes: tuple[Box, ...]
    glyphs: tuple[Glyph, ...] = ()
    style: str = ""

    @property
    def face(self) -> str:
        """The face it is set in: water and hamlets in italics."""
        if self.kind == "water" or self.style == HAMLET:
            return ITALIC
        return BOLD if self.kind == "place" else MEDIUM

    def meets(self, other: MapLabel) -> bool:
        """Whether two labels stand on one another."""
        return any(a.meets(b) for a in self.boxes for b in other.boxes)


def label_shows(label: MapLabel, view: BoardView, beside: float = 0) -> bool:
    """Whether any of a label lies on a picture, or at most so many px ``beside`` it."""
    unit = view.scale.half / Scale().half
    return any(box_shows(box, view, unit, beside) for box in label.boxes)


def box_shows(box: Box, view: BoardView, unit: float, beside: float = 0) -> bool:
    """Whether any of a box lies on a picture that has ``unit`` px for one of its own, or at most
    so many px ``beside`` it."""
    return (
        box.right * unit >= view.left - beside
        and box.left * unit <= view.left + view.width + beside
        and box.bottom * unit >= view.top - beside
        and box.top * unit <= view.top + view.height + beside
    )


def level_box(at: Spot, width: float, size: float, rim: float) -> Box:
    """The box of level text with its halo, px."""
    half, high = width / 2 + rim, CAP_HEIGHT * size / 2 + rim
    return Box(at[0] - half, at[1] - high, at[0] + half, at[1] + high)


def glyph_boxes(glyphs: Sequence[Glyph], size: float, rim: float) -> tuple[Box, ...]:
    """A box about each letter, px, whichever way it is turned."""
    half = CAP_HEIGHT * size / 2 + rim
    return tuple(
        Box(g.at[0] - half, g.at[1] - half, g.at[0] + half, g.at[1] + half)
        for g in glyphs
        if g.text != " "
    )
