"""What a question tells of the position: its state, Units and Fire Zones by side; and names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clubroute.rules.gts.kinds import ALLIED, ENEMY, GERMAN, SIDES
from clubroute.rules.gts.position import need_fire_zones

__all__ = ["ALLIED", "ENEMY", "GERMAN", "SIDES", "need_fire_zones"]


def state_in(params: Mapping[str, Any]) -> Mapping[str, Any]:
    """The state of a question, empty if there is none."""
    found: Mapping[str, Any] = params.get("state") or {}
    return found


def units_in(state: Mapping[str, Any], hexes: Iterable[str], side: str) -> list[Mapping[str, Any]]:
    """The side's Units in some hexes (printed numbers)."""
    where = set(hexes)
    return [u for u in state.get("units", ()) if u.get("side") == side and u.get("hex") in where]


def fire_zones(state: Mapping[str, Any], side: str) -> frozenset[str] | None:
    """The hexes (as printed) in which a side projects Fire Zones, None if it is not told."""
    told = state.get("fire_zones", {})
    return frozenset(told[side]) if side in told else None


def in_fire_zone(state: Mapping[str, Any], side: str, hexes: Sequence[str]) -> bool | None:
    """Whether a side projects a Fire Zone into one of the hexes, None if it is not told."""
    zones = fire_zones(state, side)
    return None if zones is None else any(hex in zones for hex in hexes)


def same_name(a: str, b: str) -> bool:
    """Whether two names mean the same Division or Formation: one may have more words."""
    one, other = set(a.casefold().split()), set(b.casefold().split())
    return bool(one and other) and (one <= other or other <= one)
