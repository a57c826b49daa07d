"""How soon a drag is told in the campaign of WED, and whether 500 commands leave the games in step.

    python -m tests.bench.bench_adviser [commands] [--drags 200]

Bars, of processor time, as a busy machine tells nothing: opened and ready within 3 s, a drag told
within 100 ms (p95), a played one within 150 ms (p95), the live game at the end the log's own, and
each drag told before as it is told after, and as the check of the log has it. The exit code is 1 if
one is missed.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.finding import PUT_RIGHT_NEXT
from clubroute.rules.saves.live import live_game
from tests.rules.adviser.table import MODULE, PlayedTable

ROOT = Path(__file__).parents[2]
SCENARIO = "WED-CAMPAIGN"
READY, HOVER, DROP = 3.0, 0.100, 0.150
SEED = 7


def main(arguments: list[str] | None = None) -> int:
    """Play, ask, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("commands", type=int, nargs="?", default=500)
    parser.add_argument("--drags", type=int, default=200)
    parser.add_argument("--scenario", default=SCENARIO)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "build"
        folder.mkdir()
        (folder / "gts.terrain").write_bytes(encode_terrain(compile_map(ROOT, "gts").terrain))
        return measured(Context(folder), options.commands, options.drags, options.scenario)


def measured(context: Context, commands: int, drags: int, scenario: str) -> int:
    """Measure one game."""
    begun = time.process_time()
    ask(context, "hello", {"module": MODULE})
    warm = time.process_time()
    table = PlayedTable(context, scenario)
    opened = time.process_time()
    table.ask("adviser.ready")
    ready = time.process_time()
    say(f"maps {warm - begun:.2f} s, open {opened - warm:.2f} s, ready {ready - opened:.2f} s")
    chance = random.Random(SEED)
    live = live_game(context, table.game, "game")
    country = live.save.country
    hovers: list[float] = []
    drops: list[float] = []
    wrong = 0
    for number in range(commands):
        units = [one for one in live.board.counters.values() if one.role == "unit" and one.hex]
        unit = chance.choice(sorted(units, key=lambda one: one.piece))
        near = country.around(country.id(unit.hex or ""))
        goal = country.number(chance.choice(near))
        before = None
        if number < drags:
            at = time.process_time()
            before = table.ask("adviser.drag", piece=unit.piece, to=table.place(goal))
            hovers.append(time.process_time() - at)
        at = time.process_time()
        table.move(unit.piece, goal)
        if before is None:
            continue
        after = table.ask("adviser.drag", piece=unit.piece)
        drops.append(time.process_time() - at)
        wrong += after != before
    same = live.game.digest() == table.recorder.game.digest()
    strayed = disagreeing(table) if drags else 0
    say(f"hover p95 {p95(hovers) * 1000:.0f} ms, drop p95 {p95(drops) * 1000:.0f} ms")
    say(f"{wrong} drags told otherwise after than before; {strayed} other than the check has them")
    say(f"{commands} commands: the games are {'the same' if same else 'NOT THE SAME'}")
    # The maps are in memory when a service has run for a while; a first start reads them.
    missed = ready - warm > READY or p95(hovers) > HOVER or p95(drops) > DROP
    return int(missed or wrong > 0 or strayed > 0 or not same)


def disagreeing(table: PlayedTable) -> int:
    """Units whose activation goes on at the end and that the check of the log judges otherwise."""
    found = {}
    for one in table.checked().findings:
        if one.hexes and one.check in ("move", "chit", "column"):
            found[one.unit, one.hexes] = one
    live = live_game(table.context, table.game, "game")
    strayed = 0
    for piece, counter in live.board.counters.items():
        now = live.judging.under_way(piece) if counter.role == "unit" and counter.hex else None
        if now is None or now.finding is None:
            continue
        other = found.get((now.finding.unit, now.finding.hexes))
        told = (now.finding.verdict, now.finding.why)
        if other is None or told != (other.verdict, other.why):
            strayed += other is None or PUT_RIGHT_NEXT not in other.needs
    return strayed


def p95(times: list[float]) -> float:
    """The time within which 95 of 100 are, 0 for none."""
    return sorted(times)[int(len(times) * 0.95)] if times else 0.0


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
