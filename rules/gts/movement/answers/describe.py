"""A hex in full, as ``hex.describe`` answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from clubroute.rules.answer.first_line import whose_ground
from clubroute.rules.answer.model import MOVE_CLASSES, MoveClass, mp
from clubroute.rules.ground.hex_facts import around, hex_facts
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.fire.ground import modifiers_of_hex
from clubroute.rules.gts.games import MovementTable, TerrainRow
from clubroute.rules.gts.movement.steps.judge import Rules

TOWARDS = ("north", "northeast", "southeast", "south", "southwest", "northwest")
"""The six directions of a flat-top lattice whose lines grow east and halves south."""


def describe_hex(game_map: MapFile, rules: Rules, hex_id: int) -> dict[str, Any]:
    """Describe a hex: terrain, entry costs, hexsides, Roads and areas, each with its provenance."""
    game = game_map.game(hex_id)
    record = hex_facts(game_map, hex_id)
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
    return record | around(game_map, hex_id, TOWARDS)


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
    whose = whose_ground(record["provenance"])
    ours = f" (ground is {whose})" if whose else ""
    terrain = record["terrain"].replace("_", " ")
    return f"{record['hex']}{name}: {terrain}{raised}; {'; '.join(prices)} MP to enter{ours}"


def raised_in(game_map: MapFile, table: MovementTable, hex_id: int) -> list[str]:
    """Return the ids of the raised Roads and railroads in a hex, in the order of the map."""
    roads = game_map.roads_in(hex_id)
    return [game_map.roads[r].id for r in roads if game_map.roads[r].kind in table.raised]


def entry_costs(
    table: MovementTable, row: TerrainRow, move_class: MoveClass, raised: Collection[str]
) -> dict[str, Any]:
    """Return the cost for a class to enter the hex off any Road, by formation.

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
    """Return prices as JSON: MP, ``road``, or null for "may not"."""
    return [mp(price) if isinstance(price, int) else price for price in prices]
