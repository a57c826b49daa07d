"""The garrisons of Grave and Mook (TDC S5.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from clubroute.builder.counting import is_whole, so_many
from clubroute.builder.errors import InputError
from clubroute.builder.grid import distance
from clubroute.rules.answer.answers import LEGALITY, TEXTS
from clubroute.rules.answer.cases import Case, in_every_case
from clubroute.rules.answer.facts import GameFact
from clubroute.rules.answer.first_line import ground_named
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.gts.asked import names_of, the_map, the_state
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import (
    HEX,
    NAME,
    YES,
    choice,
)
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import read_turn
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import need, owner_rows
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import (
    fact,
    list_of,
    needed,
    plain,
    said,
)

TOWN = choice("Grave", "Mook")
UNDECLARED = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutTown:
    """A question about a town that is garrisoned."""

    country: MapFile = the_map("the map: tdc or mg", ("tdc", "mg"))
    town: str = needed(TOWN, "the town")


@dataclass(frozen=True, slots=True, kw_only=True)
class GarrisonQuestion(AboutTown):
    """The parameters of ``garrison.check``."""

    battalion: str | None = said(NAME, "the chosen battalion, as 2/504; else every one that could")
    bridge_demolished: GameFact[bool] = fact(
        YES, "whether the town's bridge is; else state.bridges"
    )
    route_town: GameFact[str] = fact(
        choice("Grave", "Mook", "none"),
        "the town that Club Route passes through; none where it is not declared",
    )
    state: Position = the_state()


@dataclass(frozen=True, slots=True, kw_only=True)
class GarrisonMoveQuestion(AboutTown):
    """The parameters of ``garrison.move``."""

    start: str = needed(HEX, "its hex", name="from")
    to: str = needed(HEX, "its goal")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReliefQuestion(AboutTown):
    """The parameters of ``garrison.relief``."""

    by: str = needed(NAME, "who relieves it, as in owner/garrisons.csv")
    hexes: tuple[str, ...] = needed(list_of(HEX, 400, 1), "the hexes of the relieving Units")
    relieved_by: Sequence[str] = said(plain(TEXTS), "who has relieved the town before", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveQuestion(AboutTown):
    """The parameters of ``garrison.leave_route``."""

    crossed: bool | None = said(YES, "whether they have crossed the town's bridge")


def battalion_of(unit: Unit) -> str:
    """The battalion of an American Unit, ``2/504`` of ``D/2/504``; "" if its name has none."""
    for name in names_of(unit):
        parts = [part.strip() for part in name.split("/")]
        if len(parts) == 3 and is_whole(parts[1]):
            return "/".join(parts[1:])
    return ""


def town_row(context: Context, town: str) -> OwnerRow | None:
    """The owner's row of a town, None if there is none."""
    rows = owner_rows(context, "garrisons") or ()
    return next((row for row in rows if row.text("town") == town), None)


def town_hexes(context: Context, country: MapFile, town: str) -> tuple[int, ...]:
    """The hexes of a town: the owner's, else those our map has.

    :raises InputError: a hex of the owner's that is not on the map.
    """
    row = town_row(context, town)
    if row is None:
        return our_town(country, town)
    try:
        return tuple(country.id(number) for number in row.many("hexes"))
    except InputError as error:
        raise row.source.error("hexes", error.found, error.expected) from None


def our_town(country: MapFile, town: str) -> tuple[int, ...]:
    """The hexes with houses around the one with a town's name, on our map."""
    houses = book("garrison", country.window)["garrison"].words("houses")
    found = {place for place, name in country.names.items() if name == town}
    edge = set(found)
    while edge:
        beside = {column[place] for place in edge for column in country.beside} - {NOWHERE}
        edge = {place for place in beside - found if country.terrain_of(place) in houses}
        found |= edge
    return tuple(sorted(found))


def say_ground(work: Working, context: Context, country: MapFile, town: str) -> None:
    """Say where distances are counted from, if no owner's table has the town."""
    if town_row(context, town) is None:
        places = our_town(country, town)
        hexes, rests = " ".join(map(country.number, places)), country.drawn_by(places)
        printed = need("garrisons", "the printed ones")
        why = f"{town} is {hexes} on {ground_named(rests)} ({printed})"
        work.say(why, book("garrison", country.window)["garrison"].cite, rests)


