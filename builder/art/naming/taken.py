"""The room that labels have taken, found by place."""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.builder.art.naming.label import Box, MapLabel

BIN = 128
"""Px of a bin's side: about the length of a name."""


class Taken:
    """Labels by the bins their boxes touch."""

    def __init__(self) -> None:
        self.bins: dict[tuple[int, int], list[tuple[Box, MapLabel]]] = {}

    def free(self, label: MapLabel) -> bool:
        """Whether a label would stand on no other."""
        return next(self.met(label), None) is None

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
