"""The unit that moves, and whoever rides on it, as a question and its state tell of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from clubroute.builder.errors import InputError, Where, one_of
from clubroute.rules.answer.model import MOVE_CLASSES, MoveClass
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import Exit, MovementTable
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import Rider, Unit
from clubroute.rules.position.names import same_group

# Leaving the map: who may, where, and when (WED S7.2.0).


@dataclass(frozen=True, slots=True)
class Leaving:
    """What the rule of one game says of one Unit that would leave the map.

    ``grouped``: whether its Formation or Division is said at all; ``named``: whether it is one of
    those that leave. ``came_back``: by the emergency call, so that it never leaves again; None if
    nobody said. ``played``: whether the rule is said of this map.
    """

    rule: Exit
    grouped: bool
    named: bool
    came_back: bool | None
    played: bool


@dataclass(frozen=True, slots=True)
class Exits:
    """The hexes a Unit may leave the map by, and what each game's rule says of it."""

    hexes: frozenset[int] = frozenset()
    games: tuple[tuple[str, Leaving], ...] = ()

    def leaving(self, game: str) -> Leaving:
        """What the rule of a game says of the Unit."""
        return next(leaving for name, leaving in self.games if name == game)

    def refused(
        self, game_map: MapFile, hex_id: int, entered: bool, route_left: bool | None
    ) -> str:
        """Tell why the Unit may not leave from a hex, "" if nothing is known against it."""
        leaving = self.leaving(game_map.game(hex_id))
        if hex_id not in self.hexes:
            where = ", ".join(sorted(game_map.number(h) for h in self.hexes))
            return "no Unit leaves the map here" + (f", only in {where}" if where else "")
        if leaving.rule.windows and not leaving.played:
            return "no Unit leaves the map here in the combined game"
        if leaving.grouped and not leaving.named:
            return f"only {' and '.join(leaving.rule.who)} Units leave the map here"
        if not entered:
            return "a Unit leaves the map by entering the hex, not from standing in it"
        if route_left is False:
            return "the Club Route Marker has not left the map"
        return ""


def exit_hexes(game_map: MapFile) -> frozenset[int]:
    """The hexes a Unit may leave the map by: exit hexes of a game whose map it is."""
    areas = [area for area in game_map.areas_of("exit_hex") if area.game in ("", *game_map.sheets)]
    return frozenset(hex_id for area in areas for hex_id in area.hexes)


def exits_of(game_map: MapFile, tables: Mapping[str, MovementTable], unit: Unit) -> Exits:
    """How a Unit may leave a map, by each game's rule."""
    games = tuple((game, leaving_of(game_map, tables[game].exit, unit)) for game in sorted(tables))
    return Exits(exit_hexes(game_map), games)


def leaving_of(game_map: MapFile, rule: Exit, unit: Unit) -> Leaving:
    """What a game's rule says of a Unit."""
    own = [group for group in unit.groups if not any(same_group(who, group) for who in rule.who)]
    back = unit.emergency
    if back is None and own:
        back = None if any(same_group(rule.recalled, group) for group in own) else False
    named = any(same_group(who, group) for who in rule.who for group in unit.groups)
    return Leaving(rule, bool(unit.groups), named, back, game_map.window in rule.windows)


def exit_needs(leaving: Leaving, route_left: bool | None, cite: str) -> tuple[str, ...]:
    """The facts that decide whether a Unit leaves the map."""
    needs = []
    if not leaving.grouped:
        who = " and ".join(leaving.rule.who)
        needs.append(f"unit.division: only {who} Units leave the map ({cite})")
    if route_left is None:
        needs.append(f"whether the Club Route Marker has left the map to the north ({cite})")
    return tuple(needs)


@dataclass(frozen=True, slots=True)
class RidingUnit:
    """The Infantry that rides, as far as it is known: None or "" where it is not said.

    ``steps`` are those it has now; ``vehicle_steps`` those of the vehicle.
    """

    move_class: str = ""
    formation: str = ""
    vehicle_formation: str = ""
    organic: bool | None = None
    steps: int | None = None
    vehicle_steps: int | None = None


NOBODY = RidingUnit()
NO_EXITS = Exits()


