"""What stands where when a scenario begins, and what comes later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from clubroute.rules.answer.answers import LEGALITY, TEXTS
from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.asked import the_state, the_unit
from clubroute.rules.gts.games import MAPS, answers
from clubroute.rules.gts.kinds import (
    DATE,
    DROP,
    GERMAN,
    HEX,
    NAME,
    SIDE,
    choice,
)
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import TIME, Turn
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.scenarios.book import find_scenario
from clubroute.rules.gts.scenarios.set_up import set_up_of, turn_of
from clubroute.rules.gts.scenarios.tables import BridgeRow, bridge_text, bridges
from clubroute.rules.gts.situation.condition import (
    Limiting,
    conditions_of,
    tell,
    tell_leaving,
)
from clubroute.rules.position.record import needed, said
from clubroute.rules.scenarios.book import (
    ToldScenario,
    sticks_of,
    trigger_text,
    zone_names,
)
from clubroute.rules.scenarios.listing import coming, on_topic, the_topic
from clubroute.rules.scenarios.places import (
    Asked,
    area_answer,
    arrival_of,
    inside,
    judge_rows,
    rows_of,
)
from clubroute.rules.scenarios.set_up import (
    ROWS,
    SET_UP,
    arrival_lines,
    arrival_record,
    coming_with,
    elsewhere,
    filled,
    line,
    row_record,
    set_up_answer,
    wanted,
)

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_parts import Arrival, Drop, Stick
    from clubroute.builder.sources.scenario_units import ListedUnits


# What questions about scenarios share: which scenario.


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutScenario:
    """A question about a scenario."""

    scenario: str | None = said(NAME, "the scenario, as WED-2 or WED-CAMPAIGN; else state.scenario")
    state: Position = the_state()

    def told(self, context: Context) -> ToldScenario:
        """Find the scenario. :raises InputError: none is named, or there is none."""
        return find_scenario(self.scenario or self.state.scenario, context.folder.parent)


# What a scenario limits: its playing area, where a Unit may be set up, enter and move.

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


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpQuestion(AboutScenario):
    """The parameters of ``scenario.setup``."""

    side: str | None = said(SIDE, "only the Units of a side")
    division: str | None = said(NAME, "only the Units of a division or formation")
    hex: str | None = said(HEX, "only what is in a hex")
    topic: str | None = the_topic()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReinforcementQuestion(AboutScenario):
    """The parameters of ``scenario.reinforcements``."""

    day: int | None = said(DATE, "only those of a day; else that of state.turn", name="date")
    slot: int | None = said(TIME, "only those of a turn of that day", name="time")
    side: str | None = said(SIDE, "only those of a side")
    division: str | None = said(NAME, "only those of a division or formation")
    drop: int | None = said(DROP, "only what lands in a drop")
    topic: str | None = the_topic()


@answers("scenario.setup", "decided", **SET_UP, bridges=ROWS)
def scenario_setup(context: Context, asked: SetUpQuestion) -> Receipt:
    """What stands where when a scenario begins, what its owners have still to place, and how the
    bridges stand.
    """
    told = asked.told(context)
    whole = asked.side is None and asked.division is None
    rows = [
        one
        for one in bridges(told.scenario)
        if whole and (asked.hex is None or asked.hex in (one.hexside or "").split("/"))
    ]
    lines = [line(bridge_text(one), one.cite, provenance=one.provenance) for one in rows]
    own = {"bridges": [bridge_record(one) for one in rows]}
    country = map_of(context, told.game) if asked.hex else None
    found = set_up_answer(told, asked.side, asked.division, asked.hex, lines, own, country=country)
    return on_topic(found, asked.topic)


def bridge_record(one: BridgeRow) -> dict[str, Any]:
    """How a bridge stands at the start, as JSON."""
    return filled(
        {
            "hexside": one.hexside,
            "name": one.name,
            "state": list(one.state),
            "wired": one.wired,
            "control": one.control,
            "provenance": one.provenance,
            "cite": one.cite,
            "open": one.open,
        }
    )


@answers("scenario.reinforcements", "decided", arrivals=ROWS, drops=ROWS, conditional=ROWS)
def scenario_reinforcements(context: Context, asked: ReinforcementQuestion) -> Receipt:
    """What comes in a turn of a scenario, or in all of it: by the clock, by drop, by event, by
    release, by call.
    """
    told = asked.told(context)
    day, slot = asked.day, asked.slot
    now = asked.state.now
    # The first turn that a scenario itself fills in is no turn somebody asked about.
    told_now = now is not None and not (asked.state.begun and "turn" in asked.state.begun.parts)
    if day is None and slot is None and now is not None and told_now:
        day, slot = now.day, now.slot
    due = [one for one in told.scenario.arrivals if is_due(one, day, slot)]
    first = turn_of(told.scenario.turns.first)
    drops = [
        one
        for one in told.scenario.drops
        # Those of the first day are part of the set-up.
        if day in (None, first.day + one.day) and (one.day or slot in (None, first.slot))
        if asked.drop in (None, one.number)
    ]
    found = coming(told, due, asked.side, asked.division) if asked.drop is None else []
    timed = [pair for pair in found if by_clock(pair[0])]
    rest = [pair for pair in found if not by_clock(pair[0])]
    whole = asked.division is None
    landing = [(drop, sticks_with(told, drop, asked.division)) for drop in drops]
    dropped = [pair for pair in landing if asked.side != GERMAN and (pair[1] or whole)]
    steps = [step for pair in timed for step in arrival_lines(told, *pair)]
    steps += [step for pair in dropped for step in drop_lines(told, *pair)]
    nothing = "nothing is due by the clock or by drop" if told.scenario.units_told else UNLISTED
    if not steps:
        steps = [line(nothing, told.scenario.cite)]
    steps += [step for pair in rest for step in arrival_lines(told, *pair)]
    clock = [arrival_record(told, *pair) for pair in timed]
    others = [arrival_record(told, *pair) for pair in rest]
    kinds = (("by the clock", clock), ("by drop", dropped), ("on a condition", others))
    groups = ", ".join(f"{len(them)} {how}" for how, them in kinds if them)
    summary = f"Groups that come: {groups or ('none' if told.scenario.units_told else UNLISTED)}"
    extra = {
        "arrivals": clock,
        "drops": [drop_record(told, *pair) for pair in dropped],
        "conditional": others,
    }
    found_all = Receipt(
        "decided", tuple(steps), unchecked=elsewhere(told), summary=summary, extra=extra
    )
    return on_topic(found_all, asked.topic)


def by_clock(arrival: Arrival) -> bool:
    """Whether an arrival has a turn of its own."""
    return arrival.trigger == "turn"


def is_due(arrival: Arrival, day: int | None, slot: int | None) -> bool:
    """Whether an arrival may come in a turn; one on a condition may in any."""
    if not by_clock(arrival):
        return True
    turn: Turn = turn_of(arrival.when)
    return day in (None, turn.day) and slot in (None, turn.slot)


UNLISTED = "not known, their lists are in a book of scenarios"
"""What is said of who comes where the rulebooks' text does not list it."""
Landing: TypeAlias = "Sequence[tuple[Stick, Sequence[ListedUnits]]]"
"""Sticks with the rows that land in each."""


