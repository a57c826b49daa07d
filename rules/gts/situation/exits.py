"""Leaving the map: who may, where, and when (WED S7.2.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.movement_tables import Exit, MovementTable
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.position.names import same_group


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
