"""What a scenario limits: its playing area, where a Unit may be set up, enter and move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clubroute.builder.grid import distance
from clubroute.rules.answers import TEXTS, answer_of
from clubroute.rules.context import Context
from clubroute.rules.gts.asked import the_state
from clubroute.rules.gts.campaign.scenario_limits import Placing, inside, special_limits
from clubroute.rules.gts.games import MAPS
from clubroute.rules.gts.kinds import HEX, choice
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import UNIT, Unit
from clubroute.rules.gts.scenarios.asked import the_scenario, told_in
from clubroute.rules.gts.scenarios.set_up import set_up_of, turn_of
from clubroute.rules.mapfile import MapFile
from clubroute.rules.maps import map_of
from clubroute.rules.methods import method
from clubroute.rules.model import Receipt
from clubroute.rules.position.names import same_unit
from clubroute.rules.position.record import needed, said
from clubroute.rules.scenarios.book import Told
from clubroute.rules.scenarios.wording import place_of, trigger_text
from clubroute.rules.working import Working

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_parts import Area, Arrival
    from clubroute.builder.sources.scenario_units import Listed

ACTS = ("setup", "enter", "move")


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaQuestion:
    """The parameters of ``scenario.area``."""

    scenario: str | None = the_scenario()
    hex: str | None = said(HEX, "a hex: is it in play?")
    state: Position = the_state()


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitQuestion:
    """The parameters of ``scenario.limits``."""

    scenario: str | None = the_scenario()
    unit: Unit = needed(UNIT, "the Unit: its id or name; hex and column where it moves from")
    hex: str = needed(HEX, "the hex asked about")
    act: str = said(
        choice(*ACTS), "setup, enter as a reinforcement, or move; move if absent", default="move"
    )
    state: Position = the_state()


@method(
    "scenario.area",
    cites=("WED General Comments", "WED scenario 4"),
    answers=answer_of("legal", "illegal", "decided", corners=TEXTS, maps=TEXTS),
)
def scenario_area(context: Context, asked: AreaQuestion) -> Receipt:
    """The playing area of a scenario, or whether a hex is in play: hexes its lines touch are."""
    told = told_in(context, asked.scenario, asked.state)
    work, area = Working(), told.scenario.playing_area
    corners = list(area.corners) if area else None
    if asked.hex is None:
        text = "all of its maps" if area is None else f"{area.shape}, {' '.join(area.corners)}"
        work.say(text, told.scenario.cite if area is None else area.cite)
        maps = list(told.scenario.maps)
        return work.receipt("decided", corners=corners, maps=maps)
    country = country_of(context, told)
    inside(work, country, told, country.id(asked.hex))
    return work.receipt(corners=corners)


def country_of(context: Context, told: Told) -> MapFile:
    """The map of a scenario's game."""
    return map_of(context, told.game if told.game in MAPS else MAPS[-1])


@method(
    "scenario.limits",
    cites=(
        *("WED General Comments", "WED scenario 1", "WED scenario 2", "WED scenario 3"),
        *("WED scenario 4", "WED S5.4"),
    ),
    answers=answer_of("legal", "illegal", "undetermined"),
)
def scenario_limits(context: Context, asked: LimitQuestion) -> Receipt:
    """Whether a scenario lets a Unit be set up in a hex, enter there, or move there."""
    told = told_in(context, asked.scenario, asked.state)
    country, work = country_of(context, told), Working()
    place = country.id(asked.hex)
    inside(work, country, told, place)
    if asked.act == "move":
        special_limits(work, Placing(country, asked.unit, place, True, asked.state), told)
        return work.receipt()
    rows = rows_of(told, asked.unit)
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


def rows_of(told: Told, unit: Unit) -> list[Listed]:
    """The rows that may be a Unit: its own, or those its counter may be drawn for."""
    ids = {
        id_
        for id_, counter in told.units.items()
        if id_ == unit.id
        or any(same_unit(unit.name, name) for name in (counter.name, *counter.aliases))
    }
    pools = {pool.id for pool in told.scenario.pools if ids & set(pool.units)}
    return [row for row in told.scenario.units if row.unit in ids or row.pool in pools]


def set_up(
    work: Working, country: MapFile, told: Told, rows: Sequence[Listed], asked: LimitQuestion
) -> None:
    """Judge a hex by the rows of a Unit that is there from the start."""
    first = [row for row in rows if row.arrival is None and not row.again]
    if not first:
        later = arrival_of(told, rows[0])
        when = trigger_text(told, later) if later else "by drop"
        work.forbid(f"{asked.unit.call} comes later: {when}", rows[0].cite)
        return
    judge_rows(work, country, told, first, asked)


