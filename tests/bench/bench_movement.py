"""How fast movement is answered, beside other libraries on the same graph with the same costs.

    python -m tests.bench.bench_movement [--repeats 7]

The real map is compiled first. Answers are compared before anything is timed. Below each bare
search stand what other libraries take for it, and the whole method that answers with it, warm, with
the readings it turns on. Prints a Markdown table of medians of processor time within one run, and
exits with 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import networkx

from clubroute.builder.grid import ring
from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.builder.terrain.terrain_head import RECORD, open_terrain
from clubroute.rules.answer.model import MOVE_CLASSES
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context, Loaded
from clubroute.rules.ground.mapfile import read_map
from clubroute.rules.gts.games import GAMES, movement_table
from clubroute.rules.gts.movement.answers.paths import check_path
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.search.cheapest import cheapest, reach
from clubroute.rules.gts.movement.search.declared import Waypoint, walk
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.situation.mover import Mover
from clubroute.rules.gts.situation.surroundings import Surroundings
from tests.bench.movement_peers import Peer, best_peers, reach_peers

Row = tuple[str, float, float, float, bool]
"""Name, µs of ours and of a peer (0: none; less: not installed), bar, and whether it is met."""
START, ALLOWANCE = "75.129", 26
TRUCK: Mapping[str, Any] = {"class": "wheeled", "column": True}
ORGANIC: Mapping[str, Any] = {"class": "leg", "organic": "wheeled"}
UNREACHABLE = ("move.best", {"map": "mg", "unit": TRUCK, "from": START, "to": "51.115"})
LENGTH = ("41.232", "49.29")
PAIRS = 25
TYPICAL, WORST = 50_000, 400_000
"""µs in which a method answers, warm."""
SEARCHES, SEARCHES_BY_TRANSPORT = 15, 80
"""Bare searches in the time of which ``move.reach`` answers with its readings, in any form."""
FARTHEST, FAR = 60, 3_000_000
"""MP no unit has, and µs in which they are answered for."""
OPEN = 5000
"""µs in which the largest compiled map must be open: a few ms."""


def main() -> int:
    parser = argparse.ArgumentParser(description="time movement against networkx")
    parser.add_argument("--repeats", type=int, default=7)
    rows = list(measure(parser.parse_args().repeats))
    lines = ["| | ours, µs | other, µs | times faster | bar | |", "|---|---|---|---|---|---|"]
    for name, ours, theirs, bar, met in rows:
        ratio = f"{theirs / ours:.1f}" if theirs > 0 else ""
        other = f"{theirs:,.0f}" if theirs > 0 else "not installed" if theirs else ""
        text = (f"{bar:g}×" if theirs else f"{bar:,.0f} µs") if bar else ""
        verdict = "" if not bar else "met" if met else "MISSED"
        lines.append(f"| {name} | {ours:,.1f} | {other} | {ratio} | {text} | {verdict} |")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if all(met for *_, met in rows) else 1


def measure(repeats: int) -> Iterator[Row]:
    """Each case: ours and networkx in µs, the bar, whether it is met."""
    data = encode_terrain(compile_map(Path(__file__).parents[2], "gts").terrain)
    network = network_of(data)
    graph = whole_graph(network)
    start = network.starts(network.map.id(START), True)[0]

    methods = Methods(data, repeats)
    yield from reach_rows(network, graph, start, methods, repeats)
    near = near_pairs(network, PAIRS)
    yield near_row(network, graph, near, repeats)
    yield from peer_rows(best_peers(network, graph, near, timed, repeats))
    yield methods.median("`move.best` of these", [methods.way(network, *pair) for pair in near])
    ends = [network.map.id(number) for number in LENGTH]
    far = [(network.starts(a, True)[0], b) for a, b in (ends, ends[::-1])]
    yield median_row("best, the length of the map", best_rows(network, graph, far, repeats, 1))
    yield from peer_rows(best_peers(network, graph, far, timed, repeats))
    yield methods.median(
        "`move.best` of these", [methods.way(network, *pair) for pair in far], WORST
    )
    assert methods.answer(*UNREACHABLE)["verdict"] == "illegal"
    yield methods.median("`move.best` to a hex nobody reaches", [UNREACHABLE], WORST)
    yield from declared(network, start, methods, repeats)
    yield "the slowest answer of all", methods.slowest, 0, WORST, methods.slowest <= WORST
    yield from first_answers(data, repeats)


def reach_rows(
    network: Network, graph: Any, start: int, methods: Methods, repeats: int
) -> Iterator[Row]:
    """All that is in reach: beside others, and as a method, also with transport."""
    lengths = networkx.single_source_dijkstra_path_length
    found = reach(network, [start], ALLOWANCE)
    assert found == lengths(graph, start, cutoff=ALLOWANCE)
    ours = timed(lambda: reach(network, [start], ALLOWANCE), repeats, 20)
    theirs = timed(lambda: lengths(graph, start, cutoff=ALLOWANCE), repeats, 5)
    yield ratio(f"reach 13 MP, {len(found)} states", 4, ours, theirs)
    peers = reach_peers(network, graph, start, ALLOWANCE, timed, repeats)
    yield from peer_rows(peers)
    asked = {"map": "mg", "unit": TRUCK, "from": START, "allowance": ALLOWANCE / 2}
    reaches = [("move.reach", asked)]
    name = f"`move.reach` of these, in the time of {SEARCHES} searches"
    yield methods.median(name, reaches, SEARCHES * ours)
    riding = {**asked, "unit": ORGANIC, "costs": {"mount": 3, "dismount": 3}}
    name = f"`move.reach` with Organic Transport, of {SEARCHES_BY_TRANSPORT} searches"
    yield methods.median(name, [("move.reach", riding)], SEARCHES_BY_TRANSPORT * ours)
    farthest = partial(methods.answer, "move.reach", {**riding, "allowance": FARTHEST})
    yield f"the same with {FARTHEST} MP, for the first time", timed(farthest, 1, 1), 0, 0, True
    took = timed(farthest, 1, 1)
    yield f"the same with {FARTHEST} MP", took, 0, FAR, took <= FAR


def peer_rows(peers: Iterable[Peer]) -> Iterator[Row]:
    """What others take for the search of the row above, without a bar."""
    for name, ours, theirs in peers:
        yield f"beside {name}", ours, -1 if theirs is None else theirs, 0, True


Asked = tuple[str, Mapping[str, Any]]
"""A method and its parameters."""


class Methods:
    """Times whole methods about the compiled map; ``slowest`` has the µs of the slowest answer."""

    def __init__(self, data: bytes, repeats: int) -> None:
        self.slowest = 0.0
        self._repeats = repeats
        self._folder = tempfile.TemporaryDirectory()
        Path(self._folder.name, "gts.terrain").write_bytes(data)
        self._context = Context(Path(self._folder.name))

    def way(self, network: Network, start: int, goal: int) -> Asked:
        """The question for a cheapest way of a unit in Column."""
        ends = {
            "from": network.map.number(start // network.per_hex),
            "to": network.map.number(goal),
        }
        return "move.best", {"map": "mg", "unit": TRUCK, **ends}

    def median(self, name: str, questions: Sequence[Asked], bar: float = TYPICAL) -> Row:
        """The median of some questions, each asked once before and answered anew each time."""
        found = []
        for method, params in questions:
            run = partial(self.answer, method, params)
            run()
            found.append(timed(run, self._repeats, 1))
        self.slowest = max(self.slowest, *found)
        middle = statistics.median(found)
        return name, middle, 0, bar, middle <= bar

    def answer(self, method: str, params: Mapping[str, Any]) -> Any:
        """Answer a question without the answers that were kept."""
        self._context.loaded["kept", "standing"] = Loaded()
        return ask(self._context, method, params)


def network_of(data: bytes) -> Network:
    """The combined map for Wheeled Units."""
    rules = Rules({game: movement_table(game) for game in GAMES}, MovementReadings())
    return Network(read_map(data, "gts.terrain", "mg"), rules, "wheeled", Surroundings())


def whole_graph(network: Network) -> Any:
    """Every state that can be reached from the length of the map, with its steps, in networkx."""
    graph: Any = networkx.DiGraph()
    waiting = [n for start in range(len(network.map)) for n in network.starts(start, True)]
    seen = set(waiting)
    while waiting:
        node = waiting.pop()
        for there, cost in network.steps_of(node):
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
        start = random.randrange(len(network.map))
        around = ring(network.map.hex(start), random.randint(5, 15))
        goal = network.map.find(random.choice(around))
        starts = network.starts(start, True)
        if goal >= 0 and starts and cheapest(network, starts, goal).cost:
            found.append((starts[0], goal))
    return found


def near_row(network: Network, graph: Any, pairs: list[tuple[int, int]], repeats: int) -> Row:
    """Cheapest ways over 5–15 hexes, drawn from a seed, for each class of unit."""
    rows = best_rows(network, graph, pairs, repeats, 5)
    for move_class in MOVE_CLASSES:
        if move_class != network.move_class:
            other = Network(network.map, network.rules, move_class, Surroundings())
            others = near_pairs(other, PAIRS)
            rows += best_rows(other, whole_graph(other), others, repeats, 5)
    return median_row("best, 5–15 hexes, every class", rows)


Compared = tuple[float, float, float]
"""Times faster, ours and networkx in µs."""


def best_rows(
    network: Network, graph: Any, pairs: list[tuple[int, int]], repeats: int, loops: int
) -> list[Compared]:
    """The cheapest way for every pair of a node and a hex."""
    rows = []
    for node, goal in pairs:
        for there in [n for n in graph if n // network.per_hex == goal]:
            graph.add_edge(there, -1 - goal, weight=0)
        length = networkx.dijkstra_path_length(graph, node, -1 - goal)
        assert cheapest(network, [node], goal).cost == length
        ours = timed(partial(cheapest, network, [node], goal), repeats, loops)
        theirs = timed(partial(networkx.dijkstra_path, graph, node, -1 - goal), repeats, 1)
        rows.append((theirs / ours, ours, theirs))
    return rows


def median_row(name: str, rows: list[Compared]) -> Row:
    """The pair of the median ratio."""
    _, ours, theirs = sorted(rows)[len(rows) // 2]
    return ratio(name, 8, ours, theirs)


def declared(network: Network, start: int, methods: Methods, repeats: int) -> Iterator[Row]:
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
    hexes = [network.map.number(node // network.per_hex) for node in nodes]
    asked = {"map": "mg", "unit": TRUCK, "path": hexes}
    yield methods.median("`move.check` of it", [("move.check", asked)])


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
    """Median µs of processor time of one run."""
    found: list[float] = []
    for _ in range(repeats):
        begun = time.process_time()
        for _ in range(loops):
            run()
        found.append((time.process_time() - begun) / loops * 1e6)
    return statistics.median(found)


if __name__ == "__main__":
    sys.exit(main())
