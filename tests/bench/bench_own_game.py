"""How fast the reach of a game of one's own is found, beside networkx on the same graph.

    python -m tests.bench.bench_own_game [--repeats 25]

The map is Testland's, drawn out to 891 hexes; enemies stand on it. Answers are compared before
anything is timed. Prints a Markdown table of medians of processor time, and exits with 1 if a bar
is missed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import chdir
from functools import partial
from pathlib import Path
from typing import Any

import networkx

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.project import Project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.plain.book import held_rules
from clubroute.rules.plain.game import PlainPosition, PlainUnit, game_of
from clubroute.rules.plain.movement.mover import mover_of
from clubroute.rules.plain.movement.trip import PlainTrip
from clubroute.rules.plain.movement.zones import in_the_way

BAR = 4
START = "2.50"
ENEMIES = {"red-1": "3.46", "red-2": "1.55", "red-horse": "3.58"}
ALLOWANCES = (16, 40)
"""In half-MP."""
Row = tuple[str, float, float, bool]


def main() -> int:
    parser = argparse.ArgumentParser(description="time the reach of a game of one's own")
    parser.add_argument("--repeats", type=int, default=25)
    repeats = parser.parse_args().repeats
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        rows = list(measure(wide_game(Path(folder)), repeats))
    lines = ["| | ours, µs | networkx, µs | times faster | |", "|---|---|---|---|---|"]
    for name, ours, theirs, met in rows:
        told = f"{theirs:,.0f} | {theirs / ours:.1f}" if theirs else " | "
        lines.append(f"| {name} | {ours:,.0f} | {told} | {'met' if met else 'MISSED'} |")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if all(met for *_, met in rows) else 1


def wide_game(root: Path) -> Context:
    """A game of one's own on nine hexrows of 99 hexes."""
    new_game(root, "wide", rules=True)
    path = root / "map_sources" / "wide" / "lattice.toml"
    text = path.read_text(encoding="utf-8").replace("hexrows = [1, 6]", "hexrows = [1, 9]")
    path.write_text(text.replace("hexes = [1, 10]", "hexes = [1, 99]"), encoding="utf-8")
    return Context(root / "build", maps=CompiledMaps(Project(root), root / "build"))


def measure(context: Context, repeats: int) -> Iterator[Row]:
    """Each case: ours and networkx in µs, and whether the bar is met."""
    game, country = game_of("wide"), map_of(context, "wide")
    rules = held_rules(context, game, country).plain
    units = tuple(
        PlainUnit(id=id_, side="Red", kind="infantry", hex=hex_, back=False)
        for id_, hex_ in ENEMIES.items()
    )
    unit = PlainUnit(id="blue-1", side="Blue", kind="infantry", back=False, state=())
    way = in_the_way(rules, country, PlainPosition(units=units), unit)
    mover = mover_of(rules, game, unit, Working())
    start = country.id(START)
    trip = PlainTrip(context, rules, country, mover, way, start)
    graph = graph_of(trip)
    for allowance in ALLOWANCES:
        search = partial(trip.reached, allowance, True)  # both have the zones laid over once
        peer = partial(networkx.single_source_dijkstra_path_length, graph, start, cutoff=allowance)
        found = dict(search().costs)
        assert found == peer(), "another reach than that of networkx"
        ours, theirs = timed(repeats, 20, search, peer)
        name = f"reach {allowance // 2} MP, {len(found)} hexes"
        yield name, ours, theirs, theirs >= BAR * ours
    state = {"units": [{"id": id_, "hex": hex_, "back": False} for id_, hex_ in ENEMIES.items()]}
    params: dict[str, Any] = {"map": "wide", "from": START, "state": {**state, "turn": 1}}
    params["unit"] = {"id": "blue-1", "back": False, "state": [], "move": 20}
    yield (
        "`move.reach` of these",
        *timed(repeats, 5, partial(ask, context, "move.reach", params)),
        0,
        True,
    )


def graph_of(trip: PlainTrip) -> Any:
    """The graph of all steps of a unit, as its trip has them: nothing leads on from a stop."""
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(len(trip.country)))
    begins = trip.begins(10**6, False)
    for a, onward in enumerate(trip.limits.going):
        for price, many in begins if a == trip.start else onward:
            graph.add_weighted_edges_from(
                (a, b, price) for b in many if b not in trip.limits.closed
            )
    return graph


def timed(repeats: int, loops: int, *runs: Callable[[], object]) -> list[float]:
    """Median µs of processor time of some runs, which take turns: what else the machine does
    slows them alike."""
    found: list[list[float]] = [[] for _ in runs]
    for _ in range(repeats):
        for run, times in zip(runs, found, strict=True):
            before = time.process_time()
            for _ in range(loops):
                run()
            times.append((time.process_time() - before) / loops * 1e6)
    return [statistics.median(times) for times in found]


if __name__ == "__main__":
    sys.exit(main())
