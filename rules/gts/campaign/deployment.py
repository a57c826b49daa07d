"""Deployment: whether a Unit may be set up, be, move or retreat in a hex on a date.

The limits are those of movement (``tables/movement.toml``); this adds what becomes of Units beyond
them, the hexes an owner supplies for them, and the limits of single scenarios.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from clubroute.builder.provenance import Provenance
from clubroute.rules.answers import LEGALITY, TEXTS
from clubroute.rules.areas import named_area
from clubroute.rules.context import Context
from clubroute.rules.gts.asked import AboutState, played_in, the_unit
from clubroute.rules.gts.campaign.scenario_limits import Placing, outside_scenario
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import HEX, YES, choice, one_scenario
from clubroute.rules.gts.limit_conditions import SCENARIOS, lifted_limits, of_the_campaign
from clubroute.rules.gts.movement.answers.retreats import driven_to
from clubroute.rules.gts.movement.journey import graphs_of, tables_of
from clubroute.rules.gts.movement.limits import (
    Limited,
    concerns,
    is_over,
    limits_of,
    stamp_of,
    unless_need,
)
from clubroute.rules.gts.movement_tables import Limit
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.route_limit import holding_route
from clubroute.rules.gts.scenarios.book import find_scenario
from clubroute.rules.gts.situation.mover import freed_of_route, mover_of
from clubroute.rules.mapfile import NOWHERE, MapFile
from clubroute.rules.model import Receipt
from clubroute.rules.position.record import needed, said
from clubroute.rules.scenarios.book import Told
from clubroute.rules.working import Working

NEAR = 5
"""Hexes from a limit of everybody's within which its line is told where it does not matter."""
ACTS = ("setup", "be", "move", "retreat", "barrage")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployQuestion(AboutState):
    """The parameters of ``deploy.check``."""

    unit: Unit = the_unit("the Unit: side, division, formation, id, hex")
    hex: str = needed(HEX, "the hex asked about")
    act: str = said(
        choice(*ACTS),
        "what it does there; be if absent. barrage: its fire lands there",
        default="be",
    )
    scenario: str | None = said(one_scenario(*SCENARIOS), "a scenario with limits of its own")
    everywhere: bool = said(
        YES,
        "tell, too, in which hexes of the map it may not be, and where that is not known",
        default=False,
    )

    @property
    def place(self) -> int:
        """The hex asked about, as an id of the map. :raises InputError: no such hex."""
        return self.country.id(self.hex)


@answers("deploy.check", *LEGALITY, eliminated=YES.schema(), closed=TEXTS, doubtful=TEXTS)
def check(context: Context, asked: DeployQuestion) -> Receipt:
    """Whether a Unit may be set up, be, move or retreat in a hex on a date."""
    work = Working()
    if asked.act == "barrage":
        barrage(work, context, asked)
        return work.receipt()
    bounds = bounds_of(context, asked)
    eliminated = weigh(work, context, asked, bounds)
    if not work.forbidden and not work.needs:
        limits = book("deploy", asked.country.window)["limits"]
        rule = work.steps[-1].rule if work.steps else limits.cite
        work.say(f"no limit keeps it out of {asked.hex}", rule)
    shut, open_ = all_hexes(context, asked, bounds) if asked.everywhere else (None, None)
    return work.receipt(eliminated=True if eliminated else None, closed=shut, doubtful=open_)


