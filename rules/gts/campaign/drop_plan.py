"""Plans of a Free Drop: which Formation comes where and when (WED 3.3.2, TDC 3.3.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.campaign.zones import division_zones, zone_at
from clubroute.rules.gts.games import book
from clubroute.rules.mapfile import MapFile
from clubroute.rules.owner.tables import need


def check_plan(context: Context, map: MapFile, params: Mapping[str, Any]) -> Any:
    """Answer ``drop.plan``: whether a plan of drops is legal.

    Each entry is a Formation (or, of an Independent one, some of its Units) with Division, drop
    number and zone.
    """
    work = Working()
    plan = [{**e, "zone": zone_at(context, map, e["zone"]).id} for e in params["plan"]]
    rules = book("drop", params["map"])
    cite, word = rules["free"].cite, rules["free"].text("independent")
    normal = [entry for entry in plan if not independent(entry, word)]
    together(work, normal, cite)
    alone(work, normal, cite, rules["free"].number("formations_a_zone"))
    for entry in plan:
        own_zones(work, context, entry, rules["divisions"].cite)
        if independent(entry, word):
            beside_another(work, entry, normal, cite)
    return work.record()


def independent(entry: Mapping[str, Any], word: str) -> bool:
    """Whether an entry is of an Independent Formation."""
    return word.casefold() in str(entry["formation"]).casefold()


def together(work: Working, plan: Sequence[Mapping[str, Any]], cite: str) -> None:
    """All Units of a Formation drop in the same zone on the same turn."""
    seen: dict[tuple[str, str], tuple[int, str]] = {}
    for entry in plan:
        key = (entry["division"], entry["formation"])
        where = (entry["drop"], entry["zone"])
        if seen.setdefault(key, where) != where:
            work.forbid(f"{entry['formation']}: all its Units drop in one zone at one time", cite)


def alone(work: Working, plan: Sequence[Mapping[str, Any]], cite: str, most: int) -> None:
    """One Formation uses a zone in a drop."""
    users: dict[tuple[int, str], set[tuple[str, str]]] = {}
    for entry in plan:
        place = users.setdefault((entry["drop"], entry["zone"]), set())
        place.add((entry["division"], entry["formation"]))
    for (drop, zone), formations in sorted(users.items()):
        names = ", ".join(formation for _, formation in sorted(formations))
        text = f"drop {drop}, {zone}: {names}"
        work.check(
            len(formations) <= most, text, f"{text}: only one Formation may use a zone", cite
        )


def own_zones(work: Working, context: Context, entry: Mapping[str, Any], cite: str) -> None:
    """A Division's Formations use its own zones only."""
    zones = division_zones(context, entry["division"])
    work.check(
        None if zones is None else entry["zone"] in zones,
        f"{entry['zone']} is a zone of {entry['division']}",
        f"{entry['zone']} is no zone of {entry['division']}",
        cite,
        need("division_zones", f"the zones of {entry['division']}"),
    )


def beside_another(
    work: Working, entry: Mapping[str, Any], normal: Sequence[Mapping[str, Any]], cite: str
) -> None:
    """Independent Units use a zone that another Formation of the Division uses that turn."""
    used = any(
        (other["division"], other["drop"], other["zone"])
        == (entry["division"], entry["drop"], entry["zone"])
        for other in normal
    )
    work.check(
        used,
        f"another Formation of {entry['division']} uses {entry['zone']} in drop {entry['drop']}",
        f"no other Formation of {entry['division']} uses {entry['zone']} in drop {entry['drop']}",
        cite,
    )
