"""Supply drops, and what lack of supply does to Troop Quality (WED 3.5, S6.1; TDC 3.5, S4–S5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.answers import INTEGER, TEXTS
from clubroute.rules.answer.cases import Case, in_every_case
from clubroute.rules.answer.facts import GameFact
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.needs import need_texts
from clubroute.rules.answer.working import Working, any_of
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import ChosenReadings, Section, reading
from clubroute.rules.ground.lookup import named_area, owned_area
from clubroute.rules.gts.asked import (
    AboutState,
    counters_called,
    played_in,
    the_game,
    the_options,
    the_state,
    the_unit,
)
from clubroute.rules.gts.campaign.drop_plan import (
    Zone,
    in_zone,
    in_zone_unsaid,
    supply_zone,
    zone_at,
)
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import (
    GERMAN,
    NAME,
    WEATHER,
    YES,
    choice,
    one_scenario,
)
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import TIME, TIMES, read_turn
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.roster import DIVISION, roster_of
from clubroute.rules.gts.situation.bridges import MapBridge, control, the_crossing
from clubroute.rules.owner.tables import need
from clubroute.rules.position.names import may_be, same_group
from clubroute.rules.position.record import fact, needed, said

SCENARIOS = ("campaign", "WED-1", "WED-2", "WED-3", "WED-4")
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
    lent: str = reading(
        listed="a Unit that a scenario lists under another Division is of that one for supply, too",
        counter="a Unit that a scenario lists under another Division is supplied as its counter's",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyDropQuestion:
    """The parameters of ``supply.drop``."""

    game: str = the_game()
    division: str = needed(DIVISION, THE_DIVISION)
    reinforcements: int | None = said(
        TIME, "the turn of the day on which its reinforcements arrive; none do if absent"
    )
    weather: str | None = said(WEATHER, "the weather of the day")
    state: Position = the_state()
    readings: SupplyReadings = the_options(SupplyReadings)


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyCheckQuestion(AboutState):
    """The parameters of ``supply.check``."""

    division: str = needed(DIVISION, THE_DIVISION)
    zone: str | None = said(NAME, "its supply drop zone; else the owner's table, or history's")
    readings: SupplyReadings = the_options(SupplyReadings)


def local_rules(asked: QualityQuestion) -> Section:
    """The rules of supply where the Unit stands; the map's own where its hex is not said."""
    country, place = asked.country, asked.unit.hex
    return book("supply", country.game(country.id(place)) if place else country.window)


def arnhem_bridge_named(asked: QualityQuestion) -> str | None:
    """The hexside of the bridge whose control counts there; None where the rules have none."""
    section = local_rules(asked)["arnhem_bridge"]
    return section.text("bridge") if section.holds else None


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityQuestion(AboutState):
    """The parameters of ``supply.troop_quality``."""

    unit: Unit = the_unit("the Unit: side, division, hex")
    club_route: GameFact[str] = fact(
        choice("open", "cut", "closed"), "the status of Club Route, if not as the state has it"
    )
    in_germany: bool | None = said(YES, "whether it is in Germany, if not as the hex tells")
    south_of_rhine: bool | None = said(
        YES, "whether it is south of the Rhine, if not as the hex tells"
    )
    scenario: str | None = said(one_scenario(*SCENARIOS), "what is played; else state.scenario")
    readings: SupplyReadings = the_options(SupplyReadings)
    arnhem_bridge: MapBridge | None = the_crossing(arnhem_bridge_named)


