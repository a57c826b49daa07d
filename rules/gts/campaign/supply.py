"""Supply drops, and what lack of supply does to Troop Quality (WED 3.5, S6.1; TDC 3.5, S4–S5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clubroute.rules.context import Context
from clubroute.rules.gts.asked import the_game, the_map, the_options, the_state, the_unit
from clubroute.rules.gts.campaign.areas import named_area
from clubroute.rules.gts.campaign.bridges import bridge_at, control
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.campaign.zones import Zone, in_zone, supply_zone, zone_at
from clubroute.rules.gts.games import book
from clubroute.rules.gts.kinds import GERMAN, NAME, WEATHER, choice
from clubroute.rules.gts.params import INTEGER, TEXTS, answer_of
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import TIME, TIMES, read_turn
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.mapfile import MapFile
from clubroute.rules.methods import method
from clubroute.rules.model import Receipt
from clubroute.rules.owner.tables import need
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import needed, said
from clubroute.rules.readings import ChosenReadings, reading
from clubroute.rules.rulebook import Section

THE_DIVISION = "the Division, as 101st Airborne"


@dataclass(frozen=True, slots=True)
class SupplyReadings(ChosenReadings):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyDropQuestion:
    """The parameters of ``supply.drop``."""

    game: str = the_game()
    division: str = needed(NAME, THE_DIVISION)
    reinforcements: int | None = said(
        TIME, "the turn of the day on which its reinforcements arrive, if any do"
    )
    weather: str | None = said(WEATHER, "the weather of the day")
    state: Position = the_state()
    readings: SupplyReadings = the_options(SupplyReadings)


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyCheckQuestion:
    """The parameters of ``supply.check``."""

    country: MapFile = the_map()
    division: str = needed(NAME, THE_DIVISION)
    zone: str | None = said(NAME, "its supply drop zone; else the owner's table, or history's")
    state: Position = the_state()
    readings: SupplyReadings = the_options(SupplyReadings)


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityQuestion:
    """The parameters of ``supply.troop_quality``."""

    country: MapFile = the_map()
    unit: Unit = the_unit("the Unit: side, division, hex")
    club_route: str | None = said(choice("open", "closed"), "the status of Club Route")
    state: Position = the_state()
    readings: SupplyReadings = the_options(SupplyReadings)


@method(
    "supply.drop",
    cites=("WED 3.5", "TDC 3.5", "WED MG 2.2.2"),
    answers=answer_of("decided", "illegal", turns=TEXTS),
)
def when(context: Context, asked: SupplyDropQuestion) -> Receipt:
    """When an airborne Division's supplies drop on a day."""
    work, rules = Working(), book("supply", asked.game)
    division, section = asked.division, rules["drop"]
    cite = section.cite
    known = of(section, division)
    work.check(known, f"{division} is supplied by air", f"{division} is not supplied by air", cite)
    if work.forbidden:
        return work.receipt()
    if sea_tail(asked.state, division) and rules["sea_tail"].holds:
        text = "its Sea Tail has come: always in supply, no more supply drops"
        work.say(text, rules["sea_tail"].cite)
        return work.receipt("decided", turns=[])
    if asked.reinforcements is not None:
        work.say("at the time its reinforcements arrive", cite)
        return work.receipt("decided", turns=[TIMES[asked.reinforcements]])
    if asked.weather not in (None, "clear"):
        work.note(asked.readings.chosen("rain"))
        if asked.readings.rain == "none":
            work.say(f"no supply drop in {asked.weather}", cite)
            return work.receipt("decided", turns=[])
    turns = list(section.words("turns"))
    work.say(f"no reinforcements arrive: on {' or '.join(turns)}, by the Air Drop? markers", cite)
    return work.receipt("decided", turns=turns)


def of(section: Section, division: str | None) -> bool:
    """Tell whether a section names a Division."""
    return any(same_group(name, division or "") for name in section.words("divisions"))


def sea_tail(position: Position, division: str) -> bool:
    """Tell whether a Division's Sea Tail is recorded to have come."""
    return any(same_group(e.division or "", division) for e in position.events("sea_tail"))


def zone_for(context: Context, asked: SupplyCheckQuestion) -> Zone | None:
    """Find a Division's supply drop zone: as asked, the owner's, else the historical one."""
    historical: Mapping[str, str] = (
        book("supply", asked.country.window)["drop"].value("historical") or {}
    )
    named = (
        asked.zone
        or supply_zone(context, asked.division)
        or next((z for name, z in historical.items() if same_group(name, asked.division)), None)
    )
    return zone_at(context, asked.country, named) if named else None


@method(
    "supply.check",
    cites=("WED 3.5", "WED S6.1.1", "TDC 3.5", "TDC S5.1.1"),
    answers=answer_of("open", "closed", "undetermined", zone=NAME.schema(), troop_quality=INTEGER),
)
def interdiction(context: Context, asked: SupplyCheckQuestion) -> Receipt:
    """Whether a supply drop is interdicted: a German Unit is in the supply drop zone."""
    work, rules = Working(), book("supply", asked.country.window)
    zone = zone_for(context, asked)
    section = rules["interdicted"]
    if sea_tail(asked.state, asked.division) and rules["sea_tail"].holds:
        work.say("its Sea Tail has come: always in supply", rules["sea_tail"].cite)
        return work.receipt("open", troop_quality=0)
    if zone is None:
        work.need(need("division_zones", f"the supply drop zone of {asked.division}"))
        return work.receipt()
    enemies = in_zone(asked.state.units, zone, GERMAN)
    if not enemies:
        work.say(f"no German Unit is in {zone.name}", section.cite, zone.provenance)
        return work.receipt("open", zone=zone.id, troop_quality=0)
    hexes = ", ".join(sorted({unit.hex for unit in enemies if unit.hex}))
    work.say(
        f"German Units are in {zone.name} ({hexes}): interdicted", section.cite, zone.provenance
    )
    value = section.number("troop_quality")
    work.say(f"SDZ Closed: all Units of the Division {value:+d} Troop Quality", section.cite)
    work.note(asked.readings.chosen("until"))
    return work.receipt("closed", zone=zone.id, troop_quality=value)


