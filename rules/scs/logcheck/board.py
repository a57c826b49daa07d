"""Keeps the board as the rules see it, step by step through a log."""

from __future__ import annotations

import re
from collections.abc import (
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED, GERMAN
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.kit.log_frame import LogCounter
from clubroute.rules.logs.check.finding import LogFinding, Verdict
from clubroute.rules.logs.check.places import Places
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.mapping import (
    CounterRow,
    MappingForm,
    PieceMap,
    PieceReader,
    Shown,
    Told,
    allowance,
    read_mapping,
    texts_of,
    wrong,
)
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.position.record import given
from clubroute.rules.scs.games import MAPS, book
from clubroute.rules.scs.movement.costs import FERRY
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.position import (
    KIND_OF,
    LAST_TURN,
    NA,
    Bridge,
)
from clubroute.rules.scs.roster import enlisted, roster

# Says what a mapping file of the Standard Combat Series may hold (:mod:`rules.logs.mapping`).
#
# ``mappings/clubroute.toml`` is the one for clubroute's own module; docs/mapping.md describes it.

SIDES = (ALLIED, GERMAN)
BRIDGE_KINDS = ("prepared", "blown", "built")
MARKER_KINDS = ("", *BRIDGE_KINDS, "zone", "ferry")
"""The kinds of markers; "" is one the checks need not know. ``zone``: a DZ."""
STATES = ("reduced", "dg", "oos", "exploited", "fired", "emplaced")
"""What a unit may show."""
FORM = MappingForm(
    maps=MAPS,
    tables={"units": "unit", "markers": "marker"},
    texts={
        "unit": ("id", "side", "division", "formation", "kind", "allowance"),
        "marker": ("id", "kind"),
    },
    words={"unit": {"side": SIDES}, "marker": {"kind": MARKER_KINDS}},
    shown=STATES,
    top={"turn": dict},
    inner={"turn": ("first",)},
)
HALF_DAY = re.compile(r".*?(?P<day>[0-9]{1,2})\D*?(?P<half>AM|PM)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterMap(PieceMap):
    """A mapping file. ``first`` is the half day of turn 1, as the turn tracker names it."""

    first: int | None = None

    def turn(self, text: str) -> int | None:
        """Read the number of a turn of the tracker, None if it names no half day of the game."""
        told = half_day(text)
        if told is None or self.first is None:
            return None
        number = told - self.first + 1
        return number if 1 <= number <= LAST_TURN else None


def half_day(text: str) -> int | None:
    """Count the half days of a month up to ``September 17 PM``; None if the text names none."""
    found = HALF_DAY.fullmatch(text.strip())
    return None if found is None else 2 * int(found["day"]) + (found["half"].upper() == "PM")


def mapping_of(data: Mapping[str, Any], path: Path) -> CounterMap:
    """Make a mapping of a file's values. :raises InputError: a name or value does not fit."""
    told = read_mapping(data, path, FORM)
    turn = texts_of(data.get("turn", {}), path, "turn")
    first = half_day(turn["first"]) if "first" in turn else None
    if "first" in turn and first is None:
        raise wrong(path, "turn.first", turn["first"], "a half day, as September 17 PM")
    return CounterMap(**told, first=first)


# Describes a piece of a log as the rules of the series see it: a unit or a marker.


@dataclass(frozen=True, slots=True)
class Counter(LogCounter):
    """A piece as the rules see it.

    ``shown`` has the states its module shows, with whether they are on; ``ma`` is MP, None if the
    piece does not show its allowance. ``hidden``: some player hid it or turned it face down.
    """

    shown: tuple[tuple[str, bool], ...] = ()
    ma: int | None = None
    hidden: bool = False

    def is_(self, state: str) -> bool | None:
        """Tell whether it shows a state, None if the module does not show it."""
        return dict(self.shown).get(state)


def counter_of(piece: GamePiece, row: CounterRow, told: Told, shown: Shown) -> Counter:
    """Make the counter of a piece that a row fits."""
    unit = row.role == "unit"
    half = allowance(piece, row, told) if unit else None
    return Counter(
        row.role,
        "",
        told.get("id", ""),
        piece.name,
        side if (side := told.get("side", "")) in SIDES else "",
        told.get("division", ""),
        told.get("formation", ""),
        told.get("kind", ""),
        tuple(sorted(shown.items())) if unit else (),
        None if half is None else half // 2,
        unit and (piece.hidden_by is not None or piece.masked_by is not None),
    )


def reader_of(mapping: PieceMap) -> PieceReader[Counter]:
    """Open what reads the pieces of a log."""
    return PieceReader(mapping, counter_of)


def bare_unit(counter: Counter) -> Unit:
    """Make a unit of the rules of what a counter shows; one of ours is known by its id."""
    own = roster().counter(Unit(id=counter.id))
    known = own is not None and own.side == (counter.side or own.side)
    return Unit(
        id=counter.id if own is None else own.id,
        name=None if known else counter.name or None,
        side=counter.side or None,
        division=None if known else counter.division or None,
        formation=None if known else counter.formation or None,
        kind=None if known else KIND_OF.get(counter.kind),
        back=counter.is_("reduced"),
        dg=counter.is_("dg"),
        oos=counter.is_("oos"),
        ma=counter.ma,
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit or marker in a hex (an id of the map)."""

    hex: int
    counter: Counter


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What stood on the board at one moment: units and markers by piece id."""

    units: Mapping[str, Standing]
    markers: Mapping[str, Standing]

    def sides(self, hex_: int) -> frozenset[str]:
        """Tell whose units are seen in a hex."""
        return frozenset(one.counter.side for one in self.seen() if one.hex == hex_)

    def seen(self) -> Iterable[Standing]:
        """List the units of a known side that all see."""
        return (one for one in self.units.values() if one.counter.side and not one.counter.hidden)


class Battlefield(Places):
    """Knows which counters stand in which hexes of the main map. ``scenario`` is what is played, by
    the name that rules use, None if the game does not say it. ``own``: the players see our map, so
    that there are the Ferries it draws, and those that engineers may have made."""

    def __init__(
        self,
        mapfile: MapFile,
        layout: MapLayout,
        reader: PieceReader[Counter],
        context: Context,
        piles: Collection[str] = (),
        scenario: str | None = None,
        own: bool = True,
    ) -> None:
        super().__init__(mapfile, layout, piles)
        self.reader = reader
        self.scenario, self.own = scenario, own
        sides = mapfile.sides.items() if own else ()
        self._drawn = frozenset(
            place for place, many in sides if any(one.kind == FERRY for one in many)
        )
        self._context = context
        self._units: dict[str, Standing] = {}
        self._markers: dict[str, Standing] = {}
        self._taken: Snapshot | None = None
        self._known: dict[Counter, tuple[Unit, Unit]] = {}

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

    def unit(self, counter: Counter, hex_: int = NOWHERE, bare: bool = False) -> Unit:
        """Make the rules' unit of a counter; ``bare``: of what the counter itself shows."""
        key = counter.on("")
        if key not in self._known:
            told = bare_unit(counter)
            self._known[key] = told, enlisted(self._context, told, "unit")
        found = self._known[key][not bare]
        return found if hex_ == NOWHERE else replace(found, hex=self.map.number(hex_))

    def position(self, snapshot: Snapshot, turn: int | None = None) -> Position:
        """Make a position of a snapshot, of all that is seen by both sides."""
        units = tuple(self.unit(one.counter, one.hex) for one in snapshot.seen())
        bridges = {name: Bridge(word=word) for name, word in self.bridges(snapshot).items()}
        return Position(scenario=self.scenario, units=units, bridges=bridges)

    def bridges(self, snapshot: Snapshot) -> dict[str, str]:
        """Tell which bridges the markers on the board are for, by the hex they lie in."""
        return {
            self.map.number(one.hex): one.counter.kind
            for _, one in sorted(snapshot.markers.items())
            if one.counter.kind in BRIDGE_KINDS
        }

    def engineers(self, snapshot: Snapshot, side: str) -> frozenset[int]:
        """Find the hexes of a side's engineers, each of which may be a Ferry (INS 1.15b)."""
        kinds = book("bridges")["engineer_ferry"].words("kinds")
        return frozenset(
            one.hex
            for one in snapshot.seen()
            if one.counter.side == side and self.unit(one.counter).kind in kinds
        )

    def draws_ferry(self, hexes: Sequence[int]) -> bool:
        """Tell whether the players' board, which is ours, draws a Ferry from bank to bank."""
        return self.own and any(
            a * 6 + self.map.direction(a, b) in self._drawn
            for ends in pairwise(hexes)
            for a, b in (ends, ends[::-1])
        )

    def may_ferry(self, snapshot: Snapshot, side: str, hexes: Sequence[int]) -> bool:
        """Tell whether a Ferry may join hexes, from bank to bank: one is drawn there, or an
        engineer of the side is at it. On another map than ours one may be printed anywhere."""
        if not self.own or self.draws_ferry(hexes):
            return True
        return not self.engineers(snapshot, side).isdisjoint(hexes)

    def ferries(self) -> dict[str, Any]:
        """List the Ferries that the map draws, as JSON values by the hexes they join."""
        ends = (sorted((at // 6, self.map.beside[at % 6][at // 6])) for at in self._drawn)
        return {f"{self.map.number(a)}/{self.map.number(b)}": {} for a, b in ends}

    def state(self, snapshot: Snapshot) -> dict[str, Any]:
        """Make a state for the rules' methods, as JSON values."""
        units = [record_of(self.unit(one.counter, one.hex, bare=True)) for one in snapshot.seen()]
        scenario = {"scenario": self.scenario} if self.scenario else {}
        ferries = {"ferries": self.ferries()} if self.own else {}
        return {"units": units, "bridges": self.bridges(snapshot), **ferries, **scenario}


def record_of(unit: Unit) -> dict[str, Any]:
    """Put a unit into the form that the rules' methods take."""
    told = {name: value for name, value in given(unit).items() if value not in ((), None)}
    return told | ({"ma": "Na"} if unit.ma == NA else {})


# Records what a unit did in one turn, as the log shows it.


@dataclass(frozen=True, slots=True)
class Die:
    """Dice that fell in the turn: the board as they fell, and the most hexes that an attacker and a
    defender retreat by them, as the Combat Table has it. ``two``: they are two dice, as combat
    takes; ``moved``: a unit had moved in the player turn."""

    before: Snapshot
    attacker: int
    defender: int
    two: bool = False
    moved: bool = False

    def beside(self, mapfile: MapFile, hex_: int, enemy: str) -> dict[str, int]:
        """Find the enemies (hexes by piece) who were in a hex or beside it as the dice fell."""
        return beside(self.before, mapfile, hex_, enemy)


def beside(board: Snapshot, mapfile: MapFile, hex_: int, enemy: str) -> dict[str, int]:
    """Find the enemies (hexes by piece) who are in a hex or beside it."""
    return {
        id_: one.hex
        for id_, one in board.units.items()
        if one.counter.side == enemy
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
    counter: Counter
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

    counter: Counter
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
