"""It Never Snows: 2,000 drawn maps against a second opinion, and reach against networkx.

    python -m tests.bench.bench_ins [--maps 2000] [--repeats 15]

Prints how many answers about movement, Road March and supply differ (bar: none), and how many
times faster a unit's reach is found on the real map than networkx finds it on the same graph
(bar: 4). Exits with 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import networkx

from clubroute.builder.project import Project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.rules.engine.trip import LimitedTrip
from clubroute.rules.ground.mapfile import open_map
from clubroute.rules.scs.movement.costs import MoverClass
from clubroute.rules.scs.situation.ground import PricedMap
from tests.rules.scs.compare import differences

BAR = 4.0
STARTS = ("A47.05", "B22.32", "E54.24", "C31.09")
HALF_MP = (12, 16, 24)


def main() -> int:
    parser = argparse.ArgumentParser(description="compare and time It Never Snows")
    parser.add_argument("--maps", type=int, default=2000)
    parser.add_argument("--repeats", type=int, default=15)
    told = parser.parse_args()
    project = Project(Path(__file__).parents[2])
    path = CompiledMaps(project, project.root / "build").path("ins")
    priced = PricedMap(open_map(path, "ins"))
    ways = priced.ways(MoverClass())
    graph = networkx.DiGraph()
    graph.add_weighted_edges_from(
        (a, b, cost) for a, groups in enumerate(ways) for cost, many in groups for b in many
    )
    slowest = 1e9
    say("\n| half-MP | hexes | ours, ms | networkx, ms | times |", "|---|---|---|---|---|")
    for most in HALF_MP:
        ours, theirs, hexes = [], [], 0
        for number in STARTS:
            start = priced.country.id(number)
            trip = LimitedTrip(priced.country, ways, start)

            def peer(start: int = start, most: int = most) -> Any:
                return networkx.single_source_dijkstra_path_length(graph, start, cutoff=most)

            costs = trip.reached(most).costs
            assert costs == peer()
            hexes += len(costs)
            mine, his = timed(partial(trip.reached, most), peer, told.repeats)
            ours.append(mine)
            theirs.append(his)
        times = sum(theirs) / sum(ours)
        slowest = min(slowest, times)
        say(f"| {most} | {hexes} | {sum(ours):.2f} | {sum(theirs):.2f} | {times:.1f} |")
    found = [line for seed in range(told.maps) for line in differences(seed)]
    say(f"\n{told.maps} maps: {len(found)} answers differ", *found[:20])
    return 0 if not found and slowest >= BAR else 1


def say(*lines: str) -> None:
    """Print lines."""
    sys.stdout.write("\n".join(lines) + "\n")


def timed(ours: Callable[[], Any], theirs: Callable[[], Any], repeats: int) -> tuple[float, float]:
    """The median times of some warm runs in turn, in ms."""
    runs: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeats):
        for what, told in zip((ours, theirs), runs, strict=True):
            what()
            begun = time.process_time()
            what()
            told.append(time.process_time() - begun)
    return 1000 * statistics.median(runs[0]), 1000 * statistics.median(runs[1])


if __name__ == "__main__":
    sys.exit(main())
