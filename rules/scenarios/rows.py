"""The rows of a scenario as JSON and as lines of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import Step
from clubroute.rules.scenarios.book import ToldScenario
from clubroute.rules.scenarios.wording import place_of, points_text, trigger_text

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_parts import Arrival
    from clubroute.builder.sources.scenario_units import ListedUnits

ROWS: Mapping[str, Any] = {"type": "array", "items": {"type": "object"}}


def elsewhere(told: ToldScenario) -> tuple[str, ...]:
    """What an answer about a scenario leaves to others: Units of another book."""
    if told.scenario.units_told:
        return ()
    return ("Units: their list is in a book of scenarios that is not in this text",)


def filled(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values without those that are blank or not said."""
    blank: tuple[Any, ...] = (None, "", (), [])
    return {name: value for name, value in values.items() if value not in blank}


def row_record(told: ToldScenario, row: ListedUnits) -> dict[str, Any]:
    """A row of a unit list as JSON."""
    pool = next((pool for pool in told.scenario.pools if pool.id == row.pool), None)
    counter = told.units.get(row.unit or (pool.units[0] if pool else ""))
    division, formation = row.formation or (
        counter.posting(told.scenario.id) if counter else (None, None)
    )
    return filled(
        {
            "unit": row.unit,
            "name": name_of(told, row),
            "side": counter.side if counter else side_of(told, division),
            "division": division,
            "formation": formation,
            "class": counter.move_class if counter else None,
            "count": row.count if row.count > 1 else None,
            "hex": row.hex,
            "to_place": place_of(told, row) if to_place(row) else None,
            "state": list(row.state),
            "may": list(row.may),
            "on": told.name(row.carrier) if row.carrier else None,
            "cite": row.cite,
            "open": row.unsure,
        }
    )


def to_place(row: ListedUnits) -> bool:
    """Whether a row's owner places its counters: within a radius, or in an area."""
    return row.hex is None and (row.within is not None or bool(row.areas))


def name_of(told: ToldScenario, row: ListedUnits) -> str:
    """What a row's counter is called."""
    if row.unit is not None:
        return told.name(row.unit)
    if row.formation is not None:
        return f"all Units of {row.formation[1]}"
    pool = next(pool for pool in told.scenario.pools if pool.id == row.pool)
    return f"one drawn at random: {pool.text}"


def side_of(told: ToldScenario, division: str | None) -> str | None:
    """The side of a division, by its counters."""
    return next((one.side for one in told.units.values() if one.division == division), None)


def line(why: str, cite: str, hex_: str = "", provenance: str = "rulebook") -> Step:
    """A line of an answer with a row's citation."""
    return Step(why, cite, start=hex_, provenance=cast(Provenance, provenance))


def row_line(told: ToldScenario, row: ListedUnits) -> Step:
    """A row of a unit list as a line of an answer."""
    count = f"{row.count} " if row.count > 1 else ""
    where = f", {place_of(told, row)}" if to_place(row) else ""
    state = f" ({', '.join(row.state)})" if row.state else ""
    on = f" on {told.name(row.carrier)}" if row.carrier else ""
    unsure = f": {row.unsure}" if row.unsure else ""
    text = f"{count}{name_of(told, row)}{state}{on}{where}{unsure}"
    return line(text, row.cite, row.hex or "")


def names_of(told: ToldScenario, pieces: Iterable[str]) -> list[str]:
    """What counters are called."""
    return [told.name(piece) for piece in pieces]


def on_side(told: ToldScenario, rows: Sequence[ListedUnits], side: str | None) -> list[ListedUnits]:
    """The rows of a side; all if none is said."""
    return [row for row in rows if side is None or row_record(told, row).get("side") == side]


def coming_with(told: ToldScenario, id_: str) -> list[ListedUnits]:
    """The rows that come with an arrival or stick."""
    return [row for row in told.scenario.units if row.arrival == id_]


def arrival_lines(told: ToldScenario, arrival: Arrival, rows: list[ListedUnits]) -> Iterator[Step]:
    """An arrival and its Units as lines."""
    chits = names_of(told, arrival.chits)
    parts = [arrival.text, *(f"{chit} joins the mug" for chit in chits)]
    parts += [points_text(one.division, one.figures) for one in arrival.points]
    what = "; ".join(part for part in parts if part)
    yield line(f"{trigger_text(told, arrival)}{': ' if what else ''}{what}", arrival.cite)
    for row in rows:
        yield row_line(told, row)


def arrival_record(told: ToldScenario, arrival: Arrival, rows: list[ListedUnits]) -> dict[str, Any]:
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
            "points": [{"division": one.division, **one.figures} for one in arrival.points],
            "cite": arrival.cite,
            "open": arrival.unsure,
        }
    )
