"""Leaders in a position, and how far they command."""

from __future__ import annotations

from clubroute.rules.asking.context import Context
from clubroute.rules.gts.campaign.engineers import rating_of
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.position.names import same_group


def leaders_of(position: Position, division: str) -> list[tuple[Unit, str]]:
    """List the Leaders on the map of a Division ("" for all), each with its hex."""
    return [
        (unit, unit.hex)
        for unit in position.units or ()
        if unit.kind == "leader"
        and unit.hex
        and (not division or same_group(unit.division or "", division))
    ]


def leaders_unsaid(position: Position, division: str) -> bool:
    """Whether there may be a Leader of a Division ("" for all) besides :func:`leaders_of`."""
    if position.units is None:
        return True
    return any(
        unit.kind in (None, "leader")
        and None in (unit.kind, unit.hex, unit.division if division else "")
        and (not division or unit.division is None or same_group(unit.division, division))
        for unit in position.units
    )


def reach_of(context: Context, leader: Unit) -> int | None:
    """Find a Leader's Command Range in hexes: as told, or the owner's; None if neither."""
    if leader.command_range is not None:
        return leader.command_range
    row = rating_of(context, leader)
    return None if row is None else row.number("command_range")


def has_telephone(context: Context, leader: Unit) -> bool | None:
    """Tell whether a Leader has the telephone symbol, None if neither position nor owner says."""
    if leader.telephone is not None:
        return leader.telephone
    row = rating_of(context, leader)
    return None if row is None else row.yes("telephone")