def all_hexes(
    context: Context, asked: DeployQuestion, bounds: Bounds
) -> tuple[list[str], list[str]]:
    """The hexes of the map in which the Unit may not be, and those where that is not known."""
    shut: list[str] = []
    open_: list[str] = []
    for number in map(asked.country.number, range(len(asked.country))):
        work = Working()
        weigh(work, context, replace(asked, hex=number), bounds)
        if work.forbidden:
            shut.append(number)
        elif work.needs:
            open_.append(number)
    return shut, open_


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit as it concerns a Unit, with the hexes it shuts; or the owner's area, where the map
    does not know them."""

    game: str
    limit: Limit
    found: Limited
    owned: frozenset[int] | None = None
    near: frozenset[int] = frozenset()
    """The hexes near those it shuts, where it is everybody's."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """All that may keep a Unit out of hexes, worked out once for a question.

    ``sure`` concern it; ``maybe`` would if its side or Division were as they suppose; ``others``
    are those of Divisions, where its own is not said.
    """

    sure: tuple[Bound, ...]
    maybe: tuple[Bound, ...]
    others: tuple[Bound, ...]
    told: Told | None


def bounds_of(context: Context, asked: DeployQuestion) -> Bounds:
    """Work out all that may keep a Unit out of hexes."""
    scenario = played_in(asked.scenario, asked.state)
    return Bounds(
        tuple(bound_of(context, asked, *one) for one in limits_for(context, asked)),
        tuple(
            bound_of(context, replace(asked, unit=suppose(limit, asked.unit)), game, limit)
            for game, limit in limits_for(context, asked, maybe=True)
        ),
        () if asked.unit.groups else tuple(limits_of_divisions(context, asked)),
        find_scenario(scenario, context.folder.parent) if scenario else None,
    )


def bound_of(context: Context, asked: DeployQuestion, game: str, limit: Limit) -> Bound:
    """A limit with the hexes it shuts to the Unit asked about."""
    country, unit, now = asked.country, asked.unit, stamp_of(asked.state)
    only = {game: tables_of(context)[game]._replace(limits=(limit,))}
    groups, side = unit.groups, unit.side or ""
    route = holding_route(context, country, only, groups, side, asked.state.club_route, now)
    lifted = lifted_limits(country, only, unit, asked.state)
    free = freed_of_route(unit)
    found = limits_of(country, only, groups, side, now, route, free, lifted)
    owned = named_area(context, country, limit.area) if found.unplaced else None
    everybodys = not limit.who and not limit.side
    return Bound(game, limit, found, owned, around(country, found) if everybodys else frozenset())


def weigh(work: Working, context: Context, asked: DeployQuestion, bounds: Bounds) -> bool:
    """Say what keeps the Unit out of the hex; returns whether it is eliminated there."""
    country, place = asked.country, asked.place
    eliminated = False
    for bound in bounds.sure:
        if judge(work, country, place, bound):
            eliminated |= is_eliminated(work, bound.limit, asked.act)
    for bound in bounds.maybe:
        may_hold(work, asked, bound)
    if bounds.told is not None:
        moves = asked.act in ("move", "retreat")
        placing = Placing(country, asked.unit, place, moves, asked.state)
        outside_scenario(work, placing, bounds.told)
        if asked.act == "setup":
            work.leave("the scenario's own list of where each Unit is set up")
    for bound in bounds.others:
        if place in bound.found.hexes or place in bound.found.doubts:
            limit = bound.limit
            names = " or ".join(limit.who)
            work.need(f"unit.division: if it is {names}, {limit.why} ({limit.rule})")
    if asked.act == "retreat":
        eliminated |= over_ground(work, context, asked)
    return eliminated


def limits_for(
    context: Context, asked: DeployQuestion, maybe: bool = False
) -> Iterator[tuple[str, Limit]]:
    """The limits that concern a Unit on a map and are not over, with the game of each.

    :param maybe: those instead that may concern it, its side or Division not being said.
    """
    other = of_the_campaign(asked.country.window, played_in(asked.scenario, asked.state))
    tables, country, unit, now = (
        tables_of(context),
        asked.country,
        asked.unit,
        stamp_of(asked.state),
    )
    for game in sorted(set(country.sheets)):
        for limit in tables[game].limits if game in tables else ():
            over = is_over(limit, country.window, now)
            if over or limit.rule in other:
                continue
            sure = concerns(limit, unit.groups, unit.side or "")
            supposed = suppose(limit, unit)
            open_ = not sure and concerns(limit, supposed.groups, supposed.side or "")
            if open_ if maybe else sure:
                yield game, limit


def suppose(limit: Limit, unit: Unit) -> Unit:
    """A Unit as a limit is about it, as far as its side and Division are not said."""
    return unit.over(Unit(side=limit.side or None, division=limit.who[0] if limit.who else None))


def may_hold(work: Working, asked: DeployQuestion, bound: Bound) -> None:
    """Need what is not said of a Unit that a limit would keep out of a hex."""
    lines, unit, limit = Working(), asked.unit, bound.limit
    if not judge(lines, asked.country, asked.place, bound) and not lines.needs:
        return
    parts = {"side": (unit.side, limit.side), "division": (unit.division, limit.who)}
    for part, (told, wanted) in parts.items():
        if told is None and wanted:
            work.need(f"unit.{part}: {limit.why} ({limit.rule})")


def judge(work: Working, country: MapFile, place: int, bound: Bound) -> bool:
    """Say what one limit does to a hex; returns whether it keeps the Unit out."""
    limit, found = bound.limit, bound.found
    cite, number = limit.rule, country.number(place)
    if found.unplaced:
        inside = any(place in unplaced.within for unplaced in found.unplaced)
        return not inside and by_owner(work, country, place, bound)
    if place in found.doubts:
        work.need(found.doubts[place])
        return False
    rests: Provenance = found.rests.get(limit.why, "assumed")
    if place in found.hexes:
        work.forbid(limit.why, cite, rests, number)
        return True
    if limit.who or limit.side or place in bound.near:
        work.say(f"{limit.why}: {number} is not beyond it", cite, rests, number)
    return False


def around(country: MapFile, found: Limited) -> frozenset[int]:
    """The hexes so near to those a limit shuts that it is worth a line there."""
    reached = edge = set(found.hexes)
    for _ in range(NEAR):
        edge = {beside[h] for h in edge for beside in country.beside} - reached - {NOWHERE}
        reached = reached | edge
    return frozenset(reached)


def by_owner(work: Working, country: MapFile, place: int, bound: Bound) -> bool:
    """Judge a limit whose hexes the map does not know by the owner's area."""
    limit, area = bound.limit, bound.owned
    cite, number = limit.rule, country.number(place)
    if country.game(place) != bound.game:
        return False
    unless = f", unless {limit.unless}" if limit.unless else ""
    if area is None:
        work.need(f"supply owner/areas.csv: {limit.area} ({limit.why}{unless}, {cite})")
        return False
    if (place in area) == limit.keep_out:
        if limit.unless:
            work.need(unless_need(limit))
            return False
        work.forbid(limit.why, cite, "rulebook", number)
        return True
    work.say(f"{limit.why}: {number} is not beyond it", cite, "rulebook", number)
    return False


