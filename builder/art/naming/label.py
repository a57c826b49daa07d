"""A name in its place on the map."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.plate import (
    BOLD,
    CAP_HEIGHT,
    ITALIC,
    MEDIUM,
)
from clubroute.builder.grid import Hex
from clubroute.builder.pixels import BoardView, Scale

if TYPE_CHECKING:
    from shapely import STRtree

LabelKind: TypeAlias = Literal["place", "bridge", "water", "road"]


HALO = 1.5
"""Px of the halo round a letter, at least, which may lie on a Road."""

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


# Labels as bytes, to keep them with a build.


def encode_labels(labels: Iterable[MapLabel]) -> bytes:
    """Labels as a JSON list of rows."""
    rows = [[x.kind, x.text, x.size, x.at, x.home, x.boxes, x.glyphs, x.style] for x in labels]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def decode_labels(data: bytes) -> tuple[MapLabel, ...]:
    """What :func:`encode_labels` wrote."""
    return tuple(
        MapLabel(
            kind,
            text,
            size,
            (at[0], at[1]),
            Hex(*home),
            tuple(Box(*box) for box in boxes),
            tuple(Glyph(g[0], (g[1][0], g[1][1]), g[2]) for g in glyphs),
            style,
        )
        for kind, text, size, at, home, boxes, glyphs, style in json.loads(data)
    )


# The room that labels have taken, found by place.

BIN = 128
"""Px of a bin's side: about the length of a name."""


class Taken:
    """Labels by the bins their boxes touch. :param roads: the ground of all Roads as drawn."""

    def __init__(self, roads: STRtree | None = None) -> None:
        self.bins: dict[tuple[int, int], list[tuple[Box, MapLabel]]] = {}
        self.roads = roads

    def free(self, label: MapLabel) -> bool:
        """Whether a label would stand on no other."""
        return next(self.met(label), None) is None

    def off_roads(self, label: MapLabel) -> bool:
        """Whether the letters of a label, which has a halo, would stand on no Road."""
        if self.roads is None:
            return True
        import shapely

        inks = [
            shapely.box(b.left + HALO, b.top + HALO, b.right - HALO, b.bottom - HALO)
            for b in label.boxes
        ]
        return not self.roads.query(inks, predicate="intersects").size

    def met(self, label: MapLabel) -> Iterator[MapLabel]:
        """The labels one stands on, each as often as their boxes meet."""
        for box in label.boxes:
            for key in bins_of(box):
                for other, whose in self.bins.get(key, ()):
                    if whose is not label and box.meets(other):
                        yield whose

    def take(self, label: MapLabel) -> None:
        """Keep a label's room for it."""
        for box in label.boxes:
            for key in bins_of(box):
                self.bins.setdefault(key, []).append((box, label))


def bins_of(box: Box) -> Iterator[tuple[int, int]]:
    """The bins a box touches."""
    for column in range(int(box.left // BIN), int(box.right // BIN) + 1):
        for row in range(int(box.top // BIN), int(box.bottom // BIN) + 1):
            yield column, row
