"""A hex in full, as ``hex.describe`` answers."""

from __future__ import annotations

from typing import Any

from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.mapfile import MapFile
from clubroute.rules.model import MOVE_CLASSES, mp

TOWARDS = ("north", "northeast", "southeast", "south", "southwest", "northwest")
"""The six directions of a flat-top lattice whose lines grow east and halves south."""


def describe_hex(map: MapFile, rules: Rules, id: int) -> dict[str, Any]:
    """Terrain, entry costs, hexsides, Roads and areas of a hex, each with its provenance."""
    game = map.game(id)
    reason = map.bases[map.hex_basis[id]]
    record: dict[str, Any] = {
        "hex": map.number(id),
        "map": game,
        "terrain": map.terrain_of(id),
        "provenance": reason.provenance,
        "cite": reason.cite,
    }
    if id in map.names:
        record["name"] = map.names[id]
    row = rules.row(game, map.terrain_of(id))
    if row is not None:
        record["costs"] = {
            c: dict(zip(("not_column", "column"), map_prices(row.price[c]), strict=True))
            for c in MOVE_CLASSES
        }
        record["rule"] = rules.tables[game].cite(row.rule)
    if record["terrain"] not in rules.tables[game].terrain:
        record["notes"] = [rules.readings.chosen("missing_terrain")]
    record["hexsides"] = [
        side for direction in range(6) if (side := hexside_record(map, id, direction))
    ]
    areas = [area for area in map.areas if id in area.hexes]
    if areas:
        record["areas"] = [
            {"id": a.id, "kind": a.kind, "name": a.name, **why(map, a.basis)} for a in areas
        ]
    apart = [(a, b, basis) for (hex, a, b), basis in sorted(map.apart.items()) if hex == id]
    if apart:
        record["apart"] = [
            {"roads": [map.roads[a].id, map.roads[b].id], **why(map, basis)}
            for a, b, basis in apart
        ]
    return record


def map_prices(prices: tuple[Any, Any]) -> list[Any]:
    """Prices as JSON: MP, ``road``, or null for "may not"."""
    return [mp(price) if isinstance(price, int) else price for price in prices]


def hexside_record(map: MapFile, id: int, direction: int) -> dict[str, Any]:
    """The neighbour, features and Roads of one hexside; empty beyond the map."""
    other = map.beside[direction][id]
    if other < 0:
        return {}
    place = id * 6 + direction
    record: dict[str, Any] = {"to": map.number(other), "direction": TOWARDS[direction]}
    features = map.sides.get(place, ())
    if features:
        record["features"] = [
            {
                **{k: v for k, v in f._asdict().items() if v and k != "basis"},
                **why(map, f.basis),
            }
            for f in features
        ]
    links = map.links.get(place, ())
    if links:
        record["roads"] = [
            {**map.roads[link.road]._asdict(), **why(map, link.basis)} for link in links
        ]
    return record


def why(map: MapFile, basis: int) -> dict[str, str]:
    """Provenance and citation of a fact."""
    reason = map.bases[basis]
    return {"provenance": reason.provenance, "cite": reason.cite}
