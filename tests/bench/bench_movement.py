"""How fast movement is answered, beside networkx on the same graph with the same costs.

    python -m tests.bench.bench_movement [--repeats 7]

The real map is compiled first. Answers are compared before anything is timed. Prints a Markdown
table of medians within one run, and exits with 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import networkx

from clubroute.builder.grid import ring
from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain_file import encode_terrain
from clubroute.builder.terrain_head import RECORD, open_terrain
from clubroute.rules.gts.movement.answers.paths import check_path
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.position import Mover, Position
from clubroute.rules.gts.movement.readings import Readings
from clubroute.rules.gts.movement.search.cheapest import cheapest, reach
from clubroute.rules.gts.movement.search.declared import Waypoint, walk
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.movement_tables import GAMES, movement_table
from clubroute.rules.mapfile import read_map
from clubroute.rules.model import MOVE_CLASSES

Row = tuple[str, float, float, float, bool]
START, ALLOWANCE = "75.129", 26
LENGTH = ("41.232", "49.29")
PAIRS = 25
OPEN = 5000
"""µs in which the largest compiled map must be open: a few ms."""


def main() -> int:
    parser = argparse.ArgumentParser(description="time movement against networkx")
    parser.add_argument("--repeats", type=int, default=7)
    rows = list(measure(parser.parse_args().repeats))
    lines = ["| | ours, µs | networkx, µs | times faster | bar | |", "|---|---|---|---|---|---|"]
    for name, ours, theirs, bar, met in rows:
        ratio = f"{theirs / ours:.1f}" if theirs else ""
        other = f"{theirs:,.0f}" if theirs else ""
        text = f"{bar:g}×" if theirs else f"{bar:g} µs" if bar else ""
        verdict = "met" if met else "MISSED"
        lines.append(f"| {name} | {ours:,.1f} | {other} | {ratio} | {text} | {verdict} |")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if all(met for *_, met in rows) else 1


def measure(repeats: int) -> Iterator[Row]:
    """Each case: ours and networkx in µs, the bar, whether it is met."""
    data = encode_terrain(compile_map(Path(__file__).parents[2], "gts").terrain)
    network = network_of(data)
    graph = whole_graph(network)
    start = network.starts(network.map.id(START), True)[0]

    found = reach(network, [start], ALLOWANCE)
    assert found == networkx.single_source_dijkstra_path_length(graph, start, cutoff=ALLOWANCE)
    yield ratio(
        f"reach 13 MP, {len(found)} states",
        4,
        timed(lambda: reach(network, [start], ALLOWANCE), repeats, 20),
        timed(
            lambda: networkx.single_source_dijkstra_path_length(graph, start, cutoff=ALLOWANCE),
            repeats,
            5,
        ),
    )
    yield near_row(network, graph, repeats)
    ends = [network.map.id(number) for number in LENGTH]
    far = [(network.starts(ends[0], True)[0], ends[1]), (network.starts(ends[1], True)[0], ends[0])]
    yield median_row("best, the length of the map", best_rows(network, graph, far, repeats, 1))
    yield from declared(network, start, repeats)
    yield from first_answers(data, repeats)


def network_of(data: bytes) -> Network:
    """The combined map for Wheeled Units."""
    rules = Rules({game: movement_table(game) for game in GAMES}, Readings())
    return Network(read_map(data, "gts.terrain", "mg"), rules, "wheeled", Position())


def whole_graph(network: Network) -> Any:
    """Every state that can be reached from the length of the map, with its steps, in networkx."""
    graph: Any = networkx.DiGraph()
    waiting = [n for hex in range(len(network.map)) for n in network.starts(hex, True)]
    seen = set(waiting)
    while waiting:
        node = waiting.pop()
        for there, cost, *_ in network.steps_of(node):
            graph.add_edge(node, there, weight=cost)
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    return graph


def near_pairs(network: Network, count: int) -> list[tuple[int, int]]:
    """Starts and hexes 5 to 15 hexes apart that can be reached, drawn from a seed."""
    random = Random(5)
    found: list[Any] = []
    while len(found) < count:
        hex = random.randrange(len(network.map))
        around = ring(network.map.hex(hex), random.randint(5, 15))
        goal = network.map.find(random.choice(around))
        starts = network.starts(hex, True)
        if goal >= 0 and starts and cheapest(network, starts, goal).cost:
            found.append((starts[0], goal))
    return found


def near_row(network: Network, graph: Any, repeats: int) -> Row:
    """Cheapest ways over 5–15 hexes, drawn from a seed, for each class of unit."""
    rows = best_rows(network, graph, near_pairs(network, PAIRS), repeats, 5)
    for move_class in MOVE_CLASSES:
        if move_class != network.move_class:
            other = Network(network.map, network.rules, move_class, Position())
            pairs = near_pairs(other, PAIRS)
            rows += best_rows(other, whole_graph(other), pairs, repeats, 5)
    return median_row("best, 5–15 hexes, every class", rows)


Compared = tuple[float, float, float]
"""Times faster, ours and networkx in µs."""


def best_rows(
    network: Network, graph: Any, pairs: list[tuple[int, int]], repeats: int, loops: int
) -> list[Compared]:
    """The cheapest way for every pair of a node and a hex."""
    rows = []
    for node, hex in pairs:
        for there in [n for n in graph if n // network.per_hex == hex]:
            graph.add_edge(there, -1 - hex, weight=0)
        length = networkx.dijkstra_path_length(graph, node, -1 - hex)
        assert cheapest(network, [node], hex).cost == length
        ours = timed(partial(cheapest, network, [node], hex), repeats, loops)
        theirs = timed(partial(networkx.dijkstra_path, graph, node, -1 - hex), repeats, 1)
        rows.append((theirs / ours, ours, theirs))
    return rows


def median_row(name: str, rows: list[Compared]) -> Row:
    """The pair of the median ratio."""
    _, ours, theirs = sorted(rows)[len(rows) // 2]
    return ratio(name, 8, ours, theirs)


def declared(network: Network, start: int, repeats: int) -> Iterator[Row]:
    """A declared path of ten steps, with and without its receipt."""
    goal = network.map.id("66.137")
    nodes = cheapest(network, [start], goal).path[:11]
    path = [Waypoint(node // network.per_hex) for node in nodes[1:]]
    mover = Mover("wheeled", True, 26)
    assert len(path) == 10
    assert walk(network, [start], path).stop is None
    assert check_path(network, mover, [start], path).verdict == "legal"
    plain = timed(lambda: walk(network, [start], path), repeats, 200)
    yield "path of 10 steps, no receipt", plain, 0, 50, plain < 50
    full = timed(lambda: check_path(network, mover, [start], path).record(), repeats, 50)
    yield "path of 10 steps, receipt", full, 0, 300, full < 300


def first_answers(data: bytes, repeats: int) -> Iterator[Row]:
    """What a first question pays: reading the map, unfolding the graph."""
    opened = timed(lambda: read_map(data, "gts.terrain", "mg"), 5 * repeats, 1)
    text = bytes(open_terrain(data, "gts.terrain").part(RECORD))
    parsed = timed(lambda: json.loads(text), 5 * repeats, 1)
    beside = f"read the compiled map (json.loads of its facts alone: {parsed:,.0f} µs)"
    yield beside, opened, 0, OPEN, opened < OPEN
    fresh = []
    for _ in range(repeats):
        network = network_of(data)
        start = network.starts(network.map.id(START), True)
        fresh.append(timed(partial(reach, network, start, ALLOWANCE), 1, 1))
    yield "first reach 13 MP on a fresh graph", statistics.median(fresh), 0, 0, True


def ratio(name: str, bar: float, ours: float, theirs: float) -> Row:
    """A comparison with its bar."""
    return name, ours, theirs, bar, theirs / ours >= bar


def timed(run: Callable[[], object], repeats: int, loops: int) -> float:
    """Median µs of one run."""
    found: list[float] = []
    for _ in range(repeats):
        begun = time.perf_counter()
        for _ in range(loops):
            run()
        found.append((time.perf_counter() - begun) / loops * 1e6)
    return statistics.median(found)


if __name__ == "__main__":
    sys.exit(main())
