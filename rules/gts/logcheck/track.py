"""Records what a Unit did in one activation, as the log shows it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.logcheck.board import Snapshot
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.gts.logcheck.transport import Carried
from clubroute.rules.logs.check.finding import LogFinding, Verdict


class Drag(NamedTuple):
    """The Unit was put into another hex.

    ``column`` is the formation it showed then; ``before`` is the board as it was, ``carried`` what
    may have carried it: it was moved from and to the same hexes in the same step.
    ``rolls`` is how many times dice had been rolled in the activation: it may be a retreat.
    """

    step: int
    hex: int
    column: bool | None
    before: Snapshot
    carried: Carried = ""
    rolls: int = 0


@dataclass(frozen=True, slots=True)
class Turned:
    """The Unit was put into Column, or out of it."""

    step: int
    column: bool
    before: Snapshot


Leg: TypeAlias = Drag | Turned


@dataclass(slots=True)
class Track:
    """A Unit's activation: where and how it stood, and what was done with it, in order.

    ``counter`` is the Unit as it was at first, ``last`` as it was after the last leg. ``known``:
    the log shows where activations begin and end. ``trail``: the hexes it had come through, by its
    Movement Trail, when the log began in the middle of the activation. ``spent`` is what it had
    spent in the activation by the log before, half-MP.
    """

    counter: Counter
    start: int
    player: str
    turn: str
    chit: str
    known: bool
    last: Counter
    legs: list[Leg] = field(default_factory=list)
    trail: tuple[int, ...] = ()
    spent: int = 0

    @property
    def drags(self) -> list[Drag]:
        return [leg for leg in self.legs if isinstance(leg, Drag)]

    @property
    def end(self) -> int:
        """Return the hex it stands in at last."""
        drags = self.drags
        return drags[-1].hex if drags else self.start

    @property
    def hexes(self) -> list[int]:
        """List the hex it began in and those it was put into."""
        return [self.start, *(drag.hex for drag in self.drags)]

    @property
    def shown(self) -> bool | None:
        """Return the formation it was shown in last, None if in none."""
        known = (leg.column for leg in reversed(self.legs) if leg.column is not None)
        return next(known, self.counter.column)

    @property
    def steps(self) -> tuple[int, ...]:
        """List the steps of the log it was seen in."""
        return tuple(dict.fromkeys(leg.step for leg in self.legs))

    @property
    def idle(self) -> bool:
        """Tell whether nothing came of it: the Unit is where and as it was."""
        return self.end == self.start and self.last.column == self.counter.column

    def straightened(self) -> list[Leg]:
        """Drop the rounds that end in a hex it was in before: it was put back by hand."""
        kept: list[Leg] = []
        hexes = [self.start]
        ends = [0]
        for leg in self.legs:
            if isinstance(leg, Drag) and leg.hex in hexes:
                at = hexes.index(leg.hex)
                del hexes[at + 1 :], ends[at + 1 :], kept[ends[at] :]
                continue
            kept.append(leg)
            if isinstance(leg, Drag):
                hexes.append(leg.hex)
                ends.append(0)
            ends[-1] = len(kept)
        return kept

    def with_legs(self, legs: list[Leg]) -> Track:
        """Copy the activation with other legs."""
        return replace(self, legs=legs)


def finding_about(
    track: Track, mapfile: MapFile, log: str, verdict: Verdict, why: str, **more: Any
) -> LogFinding:
    """Make a finding about an activation in a log; ``more`` adds fields or replaces them."""
    drags = track.drags
    told: dict[str, Any] = {
        "check": "move" if drags else "column",
        "turn": track.turn,
        "chit": track.chit,
        "player": track.player,
        "unit": track.counter.id,
        "name": track.counter.name,
        "hexes": tuple(mapfile.number(hex_) for hex_ in track.hexes),
    }
    told.update(more)
    return LogFinding(log=log, steps=track.steps, verdict=verdict, why=why, **told)
