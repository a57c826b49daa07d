"""Deployment: whether a Unit may be set up, be, move or retreat in a hex on a date.

The limits are those of movement (``tables/movement.toml``); this adds what becomes of Units beyond
them, the hexes an owner supplies for them, and the limits of single scenarios.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from clubroute.rules.answer.answers import LEGALITY, TEXTS
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.asked import (
    AboutState,
    may_be_of,
    played_in,
    the_unit,
)
from clubroute.rules.gts.games import (
    Limit,
    answers,
    book,
    tables_of,
)
from clubroute.rules.gts.kinds import (
    HEX,
    YES,
    choice,
    one_scenario,
)
from clubroute.rules.gts.movement.answers.turning import driven_to
from clubroute.rules.gts.movement.journey import graphs_of
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.situation.condition import (
    Condition,
    Limiting,
    conditions_of,
    tell,
    tell_leaving,
)
from clubroute.rules.gts.situation.limits.areas import (
    DIVISION_UNSAID,
    SCENARIOS,
    concerns,
    condition_of,
    in_force,
    suppose,
)
from clubroute.rules.gts.situation.mover import as_known, mover_of
from clubroute.rules.gts.situation.surroundings import surroundings_of, unsaid_in
from clubroute.rules.position.record import needed, said

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
    scenario: str | None = said(
        one_scenario("campaign", "combined", *SCENARIOS), "the scenario that is played"
    )
    everywhere: bool = said(
        YES,
        "tell, too, in which hexes of the map it may not be, and where that is not known",
        default=False,
    )

    @property
    def leaves(self) -> int | None:
        """The hex it goes away from, as an id of the map; None if it does not, or nobody said.

        :raises InputError: no such hex.
        """
        if self.act not in ("move", "retreat") or self.unit.hex in (None, self.hex):
            return None
        return self.country.id(self.unit.hex or "")

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
        here = asked.country.id(asked.hex)
        why = f"no limit keeps it out of {asked.hex}"
        work.say(why, rule, asked.country.silence_of(here), asked.hex)
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
class Bounds:
    """All that may keep a Unit out of hexes, worked out once for a question.

    ``sure`` are the conditions it is under; ``maybe`` those it would be under if its side or
    Division were as a limit supposes, with that limit; ``others`` those of Divisions, where its own
    is not said.
    """

    sure: tuple[Condition, ...]
    maybe: tuple[tuple[Limit, Condition], ...]
    others: tuple[tuple[Limit, Condition], ...]


def bounds_of(context: Context, asked: DeployQuestion) -> Bounds:
    """Work out all that may keep a Unit out of hexes."""
    who = limiting(context, asked)
    # Of one of some Divisions the conditions themselves say what turns on it.
    divisions = may_be_of(who.unit, asked.country.window)
    maybe = []
    for game, limit in in_force(who):
        if limit.who and divisions:
            continue
        supposed = suppose(limit, who.unit)
        if who.unit.side and limit.side and who.unit.side != limit.side:
            continue
        if concerned(limit, who.unit) or not concerned(limit, supposed):
            continue
        found = condition_of(replace(who, unit=supposed), game, limit)
        if found is not None:
            maybe.append((limit, found))
    return Bounds(
        tuple(conditions_of(who)),
        tuple(maybe),
        () if who.unit.groups or divisions else tuple(limits_of_divisions(who)),
    )


def limiting(context: Context, asked: DeployQuestion) -> Limiting:
    """The Unit asked about as one that may be limited."""
    moves = asked.act in ("move", "retreat")
    played = played_in(asked.scenario, asked.state)
    forced = asked.act == "retreat"
    return Limiting(context, asked.country, asked.unit, asked.state, played, moves, forced)


def concerned(limit: Limit, unit: Unit) -> bool:
    """Whether a limit surely is one of a Unit's."""
    return concerns(limit, unit.groups, unit.side or "")


def weigh(work: Working, context: Context, asked: DeployQuestion, bounds: Bounds) -> bool:
    """Say what keeps the Unit out of the hex; returns whether it is eliminated there."""
    country, place = asked.country, asked.place
    eliminated = False
    for condition in bounds.sure:
        if tell(work, country, condition, place):
            eliminated |= is_eliminated(work, condition, asked.act)
        if asked.leaves is not None:
            tell_leaving(work, condition, asked.leaves, asked.act == "move")
        if condition is not DIVISION_UNSAID:
            for note in condition.notes:
                work.leave(note)
    if asked.leaves is not None:
        work.leave(*unsaid_in(asked.state))
    for limit, condition in bounds.maybe:
        may_hold(work, asked, limit, condition)
    if asked.act == "setup" and played_in(asked.scenario, asked.state):
        work.leave("the scenario's own list of where each Unit is set up")
    for limit, condition in bounds.others:
        if place in condition.shut or place in condition.doubts:
            names = " or ".join(limit.who)
            work.need(f"unit.division: if it is {names}, {limit.why} ({limit.rule})")
    if asked.act == "retreat":
        eliminated |= over_ground(work, context, asked)
    return eliminated


def may_hold(work: Working, asked: DeployQuestion, limit: Limit, condition: Condition) -> None:
    """Need what is not said of a Unit that a limit would keep out of a hex."""
    lines, unit = Working(), asked.unit
    if not tell(lines, asked.country, condition, asked.place) and not lines.needs:
        return
    parts = {"side": (unit.side, limit.side), "division": (unit.division, limit.who)}
    for part, (known, wanted) in parts.items():
        if known is None and wanted:
            work.need(f"unit.{part}: {limit.why} ({limit.rule})")


def is_eliminated(work: Working, condition: Condition, act: str) -> bool:
    """Whether a Unit beyond a limit is eliminated; says so."""
    if condition.eliminated == "always":
        work.say("a Unit that is there for any reason is eliminated at once", condition.rule)
        return True
    if act == "retreat" and condition.eliminated == "retreat":
        work.say("a Unit forced to retreat there is eliminated", condition.rule)
        return True
    return False


def limits_of_divisions(who: Limiting) -> Iterator[tuple[Limit, Condition]]:
    """The limits of Divisions that may matter to a Unit whose Division is not said."""
    side = who.unit.side
    for game, limit in in_force(who):
        if not limit.who or limit.route or (side and side != limit.side):
            continue
        one = replace(who, unit=Unit(side=limit.side or side, division=limit.who[0]))
        condition = condition_of(one, game, limit)
        if condition is not None:
            yield limit, condition


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
    graphs, mover = graphs_of(context, country), mover_of(as_known(unit, asked.state))
    around = surroundings_of(country, tables_of(context), mover, asked.state)
    formations = (False, True) if unit.column is None else (unit.column,)
    movers = [replace(mover, column=column) for column in formations]
    found = [driven_to(graphs, one, start, place, around) for one in movers]
    kept = [one for one in found if one.line is not None]
    if not kept:
        for what in (what for one in found for what in one.needs):
            work.need(what)
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
    side = asked.unit.side
    if section.holds and side is None and not asked.unit.groups:
        work.need(f"unit.side: whose barrage it is; a {section.text('side')} one has a limit")
        return
    if not section.holds or side not in (None, section.text("side")):
        work.say("no limit of what it barrages", cite)
        return
    why = section.text("why")
    for condition in conditions_of(limiting(context, asked)):
        if condition.rule == section.cite:
            own = replace(condition, why=why, fits=lambda _: f"{why}: {asked.hex} is not beyond it")
            tell(work, asked.country, own, asked.place)
    if not work.steps and not work.needs:
        work.say("no limit of what it barrages", cite)
