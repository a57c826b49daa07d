"""Lines of sight against shapely on the same blockers, and against rational arithmetic.

    python -m tests.bench.bench_los [--million]

The map is the compiled country of both games (window ``mg``). Prints a Markdown table of medians
and ratios within this run, and exits with 1 if a bar is missed. ``--million`` asks the rational
oracle a million times (about a minute) instead of fifty thousand.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from clubroute.builder.grid import Hex, within
from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain_file import encode_terrain
from clubroute.rules.gts.los.blocking import BLOCKS
from clubroute.rules.gts.los.fan import fan, mark_shadows, shadows_of
from clubroute.rules.gts.los.ground import Features, ground_of
from clubroute.rules.gts.los.readings import SightReadings
from clubroute.rules.gts.los.scene import Scene
from clubroute.rules.gts.los.sight import Sight, sight_on
from clubroute.rules.gts.los.visibility import visibility
from clubroute.rules.mapfile import read_map
from tests.rules.los import oracle
from tests.rules.los.grounds import random_features, random_readings
from tests.rules.los.shapely_peer import ShapelySight

RADIUS = 20
Row = tuple[str, str, str, str, bool]
Pair = tuple[Hex, Hex]


def main() -> int:
    parser = argparse.ArgumentParser(description="time lines of sight")
    parser.add_argument("--million", action="store_true", help="a million random lines")
    count = 1_000_000 if parser.parse_args().million else 50_000
    features = real_features()
    rows = [*speed(features), disagreements(features, count)]
    lines = ["| | clubroute | shapely | bar | |", "|---|---|---|---|---|"]
    for name, ours, theirs, bar, met in rows:
        lines.append(f"| {name} | {ours} | {theirs} | {bar} | {'met' if met else 'MISSED'} |")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if all(met for *_, met in rows) else 1


def real_features() -> Features:
    """What blocks on the compiled map of both games."""
    terrain = compile_map(Path(__file__).parents[2], "gts").terrain
    return Scene(read_map(encode_terrain(terrain), "gts.terrain", "mg")).features()


def speed(features: Features) -> list[Row]:
    """One line, a fan, the whole map."""
    sight = sight_on(ground_of(features, SightReadings()))
    peer = ShapelySight(features)
    pairs = random_pairs(features, 2000, seed=1)
    same = agreements(replace(features, crests=frozenset(), lines=frozenset()), pairs)
    cells = [(sight.ground.cell(a), sight.ground.cell(b)) for a, b in pairs]
    everything = visibility(sight, RADIUS)
    one, looked_up = sight.between, everything.between
    some = pairs[:300]
    ours, theirs = side_by_side(
        lambda: [one(a, b) for a, b in cells], lambda: [peer.blocked(a, b) for a, b in some]
    )
    rows = [
        ratio_row("one line of sight, by template", ours / len(pairs), theirs / len(some), 35),
    ]
    ours, theirs = side_by_side(
        lambda: [looked_up(a, b) for a, b in cells], lambda: [peer.blocked(a, b) for a, b in some]
    )
    rows += [
        ratio_row("one line of sight, looked up", ours / len(pairs), theirs / len(some), 35),
        (f"same verdicts on hexes, of {len(pairs):,}", f"{same:,}", "", "all", same == len(pairs)),
    ]
    shadows = shadows_of(sight.templates, RADIUS)
    mark_shadows(shadows, sight.templates)
    origins = [a for a, _ in pairs[:40]]
    few = origins[:8]
    targets = [[b for b in within(h, RADIUS) if b in features.effects and b != h] for h in few]
    ours, theirs = side_by_side(
        lambda: [fan(sight, shadows, h) for h in origins],
        lambda: [peer.fan(h, around) for h, around in zip(few, targets, strict=True)],
    )
    rows.append(ratio_row(f"fan of range {RADIUS}", ours / len(origins), theirs / len(few), 500))
    seconds = median_of(3, lambda: whole_map(features))
    hexes = f"{len(features.effects):,} hexes"
    rows.append((f"whole map, range {RADIUS}, {hexes}", f"{seconds:.2f} s", "", "5 s", seconds < 5))
    return rows


def agreements(features: Features, pairs: Sequence[Pair]) -> int:
    """On how many lines shapely and we agree."""
    sight, peer = sight_on(ground_of(features, SightReadings())), ShapelySight(features)
    return sum((sight.look(a, b) == BLOCKS) == peer.blocked(a, b) for a, b in pairs)


def whole_map(features: Features) -> None:
    """Every line of sight of the map, from nothing: ground and templates included."""
    visibility(sight_on(ground_of(features, SightReadings())), RADIUS)


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
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


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
        sight = sight_on(ground_of(ground, readings))
        wrong += differences(sight, ground, random_pairs(ground, count // len(grounds), number))
    name = f"disagreements with rational arithmetic, of {count:,}"
    return name, str(wrong), "", "0", wrong == 0


def differences(sight: Sight, features: Features, pairs: Sequence[Pair]) -> int:
    """How many lines the oracle judges otherwise."""
    readings = asdict(sight.ground.readings)
    crests, lines = features.crests, features.lines
    return sum(
        sight.look(a, b) != oracle.outcome(a, b, features.effects, crests, lines, readings)
        for a, b in pairs
    )


if __name__ == "__main__":
    sys.exit(main())
