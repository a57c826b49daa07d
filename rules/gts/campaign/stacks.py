"""Hexes and what may lie in them: road blocks (WED and TDC 2.15.2, S2.0), stacking (S4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clubroute.builder.counting import so_many
from clubroute.rules.answer.answers import INTEGER, LEGALITY
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import SIDES
from clubroute.rules.book.rulebook import ChosenReadings, reading
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.asked import AboutState, the_options
from clubroute.rules.gts.campaign.engineers import is_engineer
from clubroute.rules.gts.ferries import ferries_in
from clubroute.rules.gts.fire.ground import bridges_at, ruined
from clubroute.rules.gts.games import SERIES, answers, book
from clubroute.rules.gts.kinds import COUNT, HEX, SIDE
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.scenarios.book import find_scenario
from clubroute.rules.gts.scenarios.tables import building
from clubroute.rules.position.record import needed, said
from clubroute.rules.scenarios.book import scenario_files


@dataclass(frozen=True, slots=True)
class RoadBlockReadings(ChosenReadings):
    """The readings of the rules about road blocks."""

    ruined_hexside: str = reading(
        counts="a destroyed bridge is a bridge hexside as before: no road block there (2.15.2)",
        gone="at a destroyed bridge there is no bridge hexside: a road block may lie there",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadBlockQuestion(AboutState):
    """The parameters of ``roadblock.check``."""

    hex: str = needed(HEX, "where the road block is to go")
    side: str | None = said(SIDE, "whose road block it is")
    left: int | None = said(COUNT, "the road block counters of that side that are still at hand")
    readings: RoadBlockReadings = the_options(RoadBlockReadings)


@answers("roadblock.check", *LEGALITY)
def roadblock_check(context: Context, asked: RoadBlockQuestion) -> Receipt:
    """Whether a road block may be placed in a hex: bridges, the scenario, the counter mix."""
    work, country = Working(), asked.country
    here = country.id(asked.hex)
    number, rules = country.number(here), book("stacks", country.game(here))
    row, mix = rules["road_block"], rules["counter_mix"]
    for feature, hexside in bridges_at(country, here):
        basis = country.bases[feature.basis].provenance
        name = feature.name or "a bridge"
        if feature.kind == "bridge" and ruined(asked.state, hexside):
            work.note(asked.readings.chosen("ruined_hexside"))
            if asked.readings.ruined_hexside == "gone":
                continue
        why = f"{number} has a bridge hexside: {name} ({hexside})"
        work.forbid(why, row.cite, basis, number)
    if not work.forbidden:
        work.absent(f"{number} has no bridge hexside", row.cite, country, here)
    if asked.state.scenario is not None:
        told = find_scenario(asked.state.scenario, context.folder.parent).scenario
        built = building(told)
        if built is None:
            work.need(f"who builds road blocks in {told.title}: the scenario does not say")
        else:
            sides, title = built.road_blocks, told.title
            either = asked.side is None and len(sides) == len(SIDES)
            who = f"the {asked.side}" if asked.side else "either"
            may = {side in sides for side in ([asked.side] if asked.side else SIDES)}
            work.check(
                may.pop() if len(may) == 1 else None,
                f"in {title} {who} side may build road blocks"
                if asked.side or either
                else f"{' or '.join(sides)} builds it",
                f"in {title} {'the other side alone' if sides else 'nobody'} builds road blocks",
                built.cite,
                f"side: in {title} only {' and '.join(sides)} build road blocks",
            )
    else:
        who = "".join(f", {one}" for one in builders(context, country.window))
        work.leave(f"whether the scenario lets that side build any (state.scenario){who}")
    if asked.left is None:
        work.leave(f"that a road block counter is left ({mix.cite})")
    else:
        enough = asked.left > 0
        work.check(enough, f"{so_many(asked.left, 'counter')} left", "no counter is left", mix.cite)
    work.leave("who builds road blocks and how (series rules)")
    return work.receipt()


def builders(context: Context, window: str) -> Iterator[str]:
    """The scenarios of a map in which not both sides may build road blocks, with who may."""
    for name in scenario_files(SERIES.id, context.folder.parent):
        told = find_scenario(name, context.folder.parent)
        built = building(told.scenario)
        if told.game == window and built is not None and set(built.road_blocks) != set(SIDES):
            yield f"{name} {' and '.join(built.road_blocks) or 'nobody'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StackQuestion(AboutState):
    """The parameters of ``stacking.check``."""

    hex: str = needed(HEX, "the hex")
    side: str = needed(SIDE, "whose Units are counted")
    limit: int | None = said(COUNT, "how many Units a hex holds (series rules)")


@answers("stacking.check", *LEGALITY, stacking=INTEGER, mass=INTEGER)
def stacking_check(context: Context, asked: StackQuestion) -> Receipt:
    """How many Units of a side count in a hex for stacking and for the mass modifier.

    Riders are told with their Vehicle (``piggyback``) and count with it as one for stacking; the
    engineers of a ferry do not count.
    """
    work, country = Working(), asked.country
    here = country.id(asked.hex)
    number, rules = country.number(here), book("stacks", country.game(here))
    if asked.state.units is None:
        work.need(f"state.units: the Units in {number}")
        return work.receipt()
    counted = [u for u in asked.state.units_in((number,), asked.side) if u.kind not in FREE]
    carrying = [unit for unit in counted if unit.piggyback]
    ferries = ferries_in(asked.state.markers or (), number, country.game(here))
    under = sum(kind.hidden for kind in ferries)
    engineers = [is_engineer(context, unit) for unit in counted]
    hidden = min(under, engineers.count(True))
    unsaid = [u.call or "a Unit" for u in counted if u.engineer is None and u.kind is None]
    if hidden < under and unsaid:
        work.need(f"state.units: the kind of {', '.join(unsaid)}: whether an engineer of the ferry")
    if asked.state.markers is None and (hidden or True in engineers or unsaid):
        work.need(f"state.markers: whether a ferry lies in {number}, whose engineers do not count")
    elif asked.state.markers is None:
        work.leave(f"whether a ferry lies in {number}, whose engineers count for mass")
    stacking = len(counted) - hidden
    leaders = [u.call or "a Unit" for u in counted if may_lead(u)]
    doubt = f"whether {' or '.join(leaders)} is a Leader, who does not count (kind)"
    mass = len(counted) + len(carrying) + under - hidden
    work.say(f"{so_many(len(counted), f'{asked.side} Unit')} in {number}", "GTS series")
    for unit in carrying:
        name = unit.call or "a Vehicle"
        row = rules["riders"]
        work.say(f"{name} and its rider count as one, and as two for the mass modifier", row.cite)
    for kind in ferries:
        who = "the engineer of a ferry does" if kind.hidden == 1 else "both engineers of a ferry do"
        work.say(f"{who} not count, but for the mass modifier", kind.rule)
    dutch = may_be_dutch(asked.state, country, here)
    if dutch:
        work.say("the Dutch are here: no stacking limit", rules["dutch"].cite)
    elif dutch is None and asked.limit is not None and stacking > asked.limit:
        work.need(f"state.markers: whether the Dutch chit lies in {number}: then there is no limit")
    elif asked.limit is None:
        work.need("limit: how many Units a hex holds (series rules)")
    else:
        least = stacking - len(leaders)
        work.check(
            None if stacking > asked.limit >= least else stacking <= asked.limit,
            f"{stacking} of at most {asked.limit}",
            f"{stacking}, more than {asked.limit}",
            "GTS series",
            f"state.units: {doubt}",
        )
    if leaders and not work.needs:
        work.leave(doubt)
    work.leave("reinforcements and drops, which may arrive overstacked")
    of = "" if asked.limit is None else f" of {asked.limit}"
    told = f"{stacking}{of} {asked.side} Units in {number}, {mass} for mass"
    return work.receipt(
        summary=f"Yes: {told}" if work.verdict == "legal" else "" if work.forbidden else told,
        stacking=stacking,
        mass=mass,
    )


def may_lead(unit: Unit) -> bool:
    """Whether a Unit may be a Leader, as nothing of it says otherwise."""
    told = (unit.kind, unit.engineer, unit.move_class, unit.column, unit.piggyback)
    return all(fact is None for fact in told)


def may_be_dutch(position: Position, country: MapFile, here: int) -> bool | None:
    """Whether the Dutch chit lies in a hex, None if no markers are told and it could."""
    number, rules = country.number(here), book("stacks", country.game(here))["dutch"]
    if not rules.holds:
        return False
    if position.markers is None:
        return None if country.terrain_of(here) in rules.words("terrain") else False
    return any(one.hex == number for one in position.markers_of("dutch"))


FREE = ("leader",)
"""Kinds of Units that do not count: Leaders (series rules)."""
