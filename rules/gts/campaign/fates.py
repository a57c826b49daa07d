"""The fate of each Unit in a rout (WED S3.1, scenarios 2 to 4; TDC S4.4; WED MG 1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clubroute.rules.answer.working import Working, any_of
from clubroute.rules.book.rulebook import Section
from clubroute.rules.gts.kinds import NAME, YES
from clubroute.rules.position.record import given, needed, said


@dataclass(frozen=True, slots=True, kw_only=True)
class Routing:
    """A Unit of the Formation, or an Independent one near it; None where it is not said."""

    id: str = needed(NAME)
    in_fire_zones: bool | None = said(YES)
    can_leave: bool | None = said(
        YES, "whether one hex's move takes it out of all enemy Fire Zones"
    )
    independent: bool | None = said(YES)
    stacked: bool | None = said(YES, "with a Unit of the Formation")
    in_range: bool | None = said(YES, "of the Formation's Leader")
    other_leader: bool | None = said(YES, "in range of another Leader who could command it")


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


def fates_of(work: Working, section: Section, units: Iterable[Routing]) -> dict[str, str] | None:
    """By Unit what becomes of it, None if no Units are told."""
    found: dict[str, str] = {}
    for unit in units:
        shares = shares_fate(work, section, unit)
        if shares is None:
            continue
        fate = fate_of(work, section, unit) if shares else "not_affected"
        if fate is not None:
            found[unit.id] = fate
            work.say(f"{unit.id}: {WORDS[fate]}", section.cite)
    return found or None


def shares_fate(work: Working, section: Section, unit: Routing) -> bool | None:
    """Whether a Unit routs with the Formation; an Independent one only where the rule says."""
    if unit.independent is False:
        return True
    ways, told = section.words("independents"), given(unit)
    shares = any_of(told.get(way) for way in ways)
    unknown = [way for way in ways if way not in told]
    if shares is not False and section.flag("no_other_leader") and unit.other_leader is not False:
        shares = None if unit.other_leader is None else False
        unknown += [] if unit.other_leader else ["other_leader"]
    if unit.independent is None:
        if not shares:
            work.need(f"units: independent of {unit.id}: whether it is an Independent Unit")
        return shares or None
    if shares is None:
        work.need(f"units: {' or '.join(unknown)} of {unit.id}, an Independent Unit")
    return shares


def fate_of(work: Working, section: Section, unit: Routing) -> str | None:
    """Return the fate of a Unit that routs, None if it is not known."""
    fate = section.text("fate")
    if fate not in ("stand", "off_map"):
        return fate
    if unit.in_fire_zones is None:
        work.need(f"units: in_fire_zones of {unit.id}")
        return None
    if not unit.in_fire_zones:
        return "stays" if fate == "stand" else "off_map"
    if unit.can_leave is None:
        work.need(f"units: can_leave of {unit.id}, which is in an enemy Fire Zone")
        return None
    if unit.can_leave:
        return "moves" if fate == "stand" else "off_map"
    return "entrenched" if fate == "stand" else "eliminated"