def is_eliminated(work: Working, limit: Limit, act: str) -> bool:
    """Whether a Unit beyond a limit is eliminated; says so."""
    if limit.eliminated == "always":
        work.say("a Unit that is there for any reason is eliminated at once", limit.rule)
        return True
    if act == "retreat" and limit.eliminated == "retreat":
        work.say("a Unit forced to retreat there is eliminated", limit.rule)
        return True
    return False


def limits_of_divisions(context: Context, asked: DeployQuestion) -> Iterator[Bound]:
    """The limits of Divisions that may matter to a Unit whose Division is not said."""
    country, now, side = asked.country, stamp_of(asked.state), asked.unit.side or ""
    tables = tables_of(context)
    for game in sorted(set(country.sheets) & set(tables)):
        for limit in tables[game].limits:
            others = limit.who and not limit.route and not is_over(limit, country.window, now)
            if not others or (side and side != limit.side):
                continue
            only = {game: tables[game]._replace(limits=(limit,))}
            yield Bound(game, limit, limits_of(country, only, limit.who, side, now))


def over_ground(work: Working, context: Context, asked: DeployQuestion) -> bool:
    """Judge the ground of a retreat to the next hex (2.14, 2.16); whether it eliminates the Unit.

    A formation that is not said is tried both ways.
    """
    country, unit, place = asked.country, asked.unit, asked.place
    if unit.hex is None or unit.move_class is None:
        work.leave("the ground it retreats over (unit.hex or unit.class is not given)")
        return False
    start = country.id(unit.hex)
    if place not in [beside[start] for beside in country.beside]:
        work.leave(f"the way from {unit.hex}: only a step to the next hex is judged")
        return False
    graphs, mover = graphs_of(context, country), mover_of(unit, asked.state)
    formations = (False, True) if unit.column is None else (unit.column,)
    found = [driven_to(graphs, replace(mover, column=c), start, place) for c in formations]
    kept = [one for one in found if one.line is not None]
    if not kept:
        return False
    line = kept[0].line
    assert line is not None
    if len(kept) < len(found):
        work.need(f"unit.column: in Column or not; in one of the two {line.why} ({line.rule})")
    elif kept[0].look:
        work.need(f"look at your map: {kept[0].look} (ours, assumed); if so, {line.why}")
    else:
        work.steps.append(line)
        return kept[0].eliminated
    return False


def barrage(work: Working, context: Context, asked: DeployQuestion) -> None:
    """Whether artillery of a side may barrage a hex."""
    section = book("deploy", asked.country.game(asked.place))["barrage"]
    cite = section.cite or section.text("none_rule")
    if not section.holds or asked.unit.side != section.text("side"):
        work.say("no limit of what it barrages", cite)
        return
    for game, limit in limits_for(context, asked):
        if limit.rule == section.cite:
            bound = bound_of(context, asked, game, limit)
            judge(work, asked.country, asked.place, bound)
    if not work.steps and not work.needs:
        work.say("no limit of what it barrages", cite)
