"""Lines of sight against shapely on the same blockers, and against rational arithmetic.

    python -m tests.bench.bench_los [--million]

The map is the compiled country of both games (window ``mg``). Prints a Markdown table of medians
and ratios within this run, and exits with 1 if a bar is missed. ``--million`` asks the rational
oracle a million times (some minutes) instead of fifty thousand. ``--first
ours|shapely|method WINDOW FILE`` is what it asks of fresh processes: milliseconds to a first fan.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from clubroute.builder.grid import Hex, within
from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile, open_map
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.clubroute.question import sees_on
from clubroute.rules.gts.los.line_rules import BLOCKS, SightReadings
from clubroute.rules.gts.los.scene import Features, Scene, lay_out
from clubroute.rules.gts.los.sight import Sight, sight_on
from clubroute.rules.gts.position import NOTHING_SAID
from tests.rules.los import oracle
from tests.rules.los.grounds import random_features, random_readings
from tests.rules.los.shapely_peer import ShapelySight

RADIUS = 20
FIRST = {"mg": "37.54", "wed": "75.129"}
"""A hex with raised Roads around, for the first fan of a process, by window."""
Row = tuple[str, str, str, str, bool]
Pair = tuple[Hex, Hex]


def main() -> int:
    parser = argparse.ArgumentParser(description="time lines of sight")
    parser.add_argument("--million", action="store_true", help="a million random lines")
    parser.add_argument("--first", nargs=3, metavar=("WHO", "WINDOW", "FILE"), help="see above")
    asked = parser.parse_args()
    if asked.first:
        who, window, path = asked.first
        sys.stdout.write(f"{first_fan(who, window, Path(path)) * 1e3:.3f}\n")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gts.terrain"
        path.write_bytes(encode_terrain(compile_map(Path(__file__).parents[2], "gts").terrain))
        opened = open_map(path, "mg")
        features = Scene(opened).features()
        rows = [*speed(features), *first_rows(path), *method_rows(path, opened)]
    rows.append(disagreements(features, 1_000_000 if asked.million else 50_000))
    lines = ["| | clubroute | shapely | bar | |", "|---|---|---|---|---|"]
    for name, ours, theirs, bar, met in rows:
        verdict = ("met" if met else "MISSED") if bar else ""
        lines.append(f"| {name} | {ours} | {theirs} | {bar} | {verdict} |")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if all(met for *_, met in rows) else 1


def speed(features: Features) -> list[Row]:
    """One line and a fan, both warm."""
    sight = sight_on(lay_out(features), SightReadings())
    peer = ShapelySight(features)
    pairs = random_pairs(features, 2000, seed=1)
    same = agreements(replace(features, crests=frozenset(), lines=frozenset()), pairs)
    some, look = pairs[:300], sight.look
    ours, theirs = side_by_side(
        lambda: [look(a, b) for a, b in pairs], lambda: [peer.blocked(a, b) for a, b in some]
    )
    rows = [
        ratio_row("one line of sight, from hex to hex", ours / len(pairs), theirs / len(some), 20),
        (f"same verdicts on hexes, of {len(pairs):,}", f"{same:,}", "", "all", same == len(pairs)),
    ]
    origins = [a for a, _ in pairs[:40]]
    few = origins[:8]
    targets = [[b for b in within(h, RADIUS) if b in features.effects and b != h] for h in few]
    ours, theirs = side_by_side(
        lambda: [sight.fan(h, RADIUS) for h in origins],
        lambda: [peer.fan(h, around) for h, around in zip(few, targets, strict=True)],
    )
    name = f"warm fan of range {RADIUS}"
    return [*rows, ratio_row(name, ours / len(origins), theirs / len(few), 20)]


def first_fan(who: str, window: str, path: Path) -> float:
    """Seconds to the first fan of this process.

    Of ``ours`` and ``shapely`` with what blocks in memory and all imported: laying out or building
    the tree, then the fan. Of ``method`` everything from opening the map.
    """
    if who == "method":
        params = {"map": window, "from": FIRST[window], "range": RADIUS}
        return seconds(lambda: ask(Context(path.parent), "los.fan", params))
    opened = open_map(path, window)
    features, origin = Scene(opened).features(), opened.hex(opened.id(FIRST[window]))
    if who == "ours":
        return seconds(lambda: sight_on(lay_out(features), SightReadings()).fan(origin, RADIUS))
    around = [b for b in within(origin, RADIUS) if b in features.effects and b != origin]
    return seconds(lambda: ShapelySight(features).fan(origin, around))


def first_rows(path: Path) -> list[Row]:
    """The first fan of a process, in fresh processes by turns."""
    rows: list[Row] = []
    for window in FIRST:
        times: dict[str, list[float]] = {"ours": [], "shapely": [], "method": []}
        for _ in range(7):
            for who, found in times.items():
                command = [sys.executable, "-m", "tests.bench.bench_los", "--first"]
                done = subprocess.run(
                    [*command, who, window, str(path)], capture_output=True, text=True, check=True
                )
                found.append(float(done.stdout))
        ours, theirs, method = (statistics.median(found) for found in times.values())
        name = f"first fan of a process, range {RADIUS}, {window}"
        rows.append(
            (name, f"{ours:.0f} ms", f"{theirs:.0f} ms", "no slower", ours <= theirs),
        )
        rows.append(
            (f"the same as `los.fan`, map opened, {window}", f"{method:.0f} ms", "", "", True)
        )
    return rows


def method_rows(path: Path, opened: MapFile) -> list[Row]:
    """The whole methods, warm, on lines and fans as above."""
    context = Context(path.parent)
    pairs = random_pairs(Scene(opened).features(), 200, seed=1)
    numbers = [tuple(opened.number(opened.find(h)) for h in pair) for pair in pairs]

    def row(name: str, method: str, questions: Sequence[dict[str, Any]]) -> Row:
        def run() -> None:
            for question in questions:
                ask(context, method, {"map": "mg", **question})

        run()
        return name, f"{median_of(5, run) / len(questions) * 1e6:,.0f} µs", "", "", True

    lines = [{"from": a, "to": b} for a, b in numbers]
    fans = [{"from": a} for a, _ in numbers[:10]]
    sees = sees_on(context, map_of(context, "mg"), NOTHING_SAID)
    ids = [(opened.find(a), opened.find(b)) for a, b in pairs]
    zone = median_of(5, lambda: [sees(a, b) for a, b in ids]) / len(ids)
    return [
        row("`los.check`, with its receipt", "los.check", lines),
        row("`los.check`, no receipt", "los.check", [{**q, "receipt": False} for q in lines]),
        row("`los.fan`, range 8", "los.fan", [{**q, "range": 8} for q in fans]),
        row(f"`los.fan`, range {RADIUS}", "los.fan", [{**q, "range": RADIUS} for q in fans]),
        ("one line of a Fire Zone (`clubroute.*`)", f"{zone * 1e6:.1f} µs", "", "", True),
    ]


def agreements(features: Features, pairs: Sequence[Pair]) -> int:
    """On how many lines shapely and we agree."""
    sight, peer = sight_on(lay_out(features), SightReadings()), ShapelySight(features)
    return sum((sight.look(a, b) == BLOCKS) == peer.blocked(a, b) for a, b in pairs)


def ratio_row(name: str, ours: float, theirs: float, bar: float) -> Row:
    """A row that compares two times in seconds."""
    ratio = theirs / ours
    figures = f"{ours * 1e6:.2f} µs", f"{theirs * 1e6:,.0f} µs ({ratio:,.0f}×)"
    return name, *figures, f"{bar:g}×", ratio >= bar


def side_by_side(ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[float, float]:
    """Median seconds of each, in turns of several runs so that both meet the same machine."""
    turns = [(median_of(9, ours), median_of(3, theirs)) for _ in range(7)]
    return statistics.median(a for a, _ in turns), statistics.median(b for _, b in turns)


def median_of(repeats: int, run: Callable[[], object]) -> float:
    """Median seconds of several runs."""
    return statistics.median(seconds(run) for _ in range(repeats))


def seconds(run: Callable[[], object]) -> float:
    """Processor seconds of one run: the machine may be busy with other things."""
    start = time.process_time()
    run()
    return time.process_time() - start


def random_pairs(features: Features, count: int, seed: int, radius: int = RADIUS) -> list[Pair]:
    """Pairs of hexes of a map, every offset within the radius as likely as any other."""
    rng = random.Random(seed)
    hexes = sorted(features.effects)
    offsets = [h for h in within(Hex(0, 0), radius) if h != (0, 0)]
    pairs: list[Pair] = []
    while len(pairs) < count:
        a, (line, half) = rng.choice(hexes), rng.choice(offsets)
        b = Hex(a.line + line, a.half + half)
        if b in features.effects:
            pairs.append((a, b))
    return pairs


def disagreements(features: Features, count: int) -> Row:
    """How often the rational oracle says otherwise: on the real map and on crowded random ones."""
    grounds: list[tuple[Features, SightReadings]] = [(features, SightReadings())]
    hexes = [Hex(line, 2 * row + (line + 1) % 2) for line in range(48) for row in range(48)]
    for seed in range(9):
        shares = {
            "woods": (0.0, 0.02, 0.1)[seed % 3],
            "orchards": (0.0, 0.08)[seed % 2],
            "crests": (0.0, 0.02, 0.2)[seed // 3],
            "lines": (0.02, 0.2, 0.0)[seed // 3],
        }
        readings = random_readings(seed) if seed % 2 else SightReadings()
        grounds.append((random_features(seed, hexes, **shares), readings))
    wrong = 0
    for number, (ground, readings) in enumerate(grounds):
        sight = sight_on(lay_out(ground), readings)
        wrong += differences(sight, ground, random_pairs(ground, count // len(grounds), number))
    name = f"disagreements with rational arithmetic, of {count:,}"
    return name, str(wrong), "", "0", wrong == 0


def differences(sight: Sight, features: Features, pairs: Sequence[Pair]) -> int:
    """How many lines the oracle judges otherwise."""
    readings = asdict(sight.lines.readings)
    crests, lines = features.crests, features.lines
    return sum(
        sight.look(a, b) != oracle.outcome(a, b, features.effects, crests, lines, readings)
        for a, b in pairs
    )


if __name__ == "__main__":
    sys.exit(main())
