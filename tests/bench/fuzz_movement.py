"""Cheapest ways, reach, declared paths and readings against exhaustive search on small maps.

    python -m tests.bench.fuzz_movement [--cases 4000]

The comparisons of the fast suite over many more random maps: as many for ways on foot and by
transport as told, a tenth for the readings that an answer names. A difference stops it with the
seed it is found at.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.rules.movement import test_against_oracle as ways
from tests.rules.movement import test_readings_said as said
from tests.rules.movement import test_trips_against_oracle as trips


def main() -> int:
    parser = argparse.ArgumentParser(description="movement against exhaustive search")
    parser.add_argument("--cases", type=int, default=4000)
    cases = parser.parse_args().cases
    for name, compare, batch, most in (
        ("ways", ways.test_reach_best_and_check_equal_exhaustive_search, ways.BATCH, cases),
        ("trips", trips.test_trips_equal_exhaustive_search, trips.BATCH, cases),
        ("readings", said.test_an_answer_names_the_readings_it_turns_on, said.BATCH, cases // 10),
    ):
        start = time.monotonic()
        for first in range(0, most, batch):
            compare(first)
        took = time.monotonic() - start
        sys.stdout.write(f"{name}: {most} maps, no difference, {took:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
