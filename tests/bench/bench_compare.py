"""The time and memory of diff and merge for a build file of 3 MB: ``python -m
tests.bench.bench_compare``.

Two authors each make a hundred edits of a made module; the command runs as a process of its own.
Bars, on the machine of docs/performance.md: diff 5 s, merge 15 s, 500 MB. Exit code 1 if one is
missed.
"""

from __future__ import annotations

import copy
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from tests.bench.pace import pace
from tests.compare import made_module as mm

SIZE = 2_200_000
EDITS = 100
DIFF, MERGE, MEGABYTES = 5, 15, 500


def big() -> mm.Made:
    """A made module with as many palettes of counters as three megabytes take."""
    base = mm.made(1)
    palette = base.inside[-1]
    each = len(mm.file_of(base)) / sum(1 for _ in base.walk())
    lists = list(palette.inside)
    inside = sum(1 for one in lists for _ in one.walk())
    for number in range(1, 1 + int(SIZE / each / inside)):
        for one in lists:
            again = copy.deepcopy(one)
            for part in again.walk():
                part.uid = f"{part.uid}-{number}"
                for key in ("entryName", "name"):
                    if key in part.attributes:
                        part.attributes[key] += f" {number}"
                if "gpid" in part.attributes:
                    part.attributes["gpid"] += f"{number:05}"
            palette.inside.append(again)
    return base


def of_author(base: mm.Made, author: str) -> mm.Made:
    """What an author makes of the module: names, fields of traits, new and removed traits."""
    chance = random.Random(author)
    model = copy.deepcopy(base)
    slots = [one for one in model.walk() if one.tag == mm.SLOT and one.traits]
    for number, part in enumerate(chance.sample(slots, EDITS)):
        assert part.traits is not None
        if number % 3 == 0:
            part.attributes["entryName"] += f" by {author}"
        elif number % 3 == 1:
            part.traits.insert(
                0, (f"{author}{number}", ["report", "<Flip>", author, "", "", "", ""])
            )
        else:
            part.traits[-1][1][3] = f"{author}.png"
    return model


def measured(folder: Path, *words: str) -> tuple[float, float, int]:
    """The seconds of processor time and the megabytes that a command takes, and how it ends."""
    command = [sys.executable, "-m", "clubroute.rules", *words]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, process.returncode


def main() -> int:
    """Make the files, run both commands, print their figures."""
    base = big()
    slower = pace()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        files = {"base": base, "ours": of_author(base, "a"), "theirs": of_author(base, "b")}
        for noise, (name, model) in enumerate(files.items()):
            (folder / f"{name}.xml").write_bytes(mm.file_of(model, noise))
        size = (folder / "base.xml").stat().st_size
        names = [f"{name}.xml" for name in files]
        rows = (
            ("diff", DIFF, measured(folder, "diff", *names[:2])),
            ("merge", MERGE, measured(folder, "merge", *names, "--out", "merged.xml")),
        )
    for name, bar, (seconds, megabytes, code) in rows:
        click.echo(
            f"{name} of {size / 1e6:.1f} MB: {seconds / slower:.1f} s (bar {bar}), "
            f"{megabytes:.0f} MB (bar {MEGABYTES}), ends with {code}"
        )
    return int(
        any(used[0] / slower > bar or used[1] > MEGABYTES or used[2] != 0 for _, bar, used in rows)
    )


if __name__ == "__main__":
    sys.exit(main())
