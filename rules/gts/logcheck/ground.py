"""Follows Units over the ground that logs move on: graphs with a board's bridges and road blocks,
and the hexes that are shut. What one log has asked for is there for the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from clubroute.rules.answer.model import MoveClass
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import MovementTable, tables_of
from clubroute.rules.gts.logcheck.board import (
    ShownBridges,
    Snapshot,
    enemies,
    limiting,
)
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.gts.logcheck.track import Leg, Turned
from clubroute.rules.gts.movement import arrivals
from clubroute.rules.gts.movement.arrivals import Shut
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.journey import network_of
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.markers import Marker
from clubroute.rules.gts.position.position import time_of
from clubroute.rules.gts.position.turns import Now
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.situation.condition import Limiting, Limits, limits_of
from clubroute.rules.gts.situation.mover import Mover
from clubroute.rules.gts.situation.surroundings import Surroundings
from clubroute.rules.position.record import read_record

MOST_GRAPHS = 32
"""Graphs kept: classes of Units times states of the bridges."""
MOST_TURNS = 256
"""Turns whose limits are at hand."""


class PlayedGround:
    """Keeps the ground of one map, for one log after the other."""

    def __init__(self, context: Context, mapfile: MapFile) -> None:
        self.map = mapfile
        self._context = context
        self._rules = Rules(tables_of(context), MovementReadings())
        self._turns: dict[tuple[str | None, str], dict[tuple[object, ...], Limits]] = {}
        self._now: tuple[str | None, Mapping[str, str] | None] = (None, None)
        self._known = self._turns.setdefault((None, ""), {})
        self._graphs: dict[tuple[object, ...], Network] = {}
        self._shut = Shut(frozenset(), {})
        self._nowhere: dict[str, dict[int, str]] = {}
        self._latest: dict[MoveClass, tuple[ShownBridges, frozenset[int], Network]] = {}

    @property
    def tables(self) -> Mapping[str, MovementTable]:
        """Return the movement rules by game."""
        return self._rules.tables

    def limits(
        self,
        counter: Counter,
        start: int,
        now: Mapping[str, str] | None,
        board: Snapshot,
        scenario: str | None,
    ) -> Limits:
        """Look up where a Unit that begins in a hex may not go in a turn of a scenario (its id),
        with the markers on the board."""
        if now is not self._now[1] or scenario != self._now[0]:
            if len(self._turns) >= MOST_TURNS:
                self._turns.clear()
            self._now = scenario, now
            self._known = self._turns.setdefault((scenario, time_of(now)), {})
        lying = limiting(self.map, board)
        key = counter.id, counter.side, counter.column, start, lying
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._limits_of(counter, start, lying)
        return found

    def _limits_of(
        self, counter: Counter, start: int, lying: tuple[tuple[str, int], ...]
    ) -> Limits:
        scenario, now = self._now
        unit = Unit(
            id=counter.id or None,
            name=counter.name or None,
            side=counter.side or None,
            formation=counter.formation or None,
            division=counter.division or None,
            hex=self.map.number(start),
            column=counter.column,
        )
        markers = tuple(Marker(kind=kind, hex=self.map.number(hex_)) for kind, hex_ in lying)
        position = Position(
            now=read_record(Now, now, "turn") if now else None,
            scenario=scenario,
            markers=markers or None,
        )
        return limits_of(Limiting(self._context, self.map, unit, position, position.played))

    def graph(self, move_class: MoveClass, snapshot: Snapshot) -> Network:
        """Look up the movement graph with the board's bridges and road blocks."""
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

    def _unfolded(
        self, move_class: MoveClass, bridges: ShownBridges, blocks: frozenset[int]
    ) -> Network:
        mapfile, crossings = self.map, {}
        for number, state in bridges.sure.items():
            side = mapfile.lattice.parse_hexside(number)
            a, b = mapfile.find(side.a), mapfile.find(side.b)
            crossings[mapfile.place(a, b)] = state
            crossings[mapfile.place(b, a)] = state
        position = Surroundings(crossings=crossings, road_blocks=blocks)
        return network_of(self._context, mapfile, self._rules, Mover(move_class), position)

    def shut(self, side: str, limits: Limits, snapshot: Snapshot) -> Shut:
        """Collect the hexes a Unit may not enter: those of enemies, and those a limit bars."""
        held, barred = enemies(snapshot, side), limits.shut
        if limits.still is not None:
            why = limits.still.why
            if why not in self._nowhere:
                self._nowhere[why] = dict.fromkeys(range(len(self.map)), why)
            barred = self._nowhere[why]
        if self._shut.held is not held or self._shut.barred is not barred:
            self._shut = Shut(held, barred)  # kept: one drag after the other asks for the same
        return self._shut


