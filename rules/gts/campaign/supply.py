"""Supply drops, and what lack of supply does to Troop Quality (WED 3.5, S6.1; TDC 3.5, S4–S5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.areas import named_area
from clubroute.rules.gts.campaign.ask import GERMAN, same_name, state_in
from clubroute.rules.gts.campaign.bridges import bridge_at, control
from clubroute.rules.gts.campaign.history import events
from clubroute.rules.gts.campaign.turns import turn_of, turn_or_none
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.campaign.zones import Zone, in_zone, supply_zone, zone_at
from clubroute.rules.gts.games import book
from clubroute.rules.mapfile import MapFile
from clubroute.rules.owner.tables import need
from clubroute.rules.readings import ChosenReadings, reading
from clubroute.rules.rulebook import Section


@dataclass(frozen=True, slots=True)
class Readings(ChosenReadings):
    """Readings about supply."""

    rain: str = reading(
        drops="supplies drop in any weather, as the rule says",
        none="no supplies drop in rain, overcast or fog that does not clear",
    )
    until: str = reading(
        next_good="the penalty of an interdicted drop lasts until the next drop that is not "
        "interdicted",
        next="the penalty of an interdicted drop lasts until the next day's drop",
    )


def when(params: Mapping[str, Any], readings: Readings) -> Any:
    """Answer ``supply.drop``: when a Division's supplies drop on a day."""
    work, rules = Working(), book("supply", params["game"])
    division, section = params["division"], rules["drop"]
    cite = section.cite
    known = of(section, division)
    work.check(known, f"{division} is supplied by air", f"{division} is not supplied by air", cite)
    if work.forbidden:
        return work.record()
    if sea_tail(state_in(params), division) and rules["sea_tail"].holds:
        text = "its Sea Tail has come: always in supply, no more supply drops"
        work.say(text, rules["sea_tail"].cite)
        return work.record("decided", turns=[])
    if "reinforcements" in params:
        time = params["reinforcements"]
        work.say("at the time its reinforcements arrive", cite)
        return work.record("decided", turns=[time])
    if params.get("weather", "clear") != "clear":
        work.note(readings.chosen("rain"))
        if readings.rain == "none":
            work.say(f"no supply drop in {params['weather']}", cite)
            return work.record("decided", turns=[])
    turns = list(section.words("turns"))
    work.say(f"no reinforcements arrive: on {' or '.join(turns)}, by the Air Drop? markers", cite)
    return work.record("decided", turns=turns)


def of(section: Section, division: str) -> bool:
    """Whether a section names a Division."""
    return any(same_name(name, division) for name in section.words("divisions"))


def sea_tail(state: Mapping[str, Any], division: str) -> bool:
    """Whether a Division's Sea Tail has come."""
    return any(same_name(e.text("division"), division) for e in events(state, "sea_tail"))


def zone_for(
    context: Context, map: MapFile, rules: Section, params: Mapping[str, Any]
) -> Zone | None:
    """The supply drop zone of a Division: as asked, the owner's, else the historical one."""
    asked = params.get("zone") or supply_zone(context, params["division"])
    historical: Mapping[str, str] = rules["drop"].value("historical") or {}
    named = asked or next(
        (zone for name, zone in historical.items() if same_name(name, params["division"])), None
    )
    return zone_at(context, map, named) if named else None


def interdiction(
    context: Context, map: MapFile, params: Mapping[str, Any], readings: Readings
) -> Any:
    """Answer ``supply.check``: whether a supply drop is interdicted now."""
    work, rules = Working(), book("supply", params["map"])
    zone = zone_for(context, map, rules, params)
    section = rules["interdicted"]
    if sea_tail(state_in(params), params["division"]) and rules["sea_tail"].holds:
        work.say("its Sea Tail has come: always in supply", rules["sea_tail"].cite)
        return work.record("open", troop_quality=0)
    if zone is None:
        work.need(need("division_zones", f"the supply drop zone of {params['division']}"))
        return work.record()
    enemies = in_zone(state_in(params).get("units", ()), zone, GERMAN)
    if not enemies:
        work.say(f"no German Unit is in {zone.name}", section.cite, zone.provenance)
        return work.record("open", zone=zone.id, troop_quality=0)
    hexes = ", ".join(sorted({str(unit["hex"]) for unit in enemies}))
    work.say(
        f"German Units are in {zone.name} ({hexes}): interdicted", section.cite, zone.provenance
    )
    value = section.number("troop_quality")
    work.say(f"SDZ Closed: all Units of the Division {value:+d} Troop Quality", section.cite)
    work.note(readings.chosen("until"))
    return work.record("closed", zone=zone.id, troop_quality=value)


