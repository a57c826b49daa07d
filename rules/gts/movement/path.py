"""A declared path: its cheapest legal reading, or where and why it stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.gts.movement.network import HERE, OFF_ROAD, Move, Network
from rules.gts.movement.step import total

DECLINED = "none"
"""As ``via``: the Road is declined (2.5)."""


@dataclass(frozen=True, slots=True)
class Waypoint:
    """The next hex of a declared path.

    ``column`` is the formation the hex is entered in (a change of it happens in the hex before;
    where the hex is the present one, there). ``via`` is the id, name or kind of the Road, culvert
    or viaduct taken, ``none`` for none; None leaves it open.
    """

    hex: int
    column: bool | None = None
    via: str | None = None


@dataclass(frozen=True, slots=True)
class Walk:
    """The nodes of a path with the running total of each; ``stop`` is the waypoint not reached.

    ``front`` holds, where it stopped, every node the unit could be at by then, cheapest first.
    """

    nodes: tuple[int, ...]
    totals: tuple[int, ...]
    stop: int | None = None
    front: tuple[int, ...] = ()


def walk(network: Network, starts: Sequence[int], waypoints: Sequence[Waypoint]) -> Walk:
    """Follow the waypoints by the cheapest Roads and changes they leave open."""
    cost_of = dict.fromkeys(starts, 0)
    layers: list[dict[int, int]] = []  # node → the node it was entered from
    per_hex, steps_of = network.per_hex, network.steps_of
    for number, waypoint in enumerate(waypoints):
        came: dict[int, int] = {}
        if waypoint.column is not None:
            cost_of, changed = formed(network, cost_of, waypoint.column)
            layers.append(changed)
        wanted, next_cost = waypoint.hex, dict[int, int]()
        here = next(iter(cost_of)) // per_hex if cost_of else OFF_ROAD
        if wanted == here:
            if waypoint.column is None:
                layers.append({})
            continue
        if waypoint.via is not None or len(cost_of) == 1:
            cost_of, changed = off_roads(network, cost_of)
            if changed:
                layers.append(changed)
        for node, cost in cost_of.items():
            for there, price in steps_of(node):
                if there // per_hex == wanted:
                    reached = cost + price
                    if reached < next_cost.get(there, reached + 1):
                        next_cost[there] = reached
                        came[there] = node
        if waypoint.via is not None:
            next_cost, came = along(network, cost_of, waypoint)
        if not next_cost:
            front = tuple(sorted(cost_of, key=lambda node: (cost_of[node], node)))
            nodes, totals = traced(network, layers, front[0] if front else None)
            return Walk(nodes, totals, number, front)
        layers.append(came)
        cost_of = next_cost
    last = min(cost_of, key=lambda node: (cost_of[node], node), default=None)
    nodes, totals = traced(network, layers, last)
    return Walk(nodes, totals) if nodes else Walk((), (), 0)


Layer = tuple[dict[int, int], dict[int, int]]


def formed(network: Network, cost_of: dict[int, int], column: bool) -> Layer:
    """The nodes after getting into or out of Column where needed, with what they came from."""
    found: dict[int, int] = {}
    came: dict[int, int] = {}
    for node, cost in cost_of.items():
        hex, now, _ = network.place(node)
        if now == column:
            if cost < found.get(node, cost + 1):
                found[node] = cost
                came.pop(node, None)
            continue
        for there, price in network.steps_of(node):
            there_hex, formation, _ = network.place(there)
            if there_hex == hex and formation == column:
                reached = cost + price
                if reached < found.get(there, reached + 1):
                    found[there], came[there] = reached, node
    return found, came


def off_roads(network: Network, cost_of: dict[int, int]) -> Layer:
    """The nodes with those added that a change of Road within the hex leads to (2.5)."""
    found, came = dict(cost_of), dict[int, int]()
    per_hex, width = network.per_hex, network.width
    for node, cost in cost_of.items():
        if node % width == 0:
            continue
        free = node - node % width
        for there, price in network.steps_of(node):
            if there == free and there // per_hex == node // per_hex:
                reached = cost + price
                if reached < found.get(there, reached + 1):
                    found[there], came[there] = reached, node
    return found, came


def along(network: Network, cost_of: dict[int, int], waypoint: Waypoint) -> Layer:
    """The steps to a waypoint by the Road or passage it names."""
    found: dict[int, int] = {}
    came: dict[int, int] = {}
    for node, cost in cost_of.items():
        for move in network.moves(node):
            price = total(move.parts)
            if price is None or not fits(network, move, waypoint):
                continue
            reached = cost + price
            if reached < found.get(move.node, reached + 1):
                found[move.node], came[move.node] = reached, node
    return found, came


def fits(network: Network, move: Move, waypoint: Waypoint) -> bool:
    """Whether a move goes to a waypoint by the way it names."""
    hex, _, _ = network.place(move.node)
    if hex != waypoint.hex or move.direction == HERE:
        return False
    via = waypoint.via
    if via is None:
        return True
    if via == DECLINED:
        return move.road == OFF_ROAD and not move.passage
    if move.passage:
        return via == move.passage
    return move.road != OFF_ROAD and via in network.map.roads[move.road]


def traced(
    network: Network, layers: Sequence[dict[int, int]], last: int | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The nodes up to ``last`` and the running total at each."""
    if last is None:
        return (), ()
    nodes = [last]
    for came in reversed(layers):
        if nodes[-1] in came:
            nodes.append(came[nodes[-1]])
    nodes.reverse()
    totals = [0]
    for a, b in pairwise(nodes):
        totals.append(totals[-1] + dict(network.steps_of(a))[b])
    return tuple(nodes), tuple(totals)
