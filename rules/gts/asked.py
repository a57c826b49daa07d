"""Parameters that many questions of the series have, each declared once.

Each function declares a field of a question's record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.gts.games import MAPS
from clubroute.rules.gts.kinds import DIE, choice
from clubroute.rules.gts.maps import map_of
from clubroute.rules.gts.position import NOTHING_SAID, Position
from clubroute.rules.position.record import Kind, needed, of, read_record, record, said
from clubroute.rules.readings import ChosenReadings
from clubroute.rules.schema import shown

if TYPE_CHECKING:
    from clubroute.rules.context import Context


MAP = Kind(choice(*MAPS).schema, choice(*MAPS).read, map_of)
"""A map by name; the compiled map once opened."""
GAME = choice(*MAPS)


def read_state(value: Any, path: str) -> Position | str:
    """Read a position, or take the handle of an open one."""
    if value is None:
        return NOTHING_SAID
    if isinstance(value, str):
        if len(value) > 100:
            raise InputError(Where("params", part=path), shown(value), "a handle, or a position")
        return value
    return read_record(Position, value, path)


def open_state(context: Context, value: Position | str) -> Position:
    """Look up the open position a handle stands for."""
    return context.states.position(value) if isinstance(value, str) else value


STATE = Kind(record(Position).schema, read_state, open_state)


def the_map(summary: str = "the map: wed, tdc or mg", maps: tuple[str, ...] = MAPS) -> Any:
    """Declare the compiled map a question is about; ``map`` in JSON."""
    return needed(Kind(choice(*maps).schema, choice(*maps).read, map_of), summary, name="map")


def the_game(summary: str = "whose rules: wed, tdc, or mg for both games joined") -> Any:
    """Declare the game whose rules hold."""
    return needed(GAME, summary)


def the_state(
    summary: str = "the position and its history (docs/campaign.md); or a handle",
) -> Any:
    """Declare the position; without it nothing is said of it."""
    return said(STATE, summary, name="state", default=NOTHING_SAID)


def the_die(summary: str = "the die, 0 to 9; without it every face's result is listed") -> Any:
    """Declare a die that was thrown."""
    return said(DIE, summary)


def the_options(readings: type[ChosenReadings]) -> Any:
    """Declare the readings a referee may choose between."""

    def read(value: Mapping[str, Any], path: str) -> ChosenReadings:
        return readings(**value)

    kind = of(readings.schema(), read)
    return said(kind, "readings a referee may choose between", name="options", default=readings())
