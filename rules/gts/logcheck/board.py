"""Keeps the board as the rules see it, step by step through a log: Units, markers, and on which
Units the module's Column markers lie."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from clubroute.rules.answer.model import mp
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.gts.logcheck.counters import Counter, CounterReader
from clubroute.rules.gts.situation.condition import marker_kinds
from clubroute.rules.logs.check.places import Places
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.pieces import GamePiece

Changes: TypeAlias = Mapping[str, tuple[GamePiece | None, GamePiece | None]]
"""What a step changed: pieces by id, as they were and as they are; None for none."""


class Standing(NamedTuple):
    """A Unit in a hex (an id of the map)."""

    hex: int
    counter: Counter


@dataclass(frozen=True, slots=True)
class ShownBridges:
    """What the markers on the board say of bridges, by hexside.

    ``sure`` are those only one reading fits; ``open`` the hexsides where a marker's hex has several
    bridges, or a bridging Unit stands by a destroyed one and may have repaired it.
    """

    sure: Mapping[str, str]
    open: frozenset[str]


class Snapshot(NamedTuple):
    """What stood on the board at one moment: Units and markers by piece id, the hexes that each
    side holds (with Units that everybody sees and that hold a hex), and what the markers make of
    bridges and Roads (hexes with a road block).

    What a step leaves alone is the same object in the next snapshot.
    """

    units: Mapping[str, Standing]
    markers: Mapping[str, Standing]
    held: Mapping[str, frozenset[int]]
    bridges: ShownBridges
    road_blocks: frozenset[int]


COLUMN = "column"
"""The kind of the markers."""


@dataclass(slots=True)
class ColumnMarkers:
    """Tells on which Units the module's Column markers lie: they say what a Unit's own sign would.

    Holds the Units (piece ids) that each marker (a piece id) may lie on: one, or all that were
    in its hex as it was put there."""

    on: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _hexes: dict[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.on)

    def lies(self, marker: str, now: Standing | None, units: Mapping[str, Standing]) -> None:
        """Take note of where a marker lies, None if nowhere. Where it is put it lies on its Unit if
        that is there, else on Units that have no sign and no marker yet; where nobody is it goes
        before its Unit, or was left behind."""
        owners, was = self.on.pop(marker, ()), self._hexes.pop(marker, None)
        if now is None:
            return
        self._hexes[marker] = now.hex
        if owners and was == now.hex:
            self.on[marker] = owners
            return
        taken = {many[0] for many in self.on.values() if len(many) == 1}
        here = [
            unit
            for unit, one in units.items()
            if one.hex == now.hex and one.counter.column is False and unit not in taken
        ]
        self.on[marker] = tuple(one for one in here if one in owners) or tuple(here) or owners

    def shown(self, unit: str, hex_: int, markers: Mapping[str, Standing]) -> bool | None:
        """Say what the markers make of a Unit in a hex: True for one that a marker lies on, None
        where that is open, False where there is none."""
        found: bool | None = False
        for marker, owners in self.on.items():
            if unit in owners and marker in markers:
                if len(owners) == 1 and markers[marker].hex == hex_:
                    return True
                found = None
        return found

    def owned(self) -> Collection[str]:
        """List the Units that some marker may lie on."""
        return {unit for owners in self.on.values() for unit in owners}


class Battlefield(Places):
    """Knows which counters stand in which hexes of the main map."""

    def __init__(
        self,
        mapfile: MapFile,
        layout: MapLayout,
        reader: CounterReader,
        piles: Collection[str] = (),
    ) -> None:
        super().__init__(mapfile, layout, piles)
        self._reader = reader
        self._passive = reader.mapping.passive
        self._units: dict[str, Standing] = {}
        self._markers: dict[str, Standing] = {}
        self._taken: Snapshot | None = None
        self._markers_taken: Mapping[str, Standing] | None = None
        self._holding: dict[str, dict[int, int]] = {}
        self._held: dict[str, frozenset[int]] = {}
        self._stirred: set[str] = set()
        self._ground: tuple[ShownBridges, frozenset[int]] | None = None
        self._removed: dict[str, Standing] = {}
        self._heirs: dict[str, str] = {}
        self._columns = ColumnMarkers()
        self._columned: set[str] = set()
        self._unsigned: dict[str, Standing] = {}
        self.formed: frozenset[str] = frozenset()

    def changes(self, pieces: Changes) -> Changes:
        """Tell what a step changed of each Unit: a piece that takes another's place (its reduced
        side, a copy, the same counter from the palette in the hex where it was) is that Unit, and
        goes by the first piece's id. To be asked before the step is :meth:`put`."""
        for id_, (old, new) in pieces.items():
            if old is None and new is not None and id_ not in self._units:
                first = self._heir_of(new, pieces)
                if first:
                    self._heirs[id_] = first
        if self._heirs.keys().isdisjoint(pieces):
            return pieces
        found: dict[str, tuple[GamePiece | None, GamePiece | None]] = {}
        for id_, (old, new) in pieces.items():
            first = self._heirs.get(id_, id_)
            was, now = found.get(first, (None, None))
            found[first] = was or old, now or new
        return found

    def _heir_of(self, piece: GamePiece, pieces: Changes) -> str:
        """Find the Unit whose place a new piece takes, "" if none: the only one that the step
        removes from its hex, or the same counter that was removed there."""
        hex_ = self.hex_of(piece)
        counter = None if hex_ == NOWHERE else self._reader.read(piece)
        if counter is None or counter.role != "unit":
            return ""
        come = [new for old, new in pieces.values() if old is None and self.hex_of(new) == hex_]
        gone = [
            first
            for id_, (old, new) in pieces.items()
            if new is None and self.hex_of(old) == hex_
            if (first := self._heirs.get(id_, id_)) in self._units
            and self._units[first].counter.side == counter.side
        ]
        if len(gone) == len(come) == 1:
            return gone[0]
        return next(
            (
                id_
                for id_, was in self._removed.items()
                if was.hex == hex_ and was.counter.id == counter.id
            ),
            "",
        )

    def unit_of(self, piece: str) -> str:
        """Return the id of the piece that a Unit was at first."""
        return self._heirs.get(piece, piece)

    def with_unit(self, id_: str, hex_: int) -> Snapshot:
        """Take a snapshot of the board as it would be with a Unit in another hex."""
        now = self.snapshot()
        units = {**now.units, id_: Standing(hex_, now.units[id_].counter)}
        side = units[id_].counter.side
        there = (one for one in units.values() if one.counter.side == side)
        held = frozenset(one.hex for one in there if self._holds(one.counter))
        return now._replace(units=units, held={**now.held, side: held} if side else now.held)

    def piece_of(self, first: str) -> str:
        """Return the id of the piece that a Unit is now."""
        return next((id_ for id_, one in self._heirs.items() if one == first), first)

    def put(self, pieces: Iterable[tuple[str, GamePiece | None]]) -> None:
        """Take over what a step changed: each piece as it is now, None for a removed one."""
        for id_, piece in pieces:
            here = self.hex_of(piece)
            counter = None if piece is None or here == NOWHERE else self._reader.read(piece)
            role = None if counter is None else counter.role
            if counter is not None and counter.piece != id_:
                counter = counter.heir(id_)
            if piece is None and id_ in self._units:
                self._removed[id_] = self._units[id_]
            elif self._removed:
                self._removed.pop(id_, None)
            if role == "unit" or id_ in self._units:
                self._put_unit(id_, here, counter if role == "unit" else None)
            if role == "marker" or id_ in self._markers:
                self._put_marker(id_, here, counter if role == "marker" else None)
        if self._columned or self._columns:
            self._sign()

    def _sign(self) -> None:
        """Show Units in Column as the Column markers that lie on them say; :attr:`formed` are those
        whose formation that changes."""
        own = {**self._units, **self._unsigned}
        for marker in sorted(self._columned | self._columns.on.keys()):
            self._columns.lies(marker, self._markers.get(marker), own)
        formed = set()
        for unit in sorted({*self._columns.owned(), *self._unsigned}):
            bare, signed = own.get(unit), self._units.get(unit)
            if bare is None or signed is None:
                self._unsigned.pop(unit, None)
                continue
            shown = self._columns.shown(unit, bare.hex, self._markers)
            if signed.counter.column != shown:
                self._units[unit] = Standing(bare.hex, replace(bare.counter, column=shown))
                self._taken = None
                formed.add(unit)
            if shown is False:
                self._unsigned.pop(unit, None)
            else:
                self._unsigned[unit] = bare
        self.formed = frozenset(formed)

    def _put_unit(self, id_: str, hex_: int, counter: Counter | None) -> None:
        before = self._units.get(id_)
        self._unsigned.pop(id_, None)
        if before is not None:
            if before.hex == hex_ and before.counter is counter:
                return  # most changes of a piece say nothing to the rules
            self._stir(before, -1)
        if counter is None:
            self._units.pop(id_, None)
        else:
            now = self._units[id_] = Standing(hex_, counter)
            self._stir(now, 1)
        self._taken = None

    def _put_marker(self, id_: str, hex_: int, counter: Counter | None) -> None:
        before = self._markers.get(id_)
        if counter is not None and counter.kind == COLUMN:
            self._columned.add(id_)
        else:
            self._columned.discard(id_)
        if before is not None and before.hex == hex_ and before.counter is counter:
            return
        if counter is None:
            self._markers.pop(id_, None)
        else:
            self._markers[id_] = Standing(hex_, counter)
        self._taken = self._markers_taken = self._ground = None

    def _stir(self, unit: Standing, more: int) -> None:
        """Count a Unit in (1) or out (-1) among those that hold its hex and are seen by all."""
        hex_, counter = unit.hex, unit.counter
        if counter.kind == BRIDGING:
            self._ground = None
        if self._holds(counter):
            holding = self._holding.setdefault(counter.side, {})
            many = holding.pop(hex_, 0) + more
            if many:
                holding[hex_] = many
            self._stirred.add(counter.side)

    def _holds(self, counter: Counter) -> bool:
        """Tell whether a Unit holds its hex and is seen by all."""
        return bool(counter.side) and not counter.hidden and counter.kind not in self._passive

    def snapshot(self) -> Snapshot:
        """Take a snapshot of the board as it is now."""
        if self._taken is None:
            if self._markers_taken is None:
                self._markers_taken = dict(self._markers)
            if self._ground is None:
                units, markers = self._units, self._markers_taken
                self._ground = bridges_of(self.map, units, markers), road_blocks(self.map, markers)
            if self._stirred:
                self._held = dict(self._held)
                for side in self._stirred:
                    self._held[side] = frozenset(self._holding[side])
                self._stirred.clear()
            units = dict(self._units)
            self._taken = Snapshot(units, self._markers_taken, self._held, *self._ground)
        return self._taken


