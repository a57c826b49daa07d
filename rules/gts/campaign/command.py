"""Who is In Command and at what cost (WED S6.5–S6.8; TDC S4.6, S5.9–S5.18; MG 3.0)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from clubroute.builder.counting import so_many
from clubroute.builder.grid import distance
from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.answers import INTEGER, LEGALITY
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working, all_of, any_of
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import ChosenReadings, Section, reading
from clubroute.rules.gts.asked import (
    AboutState,
    is_called,
    played_in,
    the_options,
    the_unit,
)
from clubroute.rules.gts.campaign.engineers import (
    has_telephone,
    leaders_of,
    leaders_unsaid,
    reach_of,
)
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import NAME, one_scenario
from clubroute.rules.gts.position.turns import Turn, read_turn
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.owner.tables import need
from clubroute.rules.position.names import may_be, same_group
from clubroute.rules.position.record import said


@dataclass(frozen=True, slots=True)
class CommandReadings(ChosenReadings):
    """Readings about command."""

    independents: str = reading(
        division="Independent Units are commanded by any Leader of their Division at the usual "
        "cost (series rules)",
        own="Independent Units are commanded by a Leader of their own Formation",
    )
    telephone_points: str = reading(
        as_other="by telephone another Leader than its own costs what he costs within range (S5.9, "
        "WED S6.6)",
        usual="by telephone any Leader costs the usual Command Point (S5.12, WED S6.7)",
    )


RULEBOOK: Provenance = "rulebook"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandQuestion(AboutState):
    """The parameters of ``command.check``."""

    unit: Unit = the_unit("the Unit: name, side, division, formation, hex")
    chit: str | None = said(NAME, "the Formation whose chit was drawn")
    scenario: str | None = said(one_scenario(), "the scenario, as WED-4")
    readings: CommandReadings = the_options(CommandReadings)

    @property
    def book(self) -> Section:
        """The rules about command of the game."""
        return book("command", self.country.window)

    @property
    def by_formation(self) -> tuple[str, Provenance]:
        """The rule by which its Formation's Leader commands a Unit: that of the game where it has
        one for the Division, else that of the series, whose text is not here."""
        section = self.book["other_leader"]
        own = self.unit.division is not None and listed(section, self.unit.division)
        return (self.book["formation"].cite, RULEBOOK) if own else ("GTS series", "assumed")


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
class CommandWay:
    """A way in which a Unit is In Command: by whom, and Command Points for an Action.

    ``needs`` are what must be known first; a way without any is sure.
    """

    by: str
    points: int
    own_leader: bool | None
    needs: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """As JSON."""
        return {"by": self.by, "points": self.points}


@answers(
    "command.check",
    *LEGALITY,
    ways={"type": "array", "items": {"type": "object"}},
    points=INTEGER,
    active={"type": "boolean"},
)
def check(context: Context, asked: CommandQuestion) -> Receipt:
    """Whether a Unit is In Command, by whom, what an Action costs in Command Points, and whether a
    Formation's chit makes it active. Leaders are the state's units of kind leader with
    command_range and telephone, or the owner's ratings.
    """
    work, rules = Working(), asked.book
    unit, unsaid = belonging(work, asked)
    asked = replace(asked, unit=unit)
    found: list[CommandWay] = []
    everybody = in_command_all(rules, played_in(asked.scenario, asked.state))
    if everybody is not None:
        work.say(f"in {everybody.text('scenario')} every Unit is In Command", everybody.cite)
        found.append(CommandWay("the scenario", rules["formation"].number("points"), True))
    if is_called(asked.unit, rules["self"].words("units")):
        work.say("it is always In Command", rules["self"].cite)
        found.append(CommandWay("itself", rules["formation"].number("points"), True))
    # Where every Unit is In Command no Leader is looked for.
    leaders = leaders_of(asked.state, "") if everybody is None else []
    for unit, place in leaders:
        found += ways_by(work, context, asked, Commander(unit, place))
    ways = sorted((way for way in found if not way.needs), key=lambda way: (way.points, way.by))
    doubts = [way for way in found if way.needs]
    told = ""
    for way in ways:
        by = f"In Command by {way.by}: {so_many(way.points, 'Command Point')} an Action"
        cite, basis = cited(asked, way) if everybody is None else (everybody.cite, RULEBOOK)
        work.say(by, cite, basis)
        told = told or f"Yes: {by} [{cite}]"
    on_chit = active(work, asked, ways, doubts)
    if ways:
        if unsaid:
            work.leave(unsaid)
        cheaper = [way for way in doubts if way.points < ways[0].points]
        for way in cheaper:
            work.leave(f"whether by {way.by} for {way.points}: {'; '.join(way.needs)}")
        return work.receipt(
            summary=f"In Command: at most {so_many(ways[0].points, 'Command Point')}"
            if cheaper
            else told,
            ways=None if cheaper else [way.record() for way in ways],
            points=None if cheaper else ways[0].points,
            active=on_chit,
        )
    if played_in(asked.scenario, asked.state) is None:
        them = [row.text("scenario") for row in rules.rows("all").values()]
        if them:
            work.leave(f"whether {' or '.join(them)} is played, where every Unit is In Command")
    for what in (unsaid, *(what for way in doubts for what in way.needs)):
        if what:
            work.need(what)
    if leaders_unsaid(asked.state, ""):
        work.need("state.units: where its Leaders are; without one in range it is Out of Command")
    if not asked.unit.call:
        work.need("unit.name: whether it is a Unit that is always In Command, or lent to others")
    if work.needs:
        return work.receipt(
            summary=by_range(doubts, asked.by_formation[0]), ways=[], active=on_chit
        )
    work.say("no Leader commands it", *asked.by_formation)
    return work.receipt("illegal", ways=[], active=on_chit)


def by_range(doubts: Sequence[CommandWay], cite: str) -> str:
    """Say which Command Range makes it In Command, where that is all that nobody knows."""
    for way in doubts:
        found = RANGE.search(way.needs[0]) if len(way.needs) == 1 else None
        if found:
            return f"In Command if the Command Range of {way.by} is {found[1]} or more [{cite}]"
    return ""


RANGE = re.compile(r"In Command from ([0-9]+) on")


def in_command_all(rules: Section, scenario: str | None) -> Section | None:
    """Find the rule by which every Unit of a scenario is In Command, None if it has none."""
    rows = rules.rows("all").values()
    return next((row for row in rows if row.text("scenario") == scenario), None)


def belonging(work: Working, asked: CommandQuestion) -> tuple[Unit, str]:
    """Give a Unit the Division and Formation it really belongs to now, and what must be known to
    tell, "" if nothing.
    """
    rules, unit = asked.book, asked.unit
    if unit.divisional and unit.mounted:
        independent = rules["formation"].text("independent")
        cite = rules["by_division"].cite
        work.say(f"mounted on Divisional Trucks or Jeeps it is {independent}", cite)
        return replace(unit, formation=independent), ""
    for row in rules.rows("counts_as").values():
        if is_called(unit, row.words("units")) or any(
            same_group(unit.formation or "", name) for name in row.words("formations")
        ):
            division, formation = row.text("division"), row.text("formation")
            since, now = since_when(row), asked.state.turn
            if since is not None and now is None:
                need = f"state.turn: from {since} on it belongs to {formation} ({row.cite})"
                return unit, need
            if since is None or (now is not None and now >= since):
                work.say(f"it belongs to {formation}, {division}", row.cite)
                return replace(unit, division=division, formation=formation), ""
    return unit, ""


def since_when(row: Section) -> Turn | None:
    """The turn from which a row of the tables holds, None if it always does."""
    told = row.value("since")
    return None if told is None else read_turn(told, "since")


def cited(asked: CommandQuestion, way: CommandWay) -> tuple[str, Provenance]:
    """Cite the rule a way of command rests on."""
    if "telephone" in way.by:
        return asked.book["telephones"].cite, RULEBOOK
    return (asked.book["self"].cite, RULEBOOK) if way.by == "itself" else asked.by_formation


def is_own(asked: CommandQuestion, leader: Commander) -> bool | None:
    """Tell whether a Leader is that of the Unit's Formation (or commands it like one)."""
    mine = may_be(leader.unit.division, asked.unit.division)
    if asked.readings.independents == "division" and is_independent(asked):
        return mine
    return all_of((mine, may_be(asked.unit.formation, leader.unit.formation)))


