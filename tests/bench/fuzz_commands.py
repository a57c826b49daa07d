"""Damaged files of every kind into every command that reads one.

    python -m tests.bench.fuzz_commands [--inputs 30000] [--seed 1944] [--command check …]

The doors are made from the list of commands (``tests/command_doors.py``): each line of each
command, each thing it reads, each file of that thing. Nothing but an answer or a refusal in one
line may come of one; none may take longer than :data:`SLOWEST` seconds of CPU time, wait for ever,
or take more than :data:`MEGABYTES`. Prints what came of them; exits with 1 otherwise.

Each process runs a few inputs, so that what one took is not hidden behind what another did.
``--first N --inputs 1`` runs one input again.
"""

from __future__ import annotations

import argparse
import os
import pickle
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import NamedTuple, TypeVar

from tests.command_doors import (
    DoorLine,
    Scratch,
    files_below,
    lay_out,
    lines,
)
from tests.damage import damage

BATCH = 20
"""Inputs of a process."""
SLOWEST, HANGS = 20.0, 120
"""CPU seconds that an input may take; clock seconds after which it is taken to hang."""
MEGABYTES = 300
DEAR = {"build": 3, "publish": 3}
"""Commands that take a second: one in so many of their turns is used."""


T = TypeVar("T")


class Row(NamedTuple):
    """What came of an input: of its number, at a door; "read", "refused" or "WRONG" and how; CPU
    seconds, and by how many MB the most that its process ever took has grown."""

    number: int
    door: str
    came: str
    wrong: str
    took: float
    grown: float


@dataclass(frozen=True, slots=True)
class CommandDoor:
    """A line of a command, and which of the things it reads is damaged."""

    line: DoorLine
    thing: str

    @property
    def name(self) -> str:
        """The door in the report."""
        return f"{self.line.command} {self.thing}"


def all_doors(only: list[str]) -> list[CommandDoor]:
    """Every door, or those of some commands."""
    return [
        CommandDoor(line, thing)
        for line in lines()
        if not only or line.command in only
        for thing in line.things()
    ]


def attempt(door: CommandDoor, scratch: Scratch, chance: random.Random) -> str:
    """Damage a file of the door's thing, and run its line; what came of it.

    :raises Exception: what is no answer and no refusal.
    """
    places = scratch.copies(door.line, door.thing)
    damage(chance.choice(files_below(places[door.thing])), chance)
    code, said, _ = scratch.run(door.line, places)
    if code == 2 and said.count("\n") > MOST_LINES:
        raise AssertionError(f"a refusal of many lines: {said[:500]}")
    if "Traceback" in said:
        raise AssertionError(said[-2000:])
    return "refused" if code == 2 else "read"


MOST_LINES = 40
"""Of a refusal: mistakes in the sources of a game are told all at once."""


def batch(things: Mapping[str, Path], numbers: range, doors: Sequence[CommandDoor]) -> list[Row]:
    """Run some inputs here; of each what came of it."""
    signal.signal(signal.SIGALRM, ring)
    cheap = [one for one in doors if one.line.command not in DEAR] or doors
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        scratch = Scratch(things, Path(folder) / "scratch")
        for number in numbers:
            chance = random.Random(number)
            door = chance.choice(doors)
            if chance.randrange(DEAR.get(door.line.command, 1)):
                door = chance.choice(cheap)
            begun, before = time.process_time(), taken()
            signal.alarm(HANGS)
            try:
                came, wrong = attempt(door, scratch, chance), ""
            except (Exception, SystemExit):
                came, wrong = "WRONG", traceback.format_exc(limit=-6)
            signal.alarm(0)
            took = time.process_time() - begun
            if took > SLOWEST:
                came, wrong = "WRONG", f"{wrong}\n{took:.1f} s of CPU time"
            rows.append(Row(number, door.name, came, wrong, took, taken() - before))
    return rows


