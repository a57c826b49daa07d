"""Unit lists that several scenarios share: a set-up, an Order of Arrival.

Each is a TOML file with areas and arrivals and a CSV file of the same name beside it, in ``lists/``
of a counter folder; they have the form of a scenario's own (docs/counters.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from clubroute.builder.sources import scenario_tables as tables
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.order_of_battle import OrderOfBattle
from clubroute.builder.sources.scenario_parts import Arrival, PlacementArea
from clubroute.builder.sources.scenario_units import ListedUnits, ListNames, read_unit_list
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table

FOLDER = "lists"


@dataclass(frozen=True, slots=True)
class UnitRoll:
    """The areas, arrivals and unit rows of a scenario or of a list."""

    areas: tuple[PlacementArea, ...]
    arrivals: tuple[Arrival, ...]
    units: tuple[ListedUnits, ...]


def ids_of(roll: UnitRoll) -> set[str]:
    """The ids of its areas and arrivals."""
    return {area.id for area in roll.areas} | {arrival.id for arrival in roll.arrivals}


def with_lists(
    own: UnitRoll,
    taken: Sequence[TomlTable],
    book: OrderOfBattle,
    pieces: Mapping[str, int],
    hex_numbers: HexNumbers | None,
) -> UnitRoll:
    """A scenario's roll with those rows of the lists it takes whose units it has not itself.

    :param taken: the scenario's ``[[list]]`` tables.
    :raises InputError: no such list, a mistake in it, an id of it that the scenario has already.
    """
    for entry in taken:
        entry.only(("list", "first", "cite"))
        path = entry.path.parent.parent / FOLDER / f"{entry.value('list', str)}.toml"
        if not path.is_file():
            names = sorted(one.stem for one in path.parent.glob("*.toml"))
            entry.choice("list", names)
        more = begun(read_roll(path, book, pieces, hex_numbers), entry)
        here = {row.unit for row in own.units}
        units = tuple(row for row in more.units if row.unit not in here)
        coming = {row.arrival for row in units}
        areas = {area for row in units for area in row.areas}
        again = ids_of(own) & ids_of(more)
        if again:
            raise entry.error("list", f"{min(again)!r} again", "ids the scenario does not have")
        own = UnitRoll(
            own.areas + tuple(area for area in more.areas if area.id in areas),
            own.arrivals + tuple(one for one in more.arrivals if one.id in coming),
            own.units + units,
        )
    return own


def read_roll(
    path: Path, book: OrderOfBattle, pieces: Mapping[str, int], hex_numbers: HexNumbers | None
) -> UnitRoll:
    """A list. :raises InputError: as a scenario's own tables and rows."""
    top = read_toml_table(path)
    top.only(("title", "area", "arrival"))
    for name in ("area", "arrival"):
        tables.distinct(top.repeats(name))
    areas = tuple(
        tables.read_area(entry, book, pieces, hex_numbers) for entry in top.repeats("area")
    )
    arrivals = tuple(tables.read_arrival(entry, book, (), ()) for entry in top.repeats("arrival"))
    ids = [area.id for area in areas]
    names = ListNames(pieces, (), (), ids, [one.id for one in arrivals], (), book.states)
    return UnitRoll(areas, arrivals, read_unit_list(path.with_suffix(".csv"), names, hex_numbers))


def begun(roll: UnitRoll, entry: TomlTable) -> UnitRoll:
    """A list as it is from the turn ``first`` on: what was due before comes when it is called.

    :raises InputError: a turn in which nothing of it arrives.
    """
    if "first" not in entry.table:
        return roll
    turns = list(dict.fromkeys(one.when for one in roll.arrivals if one.trigger == "turn"))
    past = turns[: turns.index(entry.choice("first", turns))]
    return replace(roll, arrivals=tuple(late(roll.arrivals, past)))


def late(arrivals: Sequence[Arrival], past: Sequence[str]) -> Iterator[Arrival]:
    """The arrivals, those of past turns as what the players have to agree on."""
    for one in arrivals:
        if one.trigger == "turn" and one.when in past:
            unsure = "due before the scenario begins: the rulebook does not say whether it comes"
            yield replace(one, trigger="call", when=f"due {one.when}", unsure=unsure)
        else:
            yield one
