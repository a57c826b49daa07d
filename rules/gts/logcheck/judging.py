"""Follows an activation on the movement graph by one reading of what the log shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from clubroute.rules.answer.model import MoveClass
from clubroute.rules.gts.logcheck.board import Snapshot
from clubroute.rules.gts.logcheck.track import Leg, Turned
from clubroute.rules.gts.movement import arrivals
from clubroute.rules.gts.movement.graph.network import Network

Reading: TypeAlias = Literal["shown", "forms", "ways", "kept", "ends"]
"""How much of a move the log leaves open: nothing; when it changed formation; also the ways
between the hexes it was put into; also whether it is where it stood (put back by hand); all but
where it began and ended."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """Where no reading goes on: the leg, by its place among the legs, and the hex before it.

    ``at_end``: every leg can be, but not the formation it is in at last.
    """

    leg: int
    hex: int
    at_end: bool = False


@dataclass(frozen=True, slots=True)
class Walked:
    """A reading followed through: the half-MP before each leg and at last, or where it stopped."""

    totals: tuple[int, ...]
    stopped: Stopped | None = None

    @property
    def cost(self) -> int | None:
        """Return what the whole costs in half-MP, None where it stops."""
        return None if self.stopped else self.totals[-1]


Graph: TypeAlias = Callable[[MoveClass, Snapshot], Network]
Closed: TypeAlias = Callable[[Snapshot], arrivals.Shut]


@dataclass(frozen=True, slots=True)
class Mind:
    """Holds what following a Unit takes: the graph of a class on a board, and the shut hexes."""

    graph: Graph
    shut: Closed


def followed(
    mind: Mind,
    move_class: MoveClass,
    start: int,
    column: bool | None,
    legs: Sequence[Leg],
    last: bool | None,
    reading: Reading,
    slack: int = arrivals.SLACK,
    within: int = arrivals.ANY_COST,
    near: Callable[[int, int], bool] | None = None,
) -> Walked:
    """Find the cheapest move of a reading. ``last`` is the formation shown at last; ``slack`` and
    ``within`` (half-MP) as in :func:`clubroute.rules.gts.movement.arrivals.arrivals`. ``near``: a
    drag between hexes of which it holds is the step that was gone, whatever the reading."""
    if not legs:
        return Walked((0,))
    network = mind.graph(move_class, legs[0].before)
    front = arrivals.begin(network, start, column)
    here, totals = start, [0]
    exact = reading == "shown" and column is not None
    for number, leg in enumerate(legs):
        network = mind.graph(move_class, leg.before)
        if isinstance(leg, Turned):
            if exact:
                front = arrivals.turned(network, front, leg.column)
        else:
            shut = mind.shut(leg.before)
            step = near is not None and near(here, leg.hex)
            if step or reading in ("shown", "forms"):
                front = arrivals.settled(network, front, changes=not exact)
                front = arrivals.stepped(network, front, leg.hex, shut)
            elif leg is legs[-1]:
                front = arrivals.ended(network, front, leg.hex, shut, last, within)
            else:
                front = arrivals.travelled(network, front, leg.hex, shut, slack, within)
            if front:
                here = leg.hex
        if not front:
            return Walked(tuple(totals), Stopped(number, here))
        totals.append(min(front.values()))
    if last is not None and not exact:
        front = arrivals.turned(network, front, last)
        if not front:
            return Walked(tuple(totals), Stopped(len(legs) - 1, here, at_end=True))
    totals[-1] = min(front.values())
    return Walked(tuple(totals))
