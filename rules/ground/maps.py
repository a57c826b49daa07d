"""The compiled maps in a context: read once for all kinds of questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile, open_map
from clubroute.rules.series import series_at


def map_of(context: Context, window: str) -> MapFile:
    """The compiled map's window, read once. :raises InputError: it can be neither had nor made."""
    key = ("map", window)
    found: MapFile | None = context.loaded.get(key)
    if found is None:
        series = series_at(window)
        path = context.terrain(series.lattice, window)
        found = called(open_map(path, series.windows.get(window, window)), window)
        context.loaded[key] = found
    return found


def called(country: MapFile, window: str) -> MapFile:
    """A map by the name it has here, whatever its lattice calls it."""
    if country.window == window:
        return country
    windows = {**country.lattice.windows, window: country.lattice.windows[country.window]}
    return replace(country, window=window, lattice=replace(country.lattice, windows=windows))


def country_of(context: Context, told: Mapping[str, Any]) -> MapFile | None:
    """The compiled map that a question's parameters name, None if they name none."""
    window = told.get("map")
    return map_of(context, window) if isinstance(window, str) else window
