"""Knows of a unit that comes onto the map in a log what its scenario's lists say: when it comes,
and where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clubroute.rules.answer.working import Working
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.scenarios import places
from clubroute.rules.scenarios.book import ToldScenario, place_of, trigger_text

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_parts import Arrival
    from clubroute.builder.sources.scenario_units import ListedUnits


@dataclass(frozen=True, slots=True)
class Arriving:
    """A unit (by the name on its counter) that comes with an arrival of its scenario, by any of
    some rows of its lists."""

    told: ToldScenario
    name: str
    arrival: Arrival
    rows: Sequence[ListedUnits]

    def place(self, country: MapFile, number: str) -> Working:
        """Judge a hex it comes onto the map in."""
        work = Working()
        nowhere = places.Asked(
            country, self.told, number, self.name, lambda _: None, lambda _: None
        )
        places.judge_rows(work, nowhere, self.rows)
        return work

    def hexes(self, country: MapFile) -> frozenset[int]:
        """List the hexes of a map it may come in by, as far as its lists name them."""
        areas = [one for one in self.told.scenario.areas if self._has(one.id)]
        numbers = [row.hex for row in self.rows if row.hex is not None]
        numbers += [number for area in areas for number in area.hexes]
        drawn = {id_ for area in areas for id_ in area.map_areas}
        found = {country.known(number) for number in numbers}
        return frozenset(found).union(*(one.hexes for one in country.areas if one.id in drawn))

    def _has(self, area: str) -> bool:
        return any(area in row.areas for row in self.rows)

    @property
    def where(self) -> str:
        """Say where it comes in."""
        named = [row.hex or place_of(self.told, row) for row in self.rows]
        return " or ".join(dict.fromkeys(named))

    @property
    def when(self) -> str:
        """Say when it comes."""
        return trigger_text(self.told, self.arrival)


def every_arriving(tolds: Iterable[ToldScenario], id_: str, name: str) -> tuple[Arriving, ...]:
    """Find a unit among the arrivals of all scenarios that may be played; none where it comes in
    one of them otherwise, but for those in which it is there from the start or never."""
    found = []
    for told in tolds:
        rows = places.rows_of(told, id_, name) if id_ in told.units else []
        if rows and all(row.arrival is not None for row in rows):
            one = arriving(told, id_, name)
            if one is None:
                return ()
            found.append(one)
    return tuple(found)


def arriving(told: ToldScenario | None, id_: str, name: str) -> Arriving | None:
    """Find a unit among the arrivals of a scenario; None if it is not only there, or its place is
    drawn by lot, or it comes by air drop."""
    if told is None or id_ not in told.units:
        return None
    rows = [row for row in places.rows_of(told, id_, name) if not row.again]
    arrivals = {row.arrival: places.arrival_of(told, row) for row in rows}
    arrival = next(iter(arrivals.values()), None)
    if len(arrivals) != 1 or arrival is None or any(row.unit is None for row in rows):
        return None
    return Arriving(told, name, arrival, rows)
