"""A seeded player of a game of one's own: by its rules, with the habits of people at the board.

What a unit may do is asked of the methods that players ask; the judge of the log never sees these
answers, but the log alone, in the engine's own formats.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import distance
from clubroute.builder.module.parts import turn_state
from clubroute.builder.module.setups import Shelf, map_pixel
from clubroute.builder.project import Project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.builder.vassal.atoms import AddPiece, PlayerEntry
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.ground.maps import map_of
from clubroute.rules.logs.check.check import check_log, referee_in
from clubroute.rules.logs.check.finding import CheckReport
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.check.series import outlined
from clubroute.rules.logs.read import log_of
from clubroute.rules.plain.game import BACK_LAYER, PlainGame, game_of, turn_named
from clubroute.rules.room.positions import scenario_tape
from clubroute.rules.saves.writing import laid_out, shelf_of
from clubroute.rules.scenarios.book import find_scenario
from tests.logs.recorder import Recorder


class UnluckyError(Exception):
    """A deed cannot be done with this seed."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game with a set-up, and all that is read of it once."""

    context: Context
    game: PlainGame
    module: Module
    map: MapFile
    shelf: Shelf
    setup: bytes
    standing: Mapping[str, tuple[str, tuple[str, ...]]]
    waiting: Mapping[str, tuple[str, str]]

    @classmethod
    def of(cls, root: Path, name: str, scenario: str, home: Path | None = None) -> OwnGame:
        """Open a game with a set-up; ``home`` is its project, ours if it is left out."""
        context = Context(root / "build", maps=CompiledMaps(Project(root), root / "build"))
        game = game_of(name)
        module = outlined(context, game.title)
        assert module is not None
        begun = scenario_tape(context, name, scenario)["first"]
        told = find_scenario(name, scenario).scenario
        laid = laid_out(context, name, begun, told.title)
        standing = {
            one["id"]: (one["hex"], tuple(one.get("state", ())))
            for one in begun["units"]
            if one.get("hex")
        }
        due = {one.id: one.when for one in told.arrivals}
        waiting = {
            row.unit: (due[row.arrival], row.hex or "")
            for row in told.units
            if row.arrival is not None and row.unit is not None
        }
        shelf = shelf_of(Project(home or root), name)
        country = map_of(context, name)
        return cls(context, game, module, country, shelf, laid.data, standing, waiting)

    def pixel(self, number: str) -> tuple[int, int]:
        """Map px of a hex centre."""
        views = self.shelf.views
        return map_pixel(views, views[0].lattice.parse(number, views[0].window))

    def checked(self, data: bytes, before: Mapping[str, Any] | None = None) -> CheckReport:
        """What the check says of a log; ``before`` is what the one before it left."""
        referee = referee_in(self.context, self.module.name, None)
        log = log_of(data, Where("game.vlog"))
        return check_log(log, self.module, referee, {}, before=before)


