"""Figures of colour and gradient in a picture of a board: of each hex, and of sides between two.

A picture is looked at along rings within a hex, along a hexside, and along the line between two
centres. What is told of a side is the same seen from either of its hexes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import ImageFilter

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

Floats: TypeAlias = NDArray[np.float32]
Place = tuple[float, float]
"""Px of a picture, from the left and from the top."""

BLUR = 1
"""Px a picture is averaged over on each side: paper has a grain, and a scan noise."""
RINGS = (0.15, 0.35, 0.55, 0.75, 0.9)
"""Where a hex is looked at, as shares of the way from its centre to its edge."""
AROUND = 4
"""Looks on each of a ring's six sides."""
ALONG = np.linspace(0.06, 0.94, 15)
"""Looks along a hexside, and along the line between two centres, as shares of their length."""
ACROSS = np.linspace(-0.32, 0.32, 17)
"""Looks across these, as shares of the way between two centres."""
SHARES = (10, 50, 90)


@dataclass(frozen=True, slots=True)
class SidePlace:
    """Where a side is in a picture: the centres of its hexes, and the ends of the hexside."""

    centres: tuple[Place, Place]
    ends: tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class PictureFigures:
    """A picture as figures: red, green, blue, and how steeply its light changes; each 0 to 255."""

    channels: NDArray[np.uint8]

    @classmethod
    def of(cls, picture: Picture) -> PictureFigures:
        """Look at a picture."""
        colours = np.asarray(picture.convert("RGB").filter(ImageFilter.BoxBlur(BLUR)))
        light = colours.mean(axis=2, dtype=np.float32)
        down, across = np.gradient(light)
        steep = np.clip(4 * np.hypot(down, across), 0, 255).astype(np.uint8)
        return cls(np.dstack([colours, steep]))

    def at(self, places: Floats) -> Floats:
        """The figures at places (…, 2); those beside the picture are as at its edge."""
        high, wide = self.channels.shape[:2]
        x = np.clip(np.rint(places[..., 0]).astype(np.intp), 0, wide - 1)
        y = np.clip(np.rint(places[..., 1]).astype(np.intp), 0, high - 1)
        return self.channels[y, x].astype(np.float32)


def hex_figures(
    looked: PictureFigures, centres: Sequence[Place], vertices: Sequence[Place]
) -> Floats:
    """The figures of hexes, a row each.

    :param vertices: those of one hex, px from its centre: all are alike.
    """
    ring = np.array(
        [
            (1 - k / AROUND) * np.array(one) + k / AROUND * np.array(other)
            for one, other in zip(vertices, [*vertices[1:], vertices[0]], strict=True)
            for k in range(AROUND)
        ]
    )
    looks = np.stack([share * ring for share in RINGS])
    places = np.array(centres)[:, None, None, :] + looks[None]
    found = looked.at(places.astype(np.float32))
    many = len(centres)
    inner = found[:, :-1].reshape(many, -1, found.shape[-1])
    shares = np.percentile(inner, SHARES, axis=1).transpose(1, 0, 2)
    parts = (found.mean(axis=2), found.std(axis=2), shares)
    return np.hstack([one.reshape(many, -1) for one in parts]).astype(np.float32)


def side_figures(looked: PictureFigures, sides: Sequence[SidePlace]) -> Floats:
    """The figures of sides, a row each."""
    many = len(sides)
    centres = np.array([one.centres for one in sides], dtype=np.float32)
    ends = np.array([one.ends for one in sides], dtype=np.float32)
    between, edge = centres[:, 1] - centres[:, 0], ends[:, 1] - ends[:, 0]
    turned = edge * (np.linalg.norm(between, axis=1) / np.linalg.norm(edge, axis=1))[:, None]
    # The hexside: rows lie across it, the first in one hex and the last in the other.
    along = ends[:, :1] + ALONG[None, :, None] * edge[:, None]
    across = ACROSS[None, :, None] * between[:, None]
    hexside = looked.at((across[:, :, None] + along[:, None]).astype(np.float32))
    # The way from centre to centre: rows lie along it, columns across.
    way = centres[:, :1] + ALONG[None, :, None] * between[:, None]
    beside = ACROSS[None, :, None] * turned[:, None]
    line = looked.at((way[:, :, None] + beside[:, None]).astype(np.float32))
    parts = [
        *mirrored(hexside.mean(axis=2)),
        *mirrored(hexside.std(axis=2)),
        *mirrored(line.mean(axis=1)),
        *mirrored(line.std(axis=1)),
        *mirrored(line.min(axis=2)),
        *mirrored(line.max(axis=2)),
        hexside.min(axis=1).mean(axis=1),
        hexside.max(axis=1).mean(axis=1),
    ]
    return np.hstack([one.reshape(many, -1) for one in parts]).astype(np.float32)


def mirrored(rows: Floats) -> tuple[Floats, Floats]:
    """Rows (sides, look, figure) so that they are the same read backwards: the mean of each pair of
    looks, and how far the two are apart."""
    half = (rows.shape[1] + 1) // 2
    first, last = rows[:, :half], rows[:, ::-1][:, :half]
    middle: Floats = ((first + last) / 2).astype(np.float32)
    apart: Floats = np.abs(first - last).astype(np.float32)
    return middle, apart
