"""The parts of a scenario in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from clubroute.rules.scenarios.book import ToldScenario

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_parts import Arrival, Drop, ScenarioEvent, Stick
    from clubroute.builder.sources.scenario_units import ListedUnits
    from clubroute.builder.sources.stocks import Stock


def place_of(told: ToldScenario, row: ListedUnits) -> str:
    """Where a Unit is to be placed."""
    areas = " or ".join(area.text for area in told.scenario.areas if area.id in row.areas)
    if row.within is not None:
        centre = told.name(row.of or "") if row.of in told.units else row.of
        return f"within {row.within} of {centre}" + (f", {areas}" if areas else "")
    return areas


def event_text(one: ScenarioEvent) -> str:
    """An event as a line."""
    count = "number not printed" if one.count is None else f"{one.count} of it"
    return f"{one.name} ({count}): {one.text}"


def stock_text(one: Stock) -> str:
    """How many points a side has, in words."""
    parts = [
        "unlimited" if one.unlimited else "",
        f"{one.at_start} at the start" if one.at_start is not None else "",
        f"{one.each_turn} each turn" if one.each_turn is not None else "",
        f"from {one.from_turn}" if one.from_turn else "",
        one.text or (f"the roll for them divided by {one.divided_by}" if one.divided_by else ""),
    ]
    return ", ".join(part for part in parts if part)


def points_text(division: str, figures: Mapping[str, int]) -> str:
    """Points an arrival brings, by their kind."""
    told = ", ".join(f"{number} {kind.title()}" for kind, number in figures.items())
    return f"{division}: {told} Points"


def trigger_text(told: ToldScenario, arrival: Arrival) -> str:
    """When an arrival comes, in words."""
    if arrival.trigger == "event":
        draw = f", draw {arrival.draw}" if arrival.draw else ""
        return f"event {told.name(arrival.when)}{draw}"
    words = {"turn": "at", "release": "released:", "call": "called:", "daily": "every day:"}
    return f"{words[arrival.trigger]} {arrival.when}"


def sticks_of(told: ToldScenario, drop: Drop) -> list[Stick]:
    """The sticks of a drop."""
    return [stick for stick in told.scenario.sticks if stick.drop == drop.number]


def zone_names(told: ToldScenario, stick: Stick) -> list[str]:
    """The drop zones of a stick in words."""
    areas = {area.id: area.text for area in told.scenario.areas}
    return [areas[zone] for zone in stick.zones]
