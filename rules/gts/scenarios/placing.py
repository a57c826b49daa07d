"""What stands where when a scenario begins, and what comes later."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clubroute.rules.answers import answer_of
from clubroute.rules.context import Context
from clubroute.rules.gts.asked import the_state
from clubroute.rules.gts.kinds import DATE, GERMAN, HEX, NAME, SIDE
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import TIME, Turn
from clubroute.rules.gts.scenarios.asked import (
    ROWS,
    elsewhere,
    filled,
    line,
    names_of,
    on_side,
    row_line,
    row_record,
    the_scenario,
    told_in,
)
from clubroute.rules.gts.scenarios.book import Told
from clubroute.rules.gts.scenarios.set_up import bridge_text, turn_of
from clubroute.rules.methods import method
from clubroute.rules.model import Receipt, Step
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import said

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_parts import Arrival, Drop, Stick
    from clubroute.builder.sources.scenario_units import Listed


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpQuestion:
    """The parameters of ``scenario.setup``."""

    scenario: str | None = the_scenario()
    side: str | None = said(SIDE, "only the Units of a side")
    division: str | None = said(NAME, "only the Units of a division or formation")
    hex: str | None = said(HEX, "only what is in a hex")
    state: Position = the_state()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReinforcementQuestion:
    """The parameters of ``scenario.reinforcements``."""

    scenario: str | None = the_scenario()
    day: int | None = said(DATE, "only those of a day; else that of state.turn", name="date")
    slot: int | None = said(TIME, "only those of a turn of that day", name="time")
    side: str | None = said(SIDE, "only those of a side")
    state: Position = the_state()


@method(
    "scenario.setup",
    cites=(
        "WED General Comments",
        "WED S5.4",
        "WED 2.11",
        "WED 4.3.1",
        "WED scenario 3",
        "WED campaign",
    ),
    answers=answer_of(
        "decided",
        units=ROWS,
        to_place=ROWS,
        markers=ROWS,
        bridges=ROWS,
        known=ROWS,
        open=ROWS,
        sets_up_first=SIDE.schema(),
    ),
)
def scenario_setup(context: Context, asked: SetUpQuestion) -> Receipt:
    """What stands where when a scenario begins, what its owners have still to place, and how the
    bridges stand.
    """
    told = told_in(context, asked.scenario, asked.state)
    scenario = told.scenario
    rows = [row for row in scenario.units if row.arrival is None and not row.again]
    rows = [row for row in on_side(told, rows, asked.side) if wanted(told, row, asked)]
    whole = asked.side is None and asked.division is None
    laid = [one for one in scenario.laid if whole and asked.hex in (None, one.hex)]
    bridges = [
        one
        for one in scenario.bridges
        if whole and (asked.hex is None or asked.hex in (one.hexside or "").split("/"))
    ]
    steps = [row_line(told, row) for row in rows]
    steps += [line(told.name(one.marker), one.cite, one.hex or one.area or "") for one in laid]
    steps += [line(bridge_text(one), one.cite, provenance=one.provenance) for one in bridges]
    if not steps:
        steps = [line("nothing stands there at the start", scenario.cite, asked.hex or "")]
    everything = whole and asked.hex is None
    waiting = [row for row in rows if row.hex is None]
    extra: dict[str, Any] = {
        "units": [row_record(told, row) for row in rows if row.hex is not None],
        "to_place": [row_record(told, row) for row in waiting],
        "markers": [
            filled(
                {
                    "marker": told.name(one.marker),
                    "hex": one.hex,
                    "area": one.area,
                    "back": True if one.state else None,
                    "cite": one.cite,
                }
            )
            for one in laid
        ],
        "bridges": [
            filled(
                {
                    "hexside": one.hexside,
                    "name": one.name,
                    "state": list(one.state),
                    "wired": one.wired,
                    "control": one.control,
                    "provenance": one.provenance,
                    "cite": one.cite,
                    "open": one.unsure,
                }
            )
            for one in bridges
        ],
    }
    if everything:
        extra["known"] = [
            {"what": one.what, "text": one.text, "provenance": one.provenance, "cite": one.cite}
            for one in scenario.known
        ]
        extra["open"] = [{"text": one.text, "cite": one.cite} for one in scenario.unsettled]
        extra["sets_up_first"] = scenario.sets_up_first
    standing = sum(row.count for row in rows if row.hex is not None)
    summary = f"{scenario.title}: in their hexes {standing}, to be placed {len(waiting)}"
    return Receipt("decided", tuple(steps), unchecked=elsewhere(told), summary=summary, extra=extra)


def wanted(told: Told, row: Listed, asked: SetUpQuestion) -> bool:
    """Whether a row is among those asked about."""
    if asked.hex is not None and row.hex != asked.hex:
        return False
    record = row_record(told, row)
    groups = (record.get("division", ""), record.get("formation", ""))
    return asked.division is None or any(same_group(one, asked.division) for one in groups)


@method(
    "scenario.reinforcements",
    cites=(
        "WED General Comments",
        "WED 3.4",
        "WED 4.3.1",
        "WED S5.5",
        "WED S7.3.0",
        "WED scenario 3",
        "WED campaign",
        "WED scenario 2",
    ),
    answers=answer_of("decided", arrivals=ROWS, drops=ROWS, conditional=ROWS),
)
def scenario_reinforcements(context: Context, asked: ReinforcementQuestion) -> Receipt:
    """What comes in a turn of a scenario, or in all of it: by the clock, by drop, by event, by
    release, by call.
    """
    told = told_in(context, asked.scenario, asked.state)
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
    ]
    coming = [(one, on_side(told, coming_with(told, one.id), asked.side)) for one in due]
    coming = [(one, rows) for one, rows in coming if asked.side is None or rows]
    timed = [pair for pair in coming if by_clock(pair[0])]
    rest = [pair for pair in coming if not by_clock(pair[0])]
    dropped = [] if asked.side == GERMAN else drops
    steps = [step for pair in timed for step in arrival_lines(told, *pair)]
    steps += [step for drop in dropped for step in drop_lines(told, drop)]
    if not steps:
        steps = [line("nothing is due by the clock or by drop", told.scenario.cite)]
    steps += [step for pair in rest for step in arrival_lines(told, *pair)]
    clock = [arrival_record(told, *pair) for pair in timed]
    others = [arrival_record(told, *pair) for pair in rest]
    summary = f"by the clock {len(clock)}, by drop {len(dropped)}, on a condition {len(others)}"
    extra = {
        "arrivals": clock,
        "drops": [drop_record(told, drop) for drop in dropped],
        "conditional": others,
    }
    return Receipt("decided", tuple(steps), unchecked=elsewhere(told), summary=summary, extra=extra)


def by_clock(arrival: Arrival) -> bool:
    """Whether an arrival has a turn of its own."""
    return arrival.trigger == "turn"


def is_due(arrival: Arrival, day: int | None, slot: int | None) -> bool:
    """Whether an arrival may come in a turn; one on a condition may in any."""
    if not by_clock(arrival):
        return True
    turn: Turn = turn_of(arrival.when)
    return day in (None, turn.day) and slot in (None, turn.slot)


def coming_with(told: Told, id_: str) -> list[Listed]:
    """The rows that come with an arrival or stick."""
    return [row for row in told.scenario.units if row.arrival == id_]


def arrival_lines(told: Told, arrival: Arrival, rows: list[Listed]) -> Iterator[Step]:
    """An arrival and its Units as lines."""
    chits = names_of(told, arrival.chits)
    parts = [arrival.text, *(f"{chit} joins the mug" for chit in chits)]
    parts += [points_text(one.division, one.command, one.dispatch) for one in arrival.points]
    what = "; ".join(part for part in parts if part)
    yield line(f"{trigger_text(told, arrival)}{': ' if what else ''}{what}", arrival.cite)
    for row in rows:
        yield row_line(told, row)


def points_text(division: str, command: int, dispatch: int) -> str:
    """Points an arrival brings."""
    return f"{division}: {command} Command, {dispatch} Dispatch Points"


def trigger_text(told: Told, arrival: Arrival) -> str:
    """When an arrival comes, in words."""
    if arrival.trigger == "event":
        draw = f", draw {arrival.draw}" if arrival.draw else ""
        return f"event {told.name(arrival.when)}{draw}"
    words = {"turn": "at", "release": "released:", "call": "called:", "daily": "every day:"}
    return f"{words[arrival.trigger]} {arrival.when}"


def arrival_record(told: Told, arrival: Arrival, rows: list[Listed]) -> dict[str, Any]:
    """An arrival as JSON."""
    return filled(
        {
            "id": arrival.id,
            "trigger": arrival.trigger,
            "when": told.name(arrival.when),
            "draw": arrival.draw,
            "text": arrival.text,
            "units": [row_record(told, row) for row in rows],
            "chits": names_of(told, arrival.chits),
            "points": [
                {"division": one.division, "command": one.command, "dispatch": one.dispatch}
                for one in arrival.points
            ],
            "cite": arrival.cite,
            "open": arrival.unsure,
        }
    )


def sticks_of(told: Told, drop: Drop) -> list[Stick]:
    """The sticks of a drop."""
    return [stick for stick in told.scenario.sticks if stick.drop == drop.number]


def drop_lines(told: Told, drop: Drop) -> Iterator[Step]:
    """A drop and its sticks as lines."""
    yield line(f"Drop {drop.number}: {drop.text}", drop.cite)
    for stick in sticks_of(told, drop):
        names = ", ".join(row_record(told, row)["name"] for row in coming_with(told, stick.id))
        by = f" by {stick.by}" if stick.by else ""
        delay = f", DELAY {stick.delay}" if stick.delay else ""
        zones = " or ".join(zone_names(told, stick))
        yield line(f"stick {stick.number}{by}{delay} on {zones}: {names}", stick.cite)


def zone_names(told: Told, stick: Stick) -> list[str]:
    """The drop zones of a stick in words."""
    areas = {area.id: area.text for area in told.scenario.areas}
    return [areas[zone] for zone in stick.zones]


def drop_record(told: Told, drop: Drop) -> dict[str, Any]:
    """A drop as JSON."""
    sticks = [
        filled(
            {
                "number": stick.number,
                "by": stick.by,
                "delay": stick.delay,
                "zones": zone_names(told, stick),
                "units": [row_record(told, row) for row in coming_with(told, stick.id)],
                "text": stick.text,
                "cite": stick.cite,
                "open": stick.unsure,
            }
        )
        for stick in sticks_of(told, drop)
    ]
    return filled(
        {
            "drop": drop.number,
            "day": drop.day,
            "jeeps": drop.jeeps,
            "text": drop.text,
            "sticks": sticks,
            "cite": drop.cite,
        }
    )
