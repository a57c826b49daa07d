"""All names of a map in their places: what the boards letter, and what lint looks at."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeAlias

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses import Courses, courses_of
from clubroute.builder.art.courses.roads import half_drawn
from clubroute.builder.art.naming.label import Glyph, LabelKind, MapLabel, Taken, glyph_boxes
from clubroute.builder.art.naming.places import Costs, Field, bridge_names, costs_of, place_names
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.parcels import mix
from clubroute.builder.art.plan import BoardPlan
from clubroute.builder.art.plate import ITALIC, MEDIUM, width_of
from clubroute.builder.grid import Hex
from clubroute.builder.pixels import BoardView, Scale
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.terrain.terrain_map import TerrainMap

# The courses that names follow: a named water or Road as runs from end to end, in map px.

LONGEST_TEXT = 34
"""Letters; a longer name of a Road keeps only the places at its ends."""

Step: TypeAlias = tuple[tuple[int, int], tuple[int, int], Spot, Hex]
"""From one node to another (a vertex, or a hex), by a spot in map px, and a hex beside it."""

DASH = "\N{EN DASH}"

NAMED_ROADS = ("raised_railroad", "railroad", "raised_road", "main_road", "road")


@dataclass(frozen=True, slots=True)
class Course:
    """A run of a named line: what it is, what it is called, its way (calm, for lettering)."""

    kind: str
    name: str
    line: tuple[Spot, ...]
    home: Hex


def water_courses(frame: Frame) -> list[Course]:
    """The runs of every named water, through the middles of its hexsides."""
    named: dict[tuple[str, str], list[Step]] = {}
    for water in frame.courses.waters:
        if water.name:
            a, b = frame.view.lattice.hexside_ends(water.side)
            step = (a, b, water.middle, water.side.a)
            named.setdefault((water.kind, water.name), []).append(step)
    return [
        Course(kind, name, calm([spot for spot, _ in run]), run[len(run) // 2][1])
        for (kind, name), steps in sorted(named.items())
        for run in runs(steps)
    ]


def road_courses(frame: Frame) -> list[Course]:
    """The runs of every Road whose name is lettered, through the middles of its hexsides."""
    named: dict[str, list[Step]] = {}
    for piece in frame.courses.roads:
        if piece.hex == piece.side.a:
            step = (piece.side.a, piece.side.b, piece.line[0], piece.hex)
            for id_ in piece.roads:
                named.setdefault(id_, []).append(step)
    found = []
    for id_ in sorted(named):
        road = frame.terrain.roads[id_]
        name = road_text(road.name)
        # A small road that is only called after where it leads says nothing the map does not.
        if name and road.kind in NAMED_ROADS and not (road.kind == "road" and DASH in name):
            found += [
                Course(road.kind, name, calm([spot for spot, _ in run]), run[len(run) // 2][1])
                for run in runs(named[id_])
            ]
    return found


def road_text(name: str) -> str:
    """What is lettered along a Road: what it is called for short, its own name, or its ends."""
    short = re.search(r"\(([^)]+)\)", name)
    text = short.group(1) if short else name.split(",")[0].strip()
    text = text.replace(" - ", DASH)
    if len(text) > LONGEST_TEXT:
        parts = text.split(DASH)
        text = f"{parts[0]}{DASH}{parts[-1]}"
    return text if len(text) <= LONGEST_TEXT else ""


def runs(steps: Iterable[Step]) -> list[list[tuple[Spot, Hex]]]:
    """Steps between nodes as runs, each from an end or fork to the next, then rings."""
    at: dict[tuple[int, int], list[Step]] = {}
    for step in steps:
        at.setdefault(step[0], []).append(step)
        at.setdefault(step[1], []).append(step)
    used: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    found = []
    ends = [node for node in sorted(at) if len(at[node]) != 2]
    for node in [*ends, *sorted(at)]:
        for first in sorted(at[node]):
            if first[:2] in used:
                continue
            run = walk(node, first, at, used)
            if len(run) > 1:
                found.append(run)
    return found


def walk(
    node: tuple[int, int],
    step: Step,
    at: Mapping[tuple[int, int], list[Step]],
    used: set[tuple[tuple[int, int], tuple[int, int]]],
) -> list[tuple[Spot, Hex]]:
    """One run from a node on, as far as it neither ends nor forks."""
    run = []
    while True:
        used.add(step[:2])
        run.append((step[2], step[3]))
        node = step[1] if step[0] == node else step[0]
        onward = [s for s in at[node] if s[:2] not in used]
        if len(at[node]) != 2 or not onward:
            return run
        step = onward[0]


def calm(line: list[Spot]) -> tuple[Spot, ...]:
    """A line with its corners cut twice (Chaikin), for letters want no sudden turns."""
    for _ in range(2):
        cut = [line[0]]
        for a, b in itertools.pairwise(line):
            cut += [mix(a, b, 0.25), mix(a, b, 0.75)]
        line = [*cut, line[-1]]
    return tuple(line)


# Names that follow a line: water in or beside it, Roads and railways beside them.

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
        hand = HANDS.get(kind, RIVER)  # of a game's own water
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
        if taken.free(label) and taken.off_roads(label):
            return label
    return None


def length_of(line: Sequence[Spot]) -> float:
    """Px of a polyline."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(line))


