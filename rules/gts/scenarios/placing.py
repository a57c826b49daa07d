"""What stands where when a scenario begins, and what comes later."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.games import answers
from clubroute.rules.gts.kinds import DATE, GERMAN, HEX, NAME, SIDE
from clubroute.rules.gts.position.turns import TIME, Turn
from clubroute.rules.gts.scenarios.asked import AboutScenario
from clubroute.rules.gts.scenarios.set_up import turn_of
from clubroute.rules.gts.scenarios.tables import BridgeRow, bridge_text, bridges
from clubroute.rules.position.record import said
from clubroute.rules.scenarios.book import ToldScenario
from clubroute.rules.scenarios.listing import coming
from clubroute.rules.scenarios.rows import (
    ROWS,
    arrival_lines,
    arrival_record,
    coming_with,
    elsewhere,
    filled,
    line,
    row_record,
)
from clubroute.rules.scenarios.set_up import SET_UP, set_up_answer
from clubroute.rules.scenarios.wording import sticks_of, zone_names

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_parts import Arrival, Drop


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpQuestion(AboutScenario):
    """The parameters of ``scenario.setup``."""

    side: str | None = said(SIDE, "only the Units of a side")
    division: str | None = said(NAME, "only the Units of a division or formation")
    hex: str | None = said(HEX, "only what is in a hex")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReinforcementQuestion(AboutScenario):
    """The parameters of ``scenario.reinforcements``."""

    day: int | None = said(DATE, "only those of a day; else that of state.turn", name="date")
    slot: int | None = said(TIME, "only those of a turn of that day", name="time")
    side: str | None = said(SIDE, "only those of a side")


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
    return set_up_answer(told, asked.side, asked.division, asked.hex, lines, own)


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
    ]
    found = coming(told, due, asked.side)
    timed = [pair for pair in found if by_clock(pair[0])]
    rest = [pair for pair in found if not by_clock(pair[0])]
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


def drop_lines(told: ToldScenario, drop: Drop) -> Iterator[Step]:
    """A drop and its sticks as lines."""
    yield line(f"Drop {drop.number}: {drop.text}", drop.cite)
    for stick in sticks_of(told, drop):
        names = ", ".join(row_record(told, row)["name"] for row in coming_with(told, stick.id))
        by = f" by {stick.by}" if stick.by else ""
        delay = f", DELAY {stick.delay}" if stick.delay else ""
        zones = " or ".join(zone_names(told, stick))
        yield line(f"stick {stick.number}{by}{delay} on {zones}: {names}", stick.cite)


def drop_record(told: ToldScenario, drop: Drop) -> dict[str, Any]:
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
            "jeeps": drop.figures.get("jeeps"),
            "text": drop.text,
            "sticks": sticks,
            "cite": drop.cite,
        }
    )