class OwnPlayer:
    """Plays a log of a game, and keeps in mind where everything is."""

    def __init__(self, game: OwnGame, seed: int) -> None:
        self.own, self.game, self.map = game, game.game, game.map
        self.chance = random.Random(seed)
        players = [PlayerEntry("not-a-password", "Ann", self.game.sides[0])]
        self.table = Recorder(game.setup, game.module.maps, players=players)
        pieces = self.table.game.pieces.values()
        ids = {str(one.property_value("UnitId") or ""): one.id for one in pieces}
        self.piece = {id_: ids[id_] for id_ in game.standing}
        self.at = {id_: hex_ for id_, (hex_, _) in game.standing.items()}
        self.back = {id_: "reduced" in many for id_, (_, many) in game.standing.items()}
        words = self.game.states
        self.states = {
            id_: {one for one in many if one in words} for id_, (_, many) in game.standing.items()
        }
        self.turn = 1
        self.moved: set[str] = set()
        self.deeds: list[str] = []

    # What stands where.

    def side(self, id_: str) -> str:
        return self.game.counters[id_].side

    def of(self, side: str) -> list[str]:
        return sorted(id_ for id_ in self.at if self.side(id_) == side)

    def other(self, side: str) -> str:
        return next(one for one in self.game.sides if one != side)

    def far(self, a: str, b: str) -> int:
        return distance(self.map.hex(self.map.id(a)), self.map.hex(self.map.id(b)))

    def foes(self, id_: str, far: int = 1) -> list[str]:
        """The enemies so near a unit."""
        many = self.of(self.other(self.side(id_)))
        return [one for one in many if self.far(self.at[one], self.at[id_]) <= far]

    def beside(self, number: str) -> list[str]:
        return [self.map.number(one) for one in self.map.around(self.map.id(number))]

    def unit(self, id_: str) -> dict[str, Any]:
        back = self.back[id_]
        states = sorted(self.states[id_])
        return {"id": id_, "hex": self.at[id_], "back": back, "state": states}

    def state(self) -> dict[str, Any]:
        return {"units": [self.unit(id_) for id_ in self.at], "turn": self.turn}

    def ask(self, method: str, id_: str, **more: Any) -> Mapping[str, Any]:
        """Ask about a unit."""
        asked: dict[str, Any] = {
            "map": self.game.id,
            "unit": self.unit(id_),
            "state": self.state(),
            **{name.rstrip("_"): value for name, value in more.items()},
        }
        try:
            found: Mapping[str, Any] = self.own.context.registry.ask(
                self.own.context, method, asked
            )
        except InputError as error:
            raise UnluckyError from error
        return found

    def reach(self, id_: str, **more: Any) -> Mapping[str, float]:
        """Where a unit may go, but not where it stands."""
        found = self.ask("move.reach", id_, from_=self.at[id_], **more).get("hexes", {})
        return {hex_: mp for hex_, mp in found.items() if hex_ != self.at[id_]}

    def state_at(self, id_: str, hex_: str) -> bool:
        """Tell whether an enemy's zone may reach a hex."""
        side = self.other(self.side(id_))
        asked = {"map": self.game.id, "side": side, "state": self.state()}
        context = self.own.context
        found = context.registry.ask(context, "hex.zones", asked)
        return hex_ in found.get("hexes", ())

    def could_reach(self, id_: str, goal: str) -> bool:
        """Tell whether a unit could come to a hex if nobody were in its way."""
        state = {"units": [], "turn": self.turn}
        return goal in self.ask("move.reach", id_, from_=self.at[id_], state=state).get("hexes", {})

    def way(self, id_: str, goal: str, **more: Any) -> list[str]:
        """The cheapest way to a hex."""
        found = self.ask("move.best", id_, from_=self.at[id_], to=goal, **more)
        return [one["hex"] for one in found.get("path", ())][1:]

    def pick(self, many: Iterable[Any]) -> Any:
        """One of some. :raises UnluckyError: there is none."""
        some = sorted(many)
        if not some:
            raise UnluckyError
        return self.chance.choice(some)

    # What the hand does.

    def put(self, id_: str, *hexes: str) -> None:
        """Drag a unit from hex to hex."""
        for number in hexes:
            self.table.move(self.piece[id_], self.game.map, *self.own.pixel(number))
            self.at[id_] = number
        self.deeds.append(f"{id_} {' '.join(hexes)}")

    def show(self, id_: str, state: str, on: bool = True) -> None:
        """Put a state on a unit or take it off; ``back`` turns it over."""
        layer = BACK_LAYER if state == "back" else self.game.words[state]
        piece = self.table.game.pieces[self.piece[id_]]
        marks = (f";{layer};", f";{layer}\\")
        kinds = [
            one.type
            for one in piece.traits
            if one.type.startswith("emb2;") and any(mark in one.type for mark in marks)
        ]
        assert kinds, (layer, [one.type[:90] for one in piece.traits])
        self.table.change(self.piece[id_], kinds[0], "2" if on else "1")
        if state == "back":
            self.back[id_] = on
        else:
            (self.states[id_].add if on else self.states[id_].discard)(state)
        self.deeds.append(f"{id_} {state} {'on' if on else 'off'}")

    def roll(self, *dice: int) -> None:
        self.table.roll("Combat", dice or [1 + self.chance.randrange(6)])
        self.deeds.append(f"die {dice}")

    def kill(self, id_: str) -> None:
        self.table.delete(self.piece[id_])
        del self.at[id_]
        self.deeds.append(f"{id_} removed")

    def come(self, id_: str, hex_: str) -> None:
        """Put a reinforcement onto the map: a copy of a counter that is there, as a palette has."""
        mine = self.of(self.side(id_))
        like_id = next(one for one in mine if not self.states[one] and not self.back[one])
        like = self.table.game.pieces[self.piece[like_id]]
        x, y = self.own.pixel(hex_)
        state = like.state_text()
        state = state.replace(f"{like.map};{like.x};{like.y}", f"{like.map};{x};{y}")
        names = self.game.counters[like_id].name, self.game.counters[id_].name
        kind = like.type.replace(like_id, id_).replace(*names)
        state = state.replace(like_id, id_).replace(*names)
        new = str(7_000_000 + len(self.deeds))
        self.table.step(AddPiece(new, kind, state))
        self.piece[id_], self.at[id_], self.states[id_], self.back[id_] = new, hex_, set(), False
        self.deeds.append(f"{id_} comes to {hex_}")

    def next_turn(self) -> None:
        self.turn += 1
        self.moved.clear()
        self.table.turn("* Turn", turn_state(self.own.shelf.game, *self.game.turns[self.turn - 1]))
        self.deeds.append(f"turn {self.turn}")

    # By the rules.

    def play(self, turns: int) -> None:
        """Play whole turns."""
        for _ in range(turns):
            for side in self.game.sides:
                self.player_turn(side)
            self.next_turn()

    def player_turn(self, side: str, deeds: int = 4) -> None:
        """Play a side's turn: its reinforcements, moves, then its attacks."""
        for id_, (when, hex_) in self.own.waiting.items():
            if (
                turn_named(self.game, when) == self.turn
                and self.side(id_) == side
                and id_ not in self.piece
            ):
                self.come(id_, hex_)
        for _ in range(1 + self.chance.randrange(deeds)):
            self.tried(self.go_moving, side)
        for _ in range(self.chance.randrange(3)):
            self.tried(self.go_fighting, side)

    def tried(self, deed: Callable[[str], None], side: str) -> None:
        try:
            deed(side)
        except UnluckyError:
            return

    def fresh(self, side: str) -> list[str]:
        return [id_ for id_ in self.of(side) if id_ not in self.moved]

    def go_moving(self, side: str) -> None:
        """Move a unit in one of the ways people do it."""
        id_ = self.pick(self.fresh(side))
        goal = self.pick(self.reach(id_))
        self.moved.add(id_)
        habit, start = self.chance.choice(HABITS), self.at[id_]
        self.deeds.append(habit)
        if habit == "hex by hex":
            self.put(id_, *self.way(id_, goal))
        elif habit == "slip":
            self.put(id_, self.pick(self.beside(goal)), goal)
        elif habit == "thinks again":
            self.put(id_, goal, start, goal)
        elif habit == "puts back":
            self.put(id_, goal, start)
        elif habit == "undo":
            self.put(id_, goal)
            self.table.undo()
            self.at[id_] = start
            self.moved.discard(id_)
        elif habit == "says":
            self.table.say("Ann", "your move")
            self.put(id_, goal)
        else:
            self.put(id_, goal)

    def attack(self, side: str) -> tuple[list[str], str]:
        """Pick attackers and the hex they may attack."""
        mine = [id_ for id_ in self.of(side) if self.foes(id_)]
        target = self.at[self.pick(self.foes(self.pick(mine)))]
        many = [id_ for id_ in mine if self.far(self.at[id_], target) == 1]
        able = [id_ for id_ in many if self.fight([id_], target)["verdict"] == "legal"]
        if not able:
            raise UnluckyError
        return able[: 1 + self.chance.randrange(len(able))], target

    def fight(self, attackers: list[str], target: str, **more: Any) -> Mapping[str, Any]:
        """Ask what an attack brings."""
        units = [self.unit(id_) for id_ in attackers]
        asked = {"map": self.game.id, "hex": target, "attackers": units, "state": self.state()}
        context = self.own.context
        try:
            found: Mapping[str, Any] = context.registry.ask(
                context, "combat.resolve", {**asked, **more}
            )
        except InputError as error:
            raise UnluckyError from error
        return found

    def go_fighting(self, side: str) -> None:
        """Attack: a die, steps lost, retreats, an advance, as the table has it."""
        attackers, target = self.attack(side)
        die = 1 + self.chance.randrange(6)
        result = self.fight(attackers, target, dice=[die])
        if result["verdict"] != "decided":
            raise UnluckyError
        defenders = [id_ for id_ in self.at if self.at[id_] == target]
        self.roll(die)
        for who, units in (("defender", defenders), ("attacker", attackers)):
            for id_ in units:
                self.suffers(id_, who, result, units)
        if not any(self.at.get(id_) == target for id_ in defenders):
            self.advance(attackers, target)

    def suffers(self, id_: str, who: str, result: Mapping[str, Any], units: list[str]) -> None:
        """Do to a unit what the result says."""
        if result.get(f"{who}_eliminated"):
            self.kill(id_)
            return
        if result.get(f"{who}_steps") and id_ == units[0]:
            if self.back[id_] or self.game.counters[id_].columns.get("back") == "same":
                self.kill(id_)
                return
            self.show(id_, "back")
        many = result.get(f"{who}_retreat")
        if many:
            ends = self.ask("combat.retreat", id_, from_=self.at[id_], hexes=many).get("hexes", ())
            if ends:
                self.put(id_, self.pick(ends))
            else:
                self.kill(id_)

    def advance(self, attackers: list[str], target: str) -> None:
        """Advance with one unit, perhaps."""
        for id_ in attackers:
            if id_ not in self.at or self.chance.random() < 0.3:
                continue
            told = self.ask("combat.advance", id_, from_=self.at[id_], to=target)
            if told["verdict"] == "legal":
                self.put(id_, target)
                return


HABITS = (
    "plain",
    "plain",
    "plain",
    "hex by hex",
    "hex by hex",
    "slip",
    "thinks again",
    "puts back",
    "undo",
    "says",
)
