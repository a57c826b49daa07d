"""Reading the parts of a scenario: each function reads one table of the scenario's TOML file."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field
from typing import Any

from clubroute.builder.errors import ClubrouteError, Where, one_of
from clubroute.builder.grid import is_number
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.order_of_battle import (
    PROVENANCES,
    DeclaredColumn,
    DeclaredTable,
    OrderOfBattle,
)
from clubroute.builder.sources.scenario_parts import (
    BY,
    SHAPES,
    TRIGGERS,
    Arrival,
    Available,
    Cup,
    Drop,
    KnownAtStart,
    PlacementArea,
    PlayingArea,
    Points,
    Pool,
    ScenarioEvent,
    Stick,
    Turns,
    Unsettled,
)
from clubroute.builder.sources.toml_table import TomlTable


def numbers(table: TomlTable, key: str) -> tuple[int, ...]:
    """Return a list of step numbers, empty if absent. :raises InputError: anything else."""
    steps = table.table.get(key, [])
    if not isinstance(steps, list) or not all(type(step) is int and step > 0 for step in steps):
        raise table.error(key, repr(steps), "a list of step numbers")
    return tuple(steps)


def number_or_none(table: TomlTable, key: str, high: int = 99) -> int | None:
    """Return an optional whole number from 0. :raises InputError: otherwise."""
    return table.number(key, 0, high) if key in table.table else None


def hex_text(table: TomlTable, key: str, text: str, hex_numbers: HexNumbers | None) -> str:
    """Return a printed hex number. :raises InputError: not of that form, or none of the map."""
    if not is_number(text):
        raise table.error(key, repr(text), "a hex number such as 44.224")
    if hex_numbers is not None:
        try:
            hex_numbers.parse(text)
        except (ClubrouteError, ValueError) as error:
            raise table.error(key, repr(text), f"a hex of the map ({error})") from None
    return text


def hex_or_none(table: TomlTable, key: str, hex_numbers: HexNumbers | None) -> str | None:
    """Return an optional printed hex number. :raises InputError: see :func:`hex_text`."""
    if key not in table.table:
        return None
    return hex_text(table, key, table.value(key, str), hex_numbers)


def place_of(table: TomlTable, key: str) -> Where:
    """Return where a table stands."""
    return Where(str(table.path), table.row(key))


def read_turns(table: TomlTable, sides: Sequence[str]) -> Turns:
    """Read the ``[turns]`` table. :raises InputError: a missing or wrong key."""
    lists = ("steps", "never", "not_first_day")
    words = ("first", "last", "count", "weather", "weather_until", "begins_with", "first_side")
    table.only((*words, *lists, "cite"))
    return Turns(
        table.value("first", str),
        table.value("last", str),
        table.number("count", 1, 99),
        numbers(table, "steps"),
        table.optional("weather"),
        number_or_none(table, "begins_with"),
        numbers(table, "never"),
        numbers(table, "not_first_day"),
        table.optional("weather_until") or None,
        table.optional_choice("first_side", sides),
        table.value("cite", str),
    )


def read_playing_area(table: TomlTable, hex_numbers: HexNumbers | None) -> PlayingArea:
    """Read the ``[playing_area]`` table. :raises InputError: not four hexes of the map."""
    table.only(("shape", "corners", "cite", "open"))
    corners = tuple(hex_text(table, "corners", c, hex_numbers) for c in table.texts("corners"))
    if len(corners) != 4:
        raise table.error("corners", f"{len(corners)} hexes", "four")
    return PlayingArea(
        table.choice("shape", SHAPES),
        corners,
        table.value("cite", str),
        table.optional("open"),
    )


def read_area(
    entry: TomlTable, book: OrderOfBattle, units: Collection[str], hex_numbers: HexNumbers | None
) -> PlacementArea:
    """Read an ``[[area]]`` table. :raises InputError: an unknown hex, formation or unit."""
    entry.only(
        (
            *("id", "text", "map_areas", "hexes", "roads", "formation", "in_range_of", "box"),
            *("cite", "open"),
        ),
    )
    formations = {f"{f.division}:{f.name}": (f.division, f.name) for f in book.formations}
    return PlacementArea(
        entry.value("id", str),
        entry.value("text", str),
        entry.texts("map_areas"),
        tuple(hex_text(entry, "hexes", h, hex_numbers) for h in entry.texts("hexes")),
        entry.texts("roads"),
        formations[entry.choice("formation", formations)] if "formation" in entry.table else None,
        entry.optional_choice("in_range_of", units),
        entry.flag("box"),
        entry.value("cite", str),
        entry.optional("open"),
        place_of(entry, "id"),
    )


def read_pool(entry: TomlTable, units: Collection[str]) -> Pool:
    """Read a ``[[pool]]`` table. :raises InputError: an unknown unit, or none."""
    entry.only(("id", "units", "face", "text", "cite"))
    members = entry.choices("units", units)
    if not members:
        raise entry.error("units", "no units", "a list of unit ids")
    return Pool(
        entry.value("id", str),
        members,
        entry.choice("face", ("front", "back")),
        entry.value("text", str),
        entry.value("cite", str),
    )


def read_points(entry: TomlTable, book: OrderOfBattle) -> tuple[Points, ...]:
    """Read the ``points`` of an arrival or event. :raises InputError: an unknown division or
    key."""
    found = entry.table.get("points", [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise entry.error("points", repr(found), "a list of tables")
    divisions = [division.name for division in book.divisions]
    points = []
    for one in found:
        inner = TomlTable(entry.file, entry.name, entry.index, one, entry.repeated)
        inner.only(("division", *book.form.points, "set"))
        points.append(
            Points(
                inner.choice("division", divisions),
                {kind: number_or_none(inner, kind) or 0 for kind in book.form.points},
                inner.flag("set"),
            )
        )
    return tuple(points)


def read_arrival(
    entry: TomlTable,
    book: OrderOfBattle,
    markers: Collection[str],
    chits: Collection[str],
) -> Arrival:
    """Read an ``[[arrival]]`` table. :raises InputError: no trigger or two; an unknown marker,
    chit."""
    triggers = (*TRIGGERS, *book.form.triggers)
    entry.only(("id", *triggers, "draw", "text", "chits", "points", "alone", "cite", "open"))
    given = [trigger for trigger in triggers if trigger in entry.table]
    if len(given) != 1:
        raise entry.error("id", " and ".join(given) or "no trigger", one_of(triggers))
    trigger = given[0]
    when = entry.choice(trigger, markers) if trigger == "event" else entry.value(trigger, str)
    return Arrival(
        entry.value("id", str),
        trigger,
        when,
        number_or_none(entry, "draw"),
        entry.optional("text"),
        entry.choices("chits", chits),
        read_points(entry, book),
        entry.value("cite", str),
        entry.optional("open"),
        entry.flag("alone"),
        place_of(entry, "id"),
    )


def read_stick(entry: TomlTable, areas: Collection[str]) -> Stick:
    """Read a ``[[stick]]`` table. :raises InputError: an unknown area; numbers out of range."""
    entry.only(("id", "drop", "number", "by", "delay", "zones", "text", "cite", "open"))
    zones = entry.choices("zones", areas)
    if not zones:
        raise entry.error("zones", "no areas", "a list of area ids")
    return Stick(
        entry.value("id", str),
        entry.number("drop", 1, 9),
        entry.number("number", 1, 99),
        entry.optional_choice("by", BY),
        entry.number("delay", 0, 9),
        zones,
        entry.optional("text"),
        entry.value("cite", str),
        entry.optional("open"),
        place_of(entry, "id"),
    )


def read_drop(entry: TomlTable) -> Drop:
    """Read a ``[[drop]]`` table. :raises InputError: a missing or unknown key."""
    entry.only(("number", "day", "figures", "text", "cite"))
    return Drop(
        entry.number("number", 1, 9),
        entry.number("day", 0, 9),
        entry.value("text", str),
        figures_of(entry),
        entry.value("cite", str),
    )


def read_event(entry: TomlTable, markers: Collection[str]) -> ScenarioEvent:
    """Read an ``[[event]]`` table. :raises InputError: an unknown marker or key."""
    entry.only(("name", "markers", "count", "text", "figures", "cite", "open"))
    return ScenarioEvent(
        entry.value("name", str),
        entry.choices("markers", markers),
        number_or_none(entry, "count"),
        entry.value("text", str),
        figures_of(entry),
        entry.value("cite", str),
        entry.optional("open"),
    )


def figures_of(entry: TomlTable) -> Mapping[str, int | str]:
    """Return the ``figures`` of an event or drop. :raises InputError: no numbers or words by
    name."""
    figures = entry.table.get("figures", {})
    if not isinstance(figures, dict) or not all(
        type(value) in (int, str) for value in figures.values()
    ):
        raise entry.error("figures", repr(figures), "names with a number or a word each")
    return figures


def read_cup(table: TomlTable, markers: Collection[str]) -> Cup:
    """Read the ``[cup]`` table. :raises InputError: an unknown marker or key."""
    table.only(("trigger", "goes_back", "order", "cite", "open"))
    return Cup(
        table.value("trigger", str),
        table.value("goes_back", bool),
        table.choices("order", markers),
        table.value("cite", str),
        table.optional("open"),
    )


NO_TURNS = Turns("", "", 0, (), "")
"""What a scenario has that does not say."""


def read_available(entry: TomlTable, pieces: Collection[str]) -> Available:
    """Read an ``[[available]]`` table. :raises InputError: a piece that is not of the
    scenario."""
    entry.only(("pieces", "text", "cite"))
    return Available(
        entry.choices("pieces", pieces), entry.value("text", str), entry.value("cite", str)
    )


def read_known(entry: TomlTable) -> KnownAtStart:
    """Read a ``[[known]]`` table. :raises InputError: a missing or unknown key."""
    entry.only(("what", "text", "provenance", "cite"))
    return KnownAtStart(
        entry.value("what", str),
        entry.value("text", str),
        entry.choice("provenance", PROVENANCES),
        entry.value("cite", str),
    )


def read_unsettled(entry: TomlTable) -> Unsettled:
    """Read an ``[[open]]`` table. :raises InputError: a missing or unknown key."""
    entry.only(("text", "cite"))
    return Unsettled(entry.value("text", str), entry.value("cite", str))


def distinct(entries: Sequence[TomlTable], key: str = "id") -> None:
    """Check that no two tables have the same id. :raises InputError: the second of them."""
    seen: set[str] = set()
    for entry in entries:
        value = entry.value(key, str)
        if value in seen:
            raise entry.error(key, f"{value!r} again", f"a new {key}")
        seen.add(value)


# The rows of tables that ``scenario.toml`` declares, each cell checked by its column's kind.

EMPTY: Mapping[str, Any] = {
    "text": "",
    "texts": (),
    "flag": False,
    "words": (),
    "sides": (),
    "markers": (),
    "turns": (),
    "areas": (),
}
"""What a column holds that is not there, by its kind; None for any other."""


@dataclass(frozen=True, slots=True)
class DeclaredRow:
    """A row of a declared table: its cells by column, a list as a tuple."""

    table: str
    cells: Mapping[str, Any]
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class Nameable:
    """The names that the cells of a scenario may use."""

    book: OrderOfBattle
    units: Collection[str]
    markers: Collection[str]
    hex_numbers: HexNumbers | None


def read_declared(
    top: TomlTable, tables: Mapping[str, DeclaredTable], known: Nameable
) -> dict[str, tuple[DeclaredRow, ...]]:
    """Read the rows of every declared table of a scenario, by table; () for an absent table.

    :raises InputError: an unknown or missing key, a cell that is not of its column's kind.
    """
    return {
        name: tuple(read_row(entry, table, known) for entry in entries(top, table))
        for name, table in tables.items()
    }


def entries(top: TomlTable, table: DeclaredTable) -> Sequence[TomlTable]:
    """Return the tables of that name in a scenario's file."""
    if table.many:
        return top.repeats(table.name)
    return [top.inner(table.name)] if table.name in top.table else []


