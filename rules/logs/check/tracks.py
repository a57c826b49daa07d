"""What a log shows of units, step by step: who stands where, which dice fell, and where each unit
was dragged in a turn.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.kit.log_frame import SeenCounter
from clubroute.rules.logs.check.finding import LogFinding, Verdict
from clubroute.rules.logs.check.places import Places
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.mapping import PieceReader
from clubroute.rules.logs.pieces import GamePiece


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit or marker in a hex (an id of the map)."""

    hex: int
    counter: SeenCounter


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What stood on the board at one moment: units and markers by piece id."""

    units: Mapping[str, Standing]
    markers: Mapping[str, Standing]

    def seen(self) -> Iterable[Standing]:
        """List the units of a known side that all see."""
        return (one for one in self.units.values() if one.counter.side and not one.counter.hidden)

    def foes(self, side: str) -> Iterable[Standing]:
        """List the units seen that are of other sides than one; none of that of nobody."""
        return (one for one in self.seen() if side and one.counter.side != side)

    def has_foes(self, hex_: int, side: str) -> bool:
        """Tell whether units of other sides than one are seen in a hex."""
        return any(one.hex == hex_ for one in self.foes(side))


class LogBoard(Places):
    """Knows which counters stand in which hexes of the main map."""

    def __init__(
        self,
        mapfile: MapFile,
        layout: MapLayout,
        reader: PieceReader[SeenCounter],
        piles: Collection[str] = (),
    ) -> None:
        super().__init__(mapfile, layout, piles)
        self.reader = reader
        self._units: dict[str, Standing] = {}
        self._markers: dict[str, Standing] = {}
        self._taken: Snapshot | None = None

    def put(self, pieces: Iterable[tuple[str, GamePiece | None]]) -> None:
        """Take over what a step changed: each piece as it is now, None for a removed one."""
        for id_, piece in pieces:
            here = self.hex_of(piece)
            counter = None if piece is None or here == NOWHERE else self.reader.read(piece)
            for role, known in (("unit", self._units), ("marker", self._markers)):
                if counter is not None and counter.role == role:
                    known[id_] = Standing(here, counter)
                    self._taken = None
                elif known.pop(id_, None) is not None:
                    self._taken = None

    def snapshot(self) -> Snapshot:
        """Take a snapshot of the board as it is now."""
        if self._taken is None:
            self._taken = Snapshot(dict(self._units), dict(self._markers))
        return self._taken

    @abstractmethod
    def state(self, snapshot: Snapshot) -> dict[str, Any]:
        """Make a state for the rules' methods, as JSON values."""


# Records what a unit did in one turn, as the log shows it.


@dataclass(frozen=True, slots=True)
class Die:
    """Dice that fell in the turn: the board as they fell, and the most hexes that an attacker and a
    defender retreat by them, as the Combat Table has it. ``total`` is what they show together, None
    if that is not shown or they are not the dice of combat; ``moved``: a unit had moved in the
    player turn."""

    before: Snapshot
    attacker: int
    defender: int
    total: int | None = None
    moved: bool = False

    def beside(self, mapfile: MapFile, hex_: int, side: str) -> dict[str, int]:
        """Find the enemies of a side (hexes by piece) in a hex or beside it as the dice fell."""
        return {
            id_: one.hex
            for id_, one in self.before.units.items()
            if side
            and one.counter.side not in ("", side)
            and not one.counter.hidden
            and mapfile.between(one.hex, hex_) <= 1
        }


@dataclass(frozen=True, slots=True)
class Drag:
    """The unit was put into another hex.

    ``counter`` is the unit as it was, ``before`` the board. ``foes``: enemies were seen in the hex.
    ``rolls``: dice rolled in the turn so far, and ``dice`` those that the log shows, the last of
    them last; ``untold``: the log does not show dice at all; ``early``: nor what was before it.
    ``left`` are the hexes that enemies had held in the turn. ``late`` says what shows that the
    movement of its side was over, "" if nothing does.
    """

    step: int
    hex: int
    counter: SeenCounter
    before: Snapshot
    foes: bool
    rolls: int
    untold: bool
    early: bool
    left: frozenset[int]
    dice: tuple[Die, ...] = ()
    late: str = ""


@dataclass(slots=True)
class Track:
    """A unit's turn: where it stood at first, and where it was put.

    ``entered``: it came onto the map in the turn, ``landed``: by air drop. ``prior`` is the way it
    had come in the turn by the log before, ``handed`` what stood where as that ended. ``shed`` are
    the states that slow a unit which it began the turn with and had lost before it moved.
    ``setup``: play may not have begun as it moved.
    """

    counter: SeenCounter
    start: int
    player: str
    turn: str
    drags: list[Drag] = field(default_factory=list)
    entered: bool = False
    landed: bool = False
    prior: tuple[int, ...] = ()
    handed: Snapshot | None = None
    shed: tuple[str, ...] = ()
    setup: bool = False

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

    def earlier(self) -> list[Drag]:
        """Make drags of the way it had come by the log before, whose dice are not shown here."""
        first = self.drags[0]
        seen = first.before if self.handed is None else self.handed
        first = replace(first, before=seen, foes=False, rolls=-1, untold=True, dice=(), late="")
        return [replace(first, hex=hex_) for hex_ in self.prior[1:]]

    def whole(self) -> Track:
        """Make one of the way it had come by the log before and of what is shown."""
        if not self.prior:
            return self
        return replace(self, start=self.prior[0], drags=[*self.earlier(), *self.drags])


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
