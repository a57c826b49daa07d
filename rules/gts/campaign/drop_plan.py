"""Plans of a Free Drop: which Formation comes where and when (WED 3.3.2, TDC 3.3.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.answers import LEGALITY
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section
from clubroute.rules.ground.mapfile import MapArea, MapFile
from clubroute.rules.gts.asked import AboutMap
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import DROP, NAME
from clubroute.rules.gts.position import NOTHING_SAID
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.roster import DIVISION, roster_of
from clubroute.rules.gts.situation.condition import Condition, Limiting, conditions_of
from clubroute.rules.owner.tables import need, owner_rows
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import list_of, needed, record

# Airborne zones: their hexes, what they are meant for, and whose they are (WED 3.3, TDC 3.3).

KINDS = ("drop_zone", "landing_zone", "supply_drop")


@dataclass(frozen=True, slots=True)
class Zone:
    """An airborne zone. ``kind`` is dz, lz or dz/lz; hexes are as printed."""

    id: str
    name: str
    kind: str
    starred: bool
    hexes: tuple[str, ...]
    provenance: Provenance

    @property
    def suits_gliders(self) -> bool:
        """Whether gliders land there without a penalty."""
        return self.kind != "dz"


def zones_of(context: Context, country: MapFile) -> dict[str, Zone]:
    """List every zone by id: the map's, the owner's in place of the map's."""
    rules = book("drop", "mg")["zones"]
    areas = [area for kind in KINDS for area in country.areas_of(kind)]
    found = {area.id: from_map(country, area, rules) for area in areas}
    for row in owner_rows(context, "zones") or ():
        hexes = row.many("hexes")
        for number in hexes:
            try:
                country.id(number)
            except InputError as error:
                raise row.source.error("hexes", error.found, error.expected) from None
        zone, name, kind = row.text("zone"), row.text("name"), row.text("kind")
        found[zone] = Zone(zone, name, kind, row.yes("starred"), hexes, "rulebook")
    return found


def from_map(country: MapFile, area: MapArea, rules: Section) -> Zone:
    """Make a zone of an area of the map."""
    kind = next((word for word in ("dz", "lz") if area.id in rules.words(word)), "dz/lz")
    hexes = tuple(country.number(place) for place in area.hexes)
    basis = country.bases[area.basis].provenance
    return Zone(area.id, area.name, kind, area.id in rules.words("starred"), hexes, basis)


def zone_at(context: Context, country: MapFile, named: str) -> Zone:
    """Find the zone of an id or name, or any of a kind, ``DZ*``. :raises InputError: there is
    none.
    """
    if kind := ANY.fullmatch(named.strip().casefold().removeprefix("any ")):
        return Zone("", f"any {named}", kind["kind"], bool(kind["star"]), (), "rulebook")
    known = zones_of(context, country)
    told, zones = zone_words(named), tuple(known.values())
    found = [zone for zone in zones if told in (zone_words(zone.id), zone_words(zone.name))]
    found = found or [zone for zone in zones if told in zone_calls(zone)]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(zone.id for zone in found)
        raise InputError(Where("params", part="zone"), repr(named), f"one of {names}")
    near = nearest_name(named, [*known, *(zone.name for zone in known.values())])
    raise InputError(Where("params", part="zone"), repr(named), "an airborne zone of the map", near)


ANY = re.compile(r"(?P<kind>dz|lz|dz/lz)(?P<star>\*?)")
"""A kind of zone without a name, whose hexes do not matter."""


def zone_words(name: str) -> str:
    """A zone's name in small letters without blanks, hyphens and stars."""
    return "".join(sign for sign in name.casefold() if sign not in " -*")


def zone_calls(zone: Zone) -> tuple[str, ...]:
    """What a zone of two purposes, ``DZ/LZ Y``, is called for short: ``dzy`` and ``lzy``."""
    words = zone_words(zone.name)
    letter = words.removeprefix("dz/lz")
    return (f"dz{letter}", f"lz{letter}") if letter != words else ()


def division_zones(context: Context, division: str) -> tuple[str, ...] | None:
    """List the ids of the zones a Division uses, None if the owner has not said."""
    rows = owner_rows(context, "division_zones") or ()
    found = [row.text("zone") for row in rows if same_group(row.text("division"), division)]
    return tuple(found) or None


def others_zone(context: Context, zone: Zone, division: str) -> str | None:
    """Find the other Division to which the owner gives a zone, which is then its alone."""
    rows = owner_rows(context, "division_zones") or ()
    names = (row.text("division") for row in rows if row.text("zone") == zone.id)
    return next((name for name in names if not same_group(name, division)), None)


def scheduled_zones(country: MapFile, zone: Zone, division: str) -> frozenset[str]:
    """List the zones in which a Division's Formations land by the reinforcement schedule, where
    the rulebook of the zone's game has it; none where it has not.
    """
    schedule = book("drop", country.game(country.id(zone.hexes[0])))["historical"]
    if not schedule.holds:
        return frozenset()
    roster = roster_of(country.window)
    return frozenset(
        name
        for row in schedule.value("sticks")
        for name in row["zones"]
        if same_group(roster.division_of(row["formation"]) or "", division)
    )


def kept_out(context: Context, country: MapFile, unit: Unit, zone: Zone) -> Condition | None:
    """Find what keeps a Unit out of every hex of a zone wherever it comes from; None if nothing."""
    hexes = {country.id(number) for number in zone.hexes}
    who = Limiting(context, country, unit, NOTHING_SAID, moves=False)
    return next((one for one in conditions_of(who) if hexes <= one.shut), None)


def supply_zone(context: Context, division: str) -> str | None:
    """Find the id of a Division's supply drop zone, None if the owner has not said."""
    for row in owner_rows(context, "division_zones") or ():
        if row.yes("supply") and same_group(row.text("division"), division):
            return row.text("zone")
    return None


def in_zone(units: Iterable[Unit] | None, zone: Zone, side: str) -> list[Unit]:
    """List the side's Units that are said to be in a zone."""
    return [unit for unit in units or () if unit.side == side and unit.hex in zone.hexes]


def in_zone_unsaid(units: Iterable[Unit] | None, zone: Zone, side: str) -> bool:
    """Whether more of the side's Units may be in a zone than :func:`in_zone` lists."""
    return units is None or any(
        None in (unit.side, unit.hex)
        and unit.side in (None, side)
        and (unit.hex is None or unit.hex in zone.hexes)
        for unit in units
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedDrop:
    """A Formation (or, of an Independent one, some of its Units) with drop number and zone."""

    formation: str = needed(NAME)
    division: str = needed(DIVISION)
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