def ground_of(context: Context, mapfile: MapFile) -> PlayedGround:
    """Return the ground of a map, made once."""
    key = ("log ground", mapfile.window)
    found = context.loaded.get(key)
    if not isinstance(found, PlayedGround) or found.map is not mapfile:
        found = context.loaded[key] = PlayedGround(context, mapfile)
    return found


Reading: TypeAlias = Literal["shown", "forms", "ways", "kept", "ends"]
"""How much of a move the log leaves open: nothing; when it changed formation; also the ways
between the hexes it was put into; also whether it is where it stood (put back by hand); all but
where it began and ended."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """Where no reading goes on: the leg, by its place among the legs, and the hex before it.

    ``at_end``: every leg can be, but not the formation it is in at last.
    """

    leg: int
    hex: int
    at_end: bool = False


@dataclass(frozen=True, slots=True)
class Walked:
    """A reading followed through: the half-MP before each leg and at last, or where it stopped."""

    totals: tuple[int, ...]
    stopped: Stopped | None = None

    @property
    def cost(self) -> int | None:
        """Return what the whole costs in half-MP, None where it stops."""
        return None if self.stopped else self.totals[-1]


Graph: TypeAlias = Callable[[MoveClass, Snapshot], Network]
Closed: TypeAlias = Callable[[Snapshot], arrivals.Shut]


@dataclass(frozen=True, slots=True)
class Mind:
    """Holds what following a Unit takes: the graph of a class on a board, and the shut hexes."""

    graph: Graph
    shut: Closed


def followed(
    mind: Mind,
    move_class: MoveClass,
    start: int,
    column: bool | None,
    legs: Sequence[Leg],
    last: bool | None,
    reading: Reading,
    slack: int = arrivals.SLACK,
    near: Callable[[int, int], bool] | None = None,
) -> Walked:
    """Find the cheapest move of a reading. ``last`` is the formation shown at last; ``slack``
    (half-MP) as in :func:`clubroute.rules.gts.movement.arrivals.arrivals`. ``near``: a drag between
    hexes of which it holds is the step that was gone, whatever the reading."""
    if not legs:
        return Walked((0,))
    network = mind.graph(move_class, legs[0].before)
    front = arrivals.begin(network, start, column)
    here, totals = start, [0]
    exact = reading == "shown" and column is not None
    for number, leg in enumerate(legs):
        network = mind.graph(move_class, leg.before)
        if isinstance(leg, Turned):
            if exact:
                front = arrivals.turned(network, front, leg.column)
        else:
            shut = mind.shut(leg.before)
            step = near is not None and near(here, leg.hex)
            if step or reading in ("shown", "forms"):
                front = arrivals.settled(network, front, changes=not exact)
                front = arrivals.stepped(network, front, leg.hex, shut)
            elif leg is legs[-1]:
                front = arrivals.ended(network, front, leg.hex, shut, last)
            else:
                front = arrivals.travelled(network, front, leg.hex, shut, slack)
            if front:
                here = leg.hex
        if not front:
            return Walked(tuple(totals), Stopped(number, here))
        totals.append(min(front.values()))
    if last is not None and not exact:
        front = arrivals.turned(network, front, last)
        if not front:
            return Walked(tuple(totals), Stopped(len(legs) - 1, here, at_end=True))
    totals[-1] = min(front.values())
    return Walked(tuple(totals))
