"""Leaders in a state, and how far they command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import same_name
from clubroute.rules.gts.campaign.engineers import rating_of


def leaders_of(state: Mapping[str, Any], division: str) -> list[Mapping[str, Any]]:
    """The Leaders on the map of a Division ("" for all)."""
    return [
        unit
        for unit in state.get("units", ())
        if "leader" in str(unit.get("kind", "")).lower()
        and unit.get("hex")
        and (not division or same_name(str(unit.get("division", "")), division))
    ]


def reach_of(context: Context, leader: Mapping[str, Any]) -> int | None:
    """A Leader's Command Range in hexes: as told, or the owner's; None if neither."""
    told = leader.get("command_range")
    if isinstance(told, int):
        return told
    row = rating_of(context, leader)
    return None if row is None else row.number("command_range")


def has_telephone(context: Context, leader: Mapping[str, Any]) -> bool | None:
    """Whether a Leader has the telephone symbol, None if nobody says."""
    if "telephone" in leader:
        return bool(leader["telephone"])
    row = rating_of(context, leader)
    return None if row is None else row.yes("telephone")
