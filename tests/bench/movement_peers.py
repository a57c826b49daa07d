"""What other libraries take for the searches of ``bench_movement.py``, on the same graph.

scipy and rustworkx are in the extra ``bench``; one that is missing is told as ``not installed``.
Every answer is compared with ours before it is timed.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any

import networkx

from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.search.cheapest import cheapest, reach, remains

Timed = Callable[[Callable[[], object], int, int], float]
"""Median µs of a run, of so many repeats of so many loops."""

Peer = tuple[str, float, float | None]
"""A search by another library, the µs of ours and of its; None where it is not installed."""


def reach_peers(
    network: Network, graph: Any, start: int, allowance: int, timed: Timed, repeats: int
) -> Iterator[Peer]:
    """All that is in reach, by scipy and rustworkx."""
    expected = reach(network, [start], allowance)
    ours = timed(partial(reach, network, [start], allowance), repeats, 5)
    names = sorted(node for node in graph if node >= 0)
    number = {node: index for index, node in enumerate(names)}
    edges = [(number[a], number[b], c) for a, b, c in graph.edges(data="weight") if b >= 0]
    if find_spec("scipy"):
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import dijkstra

        # An edge of no cost would be none in a sparse matrix.
        assert all(cost > 0 for _, _, cost in edges)
        rows, columns, costs = zip(*edges, strict=True)
        matrix = csr_array((costs, (rows, columns)), shape=(len(names), len(names)), dtype=float)
        ask = partial(dijkstra, matrix, indices=number[start], limit=allowance)
        found = {names[k]: int(cost) for k, cost in enumerate(ask()) if cost <= allowance}
        assert found == expected
        yield "scipy dijkstra(limit)", ours, timed(ask, repeats, 5)
    else:
        yield "scipy dijkstra(limit)", ours, None
    if find_spec("rustworkx"):
        import rustworkx

        other: Any = rustworkx.PyDiGraph()
        other.add_nodes_from(names)
        other.add_edges_from(edges)
        ask = partial(rustworkx.dijkstra_shortest_path_lengths, other, number[start], float)
        lengths = {names[k]: cost for k, cost in ask().items() if cost <= allowance}
        assert {**lengths, start: 0} == expected
        yield "rustworkx dijkstra (it has no limit)", ours, timed(ask, repeats, 1)
    else:
        yield "rustworkx dijkstra (it has no limit)", ours, None


def best_peers(
    network: Network, graph: Any, pairs: Sequence[tuple[int, int]], timed: Timed, repeats: int
) -> Iterator[Peer]:
    """Cheapest ways from a node to a hex, by A* of networkx and rustworkx: the median pair.

    Each is given the bound our own search uses. ``graph`` has a node ``-1 - hex`` for every goal.
    """
    ours: list[float] = []
    found: dict[str, list[float]] = {"networkx astar_path": []}
    other: Any = None
    number: dict[int, int] = {}
    if find_spec("rustworkx"):
        import rustworkx

        found["rustworkx astar"] = []
        names = sorted(node for node in graph if node >= 0)
        number = {node: index for index, node in enumerate(names)}
        other = rustworkx.PyDiGraph()
        other.add_nodes_from(names)
        edges = graph.edges(data="weight")
        other.add_edges_from([(number[a], number[b], c) for a, b, c in edges if b >= 0])
    for node, goal in pairs:
        floor = network.floors.to(goal)
        least = partial(remains, network, floor, goal)

        def left(a: int, b: int, least: Callable[[int], int] = least) -> int:
            return least(a) if a >= 0 else 0

        cost = cheapest(network, [node], goal).cost
        ours.append(timed(partial(cheapest, network, [node], goal), repeats, 5))
        ask = partial(networkx.astar_path, graph, node, -1 - goal, left)
        way = ask()
        assert networkx.path_weight(graph, way, "weight") == cost
        found["networkx astar_path"].append(timed(ask, repeats, 1))
        if other is None:
            continue

        def there(a: int, goal: int = goal) -> bool:
            return a // network.per_hex == goal

        ask = partial(rustworkx.astar_shortest_path, other, number[node], there, float, least)
        steps = [names[k] for k in ask()]
        assert networkx.path_weight(graph, steps, "weight") == cost
        found["rustworkx astar"].append(timed(ask, repeats, 1))
    for name, times in found.items():
        yield name, statistics.median(ours), statistics.median(times)
    if other is None:
        yield "rustworkx astar", statistics.median(ours), None
