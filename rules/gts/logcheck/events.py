"""What following a log tells its judge: activations that are over, chits, markers, turns."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.gts.logcheck.board import Snapshot, Standing
from clubroute.rules.gts.logcheck.chits import DrawnChit
from clubroute.rules.gts.logcheck.circumstances import Circumstances
from clubroute.rules.gts.logcheck.counter import Counter
from clubroute.rules.gts.logcheck.track import Track
from clubroute.rules.logs.check.finding import LogFinding


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
    play, None between chits."""

    step: int
    now: Standing
    player: str
    turn: str
    chit: Counter | None
    before: Snapshot


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
