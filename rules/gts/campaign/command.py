"""Who is In Command and at what cost (WED S6.5–S6.8; TDC S4.6, S5.9–S5.18; MG 3.0)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.grid import distance
from clubroute.rules.context import Context
from clubroute.rules.gts.asked import the_map, the_options, the_state, the_unit
from clubroute.rules.gts.campaign.leaders import has_telephone, leaders_of, reach_of
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.games import book
from clubroute.rules.gts.kinds import NAME
from clubroute.rules.gts.params import INTEGER, answer_of
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.mapfile import MapFile
from clubroute.rules.methods import method
from clubroute.rules.model import Receipt
from clubroute.rules.owner.tables import need
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import said
from clubroute.rules.readings import ChosenReadings, reading
from clubroute.rules.rulebook import Section


@dataclass(frozen=True, slots=True)
class CommandReadings(ChosenReadings):
    """Readings about command."""

    independents: str = reading(
        division="Independent Units are commanded by any Leader of their Division at the usual "
        "cost (series rules)",
        own="Independent Units are commanded by a Leader of their own Formation",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandQuestion:
    """The parameters of ``command.check``."""

    country: MapFile = the_map()
    unit: Unit = the_unit("the Unit: name, side, division, formation, hex")
    chit: str | None = said(NAME, "the Formation whose chit was drawn")
    scenario: str | None = said(NAME, "the scenario, as WED-4")
    state: Position = the_state()
    readings: CommandReadings = the_options(CommandReadings)

    @property
    def book(self) -> Section:
        """The rules about command of the game."""
        return book("command", self.country.window)


@dataclass(frozen=True, slots=True)
class Commander:
    """A Leader of the position: his Unit, his hex as printed, and what a message calls him."""

    unit: Unit
    hex: str

    @property
    def name(self) -> str:
        """His name, or his id."""
        return self.unit.call or "a Leader"


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which a Unit is In Command: by whom, and Command Points for an Action."""

    by: str
    points: int
    own_leader: bool

    def record(self) -> dict[str, Any]:
        """As JSON."""
        return {"by": self.by, "points": self.points}


@method(
    "command.check",
    cites=(
        "WED S6.5–S6.8",
        "WED MG 3.0",
        "TDC S4.6",
        "TDC S5.9",
        "TDC S5.12",
        "TDC S5.17–S5.18",
        "WED scenario 4",
        "TDC S5.14",
        "TDC S5.15",
    ),
    answers=answer_of(
        *("legal", "illegal", "undetermined"),
        ways={"type": "array", "items": {"type": "object"}},
        points=INTEGER,
        active={"type": "boolean"},
    ),
)
def check(context: Context, asked: CommandQuestion) -> Receipt:
    """Whether a Unit is In Command, by whom, what an Action costs in Command Points, and whether a
    Formation's chit makes it active. Leaders are the state's units of kind leader with
    command_range and telephone, or the owner's ratings.
    """
    work, rules = Working(), asked.book
    asked = replace(asked, unit=belonging(work, rules, asked.unit))
    ways: list[Way] = []
    if named(asked.unit, rules["self"].words("units")):
        work.say("it is always In Command", rules["self"].cite)
        ways.append(Way("itself", rules["formation"].number("points"), True))
    for unit, place in leaders_of(asked.state, ""):
        leader = Commander(unit, place)
        if unit.side is not None and unit.side != asked.unit.side:
            continue
        points = cost(work, asked, leader)
        if points is None:
            continue
        own = is_own(asked, leader)
        if within(work, context, asked, leader):
            ways.append(Way(leader.name, points, own))
        elif telephoned(work, context, asked, leader):
            ways.append(Way(f"{leader.name} by telephone", points, own))
    ways.sort(key=lambda way: (way.points, way.by))
    for way in ways:
        work.say(
            f"In Command by {way.by}: {way.points} Command Point(s) an Action", cited(rules, way)
        )
    if ways:
        work.needs.clear()
    elif asked.state.units is None:
        work.need("state.units: the Leaders on the map; without one in range it is Out of Command")
    elif not work.needs:
        work.say("no Leader commands it", rules["formation"].cite)
    chit = active(work, asked, ways)
    return work.receipt(
        None if ways or work.needs else "illegal",
        ways=[way.record() for way in ways],
        points=ways[0].points if ways else None,
        active=chit,
    )


def belonging(work: Working, rules: Section, unit: Unit) -> Unit:
    """Give a Unit the Division and Formation it really belongs to."""
    for row in rules.rows("counts_as").values():
        if named(unit, row.words("units")) or any(
            same_group(unit.formation or "", name) for name in row.words("formations")
        ):
            division, formation = row.text("division"), row.text("formation")
            work.say(f"it belongs to {formation}, {division}", row.cite)
            return replace(unit, division=division, formation=formation)
    return unit


def cited(rules: Section, way: Way) -> str:
    """Cite the rule a way of command rests on."""
    if "telephone" in way.by:
        return rules["telephones"].cite
    return rules["self" if way.by == "itself" else "formation"].cite


