"""A declared path as a question has it: hexes, each with its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.kinds import (
    HEX,
    NAME,
    YES,
    choice,
)
from clubroute.rules.gts.movement.actions.plan import ACTIONS
from clubroute.rules.gts.movement.search.declared import EXIT, Waypoint
from clubroute.rules.position.record import record, said


@dataclass(frozen=True, slots=True, kw_only=True)
class PathEntry:
    """One entry of a declared path; a part that is left open is None."""

    hex: str | None = said(HEX)
    via: str | None = said(NAME, "the Road taken: id, name, kind, or none")
    column: bool | None = said(YES, "the formation the hex is entered in")
    action: str | None = said(choice(*ACTIONS), "what is done there")
    exit: bool = said(YES, "whether it leaves the map there", default=False)


def read_entry(value: Any, path: str) -> PathEntry:
    """Read an entry: a hex, ``exit``, or an object."""
    found: PathEntry = ENTRY.read(value, path)
    return PathEntry(exit=True) if found.hex == EXIT else found


ENTRY = record(PathEntry, short="hex")
PATH_ENTRY = replace(ENTRY, read=read_entry)


def waypoints_of(country: MapFile, entries: Sequence[PathEntry]) -> list[Waypoint]:
    """Return the waypoints of a path; leaving the map is an action in the last hex.

    :raises InputError: no such hex, an entry without one, or further entries after leaving.
    """
    waypoints: list[Waypoint] = []
    for index, entry in enumerate(entries):
        where = Where("params", part=f"path[{index}]")
        if entry.hex is not None:
            number, action = country.id(entry.hex), entry.action or ""
            waypoints.append(Waypoint(number, entry.column, entry.via, action))
        elif not entry.exit or not waypoints:
            raise InputError(where, "no hex", "a hex" if not waypoints else "a hex, or exit")
        if entry.exit:
            if index < len(entries) - 1:
                raise InputError(where, "exit", "exit as the last entry")
            waypoints.append(Waypoint(waypoints[-1].hex, action=EXIT))
    return waypoints
