"""Whether all that a player is told in VASSAL is what the check of his log says: the real engine.

    python -m tests.bench.bench_adviser_played BUILD [--drags 200] [--commands 500]

BUILD is the folder of a built Where Eagles Dare. Bars: of the random drags of a game each label is
the line in the chat, the service's answer, and the verdict of the check of the log as it was then,
and its cost is that of ``move.check``;
after so many logged commands, with the connection lost in the middle, the service's game has every
piece, property and turn as the log's own game has it. The exit code is 1 if one is missed.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from clubroute.rules.asking.context import Context
from clubroute.rules.logs.read import read_log
from tests.bench.bench_adviser import say
from tests.engine.advised import (
    COLUMN,
    DRAGS,
    MAIN,
    PATIENT,
    ROW,
    costs_told,
    game_of,
    line_apart,
    played_again,
    random_drags,
    seen_lines,
    strayed,
    turned_on,
    units_of,
    waited,
)
from tests.engine.display import virtual_display
from tests.engine.driver import Engine
from tests.engine.listening import Listening, listening
from tests.engine.prepare import prepare

SETUP = "Where Eagles Dare"
SEED = 11
SAME_PLACE = 20
"""Drags more than commands are wanted: one that ends where it began is not logged."""
SILENT = 6.0
"""Seconds: a little more than the adviser is silent after a failure."""


def main(arguments: list[str] | None = None) -> int:
    """Play, compare, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--setup", default=SETUP)
    parser.add_argument("--drags", type=int, default=200)
    parser.add_argument("--commands", type=int, default=500)
    options = parser.parse_args(arguments)
    (module,) = options.build.resolve().glob("*.vmod")
    files = prepare()
    context = Context(options.build)
    with (
        tempfile.TemporaryDirectory() as scratch,
        listening(Path(scratch)) as service,
        virtual_display(files.display) as display,
        Engine(files, display, module, environment={**service.environment, **PATIENT}) as engine,
    ):
        log = Path(scratch) / "game.vlog"
        wrong = dragged(engine, service, context, log, options.setup, options.drags)
        apart = in_step(engine, service, context, log, options.setup, options.commands)
        say(f"problems: {engine.problems}")
        return int(bool(wrong or apart or engine.problems))


def dragged(
    engine: Engine, service: Listening, context: Context, log: Path, setup: str, number: int
) -> int:
    """Drag at random; how many were told otherwise than answered, or than the check has them."""
    engine.start_setup(setup)
    turned_on(engine)
    engine.begin_log(log)
    told = list(random_drags(engine, service, random.Random(SEED), number))
    engine.end_log()
    other = [one for one in told if line_apart(one)]
    begun = time.monotonic()
    checked = strayed(context, read_log(log), told)
    verdicts = dict(Counter(str(one.answer.get("verdict")) for one in told))
    say(f"{len(told)} drags, {verdicts}: {len(other)} labels or lines other than the answer")
    say(
        f"{len(checked)} other than the check has them ({time.monotonic() - begun:.0f} s of checks)"
    )
    costs = list(costs_told(context, service))
    apart = [one for one in costs if one.apart]
    known, less = sum(one.cost is not None for one in costs), sum(one.less for one in costs)
    say(
        f"{known} of {len(costs)} costs known to move.check: {len(apart)} told otherwise, "
        f"{less} told as part of a cheaper whole"
    )
    for line in [*map(str, other[:5]), *checked[:5], *map(str, apart[:5])]:
        say(line)
    return len(other) + len(checked) + len(apart)


def in_step(
    engine: Engine, service: Listening, context: Context, log: Path, setup: str, number: int
) -> int:
    """Play so many commands, the connection lost in the middle; how many lines of both games
    differ at the end."""
    engine.start_setup(setup)
    waited(engine, lambda state: state["state"] == "ready")
    service.sent.clear()
    service.answered.clear()
    engine.adviser("toggle")
    turned_on(engine)
    engine.begin_log(log)
    chance = random.Random(SEED)
    units = units_of(engine)
    for n in range(number + SAME_PLACE):
        if n == number // 2:
            service.cut()
        if n == number // 2 + 1:
            time.sleep(SILENT)  # what was played meanwhile is sent when somebody is there again
            waited(engine, lambda state: state["state"] == "ready")
        piece = chance.choice(units)
        across, down = chance.choice(DRAGS)
        engine.move(piece.id, MAIN, (piece.x + across * COLUMN, piece.y + down * ROW))
    waited(engine, lambda state: not state["waiting"] and state["state"] == "ready")
    time.sleep(1)
    engine.end_log()
    seen = [one.id for one in engine.pieces() if one.deck is None]
    played = read_log(log)
    ours = seen_lines(played_again(context, service.asked), seen)
    theirs = seen_lines(game_of(context, played), seen)
    apart = len(set(ours) ^ set(theirs))
    wholes = sum("packed" in one["params"].get("vassal", {}) for one in service.asked)
    say(f"{len(played.steps)} commands, sent whole {wholes} times: {apart} of {len(ours)} differ")
    return apart + (len(played.steps) < number)


if __name__ == "__main__":
    sys.exit(main())
