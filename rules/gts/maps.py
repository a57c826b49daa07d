"""The compiled map of the series in a context: read once for all kinds of questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.games import SERIES
from clubroute.rules.mapfile import MapFile, open_map


def map_of(context: Context, window: str) -> MapFile:
    """The compiled map's window, read once. :raises InputError: it can be neither had nor made."""
    key = ("map", window)
    found: MapFile | None = context.loaded.get(key)
    if found is None:
        found = open_map(context.terrain(SERIES.lattice), window)
        context.loaded[key] = found
    return found


def country_of(context: Context, told: Mapping[str, Any]) -> MapFile | None:
    """The compiled map that a question's parameters name, None if they name none."""
    window = told.get("map")
    return map_of(context, window) if isinstance(window, str) else window
