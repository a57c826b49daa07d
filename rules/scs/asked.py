"""Parameters that many questions of the series have, each declared once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.kinds import NAME, a_map
from clubroute.rules.position.record import Kind, needed, read_record, record, said
from clubroute.rules.schema import Schema, shown
from clubroute.rules.scs.games import MAPS
from clubroute.rules.scs.position import NOTHING_SAID, Position, Unit
from clubroute.rules.scs.position.units import UNIT, read_unit

if TYPE_CHECKING:
    from clubroute.rules.context import Context

LONGEST_HANDLE = 100


def read_state(value: Any, path: str) -> Position | str:
    """Read a position, or take the handle of an open one."""
    if value is None:
        return NOTHING_SAID
    if isinstance(value, str):
        if len(value) > LONGEST_HANDLE:
            raise InputError(Where("params", part=path), shown(value), "a handle, or a position")
        return value
    return read_record(Position, value, path)


def open_state(context: Context, value: Position | str, told: Mapping[str, Any]) -> Position:
    """Look up the open position a handle stands for. :raises InputError: no such handle."""
    position = context.states.position(value) if isinstance(value, str) else value
    if not isinstance(position, Position):
        where = Where("params", part="state")
        raise InputError(where, f"{value!r}, a position of another series", "one of this series")
    return position


STATE = Kind(record(Position).schema, read_state, open_state)


def read_asked_unit(value: Any, path: str) -> Unit | str:
    """Read a unit, or take the id or name of one."""
    return str(NAME.read(value, path)) if isinstance(value, str) else read_unit(value, path)


def asked_unit_schema() -> Schema:
    """The JSON Schema of a unit a question is about."""
    return {**UNIT.schema(), "type": ["object", "string"], "maxLength": 100}


def known_unit(context: Context, unit: Unit | str, told: Mapping[str, Any]) -> Unit:
    """Complete a unit from the position's unit of its id or name.

    :raises InputError: the position has no such unit.
    """
    state = told.get("state")
    units = (state.units if isinstance(state, Position) else None) or ()
    if isinstance(unit, Unit):
        found = next((one for one in units if unit.id is not None and one.id == unit.id), None)
        return unit if found is None else unit.over(found)
    found = next((one for one in units if unit in (one.id, one.name)), None)
    if found is None:
        names = [name for one in units for name in (one.id, one.name) if name]
        where = Where("params", part="unit")
        expected = "a unit of the state, or what its counter shows"
        raise InputError(where, repr(unit), expected, nearest_name(unit, names))
    return found


ASKED_UNIT = Kind(asked_unit_schema, read_asked_unit, known_unit)
"""A unit, or the id or name of one in the position."""


def the_map() -> Any:
    """Declare the compiled map a question is about; ``map`` in JSON."""
    return a_map("the map: ins", MAPS)


def the_unit(summary: str = "the unit, or its id or name in the state") -> Any:
    """Declare the unit a question is about."""
    return needed(ASKED_UNIT, summary)


def the_state() -> Any:
    """Declare the position; without it nothing is said of it."""
    summary = "units, bridges, ferries and turn; or an open state's handle"
    return said(STATE, summary, name="state", default=NOTHING_SAID)
