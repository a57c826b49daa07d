"""Tells which hexes of an activation may have been slips: put into by mistake, and taken on from.

A drag over several hexes shows no way, and what lies between may be a slip. A way that was dragged
hex by hex is the way that was gone: of it one hex alone may be a slip, one that the rules refuse
and that a single step leads past.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from clubroute.rules.gts.logcheck.track import Drag, Leg, Track

Near = Callable[[int, int], bool]
"""Whether one hex is next to another: some step leads from it there."""
ROUND = 2
"""Drags of the shortest round: into a hex, and back."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """An activation without some of its drags. ``assumed``: that they were slips is not seen from
    the drags themselves, so that it takes an excuse."""

    legs: Sequence[Leg]
    assumed: bool


def put_back(track: Track, near: Near) -> Dropped | None:
    """Drop the rounds that end in a hex it was in before; None if there are none. One into a hex
    and straight back, or over several hexes, is seen to be put back by hand."""
    legs = track.straightened()
    if len(legs) in (0, len(track.legs)):
        return None
    kept = {id(leg) for leg in legs}
    hexes = track.hexes
    gone = [n for n, drag in enumerate(track.drags, 1) if id(drag) not in kept]
    walked = len(gone) > ROUND and all(near(hexes[n - 1], hexes[n]) for n in gone)
    return Dropped(legs, walked)


def between(
    track: Track, near: Near, refused: Set[int], held: Callable[[Drag], bool]
) -> Dropped | None:
    """Drop what may be slips on the way; None if nothing may be. ``refused`` are the drags (by
    their place, from 0) into a next hex that the rules refuse, ``held`` tells whether enemies hold
    the hex of a drag."""
    drags, hexes = track.drags, track.hexes
    if len(drags) < ROUND or track.end == track.start:
        return None
    kept: list[Drag] = []
    assumed = stray = False
    for n, drag in enumerate(drags[:-1]):
        here, then = hexes[n], hexes[n + 2]
        came, goes = near(here, drag.hex), near(drag.hex, then)
        if drag.step == drags[n + 1].step:  # what one step shows is no slip
            kept.append(drag)
        elif not (came and goes):
            assumed = assumed or ((came or goes) and not held(drag))
        elif not stray and here != then and near(here, then) and not refused.isdisjoint((n, n + 1)):
            assumed = stray = True
        else:
            kept.append(drag)
    if len(kept) == len(drags) - 1:
        return None
    return Dropped([*kept, drags[-1]], assumed)
