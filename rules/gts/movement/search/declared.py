"""A declared path: its cheapest legal reading, or where and why it stops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.gts.movement.graph.network import (
    HERE,
    OFF_ROAD,
    Move,
    Network,
)
from clubroute.rules.gts.movement.steps.judge import total

DECLINED = "none"
"""As ``via``: the Road is declined (2.5)."""

EXIT = "exit"
"""The action of leaving the map, which a path has as its last entry."""


@dataclass(frozen=True, slots=True)
class Waypoint:
    """The next hex of a declared path.

    ``column`` is the formation the hex is entered in (a change of it happens in the hex before;
    where the hex is the present one, there). ``via`` is the id, name or kind of the Road, culvert
    or viaduct taken, ``none`` for none; None leaves it open. ``action`` is the unit's act there
    before it goes on.
    """

    hex: int
    column: bool | None = None
    via: str | None = None
    action: str = ""


@dataclass(frozen=True, slots=True)
class WalkedPath:
    """The nodes of a path with the running total of each; ``stop`` is the waypoint not reached.

    ``front`` has every node at which the unit could be where the path stopped, cheapest first.
    ``ends`` has by waypoint the index of the node that reaches it.
    """

    nodes: tuple[int, ...]
    totals: tuple[int, ...]
    stop: int | None = None
    front: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()


Costs = dict[int, int]
"""Half-MP by node."""

Came = dict[int, int]
"""The node each node was entered from."""


def walk(
    network: Network,
    starts: Sequence[int],
    waypoints: Sequence[Waypoint],
    after: Mapping[int, Network] | None = None,
) -> WalkedPath:
    """Follow the waypoints by the cheapest Roads and changes that they leave open.

    ``after`` gives by number of a waypoint the graph that holds from there on. All graphs are of
    one map, so a node means the same in each.
    """
    costs: Costs = dict.fromkeys(starts, 0)
    marks: list[int] = []  # how many layers there are when a waypoint is reached
    changes = after or {}
    layers: list[tuple[Came, Costs]] = []  # how the next nodes were entered, and what they cost
    per_hex, steps, unfold = network.per_hex, network.steps, network.steps_of
    here = starts[0] // per_hex if starts else NOWHERE
    # Getting off a Road within the hex pays only where the Road was not chosen freely.
    bound = True
    for number, waypoint in enumerate(waypoints):
        if number - 1 in changes:
            network = changes[number - 1]
            steps, unfold = network.steps, network.steps_of
        if waypoint.column is not None:
            formed_costs, came = formed(network, costs, waypoint.column)
            if not formed_costs:
                return halted(layers, costs, number, marks)
            layers.append((came, costs))
            costs = formed_costs
        wanted = waypoint.hex
        if wanted == here:
            marks.append(len(layers))
            continue
        if bound or waypoint.via is not None:
            freed_costs, came = off_roads(network, costs)
            if came:
                layers.append((came, costs))
                costs = freed_costs
        bound = waypoint.via is not None
        reached: Costs = {}
        came = {}
        if bound:
            reached, came = along(network, costs, waypoint)
        else:
            for node, cost in costs.items():
                for there, price in steps[node] if node in steps else unfold(node):
                    if there // per_hex == wanted:
                        total_cost = cost + price
                        if there not in reached or total_cost < reached[there]:
                            reached[there] = total_cost
                            came[there] = node
        if not reached:
            return halted(layers, costs, number, marks)
        layers.append((came, costs))
        costs, here = reached, wanted
        marks.append(len(layers))
    last = min(costs, key=lambda node: (costs[node], node), default=None)
    if last is None:
        return WalkedPath((), (), 0)
    nodes, totals, ends = traced(layers, costs, last, marks)
    return WalkedPath(nodes, totals, ends=ends)


def halted(
    layers: Sequence[tuple[Came, Costs]], costs: Costs, number: int, marks: Sequence[int]
) -> WalkedPath:
    """Return a walk that ends before a waypoint."""
    front = tuple(sorted(costs, key=lambda node: (costs[node], node)))
    nodes, totals, ends = traced(layers, costs, front[0] if front else None, marks)
    return WalkedPath(nodes, totals, number, front, ends)


Layer = tuple[Costs, Came]


def formed(network: Network, cost_of: Costs, column: bool) -> Layer:
    """Return the nodes after a needed change of Column, with the nodes they came from."""
    found: dict[int, int] = {}
    came: dict[int, int] = {}
    for node, cost in cost_of.items():
        hex_id, now, _ = network.place(node)
        if now == column:
            if cost < found.get(node, cost + 1):
                found[node] = cost
                came.pop(node, None)
            continue
        for there, price in network.steps_of(node):
            there_hex, formation, _ = network.place(there)
            if there_hex == hex_id and formation == column:
                reached = cost + price
                if reached < found.get(there, reached + 1):
                    found[there], came[there] = reached, node
    return found, came


def off_roads(network: Network, cost_of: dict[int, int]) -> Layer:
    """Add the nodes to which a change of Road within the hex leads (2.5)."""
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
    """Return the steps to a waypoint by the Road or passage it names."""
    found: dict[int, int] = {}
    came: dict[int, int] = {}
    for node, cost in cost_of.items():
        for move in network.moves(node):
            price = total(move.parts)
            if price is None or not fits(network, node, move, waypoint):
                continue
            reached = cost + price
            if reached < found.get(move.node, reached + 1):
                found[move.node], came[move.node] = reached, node
    return found, came


def fits(network: Network, start: int, move: Move, waypoint: Waypoint) -> bool:
    """Tell whether a move from a node goes to a waypoint by the way it names."""
    hex_id, column, _ = network.place(move.node)
    if hex_id != waypoint.hex or move.direction == HERE:
        return False
    via = waypoint.via
    if via is None:
        return True
    if via == DECLINED:
        return move.road == OFF_ROAD and not move.passage
    if move.passage:
        return via == move.passage
    kinds = network.rules.called(via)
    if move.road != OFF_ROAD:
        roads = [move.road]
    elif column:
        return False
    else:  # on foot along a Road: it is taken, and changes nothing (2.5)
        place = network.place(start)[0] * 6 + move.direction
        roads = [link.road for link in network.map.links.get(place, ())]
    named = [network.map.roads[road] for road in roads]
    return any(via in road or road.kind in kinds for road in named)


def traced(
    layers: Sequence[tuple[Came, Costs]], costs: Costs, last: int | None, marks: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return the nodes up to ``last``, the running total at each, and the index of each
    waypoint's."""
    if last is None:
        return (), (), ()
    nodes, totals = [last], [costs[last]]
    added = []
    for came, before in reversed(layers):
        node = came.get(nodes[-1])
        added.append(node is not None)
        if node is not None:
            nodes.append(node)
            totals.append(before[node])
    counts = list(accumulate(reversed(added), initial=0))
    return tuple(nodes[::-1]), tuple(totals[::-1]), tuple(counts[mark] for mark in marks)