@method(
    "supply.troop_quality",
    cites=(
        "WED 3.5",
        "WED S5.1.1",
        "WED S6.1",
        "TDC 3.5",
        "TDC S4.1",
        "TDC S4.2",
        "TDC S5.1",
        "WED 4.3.3",
        "TDC 4.1",
    ),
    answers=answer_of("decided", "undetermined", modifier=INTEGER),
)
def troop_quality(context: Context, asked: QualityQuestion) -> Receipt:
    """What supply adds to a Unit's Troop Quality: supply drops, Club Route, Germany, the Arnhem
    Road Bridge, KG Chill.
    """
    work, country, unit = Working(), asked.country, asked.unit
    rules = book("supply", country.window)
    local = book("supply", country.game(country.id(unit.hex))) if unit.hex else rules
    found = [
        dropped(work, asked),
        on_route(work, rules["club_route"], asked),
        in_germany(work, context, local["germany"], asked),
        by_arnhem(work, context, local["arnhem_bridge"], asked),
        by_date(work, local["kg_chill"], asked),
    ]
    if work.needs:
        return work.receipt()
    total = sum(found)
    work.say(f"all added up: {total:+d}", rules["interdicted"].cite)
    return work.receipt("decided", modifier=total)


def dropped(work: Working, asked: QualityQuestion) -> int:
    """Tell the penalty of an interdicted supply drop."""
    rules, division = book("supply", asked.country.window), asked.unit.division or ""
    if not of(rules["drop"], division):
        return 0
    if sea_tail(asked.state, division) and rules["sea_tail"].holds:
        work.say("its Sea Tail has come: always in supply", rules["sea_tail"].cite)
        return 0
    records = [
        event.interdicted is True
        for event in asked.state.events("supply_drop")
        if same_group(event.division or "", division)
    ]
    section = rules["interdicted"]
    if not records or not records[-1]:
        work.say("its last supply drop was not interdicted", section.cite)
        return 0
    work.note(asked.readings.chosen("until"))
    value = section.number("troop_quality")
    work.say(f"its last supply drop was interdicted: {value:+d}", section.cite)
    return value


def on_route(work: Working, section: Section, asked: QualityQuestion) -> int:
    """Tell the penalty while Club Route is closed."""
    if not of(section, asked.unit.division):
        return 0
    if asked.club_route is None:
        work.need("club_route: open or closed (clubroute.status)")
        return 0
    if asked.club_route == "open":
        return 0
    value = section.number("troop_quality")
    work.say(f"Club Route is closed: {value:+d}", section.cite)
    return value


def in_area(work: Working, context: Context, area: str, asked: QualityQuestion, why: str) -> bool:
    """Tell whether a Unit is in a named area; what is missing is needed."""
    country, number = asked.country, asked.unit.hex
    hexes = named_area(context, country, area)
    if hexes is None:
        work.need(f"{need('areas', area)} ({why})")
    elif not number:
        work.need(f"unit.hex ({why})")
    else:
        return country.id(number) in hexes
    return False


def in_germany(work: Working, context: Context, section: Section, asked: QualityQuestion) -> int:
    """Tell what German Units in Germany gain."""
    if not section.holds or asked.unit.side != section.text("side"):
        return 0
    if not in_area(work, context, section.text("area"), asked, "German Units in Germany"):
        return 0
    value = section.number("troop_quality")
    work.say(f"a German Unit in Germany: {value:+d}", section.cite)
    return value


def by_arnhem(work: Working, context: Context, section: Section, asked: QualityQuestion) -> int:
    """Tell what SS Divisions south of the Rhine lose without the Arnhem Road Bridge."""
    if not section.holds or not of(section, asked.unit.division):
        return 0
    if not in_area(work, context, section.text("area"), asked, "SS Units south of the Rhine"):
        return 0
    bridge = bridge_at(asked.country, section.text("bridge"), asked.state)
    held = control(work, bridge, asked.state, True)
    if held.side is None or held.side == section.text("must_be"):
        return 0
    value = section.number("troop_quality")
    work.say(f"south of the Rhine, {bridge.name} not German controlled: {value:+d}", section.cite)
    return value


def by_date(work: Working, section: Section, asked: QualityQuestion) -> int:
    """Tell how German Units fare once KG Chill has taken over (WED S5.1.1)."""
    if not section.holds or asked.unit.side != section.text("side"):
        return 0
    now, since = asked.state.turn, read_turn(section.value("from"), "from")
    if now is None:
        work.need(f"state.turn: from {since} German Troop Quality differs ({section.cite})")
        return 0
    if now < since:
        return 0
    value = section.number("troop_quality")
    work.say(f"from {since} all Germans on these maps: {value:+d}", section.cite)
    return value
