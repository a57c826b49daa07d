"""A seeded random player who moves by the rules; faults.py makes him break one on purpose.

What is legal he asks ``move.reach`` and ``move.best``; where his Units stand he keeps himself.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clubroute.builder.grid import distance
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.logcheck.excuses import NEAR
from clubroute.rules.logs.check.finding import Verdict
from tests.logs.check.scenario import (
    ALLOWANCES,
    STACK,
    Scenario,
    class_of,
)
from tests.logs.check.stages import Stage
from tests.logs.check.tables import Table

NIGHT = "Night"
"""The last turn of a day: set-ups here end with it."""
MOST_UNITS = 2
RETREAT = 3
"""Hexes that a Unit retreats here at most."""


@dataclass(slots=True)
class Unit:
    """A Unit as the player knows it."""

    piece: str
    id: str
    hex: str
    column: bool
    move_class: str  # "" of engineers and transport, which stay where they are
    side: str
    division: str
    formation: str

    @property
    def ma(self) -> int:
        return ALLOWANCES[self.move_class]


@dataclass(frozen=True, slots=True)
class Planted:
    """What was played on purpose: what kind, and for each of its pieces the check a finding must
    name, with one of ``verdicts``."""

    kind: str
    pieces: tuple[str, ...]
    check: str
    verdicts: tuple[Verdict, ...] = ("illegal",)


class UnluckyError(Exception):
    """The fault cannot be made here; another seed may."""


@dataclass(slots=True)
class Player:
    """Plays a log on a table. ``deeds`` is what was done, for whoever reads a failing test."""

    table: Table
    scenario: Scenario
    context: Context
    chance: random.Random
    units: dict[str, Unit] = field(default_factory=dict)
    deeds: list[str] = field(default_factory=list)
    chit: str = ""
    draws: int = 0
    turns: int = 0

    def __post_init__(self) -> None:
        rows = {unit.id: unit for unit in self.scenario.counters.units}
        for id_, number, states in self.stage.units:
            row = rows[id_]
            self.units[id_] = Unit(
                self.scenario.ids[id_],
                id_,
                number,
                "column" in states,
                class_of(row),
                row.side,
                row.division,
                row.formation or "",
            )

    @property
    def stage(self) -> Stage:
        return self.scenario.stage

    # ------------------------------------------------------------------ deeds

    def put(self, unit: Unit, number: str) -> None:
        """Drag a Unit into a hex."""
        self.deeds.append(f"{unit.id}: {unit.hex} -> {number}")
        self.table.drag(unit.piece, self.scenario.game.map, self.scenario.pixel(number))
        unit.hex = number

    def put_stack(self, units: Sequence[Unit], number: str) -> None:
        """Drag the stack of some Units, which are all there is in their hex, into a hex."""
        first = units[0]
        self.deeds.append(f"{', '.join(u.id for u in units)}: stack {first.hex} -> {number}")
        self.table.drag_stack(first.piece, self.scenario.game.map, self.scenario.pixel(number))
        for unit in units:
            unit.hex = number

    def form(self, unit: Unit) -> None:
        """Put a Unit into Column, or out of it."""
        self.deeds.append(f"{unit.id}: Column {not unit.column}")
        self.table.column(unit.piece)
        unit.column = not unit.column

    def draw(self) -> None:
        """Draw the next chit."""
        piece = self.table.draw()
        self.draws += 1
        self.chit = self.scenario.chits[piece]
        self.deeds.append(f"draw {self.chit} ({piece})")

    def go_on(self, *pieces: str) -> None:
        """Play goes on under another chit, with other Units, and under the one after that: what
        was done is not put right."""
        left = {unit.hex for unit in self.units.values() if unit.piece in pieces}
        before = {unit.id: unit.hex for unit in self.units.values()}
        went_on = False
        while self.draws < len(self.stage.chits):
            self.draw()
            if went_on:
                return
            for unit in self.active():
                if unit.hex in left:
                    continue
                self.move(unit)
                if unit.hex != before[unit.id]:
                    went_on = True
                    break
        raise UnluckyError

    def next_turn(self) -> None:
        """Go on with the turn tracker."""
        self.table.turn()
        self.turns += 1
        self.deeds.append("turn")

    @property
    def time(self) -> str:
        """The present turn's time of day."""
        times = self.scenario.game.times
        return times[(times.index(self.stage.time) + self.turns) % len(times)]

    def active(self) -> list[Unit]:
        """The Units the chit in play activates."""
        row = next(chit for chit in self.scenario.counters.chits if chit.id == self.chit)
        return [
            unit
            for unit in self.units.values()
            if unit.move_class
            and unit.division == row.division
            and (
                row.formation in (None, unit.formation)
                or (row.formation, unit.formation) in self.stage.attached
            )
        ]

    # ------------------------------------------------------------------ asking

    def state(self) -> dict[str, Any]:
        units = [
            {"id": unit.piece, "hex": unit.hex, "side": unit.side} for unit in self.units.values()
        ]
        turn = {"date": self.stage.date, "time": self.time}
        bridges = dict.fromkeys(self.stage.destroyed, "destroyed")
        markers = [{"kind": "road_block", "hex": self.stage.blocked}]
        return {"units": units, "bridges": bridges, "markers": markers, "turn": turn}

    def ask(self, method: str, unit: Unit, **more: Any) -> Mapping[str, Any]:
        told = {
            "class": unit.move_class,
            "column": unit.column,
            "id": unit.piece,
            "side": unit.side,
            "division": unit.division,
            "formation": unit.formation,
        }
        params = {"map": self.stage.game, "unit": told, "state": self.state(), **more}
        answer: Mapping[str, Any] = self.context.registry.ask(self.context, method, params)
        return answer

    def reach(self, unit: Unit, allowance: float) -> dict[str, float]:
        """The hexes a Unit reaches, with the least cost."""
        answer = self.ask("move.reach", unit, **{"from": unit.hex, "allowance": allowance})
        return {hex_: cost for hex_, cost in answer["hexes"].items() if hex_ != unit.hex}

    def room(self, unit: Unit, number: str) -> bool:
        """Whether a hex has room for one more Unit of a side: engineers of a ferry do not count."""
        here = [u for u in self.units.values() if u.hex == number and u.move_class and u != unit]
        return sum(other.side == unit.side for other in here) < STACK

    def stack(self, unit: Unit) -> list[Unit]:
        """The Units that would be dragged with a Unit's stack."""
        return [other for other in self.units.values() if other.hex == unit.hex]

    def best(self, unit: Unit, to: str) -> Mapping[str, Any]:
        return self.ask("move.best", unit, **{"from": unit.hex, "to": to})

    # ------------------------------------------------------------------ legal play

    def walk(self, unit: Unit, path: Sequence[Mapping[str, Any]]) -> None:
        """Follow a way hex by hex, changing formation where it does."""
        for place in path:
            if place["column"] != unit.column:
                self.form(unit)
            if place["hex"] != unit.hex:
                self.put(unit, place["hex"])

    def move(self, unit: Unit) -> None:
        """One legal move, in one of the ways people make them."""
        # Short ways most of the time: a log is as good with a few drags as with many.
        hexes = self.reach(unit, self.chance.choice((2, 3, 4, unit.ma)))
        roomy = [number for number in sorted(hexes) if self.room(unit, number)]
        if not roomy:
            return
        best = self.best(unit, self.chance.choice(roomy))
        path = best["path"][1:] if best["path"][0]["hex"] == unit.hex else best["path"]
        stack = self.stack(unit)
        if len(stack) > 1 and self.alike(stack) and self.chance.random() < 0.8:
            self.walk_stack(stack, path)
            return
        match self.chance.randrange(6):
            case 0:  # put where it goes in one drag
                self.put(unit, path[-1]["hex"])
                if unit.column != path[-1]["column"]:
                    self.form(unit)
            case 1:  # in two drags
                middle = path[len(path) // 2]["hex"]
                for number in (middle, path[-1]["hex"]):
                    if number != unit.hex:
                        self.put(unit, number)
                if unit.column != path[-1]["column"]:
                    self.form(unit)
            case 2:  # put wrong, undone, put right
                before = unit.hex
                self.put(unit, self.chance.choice(self.stage.wrong))
                self.deeds.append("undo")
                self.table.undo()
                unit.hex = before
                self.walk(unit, path)
            case 3:  # put wrong, put back by hand, put right
                before = unit.hex
                self.put(unit, self.chance.choice(self.stage.wrong))
                self.put(unit, before)
                self.walk(unit, path)
            case _:
                self.walk(unit, path)

    def alike(self, stack: Sequence[Unit]) -> bool:
        """Whether a stack moves as one: all are active, of one class and in one formation."""
        first, active = stack[0], self.active()
        return first.hex not in self.stage.marked and all(
            u in active and (u.move_class, u.column) == (first.move_class, first.column)
            for u in stack
        )

    def walk_stack(self, stack: Sequence[Unit], path: Sequence[Mapping[str, Any]]) -> None:
        """Follow a way with a whole stack, as far as nobody else is in its hexes: whoever is
        would be dragged on with it."""
        for place in path:
            if place["hex"] in self.stage.marked or any(
                u.hex == place["hex"] and u not in stack for u in self.units.values()
            ):
                return
            for unit in stack:
                if place["column"] != unit.column:
                    self.form(unit)
            if place["hex"] != stack[0].hex:
                self.put_stack(stack, place["hex"])

    def retreat(self) -> None:
        """After a die, a Unit of the other side goes back a hex."""
        sides = {unit.side for unit in self.active()}
        others = [u for u in self.units.values() if u.side not in sides and u.move_class]
        if not sides or not others:
            return
        self.deeds.append("roll")
        self.table.roll()
        unit = self.chance.choice(others)
        hexes = [
            number
            for number in sorted(self.reach(unit, 3))
            if self.room(unit, number) and self.goes_back(unit, number) and self.keeps(unit, number)
        ]
        if hexes:
            self.put(unit, self.chance.choice(hexes))

    def keeps(self, unit: Unit, number: str) -> bool:
        """Whether the best way to a hex is short and keeps the formation."""
        path = self.best(unit, number)["path"]
        return len(path) <= RETREAT + 1 and all(one["column"] == unit.column for one in path)

    def near(self, unit: Unit) -> int:
        """How many hexes the nearest enemy is away."""
        mapfile = map_of(self.context, self.stage.game)
        here = mapfile.hex(mapfile.id(unit.hex))
        others = (
            mapfile.hex(mapfile.id(u.hex)) for u in self.units.values() if u.side != unit.side
        )
        return min(distance(one, here) for one in others)

    def goes_back(self, unit: Unit, number: str) -> bool:
        """Whether a hex is no nearer to the nearest enemy than the one a Unit is in.

        Where none is near, nobody knows where the fire came from; but who comes nearer to all of
        them flees from none.
        """
        mapfile = map_of(self.context, self.stage.game)
        here, there = (mapfile.hex(mapfile.id(one)) for one in (unit.hex, number))
        others = [
            mapfile.hex(mapfile.id(u.hex)) for u in self.units.values() if u.side != unit.side
        ]
        near = min(distance(one, here) for one in others)
        if near > NEAR:
            return any(distance(one, there) >= distance(one, here) for one in others)
        return all(distance(one, there) >= near for one in others if distance(one, here) == near)

    def activation(self) -> None:
        """Draw a chit and move some of those it activates."""
        self.draw()
        active = self.active()
        for unit in self.chance.sample(active, min(len(active), MOST_UNITS)):
            self.move(unit)
            if self.chance.random() < 0.2:
                self.table.say()
        if self.chance.random() < 0.3:
            self.retreat()

    def begin(self) -> None:
        """What comes before the first chit: the weather's die, the last touches to the set-up."""
        self.table.roll()
        if self.chance.random() < 0.5:
            name, hexes = self.stage.touched
            self.put(self.units[name], self.chance.choice(hexes))

    def play(self, activations: int) -> None:
        """A whole legal log."""
        self.begin()
        for number in range(activations):
            if number and self.time != NIGHT and self.chance.random() < 0.2:
                self.next_turn()
            self.activation()

    # ------------------------------------------------------------------ set scenes

    def lead_in(self) -> None:
        """What comes before a set scene: with luck the chits still allow it afterwards."""
        self.begin()
        if self.chance.random() < 0.4:
            self.activation()

    def drawn_for(self, *wanted: str) -> Unit:
        """Draw until one of some Units is active, others of them being left where they are."""
        for _ in range(len(self.stage.chits) - self.draws):
            self.draw()
            fit = [self.units[id_] for id_ in wanted if self.units[id_] in self.active()]
            if fit:
                return self.chance.choice(fit)
        raise UnluckyError
