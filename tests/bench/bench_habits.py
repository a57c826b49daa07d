"""Plays games of habits by the hundred and holds the check to them.

    python -m tests.bench.bench_habits [how many] [--from 0] [--game wed] [--engine]

Two of three are legal, in several forms each; the third has a fault. They are played on our own
recorder, with ``--engine`` in the real VASSAL and in one form. Exit code 1 if somebody is
accused for nothing, a fault is passed over, or fewer than 95 in 100 are illegal.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from clubroute.builder.survey.compile import compile_map
from tests.bench.bench_check import in_engine
from tests.logs.check.generated import context_in, module_in
from tests.logs.check.habits import MISDEEDS
from tests.logs.check.habitual import (
    DECEITS,
    Table,
    accusations,
    named,
    worse,
)
from tests.logs.check.scenario import ROOT, scenario
from tests.logs.check.stages import STAGES
from tests.logs.check.varied import KINDS

GAMES = 500
SHARE = 0.95
"""Of the faults that a log proves, how many have to be illegal."""


def main(arguments: list[str] | None = None) -> int:
    """Play games, check them, print what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=int, nargs="?", default=GAMES)
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first game")
    parser.add_argument("--engine", action="store_true", help="in the real VASSAL")
    parser.add_argument("--game", choices=STAGES, default="wed")
    options = parser.parse_args(arguments)
    terrain = compile_map(ROOT, "gts").terrain
    told = scenario(terrain, STAGES[options.game])
    found: Counter[str] = Counter()
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch, ExitStack() as open_:
        folder = Path(scratch)
        module, context = module_in(told), context_in(folder, terrain, told)
        opened = open_.enter_context(in_engine(told, folder)) if options.engine else None
        table = Table(told, module, context, opened)
        for seed in range(options.first, options.first + options.games):
            found += fault(table, seed) if seed % 3 == 2 else legal(table, seed)
    seconds = time.perf_counter() - started
    proved = found["illegal"] / max(1, found["illegal"] + found["unchecked"] + found["missed"])
    sys.stdout.write(
        f"{options.games} games in {seconds:.0f} s: {found['legal']} legal, {found['forms']} other "
        f"forms of them, {found['accused']} accused for nothing; {proved:.0%} of the faults "
        f"illegal, {found['missed']} passed over; {found['named']} tricks named, "
        f"{found['unseen']} unseen\n"
    )
    return int(bool(found["accused"] or found["missed"] or found["unseen"]) or proved < SHARE)


def legal(table: Table, seed: int) -> Counter[str]:
    """A legal game in its forms."""
    person = table.legal(seed)
    whole = table.check(person.table).findings
    wrong = accusations(whole)
    found = Counter({"legal": 1, "accused": bool(wrong)})
    if table.opened is not None:
        for line in wrong:
            sys.stdout.write(f"game {seed}: {line}\n    {person.deeds}\n")
        return found
    for form, findings in table.forms(person, seed, [KINDS[seed % len(KINDS)]]):
        more = worse(whole, form, findings)
        found.update(forms=1, accused=bool(more))
        wrong += more
    for line in wrong:
        sys.stdout.write(f"game {seed}: {line}\n    {person.deeds}\n")
    return found


def fault(table: Table, seed: int) -> Counter[str]:
    """A game with a fault, of each kind in turn."""
    kind = list(DECEITS)[seed // 3 % len(DECEITS)]
    person, misdeed = table.faulty(seed, kind)
    verdict = named(table.check(person.table), misdeed)
    if verdict is None:
        sys.stdout.write(f"game {seed}: {kind} passed over: {person.deeds}\n")
    if kind in MISDEEDS:
        return Counter({verdict or "missed": 1})
    return Counter({"named" if verdict else "unseen": 1})


if __name__ == "__main__":
    sys.exit(main())
