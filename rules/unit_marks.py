"""The units of a position as marks on a picture, each side in the colour of its counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from clubroute.builder.art.marks import HexLabel, HexRing, Mark
from clubroute.builder.grid import Lattice
from clubroute.builder.sources.counter_style import Colour, colour
from clubroute.builder.sources.toml_table import read_toml_table
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
    units = series.read_state(state).units or ()
    there = Counter((one.hex, side_of(series, window, one)) for one in units if one.hex)
    inks = side_inks(series, window)
    marks: list[Mark] = []
    for (number, side), many in there.items():
        h, ink = hex_at(lattice, window, number, "--at"), inks.get(side, OPEN)
        marks += [HexRing(h, ink), HexLabel(h, str(many), ink)]
    return marks


def side_of(series: Series, window: str, unit: Any) -> str:
    """Whose a unit of a state is: as it says, else as its counter has it; "" if neither tells."""
    if unit.side is not None or series.home is None:
        return unit.side or ""
    counter = game_of(window).called(unit.id or unit.name or "")
    return counter.side if counter is not None else ""


def side_inks(series: Series, window: str) -> dict[str, Colour]:
    """The colour of the band on each side's counters, of a game or those it joins."""
    found: dict[str, Colour] = {}
    for game in series.order(window):
        path = series.counters / game.id / STYLE
        if path.is_file() and "side" in (style := read_toml_table(path)).table:
            sides = style.inner("side")
            for side in sides.table:
                found.setdefault(side, colour(sides.inner(side), "band"))
    return found
