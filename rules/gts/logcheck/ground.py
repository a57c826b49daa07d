"""The ground Units of a log move on: the map's graphs with a board's bridges and road blocks, and
the hexes that are shut. What one log has asked for is there for the next."""

from __future__ import annotations

from collections.abc import Mapping

from clubroute.rules.context import Context
from clubroute.rules.gts.logcheck.board import Bridges, Snapshot, enemies
from clubroute.rules.gts.logcheck.counter import Counter
from clubroute.rules.gts.logcheck.turns import time_of
from clubroute.rules.gts.move_methods import network_of, tables_of
from clubroute.rules.gts.movement.arrivals import Shut
from clubroute.rules.gts.movement.limits import Limited, is_over, limits_of
from clubroute.rules.gts.movement.network import Network
from clubroute.rules.gts.movement.position import Mover, Position
from clubroute.rules.gts.movement.readings import Readings
from clubroute.rules.gts.movement.step import Rules
from clubroute.rules.gts.movement_tables import MovementTable
from clubroute.rules.gts.route_limit import holding_route
from clubroute.rules.mapfile import MapFile
from clubroute.rules.model import MoveClass

MOST_GRAPHS = 32
"""Graphs kept: classes of Units times states of the bridges."""
MOST_LIMITS = 256
"""Limits kept: of Formations, while the same ones are in force."""
MOST_TURNS = 256
"""Turns whose limits are at hand."""


class Ground:
    """The ground of one map, for one log after the other."""

    def __init__(self, context: Context, map: MapFile) -> None:
        self.map = map
        self._context = context
        self._rules = Rules(tables_of(context), Readings())
        self._limits: dict[tuple[object, ...], Limited] = {}
        self._turns: dict[str, dict[tuple[str, str, str], Limited]] = {}
        self._now: Mapping[str, str] | None = None
        self._limited = self._turns.setdefault("", {})
        self._over: dict[str, tuple[bool, ...]] = {}
        self._graphs: dict[tuple[object, ...], Network] = {}
        self._shut = Shut(frozenset(), {})
        self._latest: dict[MoveClass, tuple[Bridges, frozenset[int], Network]] = {}

    @property
    def tables(self) -> Mapping[str, MovementTable]:
        """The movement rules by game."""
        return self._rules.tables

    def limited(self, counter: Counter, now: Mapping[str, str] | None) -> Limited:
        """Where a Unit may not go in a turn."""
        if now is not self._now:
            if len(self._turns) >= MOST_TURNS:
                self._turns.clear()
            self._now, self._limited = now, self._turns.setdefault(time_of(now), {})
        who = counter.side, counter.formation, counter.division
        found = self._limited.get(who)
        if found is None:
            found = self._limited[who] = self._limits_of(*who, time_of(now))
        return found

    def _limits_of(self, side: str, formation: str, division: str, time: str) -> Limited:
        groups = tuple(name for name in (formation, division) if name)
        who = (self.map, self.tables, groups, side)
        route = holding_route(self._context, *who, None, time)
        key = (side, groups, bool(time), self._over_by(time), route)
        found = self._limits.get(key)
        if found is None:
            if len(self._limits) >= MOST_LIMITS:
                self._limits.clear()
            found = limits_of(*who, time, route)
            self._limits[key] = found
        return found

    def _over_by(self, time: str) -> tuple[bool, ...]:
        """Which of the tables' limits are over: turns with the same ones have the same limits."""
        found = self._over.get(time)
        if found is None:
            if len(self._over) >= MOST_LIMITS:
                self._over.clear()
            found = self._over[time] = tuple(
                is_over(limit, self.map.window, time)
                for _, table in sorted(self.tables.items())
                for limit in table.limits
            )
        return found

    def graph(self, move_class: MoveClass, snapshot: Snapshot) -> Network:
        """The movement graph with the board's bridges and road blocks."""
        bridges, blocks = snapshot.bridges, snapshot.road_blocks
        latest = self._latest.get(move_class)
        if latest is not None and latest[0] is bridges and latest[1] is blocks:
            return latest[2]
        key = (move_class, frozenset(bridges.sure.items()), blocks)
        found = self._graphs.get(key)
        if found is None:
            if len(self._graphs) >= MOST_GRAPHS:
                self._graphs.clear()
            found = self._graphs[key] = self._unfolded(move_class, bridges, blocks)
        self._latest[move_class] = bridges, blocks, found
        return found

    def _unfolded(self, move_class: MoveClass, bridges: Bridges, blocks: frozenset[int]) -> Network:
        map, crossings = self.map, {}
        for number, state in bridges.sure.items():
            side = map.lattice.parse_hexside(number)
            a, b = map.find(side.a), map.find(side.b)
            crossings[a * 6 + map.direction(a, b)] = state
            crossings[b * 6 + map.direction(b, a)] = state
        position = Position(crossings=crossings, road_blocks=blocks)
        return network_of(self._context, map, self._rules, Mover(move_class), position)

    def shut(self, side: str, limited: Limited, snapshot: Snapshot) -> Shut:
        """The hexes a Unit may not enter: those of enemies, and those a limit keeps it out of."""
        held, barred = enemies(snapshot, side), limited.hexes
        if self._shut.held is not held or self._shut.barred is not barred:
            self._shut = Shut(held, barred)  # kept: one drag after the other asks for the same
        return self._shut


def ground_of(context: Context, map: MapFile) -> Ground:
    """The ground of a map, made once."""
    key = ("log ground", map.window)
    found = context.loaded.get(key)
    if not isinstance(found, Ground) or found.map is not map:
        found = context.loaded[key] = Ground(context, map)
    return found
