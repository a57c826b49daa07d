"""Open country: pasture, plough land and hedges; polders with their ditches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clubroute.builder.art.canvas import Canvas, Colour, Spot
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.parcels import (
    Cut,
    Parcel,
    Use,
    along,
    parcels,
)
from clubroute.builder.art.plot import outlines, shapes
from clubroute.builder.grid import Hex
from clubroute.builder.sources.style import HexPaint, mixed

PASTURE, PLOUGH = 0, 1
"""The uses of a field, by their place in what a :class:`Cut` cuts it into."""

FIELDS = Cut(
    170.0,
    (Use((34.0, 58.0), (44.0, 110.0)), Use((15.0, 26.0), (40.0, 90.0))),
    turned=0.4,
    sway=7.0,
    seed=11,
)
STRIPS = Cut(220.0, (Use((11.0, 15.0), (90.0, 190.0)),), turned=0.3, sway=4.0, seed=31)

HEDGED = 0.2
"""Share of pastures with a hedge along one side."""

BUSH = (1.0, 1.7)
"""Least and most radius of a bush in it, px."""

HAIRLINE = 0.7
"""Px of the line round a field."""

MEADOW = 17.0
"""Px of grass along a stream, both banks together."""

WET = 0.6
"""How much of the colour of meadows is in it (0..1)."""

WILD = 0.38
"""How much of the colour of heath is in it (0..1)."""

HIGH = 0.2
"""How much of the tint of high ground is in its fields (0..1)."""


def draw_fields(frame: Frame, canvas: Canvas, paint: HexPaint, kind: str) -> None:
    """Clear ground: parishes of pasture and plough land, in tints too near to be told as terrain.

    Half the tints are pasture's, half plough land's.
    """
    unit, half, hills = frame.unit, len(paint.tints) // 2, heights(frame)
    found = list(land(frame, FIELDS, kind, exact=False))
    for (parcel, shape), wild in zip(found, on_heath(frame, found), strict=True):
        tints = paint.tints[:half] if parcel.use == PASTURE else paint.tints[half:]
        colour = pick(tints, parcel.chance)
        hill = hills.get(frame.hex_at(shape[0])) if hills else None
        colour = mixed(colour, hill, HIGH) if hill else colour
        if wild:
            canvas.polygon(shape, mixed(colour, frame.style.paper["heath"], WILD))
            continue
        canvas.polygon(shape, colour)
        canvas.polyline([*shape, shape[0]], paint.ink, HAIRLINE * unit)
        if parcel.use == PASTURE and parcel.chance < HEDGED:
            for n, (at, _) in enumerate(along(shape[:2], 4.2 * unit)):
                low, high = BUSH
                radius = low + (high - low) * (parcel.chance * 137 * (n + 1) % 1)
                canvas.circle(at, radius * unit, paint.second)
    draw_meadows(frame, canvas, mixed(paint.fill, frame.style.paper["meadow"], WET))


def draw_meadows(frame: Frame, canvas: Canvas, colour: Colour) -> None:
    """Grass along the streams of open country; other terrain is drawn over it."""
    for water in frame.courses.waters:
        if water.kind == "stream":
            canvas.polyline(water.line, colour, MEADOW * frame.unit)
            for end in (water.line[0], water.line[-1]):
                canvas.circle(end, MEADOW / 2 * frame.unit, colour)


def on_heath(frame: Frame, found: Sequence[tuple[Parcel, list[Spot]]]) -> Sequence[bool]:
    """Whether the middle of each parcel lies on heath, where nobody ploughs or plants."""
    import numpy as np
    import shapely

    if not found or shapely.is_empty(frame.heath):
        return [False] * len(found)
    middles = np.array([np.mean(shape, axis=0) for _, shape in found])
    inside: Sequence[bool] = shapely.contains_xy(frame.heath, middles).tolist()
    return inside


def draw_strips(frame: Frame, canvas: Canvas, paint: HexPaint, kind: str) -> None:
    """Polder: long narrow strips with a ditch round each."""
    for parcel, shape in land(frame, STRIPS, kind, exact=True):
        canvas.polygon(shape, pick(paint.tints, parcel.chance))
        canvas.polyline([*shape, shape[0]], paint.ink, HAIRLINE * frame.unit)


def heights(frame: Frame) -> dict[Hex, Colour]:
    """The hexes of high ground near a picture, with the colour of its tint."""
    return {
        h: paint.fill
        for kind, paint in frame.style.areas.items()
        if paint.mark == "tint"
        for area in frame.terrain.areas_of(kind)
        for h in area.hexes
    }


def pick(tints: Sequence[Colour], chance: float) -> Colour:
    """One of some colours, by a number from 0 to 1."""
    return tints[int(chance * 97 % 1 * len(tints)) % len(tints)]


def land(frame: Frame, cut: Cut, kind: str, *, exact: bool) -> Iterator[tuple[Parcel, list[Spot]]]:
    """The parcels of a terrain's ground near a picture, with their shapes in map px.

    :param exact: cut them off where the ground ends; else only where the map does, and what lies
        over other terrain is drawn over by it.
    """
    import shapely

    unit, hexes = frame.unit, frame.terrain.hexes
    own = [frame.centre(h) for h in shown(frame) if hexes[h].terrain == kind]
    found = [
        (parcel, [(x * unit, y * unit) for x, y in parcel.corners])
        for parcel in parcels(cut, [(x / unit, y / unit) for x, y in own], frame.all_courses.facing)
    ]
    if not found:
        return
    plots = outlines(shape for _, shape in found)
    ground = frame.regions[kind]
    shapely.prepare(ground)
    near = shapely.intersects(ground, plots)
    if not exact:
        ground = frame.country
    whole = shapely.covers(ground, plots)
    for (parcel, shape), outline, wanted, inside in zip(found, plots, near, whole, strict=True):
        if wanted and inside:
            yield parcel, shape
        elif wanted:
            yield from ((parcel, part) for part in shapes(outline.intersection(ground)))


def shown(frame: Frame) -> Iterator[Hex]:
    """The hexes that lie on a picture or lean into it."""
    view, far = frame.view, frame.view.scale.hex_pitch
    for h in frame.hexes:
        x, y = view.centre(h)
        if -far <= x < view.width + far and -far <= y < view.height + far:
            yield h