def away(country: MapFile, number: str, town: Sequence[int]) -> int:
    """Measure the distance from a hex to the nearest hex of a town, in hexes."""
    here = country.hex(country.id(number))
    return min(distance(here, country.hex(one)) for one in town)


def demolished(section: Section, asked: GarrisonQuestion) -> GameFact[bool]:
    """Whether a town's bridge is demolished."""
    at = section.text("bridge")
    need = f"state.bridges.{at}, or bridge_demolished: whether the bridge is demolished"
    return asked.bridge_demolished.named(need).else_of(in_state(at, asked.state))


def in_state(at: str, position: Position) -> bool | None:
    """Whether the state or its history tells of a bridge that it is demolished.

    Both stand at first (TDC S5.5), so that a history without a demolition tells it, too.
    """
    # A Bailey Bridge is laid only where one was demolished.
    ends = at.split("/")
    told = [position.bridge_is(ends, word) for word in ("destroyed", "bailey", "bailey_out")]
    if None not in told or position.history is None:
        return None if None in told else any(told)
    blown = position.events("demolished")
    here = any(set((event.hexside or "").split("/")) == set(ends) for event in blown)
    return True if here else None if any(event.hexside is None for event in blown) else False


def required(case: Case, rules: Section, asked: GarrisonQuestion) -> bool:
    """Whether a town must be garrisoned now; says why."""
    town, general, now = asked.town, rules["garrison"], asked.state.turn
    cite, by = general.cite, read_turn(general.value("by"), "by")
    when = book("clubroute", "tdc")["declare"]
    declared = read_turn({key: when.text(key) for key in ("date", "time")}, "declare")
    if now is None:
        route = case.granted(asked.route_town, UNDECLARED, THE_ROUTE)
    else:
        route = case(asked.route_town.else_of(UNDECLARED if now < declared else None))
    if route == town:
        case.say(f"Club Route passes through {town}: garrisoned whatever its bridge", cite)
        return True
    if route != UNDECLARED:
        case.say(f"Club Route is declared and passes through {route}: {town} needs none", cite)
        return False
    if now is not None and now < by:
        case.say(f"{town} must be garrisoned by the beginning of {by}", cite)
        return False
    if case(demolished(rules.rows("towns")[town], asked)):
        case.say(f"the bridge of {town} is demolished: it needs no garrison", cite)
        return False
    need = f"state.turn: {town} must be garrisoned from {by} on"
    if not case.holds(GameFact("state.turn", now, need=need), lambda turn: turn >= by):
        case.say(f"{town} must be garrisoned by the beginning of {by}", cite)
        return False
    case.say(f"its bridge stands: {town} must be garrisoned from {by} on", cite)
    return True


@answers("garrison.check", *LEGALITY, required=YES.schema(), battalions=TEXTS)
def check(context: Context, asked: GarrisonQuestion) -> Receipt:
    """Whether Grave or Mook must be garrisoned, and whether an American battalion does it."""
    told = in_every_case(lambda case: garrisoned(case, context, asked))
    if told.extra.get("required", True):
        return told
    why = told.steps[-1]
    return replace(told, summary=f"No: {why.why} [{why.rule}]")


THE_ROUTE = "the town Club Route passes through once it is declared (route_town)"
THE_UNITS = "state.units: the American Units in play, each with its hex"


def garrisoned(case: Case, context: Context, asked: GarrisonQuestion) -> Receipt:
    """The same in one case."""
    country, town, chosen = asked.country, asked.town, asked.battalion
    rules = book("garrison", country.window)
    section = rules["garrison"]
    cite, within = section.cite, section.number("within")
    must = required(case, rules, asked)
    if not must:
        return case.receipt("legal", required=False)
    battalions = in_play(section, case(GameFact("state.units", asked.state.units, need=THE_UNITS)))
    say_ground(case, context, country, town)
    hexes, far = town_hexes(context, country, town), dict[str, list[str]]()
    for name, units in sorted(battalions.items()):
        labels = (too_far(case, unit, country, hexes, within) for unit in units)
        far[name] = [label for label in labels if label]
    able = [name for name, out in far.items() if not out]
    near = f"within {within} hexes of {town}"
    if chosen is None and able:
        case.say(f"all Units of {', '.join(able)} are {near}", cite)
    elif chosen is None:
        case.forbid(f"no American battalion has all its Units {near}", cite)
    elif chosen not in far:
        why = f"no Unit of {chosen} is in play: another American battalion must be chosen"
        case.forbid(why, cite)
    elif far[chosen]:
        for label in far[chosen]:
            case.forbid(f"{label} {town}, more than {within}; {COME_BACK}", cite)
    else:
        case.say(f"all Units of {chosen} are {near}", cite)
    return case.receipt(required=must, battalions=able)