def is_independent(asked: CommandQuestion) -> bool:
    """Tell whether the Unit is an Independent one."""
    return same_group(asked.unit.formation or "", asked.book["formation"].text("independent"))


def ways_by(
    work: Working, context: Context, asked: CommandQuestion, leader: Commander
) -> Iterator[CommandWay]:
    """List the ways in which a Leader commands the Unit, or may."""
    sides = (leader.unit.side, asked.unit.side)
    sided = None if None in sides else sides[0] == sides[1]
    if sided is False:
        return
    lines = Working()
    for holds, points in costs(lines, asked, leader):
        needs = belongings(asked, leader) if holds is None else ()
        if sided is None:
            needs = (f"side of {leader.name}, and unit.side: whether they are of one side", *needs)
        own = is_own(asked, leader)
        inside, missing = within(lines, context, asked, leader)
        if inside is not False:
            yield CommandWay(leader.name, points, own, (*needs, *missing))
        if inside is not True:
            reached, unsaid = telephoned(lines, context, asked, leader)
            if reached is not False:
                points = by_telephone(lines, asked, points)
                yield CommandWay(f"{leader.name} by telephone", points, own, (*needs, *unsaid))
    work.steps += [line for line in lines.steps if line not in work.steps]
    for note in lines.notes:
        work.note(note)


