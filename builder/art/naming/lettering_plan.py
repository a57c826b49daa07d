"""All names of a map in their places: what the boards letter, and what lint looks at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from clubroute.builder.art.courses import Courses, courses_of
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.naming.along import names_along
from clubroute.builder.art.naming.chains import road_courses, water_courses
from clubroute.builder.art.naming.field import Costs, costs_of
from clubroute.builder.art.naming.label import MapLabel
from clubroute.builder.art.naming.places import bridge_names, place_names
from clubroute.builder.art.naming.taken import Taken
from clubroute.builder.art.plan import BoardPlan
from clubroute.builder.pixels import BoardView, Scale
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.terrain import TerrainMap


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
    taken = Taken()
    fields = (costs or costs_of(frame)).fields()
    return (
        *place_names(frame, fields[True], taken),
        *bridge_names(frame, fields[True], taken),
        *names_along(water_courses(frame), fields, taken),
        *names_along(road_courses(frame), fields, taken),
    )


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