@answers("supply.drop", "decided", "illegal", "undetermined", turns=TEXTS)
def when(context: Context, asked: SupplyDropQuestion) -> Receipt:
    """When an airborne Division's supplies drop on a day."""
    work, rules = Working(), book("supply", asked.game)
    division, section = asked.division, rules["drop"]
    cite = section.cite
    known = of(section, division)
    work.check(known, f"{division} is supplied by air", f"{division} is not supplied by air", cite)
    if work.forbidden:
        return work.receipt()
    tail = sea_tail(asked.state, division) if rules["sea_tail"].holds else False
    if tail:
        text = "its Sea Tail has come: always in supply, no more supply drops"
        work.say(text, rules["sea_tail"].cite)
        return work.receipt("decided", turns=[])
    if tail is None:
        return work.lacking(
            f"state.history: whether the Sea Tail of {division} has come; if so there are no more "
            "supply drops"
        )
    if asked.reinforcements is not None:
        work.say("at the time its reinforcements arrive", cite)
        return work.receipt("decided", turns=[TIMES[asked.reinforcements]])
    if asked.weather is None and asked.readings.rain == "none":
        return work.lacking(
            "weather: in rain, overcast or fog that does not clear no supplies drop"
        )
    if asked.weather not in (None, "clear"):
        work.note(asked.readings.chosen("rain"))
        if asked.readings.rain == "none":
            work.say(f"no supply drop in {asked.weather}", cite)
            return work.receipt("decided", turns=[])
    turns = list(section.words("turns"))
    work.say(f"no reinforcements arrive: on {' or '.join(turns)}, by the Air Drop? markers", cite)
    work.leave("reinforcements of that day, with which it drops as they arrive (reinforcements)")
    return work.receipt("decided", turns=turns)


def of(section: Section, division: str | None) -> bool:
    """Tell whether a section names a Division."""
    return any(same_group(name, division or "") for name in section.words("divisions"))


def sea_tail(position: Position, division: str) -> bool | None:
    """Tell whether a Division's Sea Tail has come, None if the history does not say."""
    if position.history is None:
        return None
    return any_of(may_be(event.division, division) for event in position.events("sea_tail"))


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


@answers(
    "supply.check", *("open", "closed", "undetermined"), zone=NAME.schema(), troop_quality=INTEGER
)
def interdiction(context: Context, asked: SupplyCheckQuestion) -> Receipt:
    """Whether a supply drop is interdicted: a German Unit is in the supply drop zone."""
    work, rules = Working(), book("supply", asked.country.window)
    if not of(rules["drop"], asked.division):
        work.say(f"{asked.division} is not supplied by air here", rules["drop"].cite)
        return work.receipt("open", troop_quality=0)
    zone = zone_for(context, asked)
    section = rules["interdicted"]
    tail = sea_tail(asked.state, asked.division) if rules["sea_tail"].holds else False
    if tail:
        work.say("its Sea Tail has come: always in supply", rules["sea_tail"].cite)
        return work.receipt("open", troop_quality=0)
    if zone is None:
        return work.lacking(need("division_zones", f"the supply drop zone of {asked.division}"))
    enemies = in_zone(asked.state.units, zone, GERMAN)
    if not enemies and in_zone_unsaid(asked.state.units, zone, GERMAN):
        work.need(
            f"state.units: whether a German Unit is in {zone.name}; if so the drop is "
            f"interdicted, {section.number('troop_quality'):+d} Troop Quality"
        )
        return work.receipt(zone=zone.id)
    if not enemies:
        work.say(f"no German Unit is in {zone.name}", section.cite, zone.provenance)
        return work.receipt("open", zone=zone.id, troop_quality=0)
    hexes = ", ".join(sorted({unit.hex for unit in enemies if unit.hex}))
    work.say(
        f"German Units are in {zone.name} ({hexes}): interdicted", section.cite, zone.provenance
    )
    value = section.number("troop_quality")
    if tail is None:
        work.need(
            f"state.history: whether the Sea Tail of {asked.division} has come; if so it is always "
            f"in supply; else {value:+d} Troop Quality"
        )
        return work.receipt(zone=zone.id)
    work.say(f"SDZ Closed: all Units of the Division {value:+d} Troop Quality", section.cite)
    work.note(asked.readings.chosen("until"))
    return work.receipt("closed", zone=zone.id, troop_quality=value)


@answers("supply.troop_quality", "decided", "undetermined", modifier=INTEGER)
def troop_quality(context: Context, asked: QualityQuestion) -> Receipt:
    """What supply adds to a Unit's Troop Quality: supply drops, Club Route, Germany, the Arnhem
    Road Bridge, KG Chill.
    """
    return in_every_case(lambda case: modified(case, context, asked))


