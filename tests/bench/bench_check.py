"""Many generated logs held to what was played, and how long checking them takes.

    python -m tests.bench.bench_check [how many] [--from 0] [--engine]

Half are by the rules, half have a fault of each kind in turn. They are played on our own recorder,
with ``--engine`` in the real VASSAL. Exit code 1 if a verdict is wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from clubroute.builder.cli import main as clubroute
from clubroute.builder.survey.compile import compile_map
from clubroute.rules.logs.check.module import Module
from tests.engine.display import virtual_display
from tests.engine.driver import Engine
from tests.engine.played import Played
from tests.engine.prepare import prepare
from tests.logs.check.generated import (
    checked,
    complaint,
    context_in,
    kind_of_log,
    module_in,
    playing,
)
from tests.logs.check.scenario import ROOT, Scenario, scenario
from tests.logs.check.tables import Recorded, Table

LOGS = 2000

Opened = Callable[[int], Table]


def main(arguments: list[str] | None = None) -> int:
    """Play logs, check them, print what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("logs", type=int, nargs="?", default=LOGS)
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first log's number")
    parser.add_argument("--engine", action="store_true", help="in the real VASSAL")
    options = parser.parse_args(arguments)
    terrain = compile_map(ROOT, "gts").terrain
    told = scenario(terrain)
    module = module_in(told)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        context = context_in(folder, terrain, told)
        wrong = steps = 0
        seconds = 0.0
        verdicts: Counter[str] = Counter()
        kinds: Counter[str] = Counter()
        tables = in_engine(told, folder) if options.engine else on_recorder(told, module)
        with tables as opened:
            for number in range(options.first, options.first + options.logs):
                player, table, planted = playing(number, opened, told, context)
                data = table.data()
                begun = time.perf_counter()
                report = checked(context, module, data)
                seconds += time.perf_counter() - begun
                steps += report.steps
                verdicts.update(finding.verdict for finding in report.findings)
                kinds[kind_of_log(number) or "random play"] += 1
                if said := complaint(report, planted, told):
                    wrong += 1
                    say(f"log {number}: {said}\n  {'; '.join(player.deeds)}")
    say(", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))
    say(f"{options.logs} logs, {wrong} wrong; {dict(sorted(verdicts.items()))}")
    say(f"{steps} steps in {seconds:.1f} s: {steps / seconds:.0f} steps/s")
    return 1 if wrong else 0


@contextmanager
def on_recorder(told: Scenario, module: Module) -> Iterator[Opened]:
    """Tables of our own recorder."""
    yield lambda choose: Recorded(told, module.maps, choose)


@contextmanager
def in_engine(told: Scenario, folder: Path) -> Iterator[Opened]:
    """Tables in one real engine with the built module; ``folder`` is for its files."""
    game = told.stage.game
    built = folder / game
    if clubroute(["build", game, "--out", str(built), "--quiet"]):
        raise SystemExit("the module does not build")
    setup, log = folder / "setup.vsav", folder / "game.vlog"
    setup.write_bytes(told.setup)
    files = prepare()
    with (
        virtual_display(files.display) as display,
        Engine(files, display, built / f"{told.game.file}.vmod") as engine,
    ):
        yield lambda seed: Played(engine, setup, log, seed=seed)
        if engine.problems:
            raise SystemExit("\n".join(engine.problems))


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
