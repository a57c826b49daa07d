"""The compiled maps in a context: read once for all kinds of questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile, open_map
from clubroute.rules.series import all_series


def map_of(context: Context, window: str) -> MapFile:
    """The compiled map's window, read once. :raises InputError: it can be neither had nor made."""
    key = ("map", window)
    found: MapFile | None = context.loaded.get(key)
    if found is None:
        lattice = next(one.lattice for one in all_series() if window in one.maps)
        found = open_map(context.terrain(lattice, window), window)
        context.loaded[key] = found
    return found


def country_of(context: Context, told: Mapping[str, Any]) -> MapFile | None:
    """The compiled map that a question's parameters name, None if they name none."""
    window = told.get("map")
    return map_of(context, window) if isinstance(window, str) else window