def modified(case: Case, context: Context, asked: QualityQuestion) -> Receipt:
    """The same in one case."""
    rules, local = book("supply", asked.country.window), local_rules(asked)
    found = [
        dropped(case, asked),
        on_route(case, context, rules["club_route"], asked),
        in_germany(case, context, local["germany"], asked),
        by_arnhem(case, context, local["arnhem_bridge"], asked),
        by_date(case, local["kg_chill"], asked),
    ]
    if case.needs:
        return case.receipt()
    total = sum(found)
    why = [step for step in case.steps if step.why.endswith(f"{total:+d}")] if total else []
    cites = dict.fromkeys(one.rule for one in case.steps if one.rule)
    case.say(f"all added up: {total:+d}", ", ".join(cites) or rules["interdicted"].cite)
    reason = f": {why[-1].why.rpartition(':')[0]} [{why[-1].rule}]" if why else ""
    signed = f"{total:+d}".replace("-", "−") if total else "0: as printed"
    return case.receipt("decided", f"Troop Quality {signed}{reason}", modifier=total)


def whose(work: Working, section: Section, asked: QualityQuestion) -> bool:
    """Tell whether a rule is about the Unit's Division; if that is not said, it is needed."""
    if asked.unit.side not in (None, section.text("side")):
        return False
    if asked.unit.division is None and section.words("divisions"):
        names = ", ".join(section.words("divisions"))
        value = section.value("troop_quality")
        what = "" if value is None else f", which may have {value:+d}"
        work.need(f"unit.division: whether it is of {names}{what} ({section.cite})")
    return of(section, asked.unit.division)


def dropped(work: Working, asked: QualityQuestion) -> int:
    """Tell the penalty of an interdicted supply drop."""
    rules, position = book("supply", asked.country.window), asked.state
    if not whose(work, rules["drop"], asked):
        return 0
    division, section = asked.unit.division or "", rules["interdicted"]
    if rules["sea_tail"].holds and sea_tail(position, division):
        work.say("its Sea Tail has come: always in supply", rules["sea_tail"].cite)
        return 0
    value = section.number("troop_quality")
    records = [
        event
        for event in position.events("supply_drop")
        if event.division is None or same_group(event.division, division)
    ]
    last = records[-1] if records else None
    told = last is not None and last.division is not None and last.interdicted is not None
    if position.history is None or (last is not None and not told):
        work.need(
            f"state.history: whether the last supply drop of {division} was interdicted "
            f"(supply_drop); if so {value:+d}; else 0"
        )
        return 0
    if last is None or not last.interdicted:
        none = "it has had no supply drop" if last is None else "its last supply drop was not"
        work.say(f"{none} interdicted", section.cite)
        return 0
    work.note(asked.readings.chosen("until"))
    work.say(f"its last supply drop was interdicted: {value:+d}", section.cite)
    return value


def on_route(case: Case, context: Context, section: Section, asked: QualityQuestion) -> int:
    """Tell the penalty while Club Route is Cut."""
    mine = whose(case, section, asked)
    if is_lent(section, asked):
        case.note(asked.readings.chosen("lent"))
        mine = of(section, asked.unit.division) == (asked.readings.lent == "listed")
    if not mine:
        return 0
    if case(route_status(context, asked)) == "open":
        case.say("Club Route is not Cut", section.cite)
        return 0
    value = section.number("troop_quality")
    case.say(f"Club Route is Cut: {value:+d}", section.cite)
    return value


def route_status(context: Context, asked: QualityQuestion) -> GameFact[str]:
    """Whether Club Route is open or cut (closed): as told, else as the state has it."""
    told = asked.club_route
    if told.value is not None:
        return replace(told, value="open" if told.value == "open" else "cut")
    params = {"map": asked.country.window, "state": asked.state}
    found = context.registry.ask(context, "clubroute.status", params)
    known = {"open": "open", "closed": "cut"}.get(found["verdict"])
    need = f"club_route: open or cut ({'; '.join(need_texts(found))})"
    return GameFact("club_route", known, ("cut", "open"), need, found["provenance"])


def is_lent(section: Section, asked: QualityQuestion) -> bool:
    """Whether a rule is about the Division the Unit is listed under, or its counter's, not both."""
    counters, known = counters_called(asked.unit), roster_of(None).ids
    if len(counters) != 1 or asked.unit.division is None:
        return False
    printed = known[next(iter(counters))].division
    return of(section, printed) != of(section, asked.unit.division)