def plan_lettering(
    terrain: TerrainMap,
    style: BoardStyle,
    courses: Courses | None = None,
    costs: Costs | None = None,
) -> tuple[MapLabel, ...]:
    """Every label of a map: places and bridges always, water and Roads where there is room.

    The search is the same whichever part of the map a picture shows, so that names do not break at
    a seam. What matters most chooses first: large places, small ones, bridges, water, Roads.
    Takes 1–2 s and some 150 MB for 13,000 hexes.

    :param costs: what the names keep off, if it is known.
    """
    if not terrain.hexes:
        return ()
    frame = whole_frame(terrain, style, courses or courses_of(terrain, style))
    taken = Taken(road_ground(frame))
    fields = (costs or costs_of(frame)).fields()
    return (
        *place_names(frame, fields[True], taken),
        *bridge_names(frame, fields[True], taken),
        *names_along(water_courses(frame), fields, taken),
        *names_along(road_courses(frame), fields, taken),
    )


def road_ground(frame: Frame) -> Any:
    """The ground of every Road as it is drawn, its casing and bank with it."""
    import shapely

    halves = [half_drawn(frame.style, piece.kinds) for piece in frame.courses.roads]
    lines = [shapely.LineString(piece.line) for piece in frame.courses.roads]
    return shapely.STRtree(shapely.buffer(lines, halves, quad_segs=4))


def whole_frame(terrain: TerrainMap, style: BoardStyle, courses: Courses) -> Frame:
    """A frame about a whole map."""
    return Frame(terrain, whole_view(terrain), style, BoardPlan(courses=courses))


def overlaps(labels: Iterable[MapLabel]) -> list[tuple[MapLabel, MapLabel]]:
    """The pairs of labels that stand on one another, once each, in order."""
    ordered = list(labels)
    taken = Taken()
    found = []
    for label in ordered:
        met = {id(other): other for other in taken.met(label)}
        found += [(other, label) for other in ordered if id(other) in met]
        taken.take(label)
    return found


def whole_view(terrain: TerrainMap) -> BoardView:
    """A view of all hexes of a map at 72 px a hex; :class:`MapLabel` px are its map px."""
    empty = BoardView("whole", "", terrain.lattice, Scale(), 0, 0, 0, 0)
    centres = [empty.centre(h) for h in terrain.hexes]
    wide, high = empty.half_hex
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    left, top = min(xs) - wide, min(ys) - high
    return replace(
        empty, left=left, top=top, width=max(xs) + wide - left, height=max(ys) + high - top
    )