COME_BACK = (
    "its activations must be used to come within range, by counterattack if enemy action drove it "
    "off"
)


def in_play(section: Section, units: Iterable[Unit]) -> dict[str, list[Unit]]:
    """By American battalion, its Units in play."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        battalion = battalion_of(unit)
        american = unit.division is None or same_group(unit.division, section.text("division"))
        if battalion and american and unit.side == section.text("side"):
            found.setdefault(battalion, []).append(unit)
    return found


def too_far(case: Case, unit: Unit, country: MapFile, town: Sequence[int], within: int) -> str:
    """How far off a Unit is that is out of range, "" if it is in range."""
    label = unit.id or unit.name or ""
    hex_ = GameFact(f"hex of {label}", unit.hex, need=f"state.units: the hex of {label}")
    if case.holds(hex_, lambda at: away(country, at, town) <= within):
        return ""
    if unit.hex is None:
        return f"{label} is too far from"
    return f"{label} is {so_many(away(country, unit.hex, town), 'hex')} from"


@answers("garrison.move", *LEGALITY)
def move(context: Context, asked: GarrisonMoveQuestion) -> Receipt:
    """Whether a Unit of a garrison may move from one hex to another."""
    country, town, to = asked.country, asked.town, asked.to
    rules, work = book("garrison", country.window), Working()
    section = rules["garrison"]
    hexes = town_hexes(context, country, town)
    say_ground(work, context, country, town)
    within = section.number("within")
    before, after = away(country, asked.start, hexes), away(country, to, hexes)
    if after <= within:
        work.say(f"{to} is {so_many(after, 'hex')} from {town}, within {within}", section.cite)
    elif before <= within:
        work.forbid(
            f"{to} is {so_many(after, 'hex')} from {town}: no more than {within}", section.cite
        )
    else:
        work.check(
            after < before,
            f"out of range it comes nearer: {before} to {after} hexes",
            f"out of range it must come within {within} hexes, not from {before} to {after}",
            section.cite,
        )
    return work.receipt()


@answers("garrison.relief", *LEGALITY)
def relief(context: Context, asked: ReliefQuestion) -> Receipt:
    """Whether a garrison may depart, relieved by British Units."""
    country, town, by = asked.country, asked.town, asked.by
    rules, work = book("garrison", country.window), Working()
    section = rules["relief"]
    hexes = town_hexes(context, country, town)
    say_ground(work, context, country, town)
    row = town_row(context, town)
    order = row.many("relief") if row is not None else ()
    if not order:
        work.need(need("garrisons", f"the Units designated to relieve {town}"))
    else:
        left = [name for name in order if name not in asked.relieved_by]
        work.check(
            bool(left) and left[0] == by,
            f"{by} is designated to relieve {town} next",
            f"{by} is not next to relieve {town}: {left[0] if left else 'nobody is'}",
            section.cite,
        )
    within = rules["garrison"].number("within")
    far = [number for number in asked.hexes if away(country, number, hexes) > within]
    work.check(
        not far,
        f"{by} is in position: the relieved garrison may depart",
        f"{by} is not yet in position ({', '.join(far)}): the garrison may not depart",
        section.cite,
    )
    return work.receipt()


@answers("garrison.leave_route", *LEGALITY)
def leave_route(context: Context, asked: LeaveQuestion) -> Receipt:
    """Whether Units that come to relieve a garrison may move off Club Route."""
    rules, work = book("garrison", asked.country.window), Working()
    section = rules.rows("towns")[asked.town]
    bridge = section.text("cross")
    work.check(
        asked.crossed,
        f"it has crossed {bridge}: it may leave Club Route",
        f"it may leave Club Route once it has crossed {bridge}",
        section.cite,
        f"crossed: whether it has crossed {bridge}",
    )
    return work.receipt()
