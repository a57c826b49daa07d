"""The situation: who moves, what limits it and what stands where, made once a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import tables_of
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.situation.condition import Limiting, limits_of
from clubroute.rules.gts.situation.mover import (
    Mover,
    completed,
    exits_of,
    mover_of,
    own_entry,
)
from clubroute.rules.gts.situation.surroundings import Surroundings, rolled, surroundings_of

UNREAD: Mapping[str, str] = {
    "suppressed": "that it is Suppressed (series rules)",
    "retreat": "that it retreats or runs away: it is judged as a Movement Action",
    "reinforcement": "that it comes onto the map now: where and when it may",
}
"""What may be said of a Unit, and no rule of movement here reads: it is named, not passed over."""


class Situated(Protocol):
    """A question about a Unit that moves: its map, the Unit where it begins, the position, and the
    dice of suspect bridges by hexside.
    """

    @property
    def country(self) -> MapFile: ...
    @property
    def beginning(self) -> Unit: ...
    @property
    def state(self) -> Position: ...
    @property
    def dice(self) -> Mapping[str, int]: ...


def roads_named(country: MapFile, unit: Unit) -> tuple[int, ...]:
    """The Roads a Unit in Column may be on, as it says; none if it does not.

    :raises InputError: it is on a Road that is not there.
    """
    if not unit.road or unit.column is False or unit.hex is None:
        return ()
    here = country.roads_in(country.id(unit.hex))
    named = tuple(road for road in here if unit.road in country.roads[road])
    if not named:
        ids = [country.roads[road].id for road in here]
        expected = "a Road in the hex: " + (", ".join(ids) or "(none)")
        where = Where("params", part="unit.road")
        raise InputError(where, repr(unit.road), expected, nearest_name(unit.road, ids))
    return named


@dataclass(frozen=True, slots=True)
class Situation:
    """The one world of a move: who moves, and what of the position matters to it."""

    mover: Mover
    surroundings: Surroundings


def situation_of(context: Context, asked: Situated) -> Situation:
    """Make the situation of a question.

    :raises InputError: what a position says does not fit the map, or the Unit its counter.
    """
    country, state, tables = asked.country, asked.state, tables_of(context)
    entry = own_entry(asked.beginning, state)
    unit = completed(asked.beginning, entry, state)
    limits = limits_of(Limiting(context, country, unit, state, state.played))
    if limits.column and unit.column is None:
        unit = replace(unit, column=True)  # it may never be out of Column
    mover = replace(
        mover_of(unit),
        roads=roads_named(country, unit),
        exits=exits_of(country, tables, unit),
    )
    found: Surroundings | None = None
    kept = context.kept("surroundings")
    # An open state's surroundings are kept for its next question, whatever Unit of that side asks.
    key = (
        "surroundings",
        (state.handle, country.window, mover.side, mover.id, unit.hex, id(limits)),
    )
    if state.handle:
        known = kept.get(key)
        found = known[1] if known is not None and known[0] is limits else None
    if found is None:
        found = surroundings_of(country, tables, mover, state, limits, entry)
        if state.handle:
            kept[key] = limits, found
    unread = [text for name, text in UNREAD.items() if getattr(unit, name)]
    if unread:
        found = replace(found, unchecked=(*found.unchecked, *unread))
    if asked.dice:
        found = rolled(country, tables, found, asked.dice)
    return Situation(mover, found)
