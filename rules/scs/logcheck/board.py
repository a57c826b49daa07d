"""Keeps the board as the rules see it, step by step through a log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.logs.check.places import Places
from clubroute.rules.logs.counters import PieceReader
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.position.record import given
from clubroute.rules.scs.games import book
from clubroute.rules.scs.logcheck.counter import Counter, bare_unit
from clubroute.rules.scs.logcheck.mapping import BRIDGE_KINDS
from clubroute.rules.scs.movement.costs import FERRY
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.crossings import Bridge
from clubroute.rules.scs.position.units import NA
from clubroute.rules.scs.roster import enlisted


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

    def may_ferry(self, snapshot: Snapshot, side: str, hexes: Sequence[int]) -> bool:
        """Tell whether a Ferry may join hexes, from bank to bank: one is drawn there, or an
        engineer of the side is at it. On another map than ours one may be printed anywhere."""
        drawn = any(
            a * 6 + self.map.direction(a, b) in self._drawn
            for ends in pairwise(hexes)
            for a, b in (ends, ends[::-1])
        )
        return not self.own or drawn or not self.engineers(snapshot, side).isdisjoint(hexes)

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
