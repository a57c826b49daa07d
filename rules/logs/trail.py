"""Reads the Movement Trail of a piece: where it stood before each move since its moved mark was
last cleared. VASSAL adds the place a piece leaves whenever it marks it as moved."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from clubroute.builder.vassal.traits import Trail
from clubroute.rules.logs.pieces import GamePiece

Place = tuple[int, int]
PREFIX = "footprint;"
MOST_PIXELS = 1_000_000
"""No map is as large."""
MOST_POINTS = 40
"""Points looked at of a trail from before a log; more of them are no single activation's."""


def points_of(piece: GamePiece) -> tuple[Place, ...]:
    """Read the points of a piece's trail, map px, oldest first; none if it leaves no trail."""
    if PREFIX not in piece.type:
        return ()
    for trait in piece.traits:
        if trait.type.startswith(PREFIX):
            points = Trail.read(trait).points
            far = any(abs(x) > MOST_PIXELS or abs(y) > MOST_PIXELS for x, y in points)
            return () if far else points  # a damaged trail tells nothing
    return ()


def places_between(old: GamePiece, new: GamePiece) -> tuple[Place, ...]:
    """List where a piece stood between two states of it, by its trail; none if that does not tell.

    A move adds the place it began at. What more was added are the places it was moved on from.
    """
    # One point more is what any drag leaves; points are what commas come from.
    if new.outer.count(",") - old.outer.count(",") < 2 or old.map != new.map:
        return ()
    before, after = points_of(old), points_of(new)
    if after[: len(before)] != before:
        return ()  # cleared in between
    added = after[len(before) :]
    here = (old.x, old.y)
    if added[:1] == (here,):
        return added[1:]
    # A trail that ends where the piece stands does not get that point again.
    return added if before[-1:] == (here,) else ()


def places_before(piece: GamePiece) -> tuple[Place, ...]:
    """List where a piece stood before it came here, by its trail, oldest first."""
    points = points_of(piece)
    here = (piece.x, piece.y)
    while points and points[-1] == here:
        points = points[:-1]
    return points if len(points) <= MOST_POINTS else ()


def way_to(hexes: Iterable[int], start: int) -> tuple[int, ...]:
    """List the hexes of a trail that leads to ``start``, without standing still."""
    way = [hex_ for hex_, _ in groupby(hexes)]
    return tuple(way[:-1] if way[-1:] == [start] else way)
