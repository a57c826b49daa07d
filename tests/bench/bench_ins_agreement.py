"""It Never Snows: each drawn act put to every method that judges it; their answers may not differ.

    python -m tests.bench.bench_ins_agreement [--questions 100000] [--seed 1000000]

Prints what differs and how long a question took. Exits with 1 if two answers differ.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from clubroute.builder.project import Project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import open_map
from tests.rules.scs.acts import disagreements

MOST_SHOWN = 20


def main() -> int:
    parser = argparse.ArgumentParser(description="put acts to every method that judges them")
    parser.add_argument("--questions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1_000_000)
    told = parser.parse_args()
    project = Project(Path(__file__).parents[2])
    context = Context(project.root / "build")
    path = CompiledMaps(project, project.root / "build").path("ins")
    context.loaded["map", "ins"] = open_map(path, "ins")
    found, asked, seed, begun = list[str](), 0, told.seed, time.process_time()
    while asked < told.questions:
        lines, questions = disagreements(context, seed)
        found, asked, seed = found + lines, asked + questions, seed + 1
    took = time.process_time() - begun
    say(f"{asked} questions about {seed - told.seed} positions: {len(found)} answers differ")
    say(f"{took:.0f} CPU-s, {1000 * took / asked:.1f} ms a question", *found[:MOST_SHOWN])
    return 1 if found else 0


def say(*lines: str) -> None:
    """Print lines."""
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