def enemies(snapshot: Snapshot, side: str) -> frozenset[int]:
    """Return the hexes that other sides hold."""
    others = [hexes for one, hexes in snapshot.held.items() if one != side]
    return others[0] if len(others) == 1 else frozenset().union(*others)


def units_seen(snapshot: Snapshot, passive: frozenset[str]) -> list[tuple[str, int, str]]:
    """List the Units that all see and that hold their hex: piece, hex and side, in order."""
    return [
        (one.counter.piece, one.hex, one.counter.side)
        for _, one in sorted(snapshot.units.items())
        if one.counter.side and not one.counter.hidden and one.counter.kind not in passive
    ]


def unit_records(mapfile: MapFile, seen: Iterable[tuple[str, int, str]]) -> list[dict[str, Any]]:
    """Put Units into the form that the rules' methods take."""
    return [{"id": piece, "hex": mapfile.number(hex_), "side": side} for piece, hex_, side in seen]


def limiting(mapfile: MapFile, snapshot: Snapshot) -> tuple[tuple[str, int], ...]:
    """List the markers that limit where Units go, by kind and hex (WED S3.1, scenario 4)."""
    kinds = marker_kinds(mapfile.window)
    lying = {(one.counter.kind, one.hex) for one in snapshot.markers.values()}
    return tuple(sorted(one for one in lying if one[0] in kinds))