def by_telephone(work: Working, asked: CommandQuestion, points: int) -> int:
    """Tell what an Action costs under a Leader who is reached by telephone."""
    usual = asked.book["formation"].number("points")
    if points == usual:
        return points
    work.note(asked.readings.chosen("telephone_points"))
    return usual if asked.readings.telephone_points == "usual" else points


def belongings(asked: CommandQuestion, leader: Commander) -> tuple[str, ...]:
    """Say which Division and Formation of a Unit and a Leader must be known, or the scenario."""
    stripe = asked.book["stripe"]
    found = tuple(
        f"{part} of {name}: whether it is the same as of {other}"
        for name, other, one in (
            ("the Unit", leader.name, asked.unit),
            (leader.name, "the Unit", leader.unit),
        )
        for part in ("division", "formation")
        if getattr(one, part) is None
    )
    name = stripe.text("scenario")
    return found or (f"scenario: in {name} any German Leader commands it",)


def costs(
    work: Working, asked: CommandQuestion, leader: Commander
) -> list[tuple[bool | None, int]]:
    """List the Command Points for an Action under a Leader, the fewest first: up to the first that
    is sure, each with None if it only may hold; nothing if he cannot command the Unit.
    """
    rules, unit = asked.book, asked.unit
    usual, stripe, other = (
        rules["formation"].number("points"),
        rules["stripe"],
        rules["other_leader"],
    )
    found: list[tuple[bool | None, int]] = []
    own = is_own(asked, leader)
    if own is not False:
        if is_independent(asked):
            work.note(asked.readings.chosen("independents"))
        found.append((own, usual))
    for row in rules.rows("lent").values():
        theirs = [name for name in row.words("divisions") if of_division(leader, name)]
        if not own and theirs and is_called(unit, row.words("units")):
            work.say(f"Leaders of {theirs[0]} may command it", row.cite)
            found.append((True, usual))
    if any(holds for holds, _ in found):
        return found
    theirs = [name for name in (leader.unit.division, unit.division) if name is not None]
    if all(listed(other, name) for name in theirs):
        shared = may_be(leader.unit.division, unit.division)
        if shared:
            points = other.number("points")
            work.say(
                f"another Leader of {theirs[0]}: {so_many(points, 'Command Point')}", other.cite
            )
        if shared is not False:
            found.append((shared, other.number("points")))
    played = played_in(asked.scenario, asked.state)
    if played in (None, stripe.text("scenario")) and is_called(unit, stripe.words("units")):
        if played:
            work.say("a Unit with the pale blue stripe: any German Leader", stripe.cite)
        found.append((True if played else None, stripe.number("points")))
    return found


def of_division(leader: Commander, division: str) -> bool:
    """Tell whether a Leader is of a Division."""
    return same_group(leader.unit.division or "", division)


def listed(section: Section, division: str) -> bool:
    """Tell whether a section names a Division."""
    return any(same_group(name, division) for name in section.words("divisions"))


Told: TypeAlias = tuple[bool | None, tuple[str, ...]]
"""Whether something holds, None if that is not said; then what must be known first."""