def read_row(entry: TomlTable, table: DeclaredTable, known: Nameable) -> DeclaredRow:
    """Read one row. :raises InputError: see :func:`read_declared`."""
    entry.only([column.name for column in table.columns])
    there = [name for name in table.one_of if entry.table.get(name) not in (None, False)]
    if table.one_of and len(there) != 1:
        found = " and ".join(there) or "none of them"
        raise entry.error(table.one_of[0], found, one_of(table.one_of))
    cells = {column.name: read_cell(entry, column, known) for column in table.columns}
    # A division is of a side, which need not be said then.
    division = known.book.division(cells.get("division") or "")
    if division is not None and "side" in cells:
        cells["side"] = division.side
    row = entry.row(next(iter(entry.table), ""))
    return DeclaredRow(table.name, cells, Where(str(entry.path), row))


def read_cell(entry: TomlTable, column: DeclaredColumn, known: Nameable) -> Any:
    """Read the value of a column. :raises InputError: see :func:`read_declared`."""
    if column.name not in entry.table and not column.needed:
        return None if column.silent else EMPTY.get(column.kind)
    name, book = column.name, known.book
    kinds: Mapping[str, Callable[[], Any]] = {
        "text": lambda: entry.value(name, str),
        "texts": lambda: needed_texts(entry, name),
        "flag": lambda: entry.value(name, bool),
        "number": lambda: (
            entry.number(name, column.lowest, 99) if column.needed else number_or_none(entry, name)
        ),
        "word": lambda: entry.choice(name, column.words),
        "words": lambda: needed_choices(entry, name, column.words),
        "hex": lambda: hex_text(entry, name, entry.value(name, str), known.hex_numbers),
        "hexside": lambda: hexside_text(entry, name, known.hex_numbers),
        "side": lambda: entry.choice(name, (*book.sides, *column.words)),
        "sides": lambda: needed_choices(entry, name, book.sides),
        "division": lambda: division_name(entry, name, book),
        "unit": lambda: entry.choice(name, known.units),
        "markers": lambda: needed_choices(entry, name, known.markers),
        "turns": lambda: needed_texts(entry, name),
        "areas": lambda: needed_texts(entry, name),
        "provenance": lambda: entry.choice(name, PROVENANCES),
    }
    return kinds[column.kind]()


def needed_texts(entry: TomlTable, key: str) -> tuple[str, ...]:
    """Return a list of texts that is there. :raises InputError: otherwise."""
    entry.value(key, list)
    return entry.texts(key)


def needed_choices(entry: TomlTable, key: str, valid: Collection[str]) -> tuple[str, ...]:
    """Return a list, each one of ``valid``, that is there. :raises InputError: otherwise."""
    entry.value(key, list)
    return entry.choices(key, valid)


def hexside_text(entry: TomlTable, key: str, hex_numbers: HexNumbers | None) -> str:
    """Return two printed hex numbers. :raises InputError: otherwise."""
    text = entry.value(key, str)
    ends = text.split("/")
    if len(ends) != 2:
        raise entry.error(key, repr(text), "a hexside such as 66.156/66.157")
    for end in ends:
        hex_text(entry, key, end, hex_numbers)
    return text


def division_name(entry: TomlTable, key: str, book: OrderOfBattle) -> str:
    """Return the name of a division. :raises InputError: an unknown one."""
    return entry.choice(key, [division.name for division in book.divisions])
