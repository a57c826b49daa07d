"""Follows an activation by readings of what the log shows, the plainest first.

Some drags may have been slips: into a hex by mistake, and on from it. A drag over several hexes
shows no way, and what lies between may be a slip. A way that was dragged hex by hex is the way that
was gone: of it one hex alone may be a slip, one that the rules refuse and that a single step leads
past.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field

from clubroute.rules.answer.model import MoveClass
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.logcheck.ground import Mind, Reading, Walked, followed
from clubroute.rules.gts.logcheck.track import Drag, Leg, Track
from clubroute.rules.gts.movement import arrivals

READINGS: tuple[Reading, ...] = ("shown", "forms", "kept", "ways", "ends")
BY_STEPS: frozenset[Reading] = frozenset({"shown", "forms"})
"""The readings that take each drag for a single step."""
ROUND = 2
"""Drags of the shortest round: into a hex, and back."""
ONE_DRAG = 2
"""Hexes of a single drag: more make a way that is shown hex by hex."""
ONE_EXCUSE = 1
"""What is assumed and not seen in the log may be this many things: two do not explain a move."""
Near = Callable[[int, int], bool]
"""Whether one hex is next to another: some step leads from it there."""


@dataclass(frozen=True, slots=True)
class Tried:
    """Holds what following the readings came to: the first that fits, else the best. ``assumed``
    counts the things that the reading takes for granted and the log does not show."""

    move_class: MoveClass
    reading: Reading | None
    walked: Walked
    legs: Sequence[Leg] = ()
    assumed: int = 0


@dataclass(frozen=True, slots=True)
class Dropped:
    """An activation without some of its drags. ``assumed``: that they were slips is not seen from
    the drags themselves, so that it takes an excuse."""

    legs: Sequence[Leg]
    assumed: bool


@dataclass(slots=True)
class WayReadings:
    """Follows one activation. ``allowance`` is half-MP as far as known."""

    map: MapFile
    track: Track
    mind: Mind
    allowance: int | None
    _refused: dict[MoveClass, frozenset[int]] = field(default_factory=dict)

    def tried(self, move_class: MoveClass, slack: int = arrivals.SLACK) -> Tried:
        """Try the readings of the move for a class: the first that fits and can be afforded, else
        the cheapest of those that fit."""
        best: Tried | None = None
        nowhere: Tried | None = None
        for reading in READINGS:
            if reading == "forms" and self.leaps(move_class):
                continue  # whatever its formation, no step leads so far
            legs, assumed = self.legs_of(reading, move_class)
            if not legs and self.track.legs:
                continue
            walked = self.walked(move_class, legs, reading, slack)
            if walked.stopped:
                # The widest reading of all legs says where it stops.
                if reading not in ("kept", "ends"):
                    nowhere = Tried(move_class, None, walked)
                continue
            one = Tried(move_class, reading, walked, legs, assumed)
            if self.fits(one):
                return one
            if best is None or (walked.cost or 0) < (best.walked.cost or 0):
                best = one
        found = best or nowhere
        assert found is not None
        return found

    def fits(self, one: Tried) -> bool:
        """Tell whether a reading is within the allowance and takes one thing for granted."""
        return one.reading is not None and self.affordable(one) and one.assumed <= ONE_EXCUSE

    def affordable(self, one: Tried) -> bool:
        """Tell whether a reading is within the allowance, as far as that is known."""
        cost = one.walked.cost
        if cost is None or self.allowance is None:
            return cost is not None
        return cost + self.track.spent <= self.allowance

    def legs_of(self, reading: Reading, move_class: MoveClass) -> tuple[Sequence[Leg], int]:
        """List the legs that a reading follows, none if it is no reading of this activation, and
        count the things it takes for granted."""
        track = self.track
        if reading in BY_STEPS:
            return track.legs, 0
        if reading == "ways":
            return track.legs, int(bool(self.refused(move_class)))
        drags = track.drags
        if len(drags) < ROUND:
            return (), 0  # nothing it was put into lies behind it
        near, refused = self.near(move_class), self.refused(move_class)
        if reading == "kept":
            left = put_back(track, near)
        else:
            held = lambda drag: drag.hex in self.mind.shut(drag.before).held  # noqa: E731
            left = between(track, near, refused, held)
        if left is None:
            return (), 0
        detour = any(drags[n] in left.legs for n in refused)
        return left.legs, left.assumed + detour

    def walked(
        self,
        move_class: MoveClass,
        legs: Sequence[Leg],
        reading: Reading,
        slack: int = arrivals.SLACK,
        near: Near | None = None,
    ) -> Walked:
        """Follow a reading."""
        track, mind = self.track, self.mind
        column, last = track.counter.column, track.last.column
        return followed(mind, move_class, track.start, column, legs, last, reading, slack, near)

    def near(self, move_class: MoveClass) -> Near:
        """Return what tells whether one hex is next to another for a class."""
        before = self.track.legs[0].before
        network = self.mind.graph(move_class, before)
        return lambda a, b: arrivals.leads(network, a, b)

    def refused(self, move_class: MoveClass) -> frozenset[int]:
        """Find the drags (by their place, from 0) into a next hex that the rules refuse as they
        are, in whatever formation."""
        found = self._refused.get(move_class)
        if found is None:
            hexes, beside = self.track.hexes, self.map.beside
            found = self._refused[move_class] = frozenset(
                n
                for n, drag in enumerate(self.track.drags)
                if drag.hex in [side[hexes[n]] for side in beside]
                and not self.steps(move_class, hexes[n], drag)
            )
        return found

    def steps(self, move_class: MoveClass, here: int, drag: Drag) -> bool:
        """Tell whether a single step leads from a hex to that of a drag."""
        network = self.mind.graph(move_class, drag.before)
        front = arrivals.settled(network, arrivals.begin(network, here, None), changes=True)
        return bool(arrivals.stepped(network, front, drag.hex, self.mind.shut(drag.before)))

    def leaps(self, move_class: MoveClass) -> bool:
        """Tell whether some drag was no single step: the log does not show the whole way."""
        here = self.track.start
        for leg in self.track.legs:
            if isinstance(leg, Drag):
                network = self.mind.graph(move_class, leg.before)
                if not arrivals.leads(network, here, leg.hex):
                    return True
                here = leg.hex
        return False

    def walked_out(self, move_class: MoveClass) -> bool:
        """Tell whether it was dragged hex by hex."""
        near, hexes = self.near(move_class), self.track.hexes
        return len(hexes) > ONE_DRAG and all(map(near, hexes, hexes[1:]))


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