def within(work: Working, context: Context, asked: CommandQuestion, leader: Commander) -> Told:
    """Tell whether a Unit is within a Leader's Command Range."""
    reach, country = reach_of(context, leader.unit), asked.country
    if not asked.unit.hex:
        return None, ("unit.hex: whether it is within a Leader's Command Range",)
    ends = [country.hex(country.id(number)) for number in (asked.unit.hex, leader.hex)]
    hexes = distance(*ends)
    cite, basis = asked.by_formation
    if reach is None:
        work.say(
            f"{so_many(hexes, 'hex')} from {leader.name}, whose Command Range is not known",
            cite,
            basis,
        )
        what = f"the Command Range of {leader.name}, In Command from {hexes} on"
        return None, (f"command_range, or {need('ratings', what)}",)
    inside = hexes <= reach
    text = "within" if inside else "beyond"
    work.say(
        f"{so_many(hexes, 'hex')} from {leader.name}: {text} the Command Range of {reach}",
        cite,
        basis,
    )
    return inside, ()


def telephoned(work: Working, context: Context, asked: CommandQuestion, leader: Commander) -> Told:
    """Tell whether American telephones reach the Unit (WED S6.7, TDC S5.12)."""
    section, country, place = asked.book["telephones"], asked.country, asked.unit.hex
    division = asked.unit.division or leader.unit.division
    if not place or (division is not None and not listed(section, division)):
        return False, ()
    telephone = has_telephone(context, leader.unit)
    ends = [country.number(country.id(number)) for number in (place, leader.hex)]
    lines = {number: wired_up(asked, section, number) for number in ends}
    wired = all_of(lines.values())
    for number in (number for number, one in lines.items() if one is False and telephone):
        here = country.id(number)
        why = f"{number} is {country.terrain_of(here)}: no place with a telephone"
        work.absent(why, section.cite, country, here)
    holds = all_of((telephone, wired))
    if holds:
        work.say(
            f"{leader.name} has a telephone, both hexes are in town, city, fortified hex, "
            "strongpoint or observation post",
            section.cite,
        )
    needs = []
    if telephone is None:
        what = f"whether {leader.name} has a telephone"
        needs.append(f"telephone, or {need('ratings', what)}")
    if wired is None:
        needs.append("state.markers: strongpoints and observation posts, where telephones work")
    return holds, tuple(needs) if holds is None else ()


def wired_up(asked: CommandQuestion, section: Section, number: str) -> bool | None:
    """Tell whether telephones work in a hex."""
    country, markers = asked.country, asked.state.markers
    if country.terrain_of(country.id(number)) in section.words("terrain"):
        return True
    if markers is None:
        return None
    here = [one for one in markers if one.kind in section.words("markers")]
    return any_of(None if one.hex is None else one.hex == number for one in here)


def active(
    work: Working, asked: CommandQuestion, ways: Sequence[CommandWay], doubts: Sequence[CommandWay]
) -> bool | None:
    """Tell whether a Unit is active when a Formation's chit is drawn, None if none was, or that
    turns on what is not said: a Leader's telephone, say.
    """
    if asked.chit is None:
        return None
    section = asked.book["other_leader"]
    own = may_be(asked.unit.formation, asked.chit)
    if own is None:
        work.leave("whether the chit is its Formation's (unit.formation)")
    elif not own and (cite := attached(asked)):
        work.leave(f"whether it is attached to {asked.chit}, whose chit was drawn ({cite})")
        return None
    elif not own:
        work.say("another Formation's chit does not make it active", section.cite)
    elif listed(section, asked.unit.division or ""):
        if any(way.own_leader for way in ways):
            return True
        if any(way.own_leader is not False for way in doubts) or leaders_unsaid(asked.state, ""):
            work.leave("whether its Formation Leader commands it, so that his chit makes it active")
            return None
        work.say("out of its Formation Leader's range: not active on his chit", section.cite)
        return False
    return own


def attached(asked: CommandQuestion) -> str:
    """Cite the rule by which a Formation's chit may activate a Unit whose counter names another
    Formation now, "" if none does.
    """
    now, unit = asked.state.turn, asked.unit
    for row in asked.book.rows("attached").values():
        since = since_when(row)
        begun = since is None or now is None or now >= since
        if begun and attaches(row, asked.chit, unit.division, unit.formation):
            return row.cite
    return ""


def attaches(row: Section, chit: str | None, division: str | None, formation: str | None) -> bool:
    """Whether a row attaches Units of a Formation to the Formation of a chit."""
    formations = row.words("formations") or (formation or "",)
    return (
        same_group(row.text("division"), division or "")
        and any(same_group(name, chit or "") for name in row.words("chits"))
        and any(same_group(name, formation or "") for name in formations)
    )
