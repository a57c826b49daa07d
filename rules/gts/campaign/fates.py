"""What a rout makes of each Unit (WED S3.1, scenarios 2 to 4; TDC S4.4; WED MG 1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.rulebook import Section

UNIT_FATE: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["id"],
    "properties": {
        "id": {"type": "string", "maxLength": 100},
        "in_fire_zone": {"type": "boolean"},
        "can_leave": {
            "type": "boolean",
            "description": "whether one hex's move takes it out of all enemy Fire Zones",
        },
        "independent": {"type": "boolean"},
        "stacked": {"type": "boolean", "description": "with a Unit of the Formation"},
        "in_range": {"type": "boolean", "description": "of the Formation's Leader"},
        "other_leader": {
            "type": "boolean",
            "description": "in range of another Leader who could command it",
        },
    },
}
"""A Unit of the Formation, or an Independent one near it."""

WORDS: Mapping[str, str] = {
    "stays": "stays where it is, nothing happens to it",
    "moves": "moves one hex, out of all enemy Fire Zones; no Opportunity Fire at it",
    "entrenched": "cannot leave the Fire Zone: it stays and is Entrenched; no Opportunity Fire",
    "off_map": "moves one hex out of Fire Zones, then is taken off the map with its losses, "
    "without Cohesion Hits and Suppression; no Opportunity Fire",
    "eliminated": "cannot leave the Fire Zone by one hex's move: eliminated for good",
    "gone": "removed, it never returns",
    "leave": "removed at once",
    "not_affected": "not affected",
}


def fates_of(
    work: Working, section: Section, units: Iterable[Mapping[str, Any]]
) -> dict[str, str] | None:
    """By Unit what becomes of it, None if no Units are told."""
    found: dict[str, str] = {}
    for unit in units:
        id = str(unit["id"])
        shares = shares_fate(work, section, unit)
        if shares is None:
            continue
        fate = fate_of(work, section, unit) if shares else "not_affected"
        if fate is not None:
            found[id] = fate
            work.say(f"{id}: {WORDS[fate]}", section.cite)
    return found or None


def shares_fate(work: Working, section: Section, unit: Mapping[str, Any]) -> bool | None:
    """Whether a Unit routs with the Formation; an Independent one only where the rule says."""
    if not unit.get("independent"):
        return True
    ways = section.words("independents")
    if any(unit.get(way) for way in ways):
        return not (section.flag("no_other_leader") and unit.get("other_leader", False))
    unknown = [way for way in ways if way not in unit]
    if unknown:
        work.need(f"units: {' or '.join(unknown)} of {unit['id']}, an Independent Unit")
        return None
    return False


def fate_of(work: Working, section: Section, unit: Mapping[str, Any]) -> str | None:
    """What becomes of a Unit that routs, None if that is not known."""
    fate, id = section.text("fate"), unit["id"]
    if fate not in ("stand", "off_map"):
        return fate
    if "in_fire_zone" not in unit:
        work.need(f"units: in_fire_zone of {id}")
        return None
    if not unit["in_fire_zone"]:
        return "stays" if fate == "stand" else "off_map"
    if "can_leave" not in unit:
        work.need(f"units: can_leave of {id}, which is in an enemy Fire Zone")
        return None
    if unit["can_leave"]:
        return "moves" if fate == "stand" else "off_map"
    return "entrenched" if fate == "stand" else "eliminated"
