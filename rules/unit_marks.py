"""The units of a position as marks on a picture, each side in the colour of its counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from clubroute.builder.art.marks import HexLabel, HexRing, Mark
from clubroute.builder.grid import Lattice
from clubroute.builder.sources.counter_style import colour
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table
from clubroute.rules.overlay import OPEN, hex_at
from clubroute.rules.plain.game import game_of
from clubroute.rules.series import Series, series_at

STYLE = "style.toml"


def unit_marks(lattice: Lattice, window: str, state: Mapping[str, Any]) -> list[Mark]:
    """The hexes in which the units of a state stand, with how many of each side.

    :raises InputError: it is no state of the map's game, a unit's hex is not on the map, or a
        counter style cannot be read.
    """
    series = series_at(window)
    series.read_state(state)
    there = Counter(
        (number, side_of(series, window, unit))
        for unit in state.get("units") or ()
        if (number := unit.get("hex"))
    )
    marks: list[Mark] = []
    for (number, side), many in there.items():
        h, ink = hex_at(lattice, window, number, "--at"), ink_of_side(series, window, side)
        marks += [HexRing(h, ink), HexLabel(h, str(many), ink)]
    return marks


def side_of(series: Series, window: str, unit: Mapping[str, Any]) -> str:
    """Whose a unit of a state is: as it says, else as its counter has it; "" if neither tells."""
    if "side" in unit or series.home is None:
        return str(unit.get("side") or "")
    counter = game_of(window).called(str(unit.get("id") or unit.get("name") or ""))
    return counter.side if counter is not None else ""


def ink_of_side(series: Series, window: str, side: str) -> tuple[int, int, int]:
    """The colour of the band on a side's counters; grey for a side nobody has told."""
    for game in series.order(window):
        path = series.counters / game.id / STYLE
        table = sides_of(read_toml_table(path)) if path.is_file() else None
        if table is not None and side in table.table:
            return colour(table.inner(side), "band")
    return OPEN


def sides_of(style: TomlTable) -> TomlTable | None:
    """The table of sides of a counter style, None if it has none."""
    return style.inner("side") if "side" in style.table else None
