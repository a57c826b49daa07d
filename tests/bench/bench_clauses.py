"""Breaks the clauses of the rulebooks one at a time: the test of each must fail.

    python -m tests.bench.bench_clauses [how many] [--seed 0] [--game wed] [--quick] [--only WORDS]
        [--seconds 600] [--each]

A sample of so many clauses, all of them by default. After so many ``--seconds`` of processor time
the tests left are not tried, and it says how many clauses those are. ``--each`` prints each clause
that is noticed, with what was broken. With ``--write`` what passes unnoticed is
written to tests/rules/clauses/silent.csv, which the page of clauses does not count, and what is
noticed is taken from there. Exit code 1 if a clause that is not there passes unnoticed.
"""

from __future__ import annotations

import argparse
import re
import sys
from random import Random

import pytest

from clubroute.rules.clauses.search import clauses
from tests.rules.clauses.breaking import Breaking, Row, processor_time
from tests.rules.clauses.coverage import (
    TITLES,
    key_of,
    proofs,
    silent,
    write_silent,
)
from tests.rules.clauses.ways_to_break import ANSWERS

BREAKS = 5
"""So many values of tables are broken, besides all that is in none, before a test is said not to
notice."""


def rows_of(game: str | None) -> list[Row]:
    """The clauses that have a test."""
    tests = proofs()
    known = [one for one in clauses() if one.game in TITLES and (game is None or one.game == game)]
    return [Row(one, tests[key_of(one)]) for one in known if key_of(one) in tests]


def main(arguments: list[str] | None = None) -> int:
    """Break clauses; print those whose test does not notice, and how many do."""
    parser = argparse.ArgumentParser()
    parser.add_argument("clauses", type=int, nargs="?", help="a sample of so many")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", choices=TITLES)
    parser.add_argument(
        "--only", default="", help="those whose rule, title or test fits this regular expression"
    )
    parser.add_argument("--write", action="store_true", help="keep what passes unnoticed")
    parser.add_argument("--seconds", type=float, help="processor time after which it ends")
    parser.add_argument("--each", action="store_true", help="print what is noticed, too")
    parser.add_argument("--quick", action="store_true", help="tests that need no compiled map")
    options = parser.parse_args(arguments)
    rows = [row for row in rows_of(options.game) if re.search(options.only, row.label)]
    if options.clauses is not None and options.clauses < len(rows):
        rows = Random(options.seed).sample(rows, options.clauses)

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    breaking = Breaking(rows, BREAKS, say, options.seconds, options.each)
    quick = ["--tier", "quick"] if options.quick else []
    flags = ["-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--no-header", *quick]
    pytest.main([*flags, *breaking.nodes], plugins=[breaking])
    seen = breaking.seen
    last = sum(one.place == ANSWERS for one in seen.noticed.values())
    say(
        f"{len(seen.noticed) + len(seen.passed_over)} clauses broken in {seen.breaks} ways: "
        f"{len(seen.noticed)} noticed by their tests ({last} by the "
        f"whole answer alone), {len(seen.passed_over)} not; "
        f"{len(seen.failing)} tests fail unbroken; {seen.untried} clauses not tried; "
        f"{processor_time():.0f} CPU-s"
    )
    unnoticed, known = {key_of(row.clause) for row in seen.passed_over}, silent()
    if options.write:
        write_silent((known | unnoticed) - {key_of(row.clause) for row in seen.noticed})
    return int(bool(unnoticed - known or seen.failing))


if __name__ == "__main__":
    sys.exit(main())
