"""The Movement Trail of a piece: where it stood before each of its moves since its moved mark was
last cleared. VASSAL adds the place a piece leaves whenever it marks it as moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby

from clubroute.builder.vassal.traits import Trail
from clubroute.rules.gts.logcheck.track import Drag, Track
from clubroute.rules.logs.check.finding import Finding, shortened
from clubroute.rules.logs.pieces import Piece

Place = tuple[int, int]
PREFIX = "footprint;"
MOST_PIXELS = 1_000_000
"""No map is as large."""
MOST_POINTS = 40
"""Points looked at of a trail from before a log; more of them are no single activation's."""


def points_of(piece: Piece) -> tuple[Place, ...]:
    """The points of a piece's trail, map px, oldest first; none if it leaves no trail."""
    if PREFIX not in piece.type:
        return ()
    for trait in piece.traits:
        if trait.type.startswith(PREFIX):
            points = Trail.read(trait).points
            far = any(abs(x) > MOST_PIXELS or abs(y) > MOST_PIXELS for x, y in points)
            return () if far else points  # a damaged trail tells nothing
    return ()


def places_between(old: Piece, new: Piece) -> tuple[Place, ...]:
    """Where a piece stood between two states of it, by its trail; none if the trail does not tell.

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


def places_before(piece: Piece) -> tuple[Place, ...]:
    """Where a piece stood before it came to where it stands, by its trail, oldest first."""
    points = points_of(piece)
    here = (piece.x, piece.y)
    while points and points[-1] == here:
        points = points[:-1]
    return points if len(points) <= MOST_POINTS else ()


def way_to(hexes: Iterable[int], start: int) -> tuple[int, ...]:
    """The hexes of a trail that leads to ``start``, each once where it stands still."""
    way = [hex for hex, _ in groupby(hexes)]
    return tuple(way[:-1] if way[-1:] == [start] else way)


def lengthened(track: Track) -> Track:
    """An activation with what its Unit's trail from before the log adds in front of it."""
    first = track.legs[0]
    column = track.counter.column
    hexes = [*track.trail[1:], track.start]
    came = [Drag(first.step, hex, column, first.before) for hex in hexes]
    legs = [*came, *track.legs]
    # Nobody knows whether all of it is of one activation.
    return replace(track, start=track.trail[0], legs=legs, known=False, trail=())


def with_trail(
    found: Finding, track: Track, judge: Callable[[Track], Finding], number: Callable[[int], str]
) -> Finding:
    """A finding about the moves of a log, with what the trail from before it may add.

    The trail may be left over from another activation: it never makes a move illegal, but a move
    that is legal only without it is not known to be. ``judge`` judges an activation, ``number``
    gives a hex's printed number.
    """
    if not track.trail or found.verdict not in ("legal", "possible"):
        return found
    way = " → ".join(shortened([number(hex) for hex in track.trail]))
    whole = judge(lengthened(track))
    if whole.verdict == "legal" or (whole.verdict == "possible" and not whole.needs):
        told = f"with its Movement Trail from before the log ({way}): {whole.why}"
        return replace(found, notes=(*found.notes, told))
    if whole.verdict == "possible":
        why = f"{found.why}; with its Movement Trail from before the log ({way}): {whole.why}"
        return replace(found, verdict="possible", why=why, needs=(*found.needs, *whole.needs))
    need = f"whether its Movement Trail from before the log ({way}) is of this activation"
    why = f"{found.why}; with the trail: {whole.why}"
    return replace(found, verdict="unchecked", why=why, needs=(*found.needs, need))
