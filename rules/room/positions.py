"""Positions for a page: the scenarios there are, and how each begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clubroute.builder.counting import so_many
from clubroute.builder.errors import Where
from clubroute.builder.module.counters import picture
from clubroute.rules.asking.context import Context
from clubroute.rules.plain.game import first_turn, game_of
from clubroute.rules.saves.position import SaveSeries, saves_of
from clubroute.rules.scenarios.book import ToldScenario, find_scenario, scenario_files
from clubroute.rules.scenarios.set_up import elsewhere, filled, row_record
from clubroute.rules.series import (
    Series,
    all_series,
    every_map,
    own_games,
    own_series_list,
    series_at,
)

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_units import ListedUnits

KEYS = ("name", "side", "hex")
EMPTY = "empty"
"""What is asked for in place of a scenario to see a map on which nothing stands."""
IMMOBILE = "immobile"
DRAWN = "drawn at random"
"""What a counter is called of which nobody knows yet which it is."""


def scenario_list() -> list[dict[str, Any]]:
    """Every scenario of every game, with its map; then every map without a counter on it. A room
    begins with the one that ``opens``: of a game of one's own, where there is one."""
    many = (*all_series(), *own_series_list())
    played: list[dict[str, Any]] = [
        {"map": told.game, "id": id_, "title": told.scenario.title}
        for one in many
        for id_ in scenario_files(one.id)
        for told in (find_scenario(one.id, id_),)
    ]
    shown = {one["map"] for one in played} | set(own_games())
    empty = [
        {"map": name, "id": EMPTY, "title": "the map"} for name in every_map() if name in shown
    ]
    found = played + empty
    own = {name for one in many if not one.shipped for name in one.maps}
    opens = {one.opens for one in many}
    wanted = (one for one in found if (one["map"] in own if own else one["id"] in opens))
    if (first := next(wanted, None)) is not None:
        first["opens"] = True
    return found


def scenario_tape(context: Context, name: str, scenario: str) -> dict[str, Any]:
    """A scenario's set-up as a tape of one moment.

    :param name: the map. :raises InputError: no such map or scenario.
    """
    series, saves = series_at(name, Where("map")), saves_of(name)
    if scenario == EMPTY:
        return empty_tape(name)
    told = find_scenario(series.id, scenario, context.folder.parent)
    listed = [row for row in told.scenario.units if row.arrival is None and not row.again]
    rows = [one for row in listed for one in counter_by_counter(told, row)]
    units = told_apart([unit for row in rows for unit in units_of(told, row, saves)])
    title = told.scenario.title
    waiting = sum(row.count for row in rows if row.hex is None)
    note = f"{so_many(sum('hex' in unit for unit in units), 'unit')} in their hexes"
    note += f", {waiting} still to be placed (What if)" if waiting else ""
    return {
        "map": name,
        "title": f"{told.scenario.id}: {title}",
        "source": {"kind": "scenario", "name": told.scenario.id},
        "first": {"scenario": told.scenario.id, "units": units, **turn_begun(series, told)},
        "turn": told.scenario.turns.first,
        "counters": [*counters_of(told, rows, saves)],
        "moments": [{"text": f"{title}: the set-up"}],
        "notes": ["; ".join((f"{note}: the set-up of {told.scenario.id}", *elsewhere(told)))],
    }


def turn_begun(series: Series, told: ToldScenario) -> dict[str, int]:
    """The first turn of a scenario as a position of a game of one's own says it; other games ask
    for the turn where they need it."""
    turn = first_turn(game_of(series.id), told.scenario) if series.home is not None else None
    return {} if turn is None else {"turn": turn}


def empty_tape(name: str) -> dict[str, Any]:
    """A map on which nothing stands, as a tape of one moment."""
    return {
        "map": name,
        "title": "the map, without counters",
        "source": {"kind": "map", "name": name},
        "first": {},
        "counters": [],
        "moments": [{"text": "the map"}],
        "notes": ["nothing is said of any Unit"],
    }


def told_apart(units: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Units as a position takes them, in which no two have one id: further copies have none."""
    seen: set[str] = set()
    found = []
    for unit in units:
        id_ = unit.get("id", "")
        found.append({k: v for k, v in unit.items() if k != "id" or id_ not in seen})
        seen.add(id_)
    return found


def units_of(told: ToldScenario, row: ListedUnits, saves: SaveSeries) -> list[dict[str, Any]]:
    """The Units of a row of a set-up's list, as a position says them."""
    record = row_record(told, row)
    unit: dict[str, Any] = {key: record[key] for key in KEYS if key in record}
    if row.unit is not None:
        unit["id"] = row.unit
    if row.pool is not None:
        del unit["name"]  # it says how one is drawn; which, nobody knows
        unit |= agreed(told, row.pool)
    unit |= {key: True for key, words in saves.says.items() if words & set(row.state)}
    if saves.states:  # a set-up tells which a unit is in, and so which it is not
        unit["state"] = [word for word in row.state if word in saves.states]
    return [unit] * row.count


def counter_by_counter(told: ToldScenario, row: ListedUnits) -> Iterator[ListedUnits]:
    """A row of a set-up; one that names a Formation as a row for each of its counters that no
    other row names: their owner places them one by one."""
    if row.formation is None:
        yield row
        return
    named = {one.unit for one in told.scenario.units}
    for unit in told.units.values():
        if unit.posting(told.scenario.id) == row.formation and unit.id not in named:
            yield replace(row, unit=unit.id, formation=None, count=unit.copies)


def agreed(told: ToldScenario, pool: str) -> dict[str, Any]:
    """How a Unit moves that is drawn at random, where all it may be move alike."""
    drawn = next(one.units for one in told.scenario.pools if one.id == pool)
    classes = {told.units[one].move_class for one in drawn if one in told.units}
    if len(classes) != 1 or None in classes:
        return {}
    (only,) = classes
    return {IMMOBILE: True} if only == IMMOBILE else {"class": only}


def counters_of(
    told: ToldScenario, rows: list[ListedUnits], saves: SaveSeries
) -> Iterator[dict[str, Any]]:
    """The counters of a set-up, as a page draws them; those still to be placed without a hex, with
    the place where their owner puts them."""
    turned = saves.says["back"]
    for at, row in enumerate(rows):
        face = "back" if turned & set(row.state) else "front"
        pictures = [picture(row.unit, face)] if row.unit is not None else []
        words = {"pictures": pictures, "words": ", ".join(row.state)}
        record = {**row_record(told, row), **words, "role": "unit", "id": row.unit}
        record["place"] = record.get("to_place")
        if row.pool is not None:
            how = next(one.text for one in told.scenario.pools if one.id == row.pool)
            record |= {"name": DRAWN, "drawn": how}
        counter = told.units.get(row.unit or "")
        record["kind"] = counter.kind if counter else None
        for copy in range(row.count):
            yield filled({**record, "piece": f"{at}.{copy}"})
    for at, laid in enumerate(told.scenario.laid):
        face = "back" if laid.state else "front"
        marker = {"name": told.name(laid.marker), "hex": laid.hex, "id": laid.marker}
        shown = {"role": "marker", "pictures": [picture(laid.marker, face)]}
        yield filled({"piece": f"m{at}", **marker, **shown})
