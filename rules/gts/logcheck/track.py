"""What a Unit did in one activation, as the log shows it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from clubroute.rules.gts.logcheck.board import Snapshot
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.logs.check.finding import Finding, Verdict
from clubroute.rules.mapfile import MapFile


@dataclass(frozen=True, slots=True)
class Drag:
    """The Unit was put into another hex.

    ``column`` is the formation it showed then; ``before`` is the board as it was, ``carried``
    whether a vehicle or transport was moved from and to the same hexes in the same step.
    ``rolled``: a die had been rolled in the activation, so that it may be a retreat.
    """

    step: int
    hex: int
    column: bool | None
    before: Snapshot
    carried: bool = False
    rolled: bool = False


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
    Movement Trail, when the log began in the middle of the activation.
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

    @property
    def drags(self) -> list[Drag]:
        return [leg for leg in self.legs if isinstance(leg, Drag)]

    @property
    def end(self) -> int:
        """The hex it stands in at last."""
        drags = self.drags
        return drags[-1].hex if drags else self.start

    @property
    def hexes(self) -> list[int]:
        """The hexes it was put into, its first one before them."""
        return [self.start, *(drag.hex for drag in self.drags)]

    @property
    def steps(self) -> tuple[int, ...]:
        """The steps of the log."""
        return tuple(dict.fromkeys(leg.step for leg in self.legs))

    @property
    def idle(self) -> bool:
        """Whether nothing came of it: it is where and as it was, put there and back."""
        return self.end == self.start and self.last.column == self.counter.column

    def straightened(self) -> list[Leg]:
        """The legs without the rounds that end in a hex it was in before: put back by hand."""
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
        """The same activation with other legs."""
        return replace(self, legs=legs)


def finding_about(
    track: Track, map: MapFile, log: str, verdict: Verdict, why: str, **more: Any
) -> Finding:
    """What is found about an activation in a log; ``more`` has further fields, or others."""
    drags = track.drags
    told: dict[str, Any] = {
        "check": "move" if drags else "column",
        "turn": track.turn,
        "chit": track.chit,
        "player": track.player,
        "unit": track.counter.id,
        "name": track.counter.name,
        "hexes": tuple(map.number(hex) for hex in (track.start, *(drag.hex for drag in drags))),
    }
    told.update(more)
    return Finding(log=log, steps=track.steps, verdict=verdict, why=why, **told)
