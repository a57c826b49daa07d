"""Tells what a die may explain: a retreat, which is short, passable and away from the enemy.

How far a retreat goes is said by the series rules, which these rulebooks do not hold: the number of
hexes is a reading (``--retreat``). What ground it takes is theirs: a Unit follows the same
crossings as in a move, in the formation it is in (WED 2.15.1, 2.16; TDC 2.15.1, 2.16).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clubroute.builder.grid import distance
from clubroute.rules.answer.model import MoveClass
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.logcheck.board import Snapshot, enemies
from clubroute.rules.gts.logcheck.judging import Mind
from clubroute.rules.gts.logcheck.proof import hex_before
from clubroute.rules.gts.logcheck.track import Drag, Track
from clubroute.rules.gts.movement import arrivals

NEAR = 10
"""Hexes within which an enemy is one that a Unit goes away from; others fire indirectly."""


@dataclass(frozen=True, slots=True)
class Retreats:
    """Judges retreats on one map: ``most`` hexes each, by a Unit of one of ``classes``."""

    map: MapFile
    mind: Mind
    classes: Sequence[MoveClass]
    most: int

    def explain(self, track: Track, first: int, one_die: bool = True) -> bool:
        """Tell whether an activation can be retreats from a leg on, one after each die.

        ``one_die``: the log need not show a die before each (it began after it was rolled).
        """
        legs = [leg for leg in track.legs[first:] if isinstance(leg, Drag)]
        here = hex_before(track, first)
        for many in groups(legs):
            if not many[0].rolls and not one_die:
                return False
            end = many[-1].hex
            if end != here and not self.leads(track, here, many[0], end):
                return False
            here = end
        return bool(legs)

    def leads(self, track: Track, here: int, drag: Drag, end: int) -> bool:
        """Tell whether a retreat leads from a hex to another."""
        side, mapfile = track.counter.side, self.map
        start, goal = mapfile.hex(here), mapfile.hex(end)
        if distance(start, goal) > self.most or not away(mapfile, drag.before, side, here, end):
            return False
        shut = self.mind.shut(drag.before)
        forms = (drag.column,) if drag.column is not None else (False, True)
        for move_class in self.classes:
            network = self.mind.graph(move_class, drag.before)
            for form in forms:
                front = arrivals.begin(network, here, form)
                for _ in range(self.most):
                    front = arrivals.settled(network, front, changes=False)
                    front = arrivals.spread(network, front, shut)
                    if any(node // network.per_hex == end for node in front):
                        return True
        return False


def groups(legs: Sequence[Drag]) -> Iterator[list[Drag]]:
    """Split drags where a die was rolled between them."""
    many: list[Drag] = []
    for leg in legs:
        if many and many[-1].rolls != leg.rolls:
            yield many
            many = []
        many.append(leg)
    if many:
        yield many


def away(mapfile: MapFile, before: Snapshot, side: str, here: int, end: int) -> bool:
    """Tell whether a hex is no nearer to the nearest enemies than the one left; where none is near
    nobody knows where the fire came from."""
    start, goal = mapfile.hex(here), mapfile.hex(end)
    found = [(distance(mapfile.hex(one), start), one) for one in enemies(before, side)]
    nearest = min((far for far, _ in found), default=NEAR + 1)
    if nearest > NEAR:
        return True
    return all(distance(mapfile.hex(one), goal) >= far for far, one in found if far == nearest)
