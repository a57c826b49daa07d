"""A seeded random player who moves by the rules, or breaks one of them on purpose.

What is legal he asks ``move.reach`` and ``move.best``; where his Units stand he keeps himself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.context import Context
from rules.gts.maps import map_of
from tests.logs.check.scenario import ALLOWANCES, CHITS, UNITS, Scenario
from tests.logs.check.tables import ROUTE_MAP, Table

BRIDGE = "74.129/75.129"
MOST_UNITS = 2


@dataclass(slots=True)
class Unit:
    """A Unit as the player knows it."""

    piece: str
    id: str
    hex: str
    column: bool
    move_class: str
    side: str
    division: str
    formation: str

    @property
    def ma(self) -> int:
        return ALLOWANCES[self.move_class]


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault: what kind, and the piece and the check a finding must name."""

    kind: str
    piece: str
    check: str


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

    def __post_init__(self) -> None:
        rows = {unit.id: unit for unit in self.scenario.counters.units}
        for id_, number, states in UNITS:
            row = rows[id_]
            assert row.move_class is not None
            self.units[id_] = Unit(
                self.scenario.ids[id_],
                id_,
                number,
                "column" in states,
                row.move_class,
                row.side,
                row.division,
                row.formation or "",
            )

    # ------------------------------------------------------------------ deeds

    def put(self, unit: Unit, number: str) -> None:
        """Drag a Unit into a hex."""
        self.deeds.append(f"{unit.id}: {unit.hex} -> {number}")
        self.table.drag(unit.piece, self.scenario.game.map, self.scenario.pixel(number))
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

    def active(self) -> list[Unit]:
        """The Units the chit in play activates."""
        row = next(chit for chit in self.scenario.counters.chits if chit.id == self.chit)
        return [
            unit
            for unit in self.units.values()
            if unit.division == row.division
            and (row.formation is None or unit.formation == row.formation)
        ]

    # ------------------------------------------------------------------ asking

    def state(self) -> dict[str, Any]:
        units = [
            {"id": unit.piece, "hex": unit.hex, "side": unit.side} for unit in self.units.values()
        ]
        turn = {"date": "1944-09-20", "time": "0900"}
        return {"units": units, "bridges": {BRIDGE: "destroyed"}, "turn": turn}

    def ask(self, method: str, unit: Unit, **more: Any) -> Mapping[str, Any]:
        told = {
            "class": unit.move_class,
            "column": unit.column,
            "id": unit.piece,
            "side": unit.side,
            "division": unit.division,
            "formation": unit.formation,
        }
        params = {"map": "wed", "unit": told, "state": self.state(), **more}
        answer: Mapping[str, Any] = self.context.registry.ask(self.context, method, params)
        return answer

    def reach(self, unit: Unit, allowance: float) -> dict[str, float]:
        """The hexes a Unit reaches, with the least cost."""
        answer = self.ask("move.reach", unit, **{"from": unit.hex, "allowance": allowance})
        return {hex: cost for hex, cost in answer["hexes"].items() if hex != unit.hex}

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
        if not hexes:
            return
        best = self.best(unit, self.chance.choice(sorted(hexes)))
        path = best["path"][1:] if best["path"][0]["hex"] == unit.hex else best["path"]
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
                self.put(unit, self.chance.choice(["92.118", "50.170", "66.140"]))
                self.deeds.append("undo")
                self.table.undo()
                unit.hex = before
                self.walk(unit, path)
            case 3:  # put wrong, put back by hand, put right
                before = unit.hex
                self.put(unit, self.chance.choice(["92.118", "50.170", "66.140"]))
                self.put(unit, before)
                self.walk(unit, path)
            case _:
                self.walk(unit, path)

    def retreat(self) -> None:
        """After a die, a Unit of the other side goes back a hex."""
        sides = {unit.side for unit in self.active()}
        others = [unit for unit in self.units.values() if unit.side not in sides]
        if not sides or not others:
            return
        self.deeds.append("roll")
        self.table.roll()
        unit = self.chance.choice(others)
        hexes = self.reach(unit, 3)
        if hexes:
            self.put(unit, self.chance.choice(sorted(hexes)))

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
            unit = self.units["wal-2-pz-2107"]
            self.put(unit, self.chance.choice(["74.149", "73.149"]))

    def play(self, activations: int) -> None:
        """A whole legal log."""
        self.begin()
        for number in range(activations):
            if number and self.chance.random() < 0.2:
                self.deeds.append("turn")
                self.table.turn()
            self.activation()

    # ------------------------------------------------------------------ faults

    def fault(self, kind: str) -> Planted:
        """Legal play up to one fault. :raises UnluckyError: the chits did not allow it."""
        self.begin()
        if self.chance.random() < 0.4:
            self.activation()
        return FAULTS[kind](self)

    def drawn_for(self, *wanted: str) -> Unit:
        """Draw until one of some Units is active, others of them being left where they are."""
        for _ in range(len(CHITS) - self.draws):
            self.draw()
            fit = [self.units[id_] for id_ in wanted if self.units[id_] in self.active()]
            if fit:
                return self.chance.choice(fit)
        raise UnluckyError


TANKS = ("gds-1-2-irishgds", "gds-2-2-irishgds", "gds-3-2-irishgds", "wal-1-pz-2107")
FOOT = ("101-c-1-501", "101-d-2-501", "59-2-i-1034-59", "101-b-1-502")


def too_far(player: Player) -> Planted:
    """One drag to a hex that costs more than the allowance."""
    unit = player.drawn_for(*TANKS, *FOOT)
    near = player.reach(unit, unit.ma)
    far = player.reach(unit, unit.ma + 3)
    choices = sorted(hex for hex in far if hex not in near)
    if not choices:
        raise UnluckyError
    player.put(unit, player.chance.choice(choices))
    keep_form(player, unit)
    return Planted("too_far", unit.piece, "move")


