"""A seeded player of It Never Snows: by the rules, with the habits of people at the board."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from clubroute.builder.grid import distance
from clubroute.rules.answer.model import Receipt
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.ground.maps import map_of
from clubroute.rules.position.record import settled
from clubroute.rules.scs.games import Readings
from clubroute.rules.scs.movement.marches import MarchReachAsked, roadmarch_reach
from clubroute.rules.scs.movement.questions import (
    READINGS,
    BestAsked,
    ReachAsked,
    best_move,
    reach_of_move,
)
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.position import Bridge
from clubroute.rules.scs.roster import enlisted
from clubroute.rules.scs.situation.situation import exerts
from tests.logs.scs.scenario import InsGame, lying
from tests.logs.scs.table import Table

MAP = "Market-Garden"
SIDES = ("Allied", "German")
BRIDGES = {"B4.24": Bridge(word="blown"), "B23.33": Bridge(word="prepared")}
PREPARED_HEX = "B23.33"


class UnluckyError(Exception):
    """A deed cannot be done with this seed."""


class Player:
    """Plays a log on a table, and keeps in mind where everything is."""

    def __init__(self, table: Table, game: InsGame, chance: random.Random) -> None:
        self.table, self.game, self.chance = table, game, chance
        self.map: MapFile = map_of(game.context, "ins")
        self.at = {id_: hex_ for id_, hex_, _ in lying()}
        self.states = {id_: set(states) for id_, _, states in lying()}
        self.bridges = dict(BRIDGES)
        self.deeds: list[str] = []
        self.moved: set[str] = set()
        self.attacked: set[str] = set()
        self.exploited: set[str] = set()
        self._units: dict[tuple[str, frozenset[str]], Unit] = {}
        self.sides = {id_: self.unit(id_).side or "" for id_ in self.at}

    # What stands where.

    def unit(self, id_: str) -> Unit:
        """A unit as it is now."""
        shown = frozenset(self.states[id_])
        known = self._units.get((id_, shown))
        if known is not None:
            return replace(known, hex=self.at[id_])
        bare = Unit(
            id=id_,
            hex=self.at[id_],
            dg="dg" in shown,
            oos="oos" in shown,
            steps=1 if "reduced" in shown else 2,
            landed=False,
            ferried=False,
            entering=False,
        )
        known = self._units[id_, shown] = enlisted(self.game.context, bare, "unit")
        return known

    def state(self) -> Position:
        """The position."""
        units = tuple(self.unit(id_) for id_ in self.at)
        return Position(units=units, bridges=self.bridges, ferries={})

    def side(self, id_: str) -> str:
        return self.sides[id_]

    def of(self, side: str) -> list[str]:
        return [id_ for id_ in self.at if self.side(id_) == side]

    def id(self, number: str) -> int:
        return self.map.id(number)

    def far(self, a: str, b: str) -> int:
        return distance(self.map.hex(self.id(a)), self.map.hex(self.id(b)))

    def foes(self, id_: str) -> list[str]:
        """The hexes of the other side."""
        side = self.side(id_)
        return [self.at[other] for other in self.at if self.side(other) != side]

    def nearest(self, id_: str, hex_: str = "") -> int:
        """How far the nearest enemy is."""
        return min(self.far(hex_ or self.at[id_], foe) for foe in self.foes(id_))

    def beside(self, number: str) -> list[str]:
        here = self.id(number)
        return [self.map.number(n) for col in self.map.beside if (n := col[here]) != NOWHERE]

    def reach(self, id_: str, phase: str = "movement", **more: object) -> Mapping[str, float]:
        """Where a unit can go, with the MP, as the rules' method says; not where it stands, nor
        where its side has no room."""
        unit = replace(self.unit(id_), **more)  # type: ignore[arg-type]
        asked = ReachAsked(
            country=self.map,
            unit=unit,
            phase=phase,
            state=self.state(),
            readings=Readings({}, READINGS),
            start=self.at[id_],
        )
        found = reach_of_move(self.game.context, settled(self.game.context, asked)).extra.get(
            "hexes", {}
        )
        side = self.side(id_)
        full = {h for h in found if self.count(h, side) >= self.room(h)}
        return {h: mp for h, mp in found.items() if h != self.at[id_] and h not in full}

    def answered(self, method: Callable[..., Receipt], asked: object) -> Mapping[str, Any]:
        """The further results of a method's answer."""
        context = self.game.context
        return method(context, settled(context, asked)).extra

    def room(self, hex_: str) -> int:
        return 1 if self.map.terrain_of(self.id(hex_)) == "full_hex_bridge" else 4

    def count(self, hex_: str, side: str) -> int:
        return sum(at == hex_ and self.side(id_) == side for id_, at in self.at.items())

    def march(self, id_: str) -> Mapping[str, int]:
        """Where a unit's Road March can end."""
        asked = MarchReachAsked(
            country=self.map,
            unit=self.unit(id_),
            state=self.state(),
            readings=Readings({}, ("march_sea_line",)),
            start=self.at[id_],
        )
        return roadmarch_reach(self.game.context, settled(self.game.context, asked)).extra.get(
            "hexes", {}
        )

    def way(self, id_: str, goal: str) -> list[str]:
        """The cheapest way to a hex."""
        asked = BestAsked(
            country=self.map,
            unit=self.unit(id_),
            phase="movement",
            state=self.state(),
            readings=Readings({}, READINGS),
            start=self.at[id_],
            to=goal,
        )
        path = self.answered(best_move, asked).get("path", ())
        return [one["hex"] for one in path][1:]

    # What the hand does.

    def put(self, id_: str, *hexes: str) -> None:
        """Drag a unit from hex to hex."""
        for number in hexes:
            piece, place = self.game.told.ids[id_], self.game.told.pixel(number)
            self.table.drag(piece, MAP, place)
            self.at[id_] = number
        self.deeds.append(f"{id_} {' '.join(hexes)}")

    def show(self, id_: str, state: str, on: bool = True) -> None:
        """Put a state on a unit or take it off."""
        self.table.turn_over(self.game.told.ids[id_], state, on)
        (self.states[id_].add if on else self.states[id_].discard)(state)
        self.deeds.append(f"{id_} {state} {'on' if on else 'off'}")

    def roll(self, button: str = "2d6") -> None:
        self.table.roll(button)
        self.deeds.append(button)

    def kill(self, id_: str) -> None:
        self.table.remove(self.game.told.ids[id_])
        del self.at[id_]
        self.deeds.append(f"{id_} removed")

    def pick(self, many: Iterable[str]) -> str:
        """One of some. :raises UnluckyError: there is none."""
        some = sorted(many)
        if not some:
            raise UnluckyError
        return str(self.chance.choice(some))

    # By the rules.

    def play(self, turns: int = 1) -> None:
        """Play whole turns."""
        for _ in range(turns):
            for side in SIDES:
                self.player_turn(side)
            self.table.next_turn()
            self.moved.clear()
            self.attacked.clear()
            self.exploited.clear()

    def player_turn(self, side: str, deeds: int = 6) -> None:
        """Play a side's turn: phase by phase, some deeds in each."""
        self.roll()
        for phase, share in (("march", 2), ("move", deeds), ("fight", 2), ("exploit", 2)):
            for _ in range(self.chance.randrange(share + 1) + (phase == "move")):
                try:
                    PHASES[phase](self, side)
                except UnluckyError:
                    continue
        for id_ in self.of(side):
            if "dg" in self.states[id_] and self.chance.random() < 0.8:
                self.show(id_, "dg", False)

    def fresh(self, side: str) -> list[str]:
        return [id_ for id_ in self.of(side) if id_ not in self.moved]

    def go_marching(self, side: str) -> None:
        """Road March, and perhaps move after it."""
        id_ = self.pick(self.fresh(side))
        self.put(id_, self.pick(self.march(id_)))

    def go_moving(self, side: str) -> None:
        """Move a unit in one of the ways people do it."""
        id_ = self.pick(self.fresh(side))
        goal = self.pick(self.reach(id_))
        self.moved.add(id_)
        habit = self.chance.choice(HABITS)
        self.deeds.append(habit)
        start = self.at[id_]
        if habit == "hex by hex":
            self.put(id_, *self.way(id_, goal))
        elif habit == "slip":
            self.put(id_, self.pick(self.beside(goal)), goal)
        elif habit == "thinks again":
            self.put(id_, goal, start, goal)
        elif habit == "puts back":
            self.put(id_, goal, start)
            self.moved.discard(id_)
        elif habit == "undo":
            self.put(id_, goal)
            self.table.undo()
            self.at[id_] = start
            self.moved.discard(id_)
        elif habit == "late marker" and "dg" not in self.states[id_]:
            self.put(id_, goal)
            self.show(id_, "exploited", True)
            self.show(id_, "exploited", False)
        elif habit == "stack":
            self.stack(id_, goal)
        else:
            self.put(id_, goal)
        if self.chance.random() < 0.1:
            self.table.say()

    def stack(self, id_: str, goal: str) -> None:
        """Drag a whole stack if all of it can go there, else the unit alone."""
        here = self.at[id_]
        all_of_it = [one for one, at in self.at.items() if at == here]
        room = self.room(goal) - self.count(goal, self.side(id_))
        able = len(all_of_it) <= room and not self.moved.intersection(set(all_of_it) - {id_})
        if not (able and len(all_of_it) > 1 and all(goal in self.reach(one) for one in all_of_it)):
            self.put(id_, goal)
            return
        self.table.drag_stack(self.game.told.ids[id_], MAP, self.game.told.pixel(goal))
        for one in all_of_it:
            self.at[one] = goal
            self.moved.add(one)
        self.deeds.append(f"stack of {len(all_of_it)} to {goal}")

    def go_fighting(self, side: str) -> None:
        """Attack: dice, a step loss, a retreat, an advance; or a barrage."""
        pairs = [
            (mine, foe)
            for mine in self.of(side)
            if mine not in self.attacked
            for foe in self.at
            if self.side(foe) != side and self.far(self.at[mine], self.at[foe]) == 1
        ]
        if not pairs or self.chance.random() < 0.3:
            foe = self.pick(one for one in self.at if self.side(one) != side)
            self.roll("d6")
            if "dg" not in self.states[foe]:
                self.show(foe, "dg")
            return
        mine, foe = self.chance.choice(pairs)
        self.attacked.add(mine)
        self.roll()
        left = self.at[foe]
        for one in [one for one, at in self.at.items() if at == left]:
            away = self.retreats(one)
            if away and self.chance.random() < 0.7:
                self.put(one, self.pick(away))
            else:
                self.kill(one)
        attacker = self.unit(mine)
        ground = self.crossed(self.at[mine], left)
        if exerts(attacker) and not attacker.oos and attacker.ma and attacker.ma > 0 and ground:
            self.put(mine, left)

    def crossed(self, a: str, b: str) -> bool:
        """Whether no water lies between."""
        place = self.id(a) * 6 + self.map.direction(self.id(a), self.id(b))
        return not self.map.sides.get(place) and self.room(b) == 4

    def retreats(self, id_: str) -> list[str]:
        """Hexes to retreat to: dry ground, step by step away from every enemy."""
        found, edge = set[str](), {self.at[id_]}
        side = self.side(id_)
        for _ in range(self.chance.randrange(1, 4)):
            edge = {
                b
                for a in edge
                for b in self.beside(a)
                if self.crossed(a, b)
                and self.nearest(id_, b) >= 2
                and self.count(b, side) < 4
                and self.map.terrain_of(self.id(b)) not in ("enclosed", "full_hex_bridge")
            }
            found |= edge
        return sorted(found)

    def go_exploiting(self, side: str) -> None:
        """Move a fast unit a second time."""
        able = (one for one in self.of(side) if self.unit(one).exploit)
        id_ = self.pick(one for one in able if one not in self.exploited)
        if self.nearest(id_) < 2:
            raise UnluckyError
        goal = self.pick(self.reach(id_, "exploitation"))
        if self.chance.random() < 0.5:
            self.show(id_, "exploited")
            self.put(id_, goal)
            self.show(id_, "exploited", False)
        else:
            self.put(id_, goal)
        self.moved.add(id_)
        self.exploited.add(id_)


HABITS = (
    "plain",
    "plain",
    "hex by hex",
    "slip",
    "thinks again",
    "puts back",
    "undo",
    "late marker",
    "stack",
)
PHASES: Mapping[str, Callable[[Player, str], None]] = {
    "march": Player.go_marching,
    "move": Player.go_moving,
    "fight": Player.go_fighting,
    "exploit": Player.go_exploiting,
}
