"""Records what following a log tells its judge: what a Unit did in one activation and in what
circumstances, chits, markers, turns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import (
    Any,
    Literal,
    NamedTuple,
    TypeAlias,
)

from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.logcheck.board import Snapshot, Standing
from clubroute.rules.gts.logcheck.chits import DrawnChit
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.logs.check.finding import LogFinding, Verdict

Carried: TypeAlias = Literal["", "vehicle", "shared", "transport"]
"""What may have carried a Unit: nothing, a Unit that is a vehicle, one of fewer vehicles than there
are Units to ride on them, Divisional Trucks or Jeeps."""


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

    def hex_before(self, leg: int) -> int:
        """Find the hex the Unit was in before a leg."""
        drags = [one.hex for one in self.legs[:leg] if isinstance(one, Drag)]
        return drags[-1] if drags else self.start

    def column_before(self, leg: int) -> bool | None:
        """Find the formation the Unit showed before a leg."""
        return self.legs[leg - 1].column if leg else self.counter.column

    def with_legs(self, legs: list[Leg]) -> Track:
        """Copy the activation with other legs."""
        return replace(self, legs=legs)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What an activation happened in.

    ``rolled``: dice were rolled while its chit was in play. ``lone``: the chit came into play
    before the log began, so that nobody knows what had been rolled or done. ``owed``: the side
    whose chit was in play before, if dice were rolled under it: the others may make their retreats
    late; "" if none were, None if that is not known.
    ``over``: the activation was closed by the next one, and not by the end of the log. ``entered``:
    the Unit came onto the map under the same chit. ``event``: an event was drawn. ``carried``:
    what went the same way under the same chit and may have carried it. ``lying`` are the chits that
    may be in play besides: where a log begins with several, one of them, else those drawn before
    under which nobody has moved. ``taken_up``: the chit in play had waited among such,
    and ``passed`` was drawn after it.
    ``stays``: the Unit is not seen to move again. ``said`` are the lines of chat under the chit
    that announce a Second Action, ``marked`` the hexes into which a marker that announces one was
    put. ``fought``: the log shows combat: a loss, a Suppressed marker, chat about dice; or the chit
    activates an enemy, who may fire from afar. ``left``: the log before may have moved the Unit in
    the turn: it is marked as moved, or where nobody is, a chit that lay open activates it.
    """

    rolled: bool = False
    lone: bool = False
    owed: str | None = ""
    over: bool = True
    entered: bool = False
    event: bool = False
    carried: Carried = ""
    lying: tuple[Counter, ...] = ()
    taken_up: bool = False
    passed: Counter | None = None
    stays: bool = True
    said: tuple[str, ...] = ()
    marked: frozenset[int] = frozenset()
    fought: bool = False
    left: bool = True

    @property
    def untold(self) -> bool:
        """Tell whether dice may have been rolled that this log does not show."""
        return self.lone or self.owed is None

    def owes(self, side: str) -> bool:
        """Tell whether a side may still have to retreat under the chit before."""
        return bool(self.owed) and self.owed != side


def names_unit(said: Iterable[str], unit: Counter, others: Iterable[Counter]) -> bool:
    """Tell whether some line of chat is about a Unit: it names it, or names nobody."""
    names = [one.name for one in others if one.name and one.name != unit.name]
    return any(
        (unit.name and unit.name in line) or not any(name in line for name in names)
        for line in said
    )


@dataclass(frozen=True, slots=True)
class Closed:
    """An activation that is over.

    ``chit`` is the one in play, None between chits; ``setup``: no chit had been in play yet.
    ``after`` is the board as it was then.
    """

    track: Track
    chit: Counter | None
    setup: bool
    after: Snapshot
    told: Circumstances


@dataclass(frozen=True, slots=True)
class ChitOut:
    """A chit came into play in a step."""

    step: int
    drawn: DrawnChit
    player: str
    turn: str


@dataclass(frozen=True, slots=True)
class ChitTakenUp:
    """A chit came into play that was drawn before another and had waited."""

    step: int
    chit: Counter
    player: str
    turn: str


@dataclass(frozen=True, slots=True)
class ChitBack:
    """A chit was drawn and put back before anything moved under it."""

    step: int
    chit: Counter
    player: str
    turn: str


@dataclass(frozen=True, slots=True)
class MarkerMoved:
    """A marker of the Club Route went from a hex (NOWHERE: from off the map) to another, or
    (``box``) into the box of what a turn earned. ``setup``: no chit had been in play yet."""

    step: int
    counter: Counter
    start: int
    end: int
    box: bool
    player: str
    turn: str
    chit: str
    before: Snapshot
    setup: bool = False


@dataclass(frozen=True, slots=True)
class MarkerTaken:
    """A marker (a piece's id) was taken out of the box of what a turn earned."""

    step: int
    piece: str


@dataclass(frozen=True, slots=True)
class PutDown:
    """A Unit came onto the map, or a marker was put into a hex or turned; ``chit`` is the one in
    play, None between chits. ``tray``: it lay on another map, where what comes later lies."""

    step: int
    now: Standing
    player: str
    turn: str
    chit: Counter | None
    before: Snapshot
    tray: bool = False


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Pieces (by id) were put back by the undo of a step of the log before."""

    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnOver:
    """The turn tracker was moved."""

    step: int


Event = (
    LogFinding
    | Closed
    | ChitOut
    | ChitTakenUp
    | ChitBack
    | MarkerMoved
    | MarkerTaken
    | PutDown
    | TakenBack
    | TurnOver
)


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
