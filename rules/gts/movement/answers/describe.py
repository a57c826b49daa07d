"""A hex in full, as ``hex.describe`` answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from clubroute.rules.gts.fire.ground import modifiers_of_hex
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.movement_tables import MovementTable, TerrainRow
from clubroute.rules.mapfile import MapFile
from clubroute.rules.model import MOVE_CLASSES, MoveClass, mp

TOWARDS = ("north", "northeast", "southeast", "south", "southwest", "northwest")
"""The six directions of a flat-top lattice whose lines grow east and halves south."""


def describe_hex(game_map: MapFile, rules: Rules, hex_id: int) -> dict[str, Any]:
    """Terrain, entry costs, hexsides, Roads and areas of a hex, each with its provenance."""
    game = game_map.game(hex_id)
    reason = game_map.bases[game_map.hex_basis[hex_id]]
    record: dict[str, Any] = {
        "hex": game_map.number(hex_id),
        "map": game,
        "terrain": game_map.terrain_of(hex_id),
        "provenance": reason.provenance,
        "cite": reason.cite,
    }
    if hex_id in game_map.names:
        record["name"] = game_map.names[hex_id]
    row = rules.row(game, game_map.terrain_of(hex_id))
    if row is not None:
        raised = raised_in(game_map, rules.tables[game], hex_id)
        record["costs"] = {c: entry_costs(rules.tables[game], row, c, raised) for c in MOVE_CLASSES}
        record["rule"] = row.rule
        if raised:
            record["raised"] = {"roads": raised, "rule": rules.tables[game].raised_rule}
    if record["terrain"] not in rules.tables[game].terrain:
        record["notes"] = [rules.readings.chosen("missing_terrain")]
    record["fire"] = modifiers_of_hex(game_map, hex_id)
    record = {"hex": record["hex"], "summary": said(record), **record}
    record["hexsides"] = [
        side for direction in range(6) if (side := hexside_record(game_map, hex_id, direction))
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


def said(record: Mapping[str, Any]) -> str:
    """Say a hex in one sentence."""
    name = f" {record['name']}" if record.get("name") else ""
    raised = ", raised Road" if "raised" in record else ""
    prices = []
    for move_class, price in record.get("costs", {}).items():
        cells = [
            "may not" if cell is None else "Road only" if cell == "road" else str(cell)
            for cell in (price["not_column"], price["column"])
        ]
        prices.append(f"{move_class.capitalize()} {cells[0]}, {cells[1]} in Column")
    ours = "" if record["provenance"] == "rulebook" else " (ground is our map's)"
    terrain = record["terrain"].replace("_", " ")
    return f"{record['hex']}{name}: {terrain}{raised}; {'; '.join(prices)} MP to enter{ours}"


def raised_in(game_map: MapFile, table: MovementTable, hex_id: int) -> list[str]:
    """The ids of the raised Roads and railroads in a hex, in the order of the map."""
    links = (game_map.links.get(hex_id * 6 + direction, ()) for direction in range(6))
    roads = sorted({link.road for many in links for link in many})
    return [game_map.roads[r].id for r in roads if game_map.roads[r].kind in table.raised]


def entry_costs(
    table: MovementTable, row: TerrainRow, move_class: MoveClass, raised: Collection[str]
) -> dict[str, Any]:
    """What it costs a class to enter the hex off any Road, by formation.

    A raised Road doubles it on foot, shuts vehicles out that are not in Column, and is entered in
    Column only along itself (2.16).
    """
    plain, column = row.price[move_class]
    if raised:
        on_foot = isinstance(plain, int) and move_class == "leg"
        plain = plain * table.raised_times if on_foot and isinstance(plain, int) else None
        column = None if column is None else "road"
    return dict(zip(("not_column", "column"), map_prices((plain, column)), strict=True))


def map_prices(prices: tuple[Any, Any]) -> list[Any]:
    """Prices as JSON: MP, ``road``, or null for "may not"."""
    return [mp(price) if isinstance(price, int) else price for price in prices]


def hexside_record(game_map: MapFile, hex_id: int, direction: int) -> dict[str, Any]:
    """The neighbour, features and Roads of one hexside; empty beyond the map."""
    other = game_map.beside[direction][hex_id]
    if other < 0:
        return {}
    place = hex_id * 6 + direction
    record: dict[str, Any] = {"to": game_map.number(other), "direction": TOWARDS[direction]}
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