def keep_form(player: Player, unit: Unit) -> None:
    """A vehicle put where it cannot be out of Column is in Column there."""
    map = map_of(player.context, "wed")
    kept = map.terrain_of(map.id(unit.hex)) not in ("clear", "polder", "village", "orchard")
    if kept and unit.move_class != "leg" and not unit.column:
        player.form(unit)


def much_too_far(player: Player) -> Planted:
    """Hex by hex, more than two Actions take it."""
    unit = player.drawn_for(*FOOT)
    near = player.reach(unit, 2 * unit.ma)
    far = player.reach(unit, 2 * unit.ma + 3)
    choices = sorted(hex for hex in far if hex not in near)
    if not choices:
        raise UnluckyError
    player.walk(unit, player.best(unit, player.chance.choice(choices))["path"])
    return Planted("much_too_far", unit.piece, "move")


def into_enemy(player: Player) -> Planted:
    """Into a hex with an enemy Unit that stays there."""
    unit = player.drawn_for(*TANKS, *FOOT, "101-a-1-502", "59-1-i-1034-59")
    enemies = [u for u in player.units.values() if u.side != unit.side]
    player.put(unit, player.chance.choice(enemies).hex)
    return Planted("into_enemy", unit.piece, "move")


def over_destroyed(player: Player) -> Planted:
    """Across the destroyed bridge."""
    unit = player.drawn_for("101-a-1-501", "101-b-1-501")
    if unit.hex != "75.129":
        raise UnluckyError
    player.put(unit, "74.129")
    return Planted("over_destroyed", unit.piece, "move")


def over_canal(player: Player) -> Planted:
    """Across a canal without a bridge."""
    unit = player.drawn_for("101-b-1-502", "101-d-2-501")
    sides = {"65.157": "65.156", "77.130": "76.130"}
    # Where there is time to go round, nobody can say that it did not.
    if unit.hex not in sides or sides[unit.hex] in player.reach(unit, unit.ma):
        raise UnluckyError
    player.put(unit, sides[unit.hex])
    return Planted("over_canal", unit.piece, "move")


def into_woods(player: Player) -> Planted:
    """A vehicle into woods without a Road."""
    unit = player.drawn_for("gds-1-2-irishgds", "gds-3-2-irishgds")
    sides = {"47.201": "48.200", "46.210": "47.211"}
    if unit.hex not in sides:
        raise UnluckyError
    player.put(unit, sides[unit.hex])
    return Planted("into_woods", unit.piece, "move")


def out_of_column(player: Player) -> Planted:
    """A vehicle leaves Column where vehicles keep it."""
    unit = player.drawn_for(*TANKS)
    map = map_of(player.context, "wed")
    keeps = ("woods", "town", "city")
    choices = sorted(
        hex for hex in player.reach(unit, unit.ma) if map.terrain_of(map.id(hex)) in keeps
    )
    if not choices:
        raise UnluckyError
    player.walk(unit, player.best(unit, player.chance.choice(choices))["path"])
    player.form(unit)
    return Planted("out_of_column", unit.piece, "move")


def out_of_turn(player: Player) -> Planted:
    """A Unit moves in somebody else's activation, and no die explains it."""
    player.draw()
    others = [unit for unit in player.units.values() if unit not in player.active()]
    unit = player.chance.choice(others)
    hexes = sorted(player.reach(unit, 3))
    if not hexes:
        raise UnluckyError
    player.put(unit, player.chance.choice(hexes))
    return Planted("out_of_turn", unit.piece, "chit")


def not_drawn(player: Player) -> Planted:
    """A chit is put into play that was not drawn."""
    player.draw()
    piece = player.scenario.ids["chit-allied-direct"]
    player.table.drag(piece, "Activation", (400, 190))
    player.deeds.append("put the loose chit into play")
    return Planted("not_drawn", piece, "chit")


def backward(player: Player) -> Planted:
    """The Club Route Marker goes back south."""
    player.draw()
    piece = player.scenario.ids["club-route"]
    map = map_of(player.context, "wed")
    number = player.chance.choice(["42.229", "45.224", "63.186"])
    assert map.id(number) >= 0
    player.table.drag(piece, player.scenario.game.map, player.scenario.pixel(number))
    player.deeds.append(f"Marker to {number}")
    return Planted("backward", piece, "club_route")


def earned_twice(player: Player) -> Planted:
    """Two Attacked markers in one turn."""
    player.table.turn()
    player.draw()
    pieces = [player.scenario.ids[name] for name in (ATTACKED, f"{ATTACKED}-2")]
    for piece in pieces:
        player.table.drag(piece, ROUTE_MAP, player.scenario.box)
    player.deeds.append("two Attacked markers")
    return Planted("earned_twice", pieces[1], "club_route")


ATTACKED = "club-route-attacked"


def beyond_frontline(player: Player) -> Planted:
    """A German Unit south of the Frontline."""
    unit = player.drawn_for("59-3-i-1034-59")
    if unit.hex != "47.230":
        raise UnluckyError
    player.put(unit, player.chance.choice(["47.231", "48.231"]))
    return Planted("beyond_frontline", unit.piece, "move")


FAULTS: dict[str, Callable[[Player], Planted]] = {
    "too_far": too_far,
    "much_too_far": much_too_far,
    "into_enemy": into_enemy,
    "over_destroyed": over_destroyed,
    "over_canal": over_canal,
    "into_woods": into_woods,
    "out_of_column": out_of_column,
    "out_of_turn": out_of_turn,
    "not_drawn": not_drawn,
    "backward": backward,
    "earned_twice": earned_twice,
    "beyond_frontline": beyond_frontline,
}
"""Every kind of fault."""
