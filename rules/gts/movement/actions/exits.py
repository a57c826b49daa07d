"""Leaving the map: who may, where, and when (WED S7.2.0)."""

from __future__ import annotations

from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.movement_tables import Exit
from clubroute.rules.gts.situation.mover import Mover
from clubroute.rules.position.names import same_group


def exit_hexes(game_map: MapFile) -> frozenset[int]:
    """The hexes a unit may leave the map by: exit hexes of a game whose map it is."""
    areas = [area for area in game_map.areas_of("exit_hex") if area.game in ("", *game_map.sheets)]
    return frozenset(hex_id for area in areas for hex_id in area.hexes)


def leaves(leaving: Exit, mover: Mover) -> bool:
    """Whether a unit is one of those that leave the map."""
    return any(same_group(who, group) for who in leaving.who for group in mover.groups)


def came_back(leaving: Exit, mover: Mover) -> bool | None:
    """Whether a unit came by the emergency call and never leaves again, None if nobody said."""
    own = [group for group in mover.groups if not any(same_group(w, group) for w in leaving.who)]
    if mover.recalled is None and own:
        return None if any(same_group(leaving.recalled, group) for group in own) else False
    return mover.recalled


def exit_refused(
    game_map: MapFile,
    leaving: Exit,
    mover: Mover,
    hex_id: int,
    entered: bool,
    route_left: bool | None,
) -> str:
    """Tell why a unit may not leave the map from a hex, "" if nothing is known against it."""
    exits = exit_hexes(game_map)
    if hex_id not in exits:
        where = ", ".join(sorted(game_map.number(h) for h in exits))
        return "no Unit leaves the map here" + (f", only in {where}" if where else "")
    if leaving.windows and game_map.window not in leaving.windows:
        return "no Unit leaves the map here in the combined game"
    if mover.groups and not leaves(leaving, mover):
        return f"only {' and '.join(leaving.who)} Units leave the map here"
    if not entered:
        return "a Unit leaves the map by entering the hex, not from standing in it"
    if route_left is False:
        return "the Club Route Marker has not left the map"
    return ""


def exit_needs(leaving: Exit, mover: Mover, route_left: bool | None, cite: str) -> tuple[str, ...]:
    """The facts that decide whether a unit leaves the map."""
    needs = []
    if not mover.groups:
        needs.append(
            f"unit.division: only {' and '.join(leaving.who)} Units leave the map ({cite})"
        )
    if route_left is None:
        needs.append(f"whether the Club Route Marker has left the map to the north ({cite})")
    return tuple(needs)