@dataclass(frozen=True, slots=True)
class Mover:
    """The unit that moves.

    ``move_class`` is the class it moves as now: its Organic Transport's while ``mounted``.
    ``organic`` is the class of its Organic Transport, mounted or not; ``ma`` half-MP, None if
    not given. ``on_foot`` is its own class. ``groups`` names its Formation and Division. ``roads``
    are those it may be on (indexes of the map's), none where that is not said. ``divisional``: its
    transport is a Divisional Truck or Jeep.
    ``gone``: it has left the map. ``rider`` rides on it, or would.
    ``exits``: how it may leave the map.
    ``unformed``, ``unmounted``: nobody said whether it is in Column, on its Organic Transport.
    """

    move_class: MoveClass
    column: bool = False
    unformed: bool = False
    unmounted: bool = False
    ma: int | None = None
    side: str = ""
    id: str = ""
    organic: MoveClass | None = None
    mounted: bool = False
    piggyback: bool = False
    groups: tuple[str, ...] = ()
    roads: tuple[int, ...] = ()
    on_foot: MoveClass = "leg"
    divisional: bool = False
    gone: bool = False
    rider: RidingUnit = NOBODY
    exits: Exits = NO_EXITS
    name: str = ""

    @property
    def classes(self) -> frozenset[MoveClass]:
        """The classes it may move as: now, by its Organic Transport, and without."""
        return frozenset({self.move_class, self.organic or self.on_foot, self.on_foot})


def as_known(unit: Unit, state: Position) -> Unit:
    """The unit a question names; what it leaves out is taken from the state's unit of that id.

    Of several copies of one counter it is the one in its hex.

    :raises InputError: several that differ in its hex, or none of several there.
    """
    return completed(unit, own_entry(unit, state), state)


def completed(unit: Unit, entry: Unit | None, state: Position) -> Unit:
    """A unit with what its entry in a state's units, and the history, say of it."""
    unit = unit if entry is None else unit.over(entry)
    if unit.emergency is None and state.history is not None:
        # Nobody comes by a call that was not made (WED S7.3.0).
        called = bool(state.events("emergency_call"))
        return unit if called else replace(unit, emergency=False)
    return unit


def own_entry(unit: Unit, state: Position) -> Unit | None:
    """The entry of a state's units that is the unit, None if none is.

    :raises InputError: several that differ in its hex, or none of several there.
    """
    known = [u for u in state.units or () if unit.id and u.id == unit.id]
    if len(known) <= 1:
        return known[0] if known else None
    here = [u for u in known if u.hex == unit.hex]
    if here and all(one == here[0] for one in here):
        return here[0]
    hexes = ", ".join(dict.fromkeys(one.hex or "no hex" for one in known))
    expected = "one unit an id, or copies of which those in one hex are alike, and that hex"
    raise InputError(Where("params", part="state.units"), f"{unit.id!r} in {hexes}", expected)


def mover_of(unit: Unit) -> Mover:
    """A unit as it moves. :raises InputError: no class, or it cannot move."""
    mounted = unit.mounted is True
    move_class = unit.organic if mounted and unit.organic else unit.move_class
    if unit.immobile and not mounted:
        expected = "one that may move" + (", or mounted: true" if unit.organic else "")
        raise InputError(Where("params", part="unit"), "an immobile Unit", expected)
    if move_class is None:
        expected = one_of(MOVE_CLASSES)
        raise InputError(Where("params", part="unit.class"), "nothing", expected)
    return Mover(
        move_class=move_class,
        column=unit.column is True,
        unformed=unit.column is None,
        # A Divisional Truck is off the map until it is used (S5.3).
        unmounted=unit.mounted is None and not unit.divisional,
        ma=unit.ma,
        side=unit.side or "",
        id=unit.id or "",
        organic=unit.organic,
        mounted=mounted,
        piggyback=unit.piggyback is True,
        groups=unit.groups,
        on_foot=unit.move_class or "leg",
        divisional=unit.divisional is True,
        rider=rider_of(unit),
        name=unit.call,
    )


def rider_of(unit: Unit) -> RidingUnit:
    """The rider a question names with its unit."""
    told = unit.rider or Rider()
    return RidingUnit(
        told.move_class or "",
        told.formation or "",
        unit.formation or "",
        told.organic,
        told.steps,
        unit.steps,
    )