def judge_rows(
    work: Working, country: MapFile, told: Told, rows: Sequence[Listed], asked: LimitQuestion
) -> None:
    """Judge a hex by rows of which any will do."""
    outcomes = []
    for row in rows:
        trial = Working()
        judge_row(trial, country, told, row, asked)
        outcomes.append(trial)
    order = ("legal", "undetermined", "illegal")
    best = min(outcomes, key=lambda trial: order.index(trial.verdict))
    work.steps += best.steps
    for need in best.needs:
        work.need(need)


def judge_row(
    work: Working, country: MapFile, told: Told, row: Listed, asked: LimitQuestion
) -> None:
    """Judge a hex by one row: a hex, a radius, or areas."""
    number, name = asked.hex, asked.unit.call or told.name(row.unit or "")
    if row.hex is not None:
        work.check(
            row.hex == number,
            f"{name} is listed in {number}",
            f"{name} is listed in {row.hex}, not in {number}",
            row.cite,
        )
    elif row.within is not None:
        centre = centre_of(told, row, asked.state)
        where = place_of(told, row)
        if centre is None:
            work.need(f"where {told.name(row.of or '')} stands: {name} is set up {where}")
            return
        away = distance(country.hex(country.id(centre)), country.hex(country.id(number)))
        work.check(
            away <= row.within,
            f"{number} is {where}",
            f"{number} is {away} hexes from {centre}: {name} stands {where}",
            row.cite,
        )
    elif row.areas:
        areas = [area for area in told.scenario.areas if area.id in row.areas]
        judge_areas(work, country, told, areas, asked, name)
    else:
        work.need(f"the drop zone of {name}'s stick: ask drop.plan")


def centre_of(told: Told, row: Listed, state: Position) -> str | None:
    """The hex a radius is measured from: printed, or that of a Unit the state or set-up places."""
    if row.of not in told.units:
        return row.of
    stands = state.unit(row.of or "")
    if stands is not None and stands.hex is not None:
        return stands.hex
    return next((one.hex for one in told.scenario.standing if one.piece == row.of), None)


def judge_areas(
    work: Working,
    country: MapFile,
    told: Told,
    areas: Iterable[Area],
    asked: LimitQuestion,
    name: str,
) -> None:
    """Judge a hex by the areas a Unit may be placed in, any of which will do."""
    held = [(area, in_area(country, told, area, asked)) for area in areas]
    texts = " or ".join(area.text for area, _ in held)
    cite = held[0][0].cite
    if any(holds for _, holds in held):
        work.say(f"{asked.hex} is {texts}", cite)
    elif any(holds is None for _, holds in held):
        unsure = next((area.unsure for area, holds in held if holds is None and area.unsure), "")
        reason = f" ({unsure})" if unsure else ""
        work.need(f"whether {asked.hex} is {texts}{reason}: {name} is placed there")
    else:
        work.forbid(f"{asked.hex} is not {texts}, where {name} is placed", cite)


def in_area(country: MapFile, told: Told, area: Area, asked: LimitQuestion) -> bool | None:
    """Whether a hex is in an area of a scenario, None if that is not known."""
    if area.box:
        return False
    if area.hexes:
        return asked.hex in area.hexes
    if area.map_areas:
        place = country.id(asked.hex)
        found = [one for one in country.areas if one.id in area.map_areas]
        return any(place in one.hexes for one in found) if found else None
    if area.formation is not None:
        return stands_with(told, area.formation, asked)
    return None


def stands_with(told: Told, formation: tuple[str, str], asked: LimitQuestion) -> bool | None:
    """Whether a Unit of a formation is in the hex, by the state, else by the set-up."""
    begun = asked.state.begun
    units = asked.state.units if asked.state.units is not None or begun else set_up_of(told).units
    theirs = [u for u in units or () if (u.division, u.formation) == formation]
    if any(unit.hex == asked.hex for unit in theirs):
        return True
    return None if any(unit.hex is None for unit in theirs) or units is None else False


def arrival_of(told: Told, row: Listed) -> Arrival | None:
    """The arrival a row comes with, None for a stick."""
    return next((one for one in told.scenario.arrivals if one.id == row.arrival), None)


def enter(
    work: Working, country: MapFile, told: Told, rows: Sequence[Listed], asked: LimitQuestion
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
    judge_rows(work, country, told, later, asked)
