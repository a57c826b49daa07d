"""The garrisons of Grave and Mook (TDC S5.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clubroute.builder.counting import so_many
from clubroute.builder.digits import is_whole
from clubroute.builder.errors import InputError
from clubroute.builder.grid import distance
from clubroute.rules.answer.answers import LEGALITY, TEXTS
from clubroute.rules.answer.first_line import ground_named
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.gts.asked import names_of, the_map, the_state
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import HEX, NAME, YES, choice
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import read_turn
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import need, owner_rows
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import list_of, needed, plain, said

TOWN = choice("Grave", "Mook")


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutTown:
    """A question about a town that is garrisoned."""

    country: MapFile = the_map("the map: tdc or mg", ("tdc", "mg"))
    town: str = needed(TOWN, "the town")


@dataclass(frozen=True, slots=True, kw_only=True)
class GarrisonQuestion(AboutTown):
    """The parameters of ``garrison.check``."""

    battalion: str | None = said(NAME, "the chosen battalion, as 2/504; else every one that could")
    bridge_demolished: bool | None = said(YES, "whether the town's bridge is; else state.bridges")
    route_town: str | None = said(TOWN, "once Club Route is declared: the town it passes through")
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


def demolished(section: Section, asked: GarrisonQuestion) -> bool | None:
    """Whether a town's bridge is demolished, None if it is not said.

    Both stand at first (TDC S5.5), so that a history without a demolition tells it, too.
    """
    ends, position = section.text("bridge").split("/"), asked.state
    if asked.bridge_demolished is not None:
        return asked.bridge_demolished
    # A Bailey Bridge is laid only where one was demolished.
    told = [position.bridge_is(ends, word) for word in ("destroyed", "bailey", "bailey_out")]
    if None not in told or position.history is None:
        return None if None in told else any(told)
    blown = position.events("demolished")
    here = any(set((event.hexside or "").split("/")) == set(ends) for event in blown)
    return True if here else None if any(event.hexside is None for event in blown) else False


def required(work: Working, rules: Section, asked: GarrisonQuestion) -> bool | None:
    """Whether a town must be garrisoned now, None if that is not known; says why."""
    town, route = asked.town, asked.route_town
    section, general = rules.rows("towns")[town], rules["garrison"]
    cite = general.cite
    if route is not None:
        if route == town:
            work.say(f"Club Route passes through {town}: garrisoned whatever its bridge", cite)
            return True
        work.say(f"Club Route is declared and passes through {route}: {town} needs none", cite)
        return False
    gone, now = demolished(section, asked), asked.state.turn
    when = book("clubroute", "tdc")["declare"]
    declared = read_turn({key: when.text(key) for key in ("date", "time")}, "declare")
    if now is not None and now >= declared:
        work.leave("the town Club Route passes through (route_town): that alone is garrisoned")
    if gone:
        work.say(f"the bridge of {town} is demolished: it needs no garrison", cite)
        return False
    by = read_turn(general.value("by"), "by")
    if now is not None and now < by:
        work.say(f"{town} must be garrisoned by the beginning of {by}", cite)
        return False
    if gone is None:
        at = section.text("bridge")
        work.need(f"state.bridges.{at}, or bridge_demolished: whether the bridge is demolished")
        return None
    if now is None:
        work.need(f"state.turn: {town} must be garrisoned from {by} on")
        return None
    work.say(f"its bridge stands: {town} must be garrisoned from {by} on", cite)
    return True


@answers("garrison.check", *LEGALITY, required=YES.schema(), battalions=TEXTS)
def check(context: Context, asked: GarrisonQuestion) -> Receipt:
    """Whether Grave or Mook must be garrisoned, and whether an American battalion does it."""
    country, town = asked.country, asked.town
    rules, work = book("garrison", country.window), Working()
    section = rules["garrison"]
    must = required(work, rules, asked)
    if must is None:
        return work.receipt()
    hexes = town_hexes(context, country, town)
    battalions = in_play(section, asked.state.units or ())
    chosen = asked.battalion
    if not must and chosen is None:
        work.needs.clear()
        return work.receipt("legal", required=False)
    if asked.state.units is None:
        return work.lacking("state.units: the American Units in play, each with its hex")
    say_ground(work, context, country, town)
    within = section.number("within")
    ready = {
        name: outside(work, country, hexes, units, within)
        for name, units in sorted(battalions.items())
    }
    able = [name for name, out in ready.items() if not out]
    if chosen is None:
        work.check(
            bool(able),
            f"all Units of {', '.join(able)} are within {within} hexes of {town}",
            f"no American battalion has all its Units within {within} hexes of {town}",
            section.cite,
        )
        return work.receipt(required=must, battalions=able)
    if chosen not in battalions:
        work.forbid(
            f"no Unit of {chosen} is in play: another American battalion must be chosen",
            section.cite,
        )
        return work.receipt(required=must, battalions=able)
    for label, hexes_away in ready[chosen].items():
        work.forbid(
            f"{label} is {so_many(hexes_away, 'hex')} from {town}, more than {within}: "
            "its activations must be used to come within range, by counterattack if enemy action "
            "drove it off",
            section.cite,
        )
    if not ready[chosen]:
        work.say(f"all Units of {chosen} are within {within} hexes of {town}", section.cite)
    return work.receipt(required=must, battalions=able)


def in_play(section: Section, units: Iterable[Unit]) -> dict[str, list[Unit]]:
    """By American battalion, its Units in play."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        battalion = battalion_of(unit)
        american = unit.division is None or same_group(unit.division, section.text("division"))
        if battalion and american and unit.side == section.text("side"):
            found.setdefault(battalion, []).append(unit)
    return found


def outside(
    work: Working, country: MapFile, town: Sequence[int], units: Iterable[Unit], within: int
) -> dict[str, int]:
    """By Unit, how far off those are that are out of range; a hex nobody has said is needed."""
    found: dict[str, int] = {}
    for unit in units:
        label = unit.id or unit.name or ""
        if unit.hex is None:
            work.need(f"state.units: the hex of {label}")
        elif (hexes := away(country, unit.hex, town)) > within:
            found[label] = hexes
    return found


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