def sticks_with(told: ToldScenario, drop: Drop, division: str | None) -> Landing:
    """The sticks of a drop with their rows; only those with rows of a Division, if one is said."""
    rows = [(stick, coming_with(told, stick.id)) for stick in sticks_of(told, drop)]
    own = [(stick, [row for row in them if wanted(told, row, division)]) for stick, them in rows]
    return [(stick, them) for stick, them in own if them or division is None]


def drop_lines(told: ToldScenario, drop: Drop, landing: Landing) -> Iterator[Step]:
    """A drop and its sticks as lines."""
    yield line(f"Drop {drop.number}: {drop.text}", drop.cite)
    for stick, rows in landing:
        names = ", ".join(row_record(told, row)["name"] for row in rows)
        by = f" by {stick.by}" if stick.by else ""
        delay = f", DELAY {stick.delay}" if stick.delay else ""
        zones = " or ".join(zone_names(told, stick))
        yield line(f"stick {stick.number}{by}{delay} on {zones}: {names}", stick.cite)


def drop_record(told: ToldScenario, drop: Drop, landing: Landing) -> dict[str, Any]:
    """A drop as JSON."""
    sticks = [
        filled(
            {
                "number": stick.number,
                "by": stick.by,
                "delay": stick.delay,
                "zones": zone_names(told, stick),
                "units": [row_record(told, row) for row in rows],
                "text": stick.text,
                "cite": stick.cite,
                "open": stick.unsure,
            }
        )
        for stick, rows in landing
    ]
    return filled(
        {
            "drop": drop.number,
            "day": drop.day,
            "jeeps": drop.figures.get("jeeps"),
            "text": drop.text,
            "sticks": sticks,
            "cite": drop.cite,
        }
    )