def alone(things: Mapping[str, Path], number: int, doors: Sequence[CommandDoor]) -> float:
    """What one input takes by itself, in MB."""
    batch(things, range(number, number + 1), doors)
    return taken()


def forked(does: Callable[[], T]) -> T:
    """What a function returns, called in a process of its own that has all of ours loaded.

    :raises AssertionError: the process came to another end.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with os.fdopen(writing, "wb") as out:
            pickle.dump(does(), out)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        data = told.read()
    _, status = os.waitpid(child, 0)
    assert status == 0, f"a process ended with status {status}"
    result: T = pickle.loads(data)
    return result


def taken() -> float:
    """The most memory that this process, or a child of it, has had, in MB."""
    both = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(who).ru_maxrss for who in both) / 1024


def ring(_number: int, _frame: FrameType | None) -> None:
    """Interrupt what hangs."""
    raise AssertionError(f"it hangs: not done after {HANGS} s")


def main() -> int:
    parser = argparse.ArgumentParser(description="damaged files against every command")
    parser.add_argument("--inputs", type=int, default=30_000)
    parser.add_argument("--first", type=int, default=1944, help="the number of the first input")
    parser.add_argument("--command", action="append", default=[])
    options = parser.parse_args()
    doors = all_doors(options.command)
    run = Run()
    with tempfile.TemporaryDirectory() as name:
        os.environ.setdefault("XDG_CACHE_HOME", name)
        things = forked(partial(lay_out, Path(name) / "things"))
        last = options.first + options.inputs
        with suppress(KeyboardInterrupt):  # who has waited long enough is told what came so far
            for first in range(options.first, last, BATCH):
                run.go(things, range(first, min(first + BATCH, last)), doors)
    return run.tell()


class Run:
    """What came of the inputs so far, and what was taken for them."""

    def __init__(self) -> None:
        self.came: dict[str, Counter[str]] = defaultdict(Counter)
        self.slowest: dict[str, float] = defaultdict(float)
        self.wrong: list[str] = []
        self.most, self.begun = 0.0, time.monotonic()

    def go(self, things: Mapping[str, Path], numbers: range, doors: Sequence[CommandDoor]) -> None:
        """Run some inputs in a process of their own."""
        try:
            rows, most = forked(lambda: (batch(things, numbers, doors), taken()))
        except AssertionError as error:
            self.note(f"inputs {numbers.start} to {numbers.stop - 1}: {error}")
            return
        if most > MEGABYTES:  # what several took together, or what one did
            many = sorted(rows, key=lambda row: -row.grown)[:3]
            most = max(forked(partial(alone, things, row.number, doors)) for row in many)
            if most > MEGABYTES:
                self.note(f"{most:.0f} MB by one of the inputs {[row.number for row in many]}")
        self.most = max(self.most, most)
        for row in rows:
            self.came[row.door][row.came] += 1
            self.slowest[row.door] = max(self.slowest[row.door], row.took)
            if row.came == "WRONG":
                self.note(f"input {row.number}, {row.door}: {row.wrong}")

    def note(self, wrong: str) -> None:
        """Keep what is wrong, and tell it at once."""
        self.wrong.append(wrong)
        sys.stderr.write(f"{wrong}\n")

    def tell(self) -> int:
        """Print it all; the exit code."""
        sys.stdout.write("| door | read | refused | wrong | slowest |\n|---|---|---|---|---|\n")
        for door, counts in sorted(self.came.items()):
            told = " | ".join(f"{counts[kind]:,}" for kind in ("read", "refused", "WRONG"))
            sys.stdout.write(f"| {door} | {told} | {self.slowest[door]:.2f} s |\n")
        total = sum(map(Counter.total, self.came.values()))
        sys.stdout.write(
            f"\n{total:,} inputs at {len(self.came)} doors in "
            f"{time.monotonic() - self.begun:.0f} s, at most {self.most:.0f} MB; "
            f"{len(self.wrong)} wrong\n" + "\n".join(self.wrong[:20]) + "\n"
        )
        return 1 if self.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