def state_of(mapfile: MapFile, snapshot: Snapshot, passive: frozenset[str]) -> dict[str, Any]:
    """Make a state for the rules' methods of what is sure in a snapshot and seen by all."""
    units = unit_records(mapfile, units_seen(snapshot, passive))
    blocks = sorted(snapshot.road_blocks)
    markers = [{"kind": "road_block", "hex": mapfile.number(hex_)} for hex_ in blocks]
    markers += [
        {"kind": kind, "hex": mapfile.number(hex_)} for kind, hex_ in limiting(mapfile, snapshot)
    ]
    bridges = dict(sorted(snapshot.bridges.sure.items()))
    return {"units": units, "markers": markers, "bridges": bridges}


def bridge_sides(mapfile: MapFile, hex_: int, kind: str) -> list[int]:
    """List the places of a hex's sides with a bridge (``bridge``, ``stream_bridge``)."""
    return [place for place in range(hex_ * 6, hex_ * 6 + 6) if kind in mapfile.features(place)]


def road_blocks(mapfile: MapFile, markers: Mapping[str, Standing]) -> frozenset[int]:
    """List the hexes with a road block, except beside a bridge, where none may be (WED 2.15.2)."""
    return frozenset(
        one.hex
        for one in markers.values()
        if one.counter.kind == "road_block" and not bridge_sides(mapfile, one.hex, "bridge")
    )


BRIDGING = "bridge"
"""The kind of the Units that repair bridges (WED 2.15.7)."""
STATES = {
    "bridge_destroyed": ("bridge", "destroyed"),
    "stream_unstable": ("stream_bridge", "unstable"),
}
"""Kind of marker → the feature it is of, and the state it shows."""


def bridges_of(
    mapfile: MapFile, units: Mapping[str, Standing], markers: Mapping[str, Standing]
) -> ShownBridges:
    """Work out which bridges the markers on the board are for."""
    sure: dict[str, str] = {}
    doubtful: set[str] = set()
    repairing = {one.hex for one in units.values() if one.counter.kind == BRIDGING}
    for one in markers.values():
        feature, state = STATES.get(one.counter.kind, ("", ""))
        if not feature:
            continue
        places = [
            place
            for place in bridge_sides(mapfile, one.hex, feature)
            if not any(f.is_never(state) for f in mapfile.sides[place])
        ]
        for place in places:
            number = mapfile.hexside_number(place)
            ends = {one.hex, mapfile.beside[place % 6][one.hex]}
            if len(places) > 1 or ends & repairing:
                doubtful.add(number)
            else:
                sure[number] = state
    return ShownBridges(sure, frozenset(doubtful - sure.keys()))


def allowance_text(half_mp: int) -> str:
    """Write movement points as players do."""
    return f"{mp(half_mp):g} MP"
