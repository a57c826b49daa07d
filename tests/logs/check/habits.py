"""A player of habits: makes moves in the ways that people make them, and faults in the same ways.

The habits are data, :data:`HABITS`; each is legal, whatever it looks like.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.logs.check.faults import keep_form
from tests.logs.check.player import (
    NIGHT,
    Player,
    Unit,
    UnluckyError,
)
from tests.logs.check.stages import Way
from tests.logs.check.tables import ROUTE_MAP, Recorded

Path = Sequence[Mapping[str, Any]]
NOTES = ("moved 4 MP", "0 MP left", "done", "MP?", "was 12 MP")
"""What people write on a Unit's label."""


@dataclass(slots=True)
class Person(Player):
    """A player with habits. ``later`` is what is put right when the next chit is drawn, ``last``
    what is before the one after it; ``ways`` are the piece and the hexes between of the steps that
    drag it straight along a legal way; ``heap`` is where its eliminated Units go."""

    later: list[Callable[[], None]] = field(default_factory=list)
    last: list[Callable[[], None]] = field(default_factory=list)
    ways: dict[int, tuple[str, list[str]]] = field(default_factory=dict)
    assaulted: str = ""
    moved: set[str] = field(default_factory=set)
    misplaced: set[str] = field(default_factory=set)
    heap: str = ""

    @property
    def recorded(self) -> Recorded:
        assert isinstance(self.table, Recorded)
        return self.table

    def draw(self) -> None:
        """Draw the next chit, and put right what was forgotten."""
        seen, self.last = self.last, []
        for deed in seen:
            deed()
        Player.draw(self)
        self.moved.clear()
        waiting, self.later = self.later, []
        for deed in waiting:
            deed()

    def state(self) -> dict[str, Any]:
        """The position, without the Unit that is assaulted."""
        found = Player.state(self)
        found["units"] = [unit for unit in found["units"] if unit["id"] != self.assaulted]
        return found

    def form_as(self, unit: Unit, column: bool) -> None:
        """Show a formation."""
        if unit.column != column:
            self.form(unit)

    def end(self, unit: Unit, path: Path) -> None:
        """Put a Unit straight to the end of its way."""
        if unit.hex != path[-1]["hex"]:
            if unit.hex == path[0]["hex"] and isinstance(self.table, Recorded):
                between = [place["hex"] for place in path[1:-1]]
                self.ways[len(self.recorded.recorder.steps)] = unit.piece, between
            self.put(unit, path[-1]["hex"])
        self.form_as(unit, path[-1]["column"])

    # ------------------------------------------------------------------ ways of moving

    def hex_by_hex(self, unit: Unit, path: Path) -> None:
        self.walk(unit, path)

    def straight(self, unit: Unit, path: Path) -> None:
        self.end(unit, path)

    def in_two(self, unit: Unit, path: Path) -> None:
        middle = path[len(path) // 2]["hex"]
        if middle != unit.hex:
            self.put(unit, middle)
        self.end(unit, path)

    def slip_undone(self, unit: Unit, path: Path) -> None:
        before = unit.hex
        self.put(unit, self.chance.choice(self.stage.wrong))
        self.table.undo()
        unit.hex = before
        self.walk(unit, path)

    def slip_put_back(self, unit: Unit, path: Path) -> None:
        before = unit.hex
        self.put(unit, self.chance.choice(self.stage.wrong))
        self.put(unit, before)
        self.walk(unit, path)

    def slip_corrected(self, unit: Unit, path: Path) -> None:
        self.put(unit, self.chance.choice(self.stage.wrong))
        self.end(unit, path)

    def slip_onto_enemy(self, unit: Unit, path: Path) -> None:
        others = [other for other in self.units.values() if other.side != unit.side]
        self.put(unit, self.chance.choice(others).hex)
        self.end(unit, path)

    def slip_seen_late(self, unit: Unit, path: Path) -> None:
        self.put(unit, self.chance.choice(self.stage.wrong))
        self.misplaced.add(unit.id)
        self.later.append(lambda: self.put_right(unit, path))

    def slip_seen_last(self, unit: Unit, path: Path) -> None:
        self.put(unit, self.chance.choice(self.stage.wrong))
        self.misplaced.add(unit.id)
        self.later.append(lambda: self.last.append(lambda: self.put_right(unit, path)))

    def put_right(self, unit: Unit, path: Path) -> None:
        """Put a Unit to the end of its way, or where it began if others have come into it."""
        others = {other.hex for other in self.units.values() if other.side != unit.side}
        free = others.isdisjoint(place["hex"] for place in path)
        self.misplaced.discard(unit.id)
        self.moved.add(unit.id)
        self.end(unit, path if free and self.room(unit, path[-1]["hex"]) else path[:1])

    def column_forgotten(self, unit: Unit, path: Path) -> None:
        if unit.hex != path[-1]["hex"]:
            self.put(unit, path[-1]["hex"])
        column = path[-1]["column"]
        self.later.append(lambda: self.form_as(unit, column))

    def off_the_map_and_back(self, unit: Unit, path: Path) -> None:
        before = unit.hex
        self.table.drag(unit.piece, ROUTE_MAP, self.scenario.box)
        self.put(unit, before)
        self.walk(unit, path)

    def with_a_note(self, unit: Unit, path: Path) -> None:
        self.walk(unit, path)
        self.table.note(unit.piece, self.chance.choice(NOTES))

    # ------------------------------------------------------------------ other habits

    def mistaken_draw(self) -> None:
        """Draw a chit, see that it is too early and put it back."""
        piece = self.table.draw()
        if self.chance.random() < 0.5:
            self.table.put_back(piece)
        else:
            self.table.undo(marked=self.chance.random() < 0.5)

    def assault(self) -> None:
        """Go into an enemy's hex; after the die one of them leaves it, or the log ends so."""
        pairs = [
            (unit, enemy)
            for unit in self.active()
            for enemy in self.units.values()
            if enemy.side != unit.side
        ]
        for unit, enemy in self.chance.sample(pairs, len(pairs)):
            if (
                unit.id in self.moved | self.misplaced
                or sum(other.hex == enemy.hex for other in self.units.values()) > 1
            ):
                continue
            self.assaulted = enemy.piece
            cost = self.reach(unit, unit.ma).get(enemy.hex)
            path = self.best(unit, enemy.hex)["path"] if cost else ()
            self.assaulted = ""
            if len(path) < 2:
                continue
            here = unit.hex, unit.column
            self.walk(unit, path)
            self.table.roll()
            match self.chance.randrange(3):
                case 0 if len(path) <= 4 and all(p["column"] == unit.column for p in path):
                    self.put(unit, here[0])
                case 1:
                    self.table.drag(enemy.piece, "Activation", (600, 300))
                    enemy.hex = self.stage.gone
                    enemy.move_class = ""
                case _:
                    if not self.runs(enemy, unit):
                        self.table.drag(enemy.piece, "Activation", (600, 300))
                        enemy.hex = self.stage.gone
                        enemy.move_class = ""
            return

    def runs(self, enemy: Unit, attacker: Unit) -> bool:
        """Let a defender run a hex away, as it stands."""
        self.assaulted = attacker.piece
        hexes = [n for n in sorted(self.reach(enemy, 3)) if self.room(enemy, n)]
        hexes = [n for n in hexes if self.keeps(enemy, n)]
        self.assaulted = ""
        if hexes:
            self.put(enemy, self.chance.choice(hexes))
        return bool(hexes)

    def ride(self) -> None:
        """A tank goes along its Road with its rider, one dragged after the other."""
        tank, rider = (self.units[name] for name in self.stage.riding)
        if (
            (self.moved | self.misplaced) & {tank.id, rider.id}
            or tank not in self.active()
            or tank.hex != rider.hex
            or not rider.column
        ):
            return
        reach = sorted(self.reach(tank, tank.ma))
        if not reach:
            return
        path = self.best(tank, self.chance.choice(reach))["path"]
        if not all(place["column"] for place in path):
            return
        for unit in self.chance.sample([tank, rider], 2):
            self.end(unit, path)

    def ferry(self) -> None:
        """A Unit goes by ferry, in the formation it stood there in, and does nothing else."""
        units, here, goal = self.chance.choice(self.stage.ferried)
        unit = self.units[units[0]]
        (column,) = ("column" in states for id_, _, states in self.stage.units if id_ == unit.id)
        there = [other for other in self.units.values() if other.hex == goal]
        if (
            unit.id not in self.moved | self.misplaced
            and unit in self.active()
            and (unit.hex, unit.column) == (here, column)
            and all(other.side == unit.side for other in there)
            and self.room(unit, goal)
        ):
            self.put(unit, goal)

    def pile(self) -> None:
        """Put an eliminated Unit on the pile, where nobody is but who was put near by slip."""
        alive = [u for u in self.units.values() if u.move_class and u.id not in self.misplaced]
        self.table.roll()
        unit = self.chance.choice(alive)
        self.put(unit, self.heap)
        unit.move_class = ""

    def begin(self) -> None:
        """Pile up what was eliminated before, if anything was, and set up."""
        Player.begin(self)
        for name in self.chance.choice([(), self.stage.early]):
            unit = self.units[name]
            self.put(unit, self.heap)
            unit.move_class = ""

    def move(self, unit: Unit) -> None:
        """One legal move, in one of the habits."""
        if not unit.move_class or unit.id in self.misplaced:
            return
        hexes = self.reach(unit, self.chance.choice((2, 3, unit.ma, 2 * unit.ma - 3)))
        roomy = [number for number in sorted(hexes) if self.room(unit, number)]
        if not roomy:
            return
        path = self.best(unit, self.chance.choice(roomy))["path"]
        self.moved.add(unit.id)
        names, weights = zip(*WAYS.items(), strict=True)
        (name,) = self.chance.choices(names, weights)
        self.deeds.append(f"habit {name}")
        getattr(self, name)(unit, path)

    def play(self, activations: int) -> None:
        """A whole legal log; what was seen late is put right before it ends."""
        Player.play(self, activations)
        for waiting in (self.later, self.last):  # the first may add to the second
            for deed in waiting:
                deed()

    def activation(self) -> None:
        """Draw a chit, perhaps the wrong one first, move, fight, talk."""
        for name, chance in HABITS.items():
            early = name == "mistaken_draw" and self.draws + 2 < len(self.stage.chits)
            if early and self.chance.random() < chance:
                self.deeds.append(f"habit {name}")
                self.mistaken_draw()
        Player.activation(self)
        for name, chance in HABITS.items():
            if name != "mistaken_draw" and self.chance.random() < chance:
                self.deeds.append(f"habit {name}")
                getattr(self, name)()


WAYS: dict[str, int] = {
    "hex_by_hex": 4,
    "straight": 3,
    "in_two": 2,
    "slip_undone": 2,
    "slip_put_back": 2,
    "slip_corrected": 3,
    "slip_onto_enemy": 2,
    "slip_seen_late": 2,
    "slip_seen_last": 1,
    "column_forgotten": 2,
    "off_the_map_and_back": 1,
    "with_a_note": 2,
}
"""Ways of moving a Unit, with their weights."""
HABITS: dict[str, float] = {
    "mistaken_draw": 0.2,
    "assault": 0.3,
    "ride": 0.3,
    "ferry": 0.5,
    "pile": 0.15,
}
"""What else people do in an activation, with the chance of each."""


# ------------------------------------------------------------------ faults in the same ways


@dataclass(frozen=True, slots=True)
class Misdeed:
    """A fault that was planted: its kind and the piece (or the chit) it is about."""

    kind: str
    piece: str


def beyond(player: Person, unit: Unit) -> str:
    """A hex that two Actions do not reach."""
    near = player.reach(unit, 2 * unit.ma)
    choices = sorted(player.reach(unit, 2 * unit.ma + 3).keys() - near.keys())
    if not choices:
        raise UnluckyError
    return player.chance.choice(choices)


def one_of(player: Person, *wanted: str) -> Unit:
    """Draw until one of some Units is active and where it can move."""
    for _ in range(len(player.stage.chits) - player.draws):
        player.draw()
        units = [player.units[id_] for id_ in wanted]
        fit = [unit for unit in units if unit in player.active() and unit.move_class]
        if fit:
            return player.chance.choice(fit)
    raise UnluckyError


def on_the_way(player: Person, way: Way) -> tuple[Unit, str]:
    """Draw until a Unit is active that stands where a way begins: the Unit, and its end."""
    units, here, goal = way
    unit = one_of(player, *units)
    if unit.hex != here:
        raise UnluckyError
    return unit, goal


NEAR = 8
"""Hexes within which an enemy tells which way is back."""


def too_far(player: Person) -> Unit:
    unit = one_of(player, *player.stage.foot)
    goal = beyond(player, unit)
    if player.chance.random() < 0.5:
        player.put(unit, player.chance.choice(player.stage.wrong))
    player.put(unit, goal)
    keep_form(player, unit)
    return unit


def too_far_hex_by_hex(player: Person) -> Unit:
    unit = one_of(player, *player.stage.foot)
    player.walk(unit, player.best(unit, beyond(player, unit))["path"])
    return unit


def far_after_a_die(player: Person) -> Unit:
    unit = one_of(player, *player.stage.foot)
    player.table.roll()
    player.put(unit, player.stage.far)
    return unit


def over_destroyed_after_a_die(player: Person) -> Unit:
    unit, goal = on_the_way(player, player.stage.bridge)
    player.table.roll()
    player.put(unit, goal)
    return unit


def forward_out_of_turn(player: Person) -> Unit:
    player.draw()
    active = player.active()
    if not active:
        raise UnluckyError
    others = [u for u in player.units.values() if u.move_class and u.side != active[0].side]
    # One that was just put right would be taken to be put right once more.
    others = [unit for unit in others if unit.id not in player.moved | player.misplaced]
    others = [unit for unit in others if player.near(unit) <= NEAR]
    if not others:
        raise UnluckyError
    unit = player.chance.choice(others)
    player.table.roll()
    hexes = [n for n in sorted(player.reach(unit, 4)) if not player.goes_back(unit, n)]
    if not hexes:
        raise UnluckyError
    player.put(unit, player.chance.choice(hexes))
    return unit


def stays_with_enemies(player: Person) -> Unit:
    units, name = player.stage.among
    unit, enemy = one_of(player, *units), player.units[name]
    if not enemy.move_class:
        raise UnluckyError
    player.put(unit, enemy.hex)
    for _ in range(2):
        if player.draws >= len(player.stage.chits):
            raise UnluckyError
        Player.draw(player)
    return unit


def over_water(player: Person) -> Unit:
    unit, goal = on_the_way(player, player.stage.water)
    if goal in player.reach(unit, unit.ma):
        raise UnluckyError
    player.table.roll()
    player.put(unit, goal)
    return unit


def over_limit(player: Person) -> Unit:
    unit, goal = on_the_way(player, player.stage.limit)
    player.put(unit, goal)
    return unit


def by_ferry_that_bars_it(player: Person) -> Unit:
    unit, goal = on_the_way(player, player.stage.barred)
    if goal in player.reach(unit, 2 * unit.ma):
        raise UnluckyError
    player.put(unit, goal)
    return unit


def drawn_at_night(player: Person) -> Unit:
    """A chit, told as a Unit is, that night bars."""
    wanted, chits = player.stage.night, player.scenario.chits
    (piece,) = (piece for piece, id_ in chits.items() if id_ == wanted)
    while player.time != NIGHT:
        player.next_turn()
    if wanted not in player.stage.chits:
        player.table.put_back(piece)
    while player.chit != wanted:
        if player.draws >= len(player.stage.chits):
            raise UnluckyError
        player.draw()
    return Unit(piece, wanted, "", False, "", "", "", "")


def beamed(player: Person) -> Unit:
    unit = one_of(player, *player.stage.foot)
    player.table.drag(unit.piece, ROUTE_MAP, player.scenario.box)
    player.put(unit, player.stage.beam)
    return unit


def goes_on_late(player: Person) -> Unit:
    unit = one_of(player, *player.stage.foot)
    path = player.best(unit, sorted(player.reach(unit, 3))[0])["path"]
    been = [place["hex"] for place in path]
    player.walk(unit, path)
    if player.draws >= len(player.stage.chits):
        raise UnluckyError
    player.draw()
    if unit in player.active():
        raise UnluckyError
    hexes = [n for n in sorted(player.reach(unit, 3)) if n not in been]
    if not hexes:
        raise UnluckyError
    player.put(unit, player.chance.choice(hexes))
    return unit


MISDEEDS: dict[str, Callable[[Person], Unit]] = {
    "too_far": too_far,
    "too_far_hex_by_hex": too_far_hex_by_hex,
    "far_after_a_die": far_after_a_die,
    "over_destroyed_after_a_die": over_destroyed_after_a_die,
    "forward_out_of_turn": forward_out_of_turn,
    "stays_with_enemies": stays_with_enemies,
    "over_water": over_water,
    "over_limit": over_limit,
    "by_ferry_that_bars_it": by_ferry_that_bars_it,
    "drawn_at_night": drawn_at_night,
}
"""Faults that the log proves."""
TRICKS: dict[str, Callable[[Person], Unit]] = {"beamed": beamed, "goes_on_late": goes_on_late}
"""What the log does not prove to be a fault, and has to name."""
