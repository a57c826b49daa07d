"""Plays games of It Never Snows by the hundred and holds the check to them.

    python -m tests.bench.bench_ins_games [how many] [--from 0] [--habits] [--engine]

Every other one is legal, and checked cut in two as well; the others have a fault of each kind in
turn, with ``--habits`` one made in the habits of people. They are played on our own recorder, with
``--engine`` in the real VASSAL. Exit code 1 if somebody is accused for nothing, or fewer than 95 in
100 faults are found.
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
from tests.engine.display import virtual_display
from tests.engine.driver import Engine
from tests.engine.ins_played import InsPlayed
from tests.engine.prepare import prepare
from tests.logs.check.scenario import ROOT
from tests.logs.scs.faults import Planted
from tests.logs.scs.games import (
    checked,
    complaint,
    cut_in_two,
    kind_of,
    playing,
)
from tests.logs.scs.habitual import HABITUAL, misdoing
from tests.logs.scs.player import Player
from tests.logs.scs.scenario import InsGame, game_on
from tests.logs.scs.table import Recorded, Table

GAMES = 100
SHARE = 0.95
"""Of the faults, how many have to be found."""


def main(arguments: list[str] | None = None) -> int:
    """Play games, check them, print what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=int, nargs="?", default=GAMES)
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first game")
    parser.add_argument("--habits", action="store_true", help="faults in the habits of people")
    parser.add_argument("--engine", action="store_true", help="in the real VASSAL")
    options = parser.parse_args(arguments)
    found: Counter[str] = Counter()
    seconds = 0.0
    with tempfile.TemporaryDirectory() as scratch:
        game = game_on(compile_map(ROOT, "ins").terrain, Path(scratch))
        opening = in_engine(game, Path(scratch)) if options.engine else on_recorder(game)
        with opening as opened:
            for number in range(options.first, options.first + options.games):
                player, table, planted = played(number, opened, game, options.habits)
                data = table.data()
                begun = time.perf_counter()
                report = checked(game, data)
                seconds += time.perf_counter() - begun
                said = complaint(report, planted)
                if not said and planted is None and isinstance(table, Recorded):
                    said = "; ".join(cut_in_two(game, table, report.steps // 2))
                if planted:
                    mine = {one.verdict for one in report.findings if one.check == planted.check}
                    found["illegal" if "illegal" in mine else "unchecked"] += not said
                found["faults" if planted else "legal"] += 1
                found["missed" if planted else "accused"] += bool(said)
                found["findings"] += len(report.findings)
                if said:
                    name = kind_of(number) or "legal"
                    sys.stdout.write(f"game {number} ({name}): {said}\n  {player.deeds}\n")
    sys.stdout.write(
        f"{options.games} games, {found['findings']} findings in {seconds:.0f} s: {found['legal']} "
        f"legal, {found['accused']} accused for nothing; {found['faults']} faults, "
        f"{found['illegal']} illegal, {found['unchecked']} unchecked by name, "
        f"{found['missed']} missed\n"
    )
    faults = found["faults"]
    return int(bool(found["accused"]) or faults - found["missed"] < SHARE * faults)


def played(
    number: int, opened: Callable[[int], Table], game: InsGame, habits: bool
) -> tuple[Player, Table, Planted | None]:
    """A game of a number; ``habits``: its fault, if it has one, is made in a habit."""
    if not habits or not kind_of(number):
        return playing(number, opened, game)
    kinds = [*HABITUAL]
    return misdoing(kinds[number // 2 % len(kinds)], number, opened, game)


@contextmanager
def on_recorder(game: InsGame) -> Iterator[Callable[[int], Table]]:
    """Tables of our own recorder."""
    yield lambda luck: Recorded(game, luck)


@contextmanager
def in_engine(game: InsGame, folder: Path) -> Iterator[Callable[[int], Table]]:
    """Tables in one real engine with the built module; ``folder`` is for its files."""
    built = folder / "ins"
    if clubroute(["build", "ins", "--out", str(built), "--quiet"]):
        raise SystemExit("the module does not build")
    setup, log = folder / "setup.vsav", folder / "game.vlog"
    setup.write_bytes(game.told.setup)
    files = prepare()
    with (
        virtual_display(files.display) as display,
        Engine(files, display, built / "it-never-snows.vmod") as engine,
    ):
        yield lambda seed: InsPlayed(engine, setup, log, seed=seed)
        if engine.problems:
            raise SystemExit("\n".join(engine.problems))


if __name__ == "__main__":
    sys.exit(main())
