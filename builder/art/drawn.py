"""A map in the kinds boards know how to draw, where a lattice calls them by other words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from clubroute.builder.terrain import TerrainMap


def as_drawn(terrain: TerrainMap, kinds: Mapping[str, str]) -> TerrainMap:
    """The map with its hexside and Road kinds renamed to what they are drawn as.

    :param kinds: kind → the kind boards draw it as; a kind that is not there keeps its name.
    """
    if not kinds:
        return terrain
    return replace(
        terrain,
        hexsides={
            side: tuple(replace(f, kind=kinds.get(f.kind, f.kind)) for f in features)
            for side, features in terrain.hexsides.items()
        },
        roads={
            name: replace(road, kind=kinds.get(road.kind, road.kind))
            for name, road in terrain.roads.items()
        },
        water=frozenset(kinds.get(kind, kind) for kind in terrain.water),
    )
