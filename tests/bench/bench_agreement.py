"""Puts acts to every method that judges them and counts where two answers differ.

    python -m tests.bench.bench_agreement [how many] [--from 0] [--topic limit] [--show 2]

The acts are made from seeds (``tests/rules/agreement``), each topic its share. Exit code 1 if two
methods differ about one.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from clubroute.builder.project import Project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.rules.asking.context import Context
from tests.rules.agreement.harness import TOPICS, Found, run
from tests.rules.agreement.world import ROOT, World

ACTS = 100_000


def main(arguments: list[str] | None = None) -> int:
    """Judge acts, print a line a topic and the differences of each kind."""
    parser = argparse.ArgumentParser()
    parser.add_argument("acts", type=int, nargs="?", default=ACTS)
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first seed")
    parser.add_argument("--topic", choices=TOPICS, help="one topic alone")
    parser.add_argument("--show", type=int, default=1, help="differences shown of each kind")
    options = parser.parse_args(arguments)
    topics = [options.topic] if options.topic else list(TOPICS)
    world = World(Context(Path(ROOT / "build"), maps=CompiledMaps(Project(ROOT), ROOT / "build")))
    whole, started = Found(), time.process_time()
    for topic in topics:
        found, before = Found(), time.process_time()
        share = -(-options.acts // len(topics))
        found = run(world, topic, options.first, share)
        seconds = time.process_time() - before
        sys.stdout.write(
            f"{topic}: {found.acts} acts, {found.questions} questions, "
            f"{len(found.differences)} differences, {seconds:.1f} s\n"
        )
        for kind, those in found.kinds().items():
            sys.stdout.write(f"  {len(those)} {' '.join(kind)}\n")
            for one in those[: options.show]:
                sys.stdout.write("".join(f"    {line}\n" for line in one.text().splitlines()))
        sys.stdout.flush()
        whole.add(found)
    sys.stdout.write(
        f"{whole.acts} acts, {whole.questions} questions, {len(whole.differences)} differences, "
        f"{time.process_time() - started:.0f} CPU-s\n"
    )
    return int(bool(whole.differences))


if __name__ == "__main__":
    sys.exit(main())
