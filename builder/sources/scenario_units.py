"""The unit list of a scenario: units in hexes, units to be placed, and units that come later.

One CSV file beside the scenario's TOML file, one row a counter (or several alike); the format is
in docs/counters.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from clubroute.builder.errors import ClubrouteError, Where, nearest_name
from clubroute.builder.grid import is_number
from clubroute.builder.sources.cells import HexNumbers, refuse_shortened
from clubroute.builder.sources.mistakes import read_each
from clubroute.builder.sources.order_of_battle import chosen_names
from clubroute.builder.sources.tables import Row, read_rows

COLUMNS = {
    "arrival": False,
    "unit": False,
    "pool": False,
    "formation": False,
    "count": False,
    "hex": False,
    "within": False,
    "of": False,
    "area": False,
    "state": False,
    "may": False,
    "on": False,
    "again": False,
    "cite": False,
    "open": False,
}


@dataclass(frozen=True, slots=True)
class ListedUnits:
    """One row of a scenario's unit list.

    Exactly one of ``unit`` (an id), ``pool`` (one unit drawn from it at random) and ``formation``
    (all units of a division's formation that no other row names) is given. It stands in ``hex``
    (printed number), or is placed by its owner within ``within`` hexes of ``of`` (a hex, or a unit
    of the list), in one of ``areas`` (ids of the scenario), or where both hold. ``arrival`` is None
    for what is there at the start, else the id of the arrival or stick it comes with; a stick has
    its own zones.
    ``state`` is how it stands, ``may`` what the owner may choose besides, ``carrier`` the unit it
    rides on. ``again`` marks the second printing of a counter another row has; ``unsure`` says
    what of the row the rulebook leaves open.
    """

    arrival: str | None
    unit: str | None
    pool: str | None
    formation: tuple[str, str] | None
    count: int
    hex: str | None
    within: int | None
    of: str | None
    areas: tuple[str, ...]
    state: tuple[str, ...]
    may: tuple[str, ...]
    carrier: str | None
    again: bool
    cite: str
    unsure: str
    where: Where = field(compare=False)

    @property
    def standing(self) -> bool:
        """Whether the set-up says which counter is in which hex."""
        return self.arrival is None and self.unit is not None and self.hex is not None

    @property
    def to_place(self) -> bool:
        """Whether the unit is in play from the start and still has to be placed, by its owner or by
        chance."""
        return self.arrival is None and not self.standing


@dataclass(frozen=True, slots=True)
class ListNames:
    """The names that a unit list may use: units with the number of their counters, pools,
    formations by division and name, areas, arrivals, which of the arrivals are sticks, and words
    for how a unit stands; ``rider`` is that of a unit on another, "" if none need be said."""

    units: Mapping[str, int]
    pools: Collection[str]
    formations: Collection[tuple[str, str]]
    areas: Collection[str]
    arrivals: Collection[str]
    sticks: Collection[str]
    states: Sequence[str]
    rider: str = ""


def read_unit_list(
    path: Path, known: ListNames, hex_numbers: HexNumbers | None
) -> tuple[ListedUnits, ...]:
    """Read the rows of a unit list, in source order.

    :raises InputError: an unknown column, unit, pool, formation, area, arrival or state (with the
        nearest name); a bad hex number; no place or two; more of a unit than there are counters;
        a rider whose carrier is not in the same place.
    """
    rows = read_rows(path, COLUMNS)
    listed = read_each(lambda row: read_listed(row, known, hex_numbers), rows)
    used: Counter[str] = Counter()
    for row, entry in zip(rows, listed, strict=True):
        if entry.unit is None or entry.again:
            continue
        used[entry.unit] += entry.count
        if used[entry.unit] > known.units[entry.unit]:
            raise row.error(
                "unit", f"{entry.unit!r} again", f"at most {known.units[entry.unit]} of it"
            )
    read_each(lambda pair: check_links(*pair, listed), zip(rows, listed, strict=True))
    return listed


def check_hexes(path: Path, hex_numbers: HexNumbers | None) -> None:
    """Check the hexes of a unit list, whatever its units are. :raises InputError: every mistake."""
    read_each(lambda row: hex_cell(row, "hex", hex_numbers), read_rows(path, COLUMNS))


def check_links(row: Row, entry: ListedUnits, listed: Sequence[ListedUnits]) -> None:
    """Check carrier, centre and second printing of a row. :raises InputError: not in the list."""
    if entry.carrier is None and entry.of is None and not entry.again:
        return  # as most rows: looking through the list for each took half of reading it
    others = [other for other in listed if other is not entry and not other.again]
    if entry.carrier is not None:
        carriers = [o.unit for o in others if o.unit and o.hex and o.hex == entry.hex]
        if entry.carrier not in carriers:
            raise row.error(
                "on",
                repr(entry.carrier),
                f"a unit of this list in {entry.hex}",
                nearest_name(entry.carrier, [c for c in carriers if c]),
            )
    if entry.of is not None and not is_number(entry.of):
        centres = [o.unit for o in others if o.unit and o.arrival is None]
        if entry.of not in centres:
            near = nearest_name(entry.of, [c for c in centres if c])
            raise row.error("of", repr(entry.of), "a hex, or a unit of this list", near)
    if entry.again and entry.unit not in [other.unit for other in others]:
        raise row.error("again", "yes", "a unit that another row has")


def read_listed(row: Row, known: ListNames, hex_numbers: HexNumbers | None) -> ListedUnits:
    """Read one row. :raises InputError: see :func:`read_unit_list`."""
    arrival = row.optional_choice("arrival", [*known.arrivals, *known.sticks])
    who = [name for name in ("unit", "pool", "formation") if row.optional(name) is not None]
    if len(who) != 1:
        raise row.error("unit", " and ".join(who) or "a blank cell", "one unit, pool or formation")
    again = row.optional_choice("again", ["yes"]) is not None
    unsure = row.optional("open") or ""
    if again and not unsure:
        raise row.error("open", "a blank cell", "why it is listed again")
    state = chosen_names(row, "state", known.states)
    carrier = row.optional("on")
    if known.rider and (carrier is not None) != (known.rider in state):
        raise row.error(
            "on", repr(carrier or ""), f"a carrier for what is {known.rider}, and only it"
        )
    number, within, of, areas = place(row, known, hex_numbers, arrival in known.sticks)
    return ListedUnits(
        arrival,
        row.optional_choice("unit", known.units),
        row.optional_choice("pool", known.pools),
        formation_cell(row, known.formations),
        1 if row.optional("count") is None else row.integer("count", low=1, high=99),
        number,
        within,
        of,
        areas,
        state,
        chosen_names(row, "may", known.states),
        carrier,
        again,
        row.optional("cite") or "",
        unsure,
        row.where(),
    )


def place(
    row: Row, known: ListNames, hex_numbers: HexNumbers | None, in_stick: bool
) -> tuple[str | None, int | None, str | None, tuple[str, ...]]:
    """Return hex; radius and its centre, areas, or both. :raises InputError: none, or a hex and
    others."""
    number = hex_cell(row, "hex", hex_numbers)
    within = None if row.optional("within") is None else row.integer("within", low=1, high=99)
    of = row.optional("of")
    if (within is None) != (of is None):
        raise row.error("of", repr(of or ""), "a radius in within, and a centre in of")
    if of is not None and of not in known.units:
        of = hex_cell(row, "of", hex_numbers)
    areas = chosen_names(row, "area", list(known.areas))
    places = [number is not None, within is not None or bool(areas)]
    if sum(places) != (0 if in_stick else 1):
        expected = "nothing: the stick has its zones" if in_stick else "a hex, a radius or an area"
        raise row.error("hex", f"{sum(places)} places", expected)
    return number, within, of, areas


def hex_cell(row: Row, column: str, hex_numbers: HexNumbers | None) -> str | None:
    """Return a printed hex number; None for a blank cell. :raises InputError: none of the map."""
    text = row.optional(column)
    if text is None:
        return None
    if hex_numbers is not None:
        refuse_shortened(row, column, hex_numbers)
    if not is_number(text):
        raise row.error(column, repr(text), "a hex number such as 44.224")
    if hex_numbers is not None:
        try:
            hex_numbers.parse(text)
        except (ClubrouteError, ValueError) as error:
            raise row.error(column, repr(text), f"a hex of the map ({error})") from None
    return text


def formation_cell(row: Row, valid: Collection[tuple[str, str]]) -> tuple[str, str] | None:
    """Return a ``division:formation`` cell. :raises InputError: no such formation."""
    text = row.optional("formation")
    if text is None:
        return None
    options = {f"{division}:{formation}": (division, formation) for division, formation in valid}
    if text not in options:
        expected = "division:formation of formations.csv"
        raise row.error("formation", repr(text), expected, nearest_name(text, options))
    return options[text]
