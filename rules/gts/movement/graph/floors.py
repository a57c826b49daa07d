"""The least cost of the rest of a way, by which a search knows the places worth trying.

A way to a hex passes every ring of hexes around it, and in each ring pays for entering a hex. A hex
without a Road, culvert or viaduct costs its terrain at least.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clubroute.rules.answer.model import MoveClass
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import Price
from clubroute.rules.gts.movement.steps.judge import Rules

BY_ROAD = 1
"""Half-MP: no step along a Road costs less, hex for hex."""
RINGS = 2
"""Rings looked at around a goal; beyond them a Road is taken to be everywhere."""


@dataclass(frozen=True, slots=True)
class Floor:
    """By distance in hexes, the least half-MP to a goal: in Column, and on foot."""

    column: list[int]
    foot: list[int]


class Floors:
    """The floors of a class of unit on a map, in any position: states only add costs.

    ``on_foot``: no step out of Column costs less half-MP, getting into it included.
    ``joined`` has the hexes joined by culverts and viaducts; such a step may pass over a ring.
    """

    def __init__(
        self,
        game_map: MapFile,
        rules: Rules,
        move_class: MoveClass,
        joined: Iterable[tuple[int, int]],
    ) -> None:
        tables = rules.tables.values()
        self._map = game_map
        self._enter = min(table.enter_column for table in tables)
        rows = [row.price[move_class] for table in tables for row in table.terrain.values()]
        self._on_foot = least(on_foot for on_foot, _ in rows)
        self.on_foot = min(self._on_foot, self._enter)
        self._terrain = [
            least(
                price
                for table in tables
                if kind in table.terrain
                for price in table.terrain[kind].price[move_class]
            )
            for kind in game_map.kinds
        ]
        self._joined = {h for ends in joined for end in ends for h in (end, *game_map.around(end))}
        self._farthest = farthest(game_map)
        self._by_goal: dict[int, Floor] = {}
        self._by_rings: dict[tuple[int, ...], Floor] = {}

    def to(self, goal: int) -> Floor:
        """Return the least cost of the way to a hex."""
        floor = self._by_goal.get(goal)
        if floor is None:
            rings: list[int] = []
            ring, inside = {goal}, {goal}
            while ring and len(rings) < RINGS:
                rings.append(min(map(self.entering, ring)))
                ring = {other for h in ring for other in self._map.around(h)} - inside
                inside |= ring
            floor = self._by_goal[goal] = self._floor(tuple(rings))
        return floor

    def entering(self, hex_id: int) -> int:
        """Return the least half-MP that entering a hex costs, from anywhere and in any
        formation."""
        links = self._map.links
        if hex_id in self._joined or any(hex_id * 6 + direction in links for direction in range(6)):
            return BY_ROAD
        return self._terrain[self._map.terrain[hex_id]]

    def _floor(self, rings: tuple[int, ...]) -> Floor:
        """Return the floor around a goal whose rings cost so much at least to enter, from the
        inside."""
        floor = self._by_rings.get(rings)
        if floor is None:
            column, foot = [0], [0]
            for distance in range(self._farthest):
                entering = rings[distance] if distance < len(rings) else BY_ROAD
                column.append(column[-1] + entering)
                foot.append(foot[-1] + max(entering, self._on_foot))
            # Whoever is on foot stays so, or pays for getting into Column.
            walks = [min(f, c + self._enter) for f, c in zip(foot, column, strict=True)]
            floor = self._by_rings[rings] = Floor(column, walks)
        return floor


def farthest(game_map: MapFile) -> int:
    """Return the largest distance of two hexes of the map."""
    ends = [
        (run.half, run.half + 2 * run.length) for many in game_map.runs.values() for run in many
    ]
    if not ends:
        return 0
    lines = max(game_map.runs) - min(game_map.runs)
    return lines + max(end for _, end in ends) - min(first for first, _ in ends)


def least(prices: Iterable[Price]) -> int:
    """Return the least of some prices in half-MP; without prices that of a Road."""
    return min((price for price in prices if isinstance(price, int)), default=BY_ROAD)
