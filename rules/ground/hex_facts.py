"""What a compiled map tells of a hex, as JSON: terrain, hexsides, Roads, areas, and their basis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clubroute.rules.ground.mapfile import MapFile


def hex_facts(game_map: MapFile, hex_id: int) -> dict[str, Any]:
    """Tell a hex's number, the sheet it is on, its terrain and name."""
    reason = game_map.bases[game_map.hex_basis[hex_id]]
    record: dict[str, Any] = {
        "hex": game_map.number(hex_id),
        "map": game_map.game(hex_id),
        "terrain": game_map.terrain_of(hex_id),
        "provenance": reason.provenance,
        "cite": reason.cite,
    }
    if hex_id in game_map.names:
        record["name"] = game_map.names[hex_id]
    return record


def around(game_map: MapFile, hex_id: int, towards: Sequence[str]) -> dict[str, Any]:
    """Tell a hex's hexsides, areas, and the Roads in it that do not meet.

    :param towards: the names of the six directions.
    """
    record: dict[str, Any] = {}
    record["hexsides"] = [
        side
        for direction in range(6)
        if (side := hexside_record(game_map, hex_id, direction, towards))
    ]
    areas = [area for area in game_map.areas if hex_id in area.hexes]
    if areas:
        record["areas"] = [
            {"id": a.id, "kind": a.kind, "name": a.name, **why(game_map, a.basis)} for a in areas
        ]
    apart = [(a, b, basis) for (at, a, b), basis in sorted(game_map.apart.items()) if at == hex_id]
    if apart:
        record["apart"] = [
            {"roads": [game_map.roads[a].id, game_map.roads[b].id], **why(game_map, basis)}
            for a, b, basis in apart
        ]
    return record


def hexside_record(
    game_map: MapFile, hex_id: int, direction: int, towards: Sequence[str]
) -> dict[str, Any]:
    """The neighbour, features and Roads of one hexside; empty beyond the map."""
    other = game_map.beside[direction][hex_id]
    if other < 0:
        return {}
    place = hex_id * 6 + direction
    record: dict[str, Any] = {"to": game_map.number(other), "direction": towards[direction]}
    features = game_map.sides.get(place, ())
    if features:
        record["features"] = [
            {
                **{k: v for k, v in f._asdict().items() if v and k != "basis"},
                **why(game_map, f.basis),
            }
            for f in features
        ]
    links = game_map.links.get(place, ())
    if links:
        record["roads"] = [
            {**game_map.roads[link.road]._asdict(), **why(game_map, link.basis)} for link in links
        ]
    return record


def why(game_map: MapFile, basis: int) -> dict[str, str]:
    """Provenance and citation of a fact."""
    reason = game_map.bases[basis]
    return {"provenance": reason.provenance, "cite": reason.cite}
