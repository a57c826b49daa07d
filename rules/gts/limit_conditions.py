"""Whether the condition of a limit is met, as far as a question says: S4.9 and its like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from clubroute.rules.gts.asked import played_in
from clubroute.rules.gts.games import book
from clubroute.rules.gts.movement.limits import concerns
from clubroute.rules.gts.movement_tables import Limit, MovementTable
from clubroute.rules.gts.position import Position
from clubroute.rules.mapfile import MapFile

if TYPE_CHECKING:
    from clubroute.rules.gts.position.units import Unit
    from clubroute.rules.gts.situation.mover import Mover


def lifted_limits(
    game_map: MapFile, tables: Mapping[str, MovementTable], who: Mover | Unit, state: Position
) -> Mapping[str, bool]:
    """By limit of a unit (its ``why``) whether its condition lifts it; absent if that is unknown.

    :raises InputError: a state's bridge that is none.
    """
    found: dict[str, bool] = {}
    other = of_the_campaign(game_map.window, played_in(None, state))
    for game in sorted(set(game_map.sheets) & set(tables)):
        for limit in tables[game].limits:
            if not concerns(limit, who.groups, who.side or ""):
                continue
            met = limit.rule in other or is_met(game_map, limit, who, state)
            if met is not None:
                found[limit.why] = met
    return found


SCENARIOS = ("WED-1", "WED-2", "WED-3", "WED-4")
"""Those with limits of their own."""


def of_the_campaign(window: str, played: str | None) -> tuple[str, ...]:
    """The rules of the campaign's own section, which a single scenario has not."""
    return book("deploy", window)["limits"].words("campaign") if played in SCENARIOS else ()


def is_met(game_map: MapFile, limit: Limit, who: Mover | Unit, state: Position) -> bool | None:
    """Whether a limit's ``unless`` holds, None if that is not said."""
    if limit.told_by:
        told: bool | None = getattr(who, limit.told_by)
        return told
    if not limit.bridge:
        return None
    # Only few units wait for a bridge: others do not load what judges who controls one.
    from clubroute.rules.gts.campaign.bridges import bridge_at, control
    from clubroute.rules.working import Working

    bridge = bridge_at(game_map, limit.bridge, state)
    holder = bridge.said.control
    if holder is None:
        holder = control(Working(), bridge, state, True).side
    return None if holder is None else holder == limit.held_by
