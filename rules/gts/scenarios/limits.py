"""What a scenario limits: its playing area, where a Unit may be set up, enter and move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from clubroute.rules.answer.answers import LEGALITY, TEXTS
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.asked import the_unit
from clubroute.rules.gts.games import MAPS, answers
from clubroute.rules.gts.kinds import HEX, choice
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.scenarios.asked import AboutScenario
from clubroute.rules.gts.scenarios.set_up import set_up_of, turn_of
from clubroute.rules.gts.situation.limiting import Limiting, conditions_of, tell, tell_leaving
from clubroute.rules.position.record import needed, said
from clubroute.rules.scenarios.book import ToldScenario
from clubroute.rules.scenarios.places import (
    Asked,
    area_answer,
    arrival_of,
    inside,
    judge_rows,
    rows_of,
)
from clubroute.rules.scenarios.wording import trigger_text

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_units import ListedUnits

ACTS = ("setup", "enter", "move")


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaQuestion(AboutScenario):
    """The parameters of ``scenario.area``."""

    hex: str | None = said(HEX, "a hex: is it in play?")


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitQuestion(AboutScenario):
    """The parameters of ``scenario.limits``."""

    unit: Unit = the_unit("the Unit: its id or name; hex and column where it moves from")
    hex: str = needed(HEX, "the hex asked about")
    act: str = said(
        choice(*ACTS), "setup, enter as a reinforcement, or move; move if absent", default="move"
    )


@answers("scenario.area", "legal", "illegal", "decided", corners=TEXTS, maps=TEXTS)
def scenario_area(context: Context, asked: AreaQuestion) -> Receipt:
    """The playing area of a scenario, or whether a hex is in play: hexes its lines touch are."""
    told = asked.told(context)
    area, here = told.scenario.playing_area, None
    if asked.hex is not None:
        country = country_of(context, told)
        here = country, country.id(asked.hex)
    return area_answer(told, here, f"{area.shape}," if area is not None else "")


def country_of(context: Context, told: ToldScenario) -> MapFile:
    """The map of a scenario's game."""
    return map_of(context, told.game if told.game in MAPS else MAPS[-1])


@answers("scenario.limits", *LEGALITY)
def scenario_limits(context: Context, asked: LimitQuestion) -> Receipt:
    """Whether a scenario lets a Unit be set up in a hex, enter there, or move there."""
    told = asked.told(context)
    country, work = country_of(context, told), Working()
    place = country.id(asked.hex)
    if told.scenario.playing_area is None:
        inside(work, country, told, place)
    moves = asked.act == "move"
    played = replace(asked.state, scenario=told.scenario.id).played
    unit = asked.unit
    if unit.hex is None and (begins := hex_of(told, unit.id or "", asked.state)) is not None:
        unit = replace(unit, hex=begins)
        work.say(f"{unit.call} is in {begins}", told.scenario.cite)
    for condition in conditions_of(Limiting(context, country, unit, asked.state, played, moves)):
        tell(work, country, condition, place)
        if moves and unit.hex not in (None, asked.hex):
            tell_leaving(work, condition, country.id(unit.hex or ""), True)
        for note in condition.notes:
            work.leave(note)
    if moves:
        return work.receipt()
    rows = rows_of(told, asked.unit.id, asked.unit.name, asked.unit.division)
    if not rows:
        if asked.unit.call:
            work.forbid(f"{asked.unit.call} is not in its lists", told.scenario.cite)
        else:
            work.need("unit.id or unit.name: which Unit it is")
        return work.receipt()
    if asked.act == "setup":
        set_up(work, country, told, rows, asked)
    else:
        enter(work, country, told, rows, asked)
    return work.receipt()


def set_up(
    work: Working,
    country: MapFile,
    told: ToldScenario,
    rows: Sequence[ListedUnits],
    asked: LimitQuestion,
) -> None:
    """Judge a hex by the rows of a Unit that is there from the start."""
    first = [row for row in rows if row.arrival is None and not row.again]
    if not first:
        later = arrival_of(told, rows[0])
        when = trigger_text(told, later) if later else "by drop"
        work.forbid(f"{asked.unit.call} comes later: {when}", rows[0].cite)
        return
    judge_rows(work, placed(country, told, asked), first)


def placed(country: MapFile, told: ToldScenario, asked: LimitQuestion) -> Asked:
    """The question as one of where the scenario's rows place the Unit."""
    return Asked(
        country,
        told,
        asked.hex,
        asked.unit.call,
        lambda unit: hex_of(told, unit, asked.state),
        lambda formation: stands_with(told, formation, asked),
    )


def hex_of(told: ToldScenario, unit: str, state: Position) -> str | None:
    """The hex of a Unit, by the state, else by the set-up."""
    stands = state.unit(unit)
    if stands is not None and stands.hex is not None:
        return stands.hex
    return next((one.hex for one in told.scenario.standing if one.piece == unit), None)


def stands_with(
    told: ToldScenario, formation: tuple[str, str], asked: LimitQuestion
) -> bool | None:
    """Whether a Unit of a formation is in the hex, by the state, else by the set-up."""
    begun = asked.state.begun
    units = asked.state.units if asked.state.units is not None or begun else set_up_of(told).units
    theirs = [u for u in units or () if (u.division, u.formation) == formation]
    if any(unit.hex == asked.hex for unit in theirs):
        return True
    return None if any(unit.hex is None for unit in theirs) or units is None else False


def enter(
    work: Working,
    country: MapFile,
    told: ToldScenario,
    rows: Sequence[ListedUnits],
    asked: LimitQuestion,
) -> None:
    """Judge a hex and the turn by the rows of a Unit that comes later."""
    later = [row for row in rows if row.arrival is not None and not row.again]
    if not later:
        work.forbid(f"{asked.unit.call} is there from the start", rows[0].cite)
        return
    arrival = arrival_of(told, later[0])
    if arrival is None:
        work.say(f"{asked.unit.call} comes by drop", later[0].cite)
    elif arrival.trigger == "turn":
        due, now = turn_of(arrival.when), asked.state.turn
        work.check(
            None if now is None else now >= due,
            f"due {trigger_text(told, arrival)}",
            f"it comes {trigger_text(told, arrival)}, later than now ({now})",
            arrival.cite,
            need=f"state.turn: it comes {trigger_text(told, arrival)}",
        )
    else:
        work.need(f"whether it has come: {trigger_text(told, arrival)}")
    judge_rows(work, placed(country, told, asked), later)
