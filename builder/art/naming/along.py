"""Names that follow a line: water in or beside it, Roads and railways beside them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.lettering import ITALIC, MEDIUM, width_of
from clubroute.builder.art.naming.chains import Course
from clubroute.builder.art.naming.field import Field
from clubroute.builder.art.naming.label import Glyph, LabelKind, MapLabel, glyph_boxes
from clubroute.builder.art.naming.taken import Taken

RIM = 1.5
"""Px of the halo round a name that follows a line."""

STEP = 4.0
"""Px between the spots a line is measured at."""

LOOK = 5
"""Such spots to either side that a letter takes its turn from."""

START = 20.0
"""Px between the beginnings that are tried."""

STIFF = 24.0
"""Degrees that one letter may turn against the next."""

BENT = 1.2
"""Cost of a degree of that, at the sharpest place."""

TRIES = 40
"""So many of the cheapest places along a line are looked at closely."""


@dataclass(frozen=True, slots=True)
class Hand:
    """How a kind of line is lettered.

    ``spacing`` is added after each letter, in sizes; ``beside`` are the distances (px) from the
    line to the middle of the letters that may be tried, above it first (positive is above);
    ``every`` how far it is from one lettering to the next, px; ``dearest`` the cost (0..255) a
    place may have; ``calm`` the px over which the line's windings are evened out.
    """

    kind: LabelKind
    size: float
    spacing: float
    beside: tuple[float, ...]
    every: float
    dearest: float
    calm: float

    @property
    def face(self) -> str:
        """The face names are set in."""
        return ITALIC if self.kind == "water" else MEDIUM


RIVER = Hand("water", 18.0, 0.30, (0.0,), 1500.0, 110.0, 32.0)
RAISED = Hand("road", 10.5, 0.08, (15.0, -15.0, 18.0, -18.0), 2200.0, 34.0, 24.0)
ROAD = Hand("road", 10.5, 0.08, (12.0, -12.0, 15.0, -15.0, 18.0, -18.0), 2200.0, 34.0, 40.0)

HANDS: Mapping[str, Hand] = MappingProxyType(
    {
        "river": RIVER,
        "canal": Hand("water", 16.0, 0.12, (19.0, -19.0, 23.0, -23.0), 1300.0, 45.0, 64.0),
        "stream": Hand("water", 15.0, 0.08, (15.0, -15.0, 19.0, -19.0), 1300.0, 45.0, 64.0),
        "railroad": ROAD,
        "raised_railroad": RAISED,
        "raised_road": RAISED,
        "main_road": ROAD,
        "road": ROAD,
    }
)


def calmed(values: Any, reach: int) -> Any:
    """Means of an array over ``reach`` values before and after each, fewer at the ends."""
    import numpy as np

    sums = np.concatenate([[0.0], np.cumsum(values)])
    k = np.arange(len(values))
    # As many before as after, or the ends of the line would be pulled inwards along it.
    room = np.minimum(np.minimum(k, len(values) - 1 - k), reach)
    return (sums[k + room + 1] - sums[k - room]) / (2 * room + 1)


def names_along(
    courses: Sequence[Course], fields: Mapping[bool, Field], taken: Taken
) -> Iterator[MapLabel]:
    """The names of lines, each once for every so many px of its course, where there is room.

    Lines of one name (a river that a place parts in two, say) share their letterings.

    :param fields: the cost field with water in it, by whether it is: a river is lettered in it.
    """
    for (kind, _), group in itertools.groupby(courses, key=lambda c: (c.kind, c.name)):
        hand = HANDS[kind]
        longest = sorted(group, key=lambda c: (-round(length_of(c.line), 3), c.line))
        placed: list[Spot] = []
        for course in longest:
            for label in course_names(course, hand, fields[hand is not RIVER], taken):
                if all(math.dist(label.at, at) > hand.every / 2 for at in placed):
                    taken.take(label)
                    placed.append(label.at)
                    yield label


def course_names(course: Course, hand: Hand, field: Field, taken: Taken) -> Iterator[MapLabel]:
    """The letterings of one run, from its beginning to its end, not yet taken."""
    advances = [
        width_of(letter, hand.face) * hand.size + hand.spacing * hand.size for letter in course.name
    ]
    wide = sum(advances)
    total = length_of(course.line)
    if total < wide * 1.15:
        return
    stretches = max(1, round(total / hand.every))
    ways = MeasuredLine(course.line, hand.calm)
    for k in range(stretches):
        low, high = total * k / stretches, total * (k + 1) / stretches
        label = best_in(course, hand, advances, ways, (low, high), field, taken)
        if label is not None:
            yield label


class MeasuredLine:
    """A line measured every :data:`STEP` px: spots, and the direction a letter there takes.

    Winding along hexsides is not the river's but the hexes': each spot is moved to the mean of the
    line ``calm`` px before and after it, which leaves the long bends and takes out the short ones.
    """

    def __init__(self, line: Sequence[Spot], calm: float) -> None:
        import numpy as np

        xs, ys = np.array([s[0] for s in line]), np.array([s[1] for s in line])
        far = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(xs), np.diff(ys)))])
        self.total = float(far[-1])
        even = np.arange(0.0, self.total, STEP)
        self.xs, self.ys = (
            calmed(np.interp(even, far, part), round(calm / STEP)) for part in (xs, ys)
        )
        behind = np.maximum(0, np.arange(len(even)) - LOOK)
        ahead = np.minimum(len(even) - 1, np.arange(len(even)) + LOOK)
        self.ux, self.uy = self.xs[ahead] - self.xs[behind], self.ys[ahead] - self.ys[behind]
        size = np.maximum(1e-9, np.hypot(self.ux, self.uy))
        self.ux, self.uy = self.ux / size, self.uy / size

    def at(self, far: Any) -> tuple[Any, Any, Any, Any]:
        """Spots and unit directions at distances (an array of px) along the line."""
        import numpy as np

        even = np.arange(len(self.xs)) * STEP
        k = np.clip(np.floor(far / STEP + 0.5).astype(np.int64), 0, len(self.xs) - 1)
        spots = (np.interp(far, even, part) for part in (self.xs, self.ys))
        return (*spots, self.ux[k], self.uy[k])


def best_in(
    course: Course,
    hand: Hand,
    advances: Sequence[float],
    ways: MeasuredLine,
    stretch: tuple[float, float],
    field: Field,
    taken: Taken,
) -> MapLabel | None:
    """The cheapest lettering that begins in a stretch of a line; None if it costs too much."""
    import numpy as np

    widths = np.array(advances)
    middles = np.cumsum(widths) - widths / 2
    wide = float(widths.sum())
    starts = np.arange(stretch[0], min(stretch[1], ways.total - wide), START)
    if not len(starts):
        return None
    # Read backwards where the line runs to the left.
    first, last = ways.at(starts), ways.at(starts + wide)
    turned = (last[0] - first[0] < 0)[:, None]
    far = starts[:, None] + np.where(turned, wide - middles, middles)
    x, y, ux, uy = ways.at(far)
    ux, uy = np.where(turned, -ux, ux), np.where(turned, -uy, uy)
    angles = np.degrees(np.arctan2(uy, ux))
    turns = np.abs((np.diff(angles, axis=1) + 180) % 360 - 180) if len(widths) > 1 else None
    sharpest = turns.max(axis=1) if turns is not None else np.zeros(len(starts))
    middle = (stretch[0] + stretch[1]) / 2
    off_middle = np.abs(starts + wide / 2 - middle) / max(1.0, stretch[1] - stretch[0])
    found: list[tuple[float, int, int, Any]] = []
    for order, beside in enumerate(hand.beside):
        gx, gy = x + uy * beside, y - ux * beside
        half = hand.size * 0.3
        cost = (
            sum(field.spots(gx + uy * rise, gy - ux * rise) for rise in (-half, 0.0, half)).mean(
                axis=1
            )
            / 3
        )
        cost = np.round(cost + BENT * sharpest + 12 * off_middle + 3 * order, 3)
        found += [
            (float(cost[k]), order, int(k), (gx[k], gy[k], angles[k]))
            for k in range(len(starts))
            if cost[k] <= hand.dearest and sharpest[k] <= STIFF
        ]
    for _, _, _, (gx, gy, turn) in sorted(found, key=lambda f: f[:3])[:TRIES]:
        glyphs = tuple(
            Glyph(letter, (round(float(a), 1), round(float(b), 1)), round(float(c)))
            for letter, a, b, c in zip(course.name, gx, gy, turn, strict=True)
        )
        at = glyphs[len(glyphs) // 2].at
        label = MapLabel(
            hand.kind,
            course.name,
            hand.size,
            at,
            course.home,
            glyph_boxes(glyphs, hand.size, RIM),
            glyphs,
            course.kind,
        )
        if taken.free(label):
            return label
    return None


def length_of(line: Sequence[Spot]) -> float:
    """Px of a polyline."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(line))