def troop_quality(
    context: Context, map: MapFile, params: Mapping[str, Any], readings: Readings
) -> Any:
    """Answer ``supply.troop_quality``: what supply adds to a Unit's Troop Quality."""
    work, unit = Working(), params["unit"]
    game = params["map"]
    if unit.get("hex"):
        game = map.game(map.id(unit["hex"]))
    rules = book("supply", params["map"])
    found = [
        dropped(work, rules, unit, state_in(params), readings),
        on_route(work, rules, unit, params),
        in_germany(work, context, map, book("supply", game)["germany"], unit),
        by_arnhem(work, context, map, book("supply", game)["arnhem_bridge"], params),
        by_date(work, book("supply", game)["kg_chill"], unit, state_in(params)),
    ]
    if work.needs:
        return work.record()
    total = sum(found)
    work.say(f"all added up: {total:+d}", rules["interdicted"].cite)
    return work.record("decided", modifier=total)


def dropped(
    work: Working,
    rules: Section,
    unit: Mapping[str, Any],
    state: Mapping[str, Any],
    readings: Readings,
) -> int:
    """The penalty of an interdicted supply drop."""
    division = str(unit.get("division", ""))
    if not of(rules["drop"], division):
        return 0
    if sea_tail(state, division) and rules["sea_tail"].holds:
        work.say("its Sea Tail has come: always in supply", rules["sea_tail"].cite)
        return 0
    records = [
        bool(e.values.get("interdicted"))
        for e in events(state, "supply_drop")
        if same_name(e.text("division"), division)
    ]
    section = rules["interdicted"]
    if not records or not records[-1]:
        work.say("its last supply drop was not interdicted", section.cite)
        return 0
    work.note(readings.chosen("until"))
    value = section.number("troop_quality")
    work.say(f"its last supply drop was interdicted: {value:+d}", section.cite)
    return value


def on_route(
    work: Working, rules: Section, unit: Mapping[str, Any], params: Mapping[str, Any]
) -> int:
    """The penalty while Club Route is closed."""
    section = rules["club_route"]
    if not of(section, str(unit.get("division", ""))):
        return 0
    status = params.get("club_route")
    if status is None:
        work.need("club_route: open or closed (clubroute.status)")
        return 0
    if status == "open":
        return 0
    value = section.number("troop_quality")
    work.say(f"Club Route is closed: {value:+d}", section.cite)
    return value


def in_area(
    work: Working, context: Context, map: MapFile, area: str, unit: Mapping[str, Any], why: str
) -> bool:
    """Whether a Unit is in a named area; what is missing is needed."""
    hexes = named_area(context, map, area)
    if hexes is None:
        work.need(f"{need('areas', area)} ({why})")
    elif not unit.get("hex"):
        work.need(f"unit.hex ({why})")
    else:
        return map.id(unit["hex"]) in hexes
    return False


def in_germany(
    work: Working, context: Context, map: MapFile, section: Section, unit: Mapping[str, Any]
) -> int:
    """German Units in Germany."""
    if not section.holds or unit.get("side") != section.text("side"):
        return 0
    if not in_area(work, context, map, section.text("area"), unit, "German Units in Germany"):
        return 0
    value = section.number("troop_quality")
    work.say(f"a German Unit in Germany: {value:+d}", section.cite)
    return value


def by_arnhem(
    work: Working, context: Context, map: MapFile, section: Section, params: Mapping[str, Any]
) -> int:
    """SS Divisions south of the Rhine without the Arnhem Road Bridge."""
    unit = params["unit"]
    if not section.holds or not of(section, str(unit.get("division", ""))):
        return 0
    why = "SS Units south of the Rhine"
    if not in_area(work, context, map, section.text("area"), unit, why):
        return 0
    bridge = bridge_at(map, section.text("bridge"), state_in(params))
    held = control(work, bridge, state_in(params), True)
    if held.side is None or held.side == section.text("must_be"):
        return 0
    value = section.number("troop_quality")
    work.say(f"south of the Rhine, {bridge.name} not German controlled: {value:+d}", section.cite)
    return value


def by_date(
    work: Working, section: Section, unit: Mapping[str, Any], state: Mapping[str, Any]
) -> int:
    """German Units once KG Chill has taken over (WED S5.1.1)."""
    if not section.holds or unit.get("side") != section.text("side"):
        return 0
    now = turn_or_none(state.get("turn"), "state.turn")
    since = turn_of(section.value("from"), "from")
    if now is None:
        work.need(f"state.turn: from {since} German Troop Quality differs ({section.cite})")
        return 0
    if now < since:
        return 0
    value = section.number("troop_quality")
    work.say(f"from {since} all Germans on these maps: {value:+d}", section.cite)
    return value
