"""Records what a unit did in one turn, as the log shows it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.logs.check.finding import LogFinding, Verdict
from clubroute.rules.scs.logcheck.board import Snapshot
from clubroute.rules.scs.logcheck.counter import Counter


@dataclass(frozen=True, slots=True)
class Drag:
    """The unit was put into another hex.

    ``counter`` is the unit as it was, ``before`` the board. ``foes``: enemies were seen in the hex.
    ``rolls``: dice rolled in the turn so far; ``untold``: the log does not show dice at all;
    ``early``: nor what was before it. ``left`` are the hexes that enemies had held in the turn.
    """

    step: int
    hex: int
    counter: Counter
    before: Snapshot
    foes: bool
    rolls: int
    untold: bool
    early: bool
    left: frozenset[int]


@dataclass(slots=True)
class Track:
    """A unit's turn: where it stood at first, and where it was put.

    ``entered``: it came onto the map in the turn, ``landed``: by air drop. ``prior`` is the way it
    had come in the turn by the log before. ``shed`` are the states that slow a unit which it began
    the turn with and had lost before it moved.
    """

    counter: Counter
    start: int
    player: str
    turn: str
    drags: list[Drag] = field(default_factory=list)
    entered: bool = False
    landed: bool = False
    prior: tuple[int, ...] = ()
    shed: tuple[str, ...] = ()

    @property
    def end(self) -> int:
        """Return the hex it stands in at last."""
        return self.drags[-1].hex if self.drags else self.start

    @property
    def steps(self) -> tuple[int, ...]:
        """List the steps of the log it was seen in."""
        return tuple(dict.fromkeys(drag.step for drag in self.drags))

    def ends(self) -> Track:
        """Make one drag of all: what lies between were slips."""
        first, last = self.drags[0], self.drags[-1]
        return replace(self, drags=[replace(last, counter=first.counter, before=first.before)])


def finding_about(
    track: Track, mapfile: MapFile, log: str, verdict: Verdict, why: str, **more: Any
) -> LogFinding:
    """Make a finding about a unit's turn; ``more`` adds fields or replaces them."""
    hexes = (*track.prior[:-1], track.start, *(drag.hex for drag in track.drags))
    told: dict[str, Any] = {
        "check": "move",
        "turn": track.turn,
        "player": track.player,
        "unit": track.counter.id,
        "name": track.counter.name,
        "hexes": tuple(mapfile.number(hex_) for hex_ in hexes),
    }
    return LogFinding(log=log, steps=track.steps, verdict=verdict, why=why, **{**told, **more})
