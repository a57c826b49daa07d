"""Plans of a Free Drop: which Formation comes where and when (WED 3.3.2, TDC 3.3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clubroute.rules.answer.answers import LEGALITY
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.asked import AboutMap
from clubroute.rules.gts.campaign.zones import (
    division_zones,
    kept_out,
    others_zone,
    scheduled_zones,
    zone_at,
)
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import DROP, NAME
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.roster import roster_of
from clubroute.rules.owner.tables import need
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import list_of, needed, record


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedDrop:
    """A Formation (or, of an Independent one, some of its Units) with drop number and zone."""

    formation: str = needed(NAME)
    division: str = needed(NAME)
    drop: int = needed(DROP)
    zone: str = needed(NAME)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanQuestion(AboutMap):
    """The parameters of ``drop.plan``."""

    plan: tuple[PlannedDrop, ...] = needed(
        list_of(record(PlannedDrop), 200),
        "a Formation, or Units of an Independent one, with drop number and zone, each",
    )


@answers("drop.plan", *LEGALITY)
def check_plan(context: Context, asked: PlanQuestion) -> Receipt:
    """Whether a plan of a Free Drop is legal: zones and drop numbers of Formations."""
    work, country = Working(), asked.country
    plan = [replace(one, zone=zone_at(context, country, one.zone).id) for one in asked.plan]
    rules = book("drop", country.window)
    cite, word = rules["free"].cite, rules["free"].text("independent")
    normal = [entry for entry in plan if not same_group(entry.formation, word)]
    together(work, normal, cite)
    alone(work, normal, cite, rules["free"].number("formations_a_zone"))
    for entry in plan:
        own_zones(work, context, country, entry)
        if entry not in normal:
            beside_another(work, entry, normal, cite)
    return work.receipt()


def together(work: Working, plan: Sequence[PlannedDrop], cite: str) -> None:
    """Add the condition that all Units of a Formation drop in the same zone on the same turn."""
    seen: dict[tuple[str, str], tuple[int, str]] = {}
    for entry in plan:
        key, where = (entry.division, entry.formation), (entry.drop, entry.zone)
        if seen.setdefault(key, where) != where:
            work.forbid(f"{entry.formation}: all its Units drop in one zone at one time", cite)


def alone(work: Working, plan: Sequence[PlannedDrop], cite: str, most: int) -> None:
    """Add the condition that one Formation uses a zone in a drop."""
    users: dict[tuple[int, str], set[tuple[str, str]]] = {}
    for entry in plan:
        place = users.setdefault((entry.drop, entry.zone), set())
        place.add((entry.division, entry.formation))
    for (drop, zone), formations in sorted(users.items()):
        names = ", ".join(formation for _, formation in sorted(formations))
        text = f"drop {drop}, {zone}: {names}"
        work.check(
            len(formations) <= most, text, f"{text}: only one Formation may use a zone", cite
        )


def own_zones(work: Working, context: Context, country: MapFile, entry: PlannedDrop) -> None:
    """Add the condition that a Division's Formations use its own zones only.

    Where the owner has not told them, those told of another are none of its, the schedule tells
    some, and what keeps the Division out of a zone's ground that it is none of its.
    """
    rules = book("drop", country.window)
    cite, zone = rules["divisions"].cite, zone_at(context, country, entry.zone)
    its, none = f"{entry.zone} is a zone of {entry.division}", f"{entry.zone} is no zone of"
    told = division_zones(context, entry.division)
    if told is not None:
        work.check(entry.zone in told, its, f"{none} {entry.division}", cite)
        return
    other = others_zone(context, zone, entry.division)
    if other is not None:
        work.forbid(f"{none} {entry.division}: it is one of {other}", cite)
        return
    if entry.zone in scheduled_zones(country, zone, entry.division):
        work.say(f"{its}: Formations of it land there by the schedule", rules["historical"].cite)
        return
    division = roster_of(country.window).sided(Unit(division=entry.division))
    barred = kept_out(context, country, division, zone)
    if barred is not None:
        work.forbid(f"{none} {entry.division}: {barred.why}", barred.rule, barred.provenance)
        return
    work.need(
        f"{need('division_zones', f'the zones of {entry.division}')}; else illegal: {none} "
        f"{entry.division}"
    )


def beside_another(
    work: Working, entry: PlannedDrop, normal: Sequence[PlannedDrop], cite: str
) -> None:
    """Add the condition that Independent Units use a zone another Formation of the Division uses.

    It must use it on the same turn.
    """
    used = any(
        (other.division, other.drop, other.zone) == (entry.division, entry.drop, entry.zone)
        for other in normal
    )
    work.check(
        used,
        f"another Formation of {entry.division} uses {entry.zone} in drop {entry.drop}",
        f"no other Formation of {entry.division} uses {entry.zone} in drop {entry.drop}",
        cite,
    )