WHERE: Mapping[str, str] = {"in_germany": "in Germany", "south_of_rhine": "south of the Rhine"}
"""Where a Unit is, by the parameter that says it."""


def in_area(work: Working, context: Context, area: str, asked: QualityQuestion, part: str) -> bool:
    """Tell whether a Unit is in a named area; what is missing is needed."""
    country, number = asked.country, asked.unit.hex
    hexes = named_area(context, country, area)
    if hexes is None:
        work.need(f"{part}: whether it is {WHERE[part]}; or {need('areas', area)}")
    elif not number:
        work.need(f"unit.hex or {part}: where it is, or whether it is {WHERE[part]}")
    else:
        return country.id(number) in hexes
    return False


def sided(work: Working, section: Section, asked: QualityQuestion) -> bool:
    """Tell whether a rule is about the Unit's side; if that is not said, it is needed."""
    if not section.holds:
        return False
    if asked.unit.side is None:
        side, value = section.text("side"), section.number("troop_quality")
        work.need(f"unit.side: a {side} Unit may have {value:+d} ({section.cite})")
    return asked.unit.side == section.text("side")


def in_germany(work: Working, context: Context, section: Section, asked: QualityQuestion) -> int:
    """Tell what German Units in Germany gain.

    Where nobody says it, the border that is drawn decides, but not within its accuracy.
    """
    if not sided(work, section, asked):
        return 0
    inside, value = asked.in_germany, section.number("troop_quality")
    basis: Provenance = "rulebook"
    if inside is None:
        basis = "assumed"
        inside = in_area(work, context, section.text("area"), asked, "in_germany")
        border = named_area(context, asked.country, section.text("unsure")) or ()
        number = asked.unit.hex
        near = number is not None and asked.country.id(number) in border
        if near and not inside and not owned_area(context, section.text("area")):
            work.need(
                f"in_germany: whether {number} is in Germany, darker on your map; if so, "
                f"{value:+d} ({section.cite})"
            )
    place = asked.unit.hex or ""
    if inside:
        work.say(f"a German Unit in Germany: {value:+d}", section.cite, basis, place)
    elif asked.in_germany is None and place:
        here = asked.country.id(place)
        work.absent(f"{place} is not in Germany", section.cite, asked.country, here)
    return value if inside else 0


def by_arnhem(work: Working, context: Context, section: Section, asked: QualityQuestion) -> int:
    """Tell what SS Divisions south of the Rhine lose without the Arnhem Road Bridge."""
    bridge = asked.arnhem_bridge
    if bridge is None or not whose(work, section, asked):
        return 0
    inside, place = asked.south_of_rhine, asked.unit.hex or ""
    if inside is None:
        inside = in_area(work, context, section.text("area"), asked, "south_of_rhine")
        if place:
            here, word = asked.country.id(place), "" if inside else "not "
            why = f"{place} is {word}south of the Rhine"
            work.absent(why, section.cite, asked.country, here)
    if not inside:
        return 0
    held = control(work, bridge, asked.state, True)
    if held.side is None or held.side == section.text("must_be"):
        return 0
    value = section.number("troop_quality")
    work.say(f"south of the Rhine, {bridge.name} not German controlled: {value:+d}", section.cite)
    return value


def by_date(work: Working, section: Section, asked: QualityQuestion) -> int:
    """Tell how German Units fare once KG Chill has taken over (WED S5.1.1)."""
    if not sided(work, section, asked):
        return 0
    now, since = asked.state.turn, read_turn(section.value("from"), "from")
    value, scenario = section.number("troop_quality"), played_in(asked.scenario, asked.state)
    if scenario in section.words("printed_in"):
        work.say(f"in {scenario} the counters have KG Chill's {value:+d} already", section.cite)
        return 0
    if now is None:
        work.need(f"state.turn: from {since} on German Units have {value:+d} ({section.cite})")
        return 0
    if now < since:
        return 0
    if scenario is None:
        names = " and ".join(section.words("printed_in"))
        work.need(f"scenario: {value:+d}, but in {names}, where the counters have it already")
        return 0
    work.say(f"from {since} all Germans on these maps: {value:+d}", section.cite)
    return value