def named(unit: Unit, names: Sequence[str]) -> bool:
    """Tell whether a Unit has one of some names; spaces and case do not matter."""
    flat = {name.replace(" ", "").casefold() for name in names}
    own = (name for name in (unit.name, unit.id) if name is not None)
    return any(name.replace(" ", "").casefold() in flat for name in own)


def is_own(asked: CommandQuestion, leader: Commander) -> bool:
    """Tell whether a Leader is that of the Unit's Formation (or commands it like one)."""
    formation = asked.unit.formation or ""
    mine = of_division(leader, asked.unit.division or "")
    if asked.readings.independents == "division" and is_independent(asked):
        return mine
    return mine and same_group(formation, leader.unit.formation or "")


def is_independent(asked: CommandQuestion) -> bool:
    """Tell whether the Unit is an Independent one."""
    return same_group(asked.unit.formation or "", asked.book["formation"].text("independent"))


def cost(work: Working, asked: CommandQuestion, leader: Commander) -> int | None:
    """Tell the Command Points for an Action under a Leader, None if he cannot command the Unit."""
    rules, unit, division = asked.book, asked.unit, asked.unit.division or ""
    usual, stripe = rules["formation"].number("points"), rules["stripe"]
    if is_own(asked, leader):
        if is_independent(asked):
            work.note(asked.readings.chosen("independents"))
        return usual
    for row in rules.rows("lent").values():
        theirs = [name for name in row.words("divisions") if of_division(leader, name)]
        if theirs and named(unit, row.words("units")):
            work.say(f"Leaders of {theirs[0]} may command it", row.cite)
            return usual
    other = rules["other_leader"]
    if listed(other, division) and of_division(leader, division):
        work.say(
            f"another Leader of {division}: {other.number('points')} Command Points", other.cite
        )
        return other.number("points")
    if asked.scenario == stripe.text("scenario") and named(unit, stripe.words("units")):
        work.say("a Unit with the pale blue stripe: any German Leader", stripe.cite)
        return stripe.number("points")
    return None


def of_division(leader: Commander, division: str) -> bool:
    """Tell whether a Leader is of a Division."""
    return same_group(leader.unit.division or "", division)


def listed(section: Section, division: str) -> bool:
    """Tell whether a section names a Division."""
    return any(same_group(name, division) for name in section.words("divisions"))


def within(work: Working, context: Context, asked: CommandQuestion, leader: Commander) -> bool:
    """Tell whether a Unit is within a Leader's Command Range."""
    reach, country = reach_of(context, leader.unit), asked.country
    if not asked.unit.hex:
        work.need("unit.hex")
        return False
    ends = [country.hex(country.id(number)) for number in (asked.unit.hex, leader.hex)]
    hexes = distance(*ends)
    cite = asked.book["formation"].cite
    if reach is None:
        what = f"the Command Range of {leader.name}"
        work.need(f"command_range, or {need('ratings', what)}")
        work.say(f"{hexes} hexes from {leader.name}, whose Command Range is not known", cite)
        return False
    inside = hexes <= reach
    text = "within" if inside else "beyond"
    work.say(f"{hexes} hexes from {leader.name}: {text} the Command Range of {reach}", cite)
    return inside


def telephoned(work: Working, context: Context, asked: CommandQuestion, leader: Commander) -> bool:
    """Tell whether American telephones reach the Unit (WED S6.7, TDC S5.12)."""
    section, country, place = asked.book["telephones"], asked.country, asked.unit.hex
    if not listed(section, asked.unit.division or "") or not place:
        return False
    telephone = has_telephone(context, leader.unit)
    if telephone is None:
        what = f"whether {leader.name} has a telephone"
        work.need(f"telephone, or {need('ratings', what)}")
        return False
    ends = [country.number(country.id(number)) for number in (place, leader.hex)]
    if telephone and all(wired_up(asked, section, number) for number in ends):
        work.say(
            f"{leader.name} has a telephone, both hexes are in town, city, fortified hex, "
            "strongpoint or observation post",
            section.cite,
        )
        return True
    return False


def wired_up(asked: CommandQuestion, section: Section, number: str) -> bool:
    """Tell whether telephones work in a hex."""
    country = asked.country
    if country.terrain_of(country.id(number)) in section.words("terrain"):
        return True
    kinds = {marker.kind for marker in asked.state.markers or () if marker.hex == number}
    return not kinds.isdisjoint(section.words("markers"))


def active(work: Working, asked: CommandQuestion, ways: Sequence[Way]) -> bool | None:
    """Tell whether a Unit is active when a Formation's chit is drawn, None if none was."""
    if asked.chit is None:
        return None
    section = asked.book["other_leader"]
    own = same_group(asked.unit.formation or "", asked.chit)
    if own and listed(section, asked.unit.division or ""):
        own = any(way.own_leader for way in ways)
        if not own:
            work.say("out of its Formation Leader's range: not active on his chit", section.cite)
    elif not own:
        work.say("another Formation's chit does not make it active", section.cite)
    return own
