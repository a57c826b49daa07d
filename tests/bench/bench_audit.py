"""How many logs are audited a second, and that memory stays flat over a thousand of them.

    python -m tests.bench.bench_audit [--logs 8] [--rounds 3] [--thousand] [--profile]

The logs are played by the rules on the real map until each has 500 steps; they are audited in one
process, without pictures or page: the figure is logs a second for one core.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import tempfile
import time
from pathlib import Path

from builder.errors import Where
from builder.survey.compile import compile_map
from builder.vassal.atoms import MovePiece
from rules.logs.audit.examine import Auditor, Settings
from rules.logs.read import log_of
from tests.conftest import ROOT
from tests.logs.check.generated import context_in, module_in
from tests.logs.check.player import Player, UnluckyError
from tests.logs.check.scenario import scenario
from tests.logs.check.tables import Recorded

STEPS = 500


def main(arguments: list[str] | None = None) -> int:
    """Play the logs, audit them, print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--logs", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--thousand", action="store_true", help="audit a thousand files")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--keep", type=Path, help="folder for the logs, played once")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        folder.mkdir(exist_ok=True)
        if not (folder / "log0.vlog").exists():
            write_logs(folder, options.logs)
        files = sorted(folder.glob("*.vlog"))
        auditor = Auditor(Settings(folder / "build"))
        for path in files:
            record = auditor.audit(path)
            say(f"{path.name}: {record['steps']} steps, {json.dumps(record['counts'])}")
        best = min(timed(auditor, files) for _ in range(options.rounds))
        say(
            f"{best * 1000 / len(files):.1f} ms a log, {len(files) / best:.1f} logs a second a core"
        )
        if options.profile:
            profiled(auditor, files)
        if options.thousand:
            flat(auditor, files)
    return 0


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def timed(auditor: Auditor, files: list[Path]) -> float:
    """Processor seconds for all the files once, the records written as they would be kept."""
    begun = time.process_time()
    for path in files:
        json.dumps(auditor.audit(path))
    return time.process_time() - begun


def write_logs(folder: Path, count: int) -> None:
    """Play logs of 500 steps and more by the rules."""
    terrain = compile_map(ROOT, "gts").terrain
    context = context_in(folder, terrain)
    game = scenario(terrain)
    module = module_in(game)
    (folder / "build" / "scenario.vmod").write_bytes(game.module)
    for number in range(count):
        data = b""
        for seed in range(number * 100, number * 100 + 100):
            table = Recorded(game, module.maps, seed)
            player = Player(table, game, context, random.Random(seed))
            try:
                data = long_log(player, table)
                break
            except UnluckyError:
                continue
        (folder / f"log{number}.vlog").write_bytes(data)


def long_log(player: Player, table: Recorded) -> bytes:
    """Activations until there are steps enough; chits go back into the mug when one is left."""
    player.begin()
    recorder = table.recorder
    mug = next(group.id for group in recorder.game.groups.values() if group.is_deck)
    cards = recorder.game.groups[mug].pieces
    played = 0
    while played < STEPS:
        deck = recorder.game.groups[mug]
        if len(deck.pieces) == 1:
            for card in cards:
                if card not in deck.pieces:
                    here = recorder.game.pieces[card]
                    place = deck.map, deck.x, deck.y, deck.pieces[-1], here.map, here.x, here.y
                    recorder.step(MovePiece(card, *place, None, "not-a-password"))
        player.activation()
        played = len(log_of(recorder.log_bytes(), Where("(log)")).steps)
    return recorder.log_bytes()


def flat(auditor: Auditor, files: list[Path], many: int = 1000) -> None:
    """Audit a thousand files and tell how large the process was on the way."""
    for number in range(many):
        auditor.audit(files[number % len(files)])
        if number + 1 in (10, 100, 250, 500, 750, 1000):
            largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            say(f"{number + 1} files: largest {largest} MB")


def profiled(auditor: Auditor, files: list[Path]) -> None:
    """What takes the time."""
    import cProfile
    import pstats

    profile = cProfile.Profile()
    profile.enable()
    timed(auditor, files)
    profile.disable()
    pstats.Stats(profile).sort_stats("tottime").print_stats(30)


if __name__ == "__main__":
    raise SystemExit(main())
