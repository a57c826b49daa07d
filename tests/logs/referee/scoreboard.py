"""The labelled games of ``labels.txt``: which are found, named, silent; and who is accused wrongly.

``python -m tests.logs.referee.scoreboard [NAME …]`` prints the scoreboard, and of the games
named what the check says.
"""

from __future__ import annotations

import csv
import shlex
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.cli_options import context_of
from clubroute.rules.logs.check.check import check_file
from clubroute.rules.logs.check.finding import CheckReport, LogFinding
from tests.logs.check.scenario import ALLOWANCES, ROOT
from tests.logs.scs.scenario import ratings as ins_ratings

HERE = Path(__file__).parent
GTS_HEAD = "unit,face,engineer,indirect,tq,defence,move,range,minimum,command_range,telephone"
OPTIONS: dict[str, dict[str, Any]] = {
    "--no-second-actions": {"second_actions": False},
    "--reading": {"readings": []},
}


@dataclass(frozen=True, slots=True)
class Label:
    """A row: ``verdict`` is what is to become of the ``piece``, by ``rule``."""

    name: str
    verdict: str
    piece: str
    options: str
    deed: str
    rule: str

    @property
    def log(self) -> Path:
        """The game's log."""
        return HERE / "games" / f"{self.name}.vlog"

    def told(self) -> dict[str, Any]:
        """What is told of how it is judged."""
        words = shlex.split(self.options)
        told: dict[str, Any] = {}
        while words:
            word = words.pop(0)
            if word == "--reading":
                told["readings"] = [*told.get("readings", ()), words.pop(0)]
            else:
                told |= OPTIONS[word]
        return told


def labels() -> Iterator[Label]:
    """The rows of the table."""
    for line in (HERE / "labels.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield Label(*(part.strip() for part in line.split("|")))


def gts_ratings() -> str:
    """An owner's table with an allowance for every Unit, by its class."""
    found: dict[str, str] = {}
    for game in ("wed", "tdc"):
        with (ROOT / "counters" / game / "units.csv").open(encoding="utf-8", newline="") as file:
            found |= {row["id"]: row["class"] for row in csv.DictReader(file)}
    lines = [
        f"{id_},{face},no,no,6,0,{ALLOWANCES[kind]},1,,,"
        for id_, kind in found.items()
        if kind in ALLOWANCES
        for face in ("front", "back")
    ]
    return "\n".join([GTS_HEAD, *lines]) + "\n"


def with_ratings(folder: Path) -> Context:
    """Surroundings with ratings for all counters, and no build of any module."""
    owner = folder / "owner"
    owner.mkdir()
    (owner / "ratings.csv").write_text(gts_ratings(), encoding="utf-8", newline="\n")
    (owner / "ins_ratings.csv").write_text(ins_ratings(), encoding="utf-8", newline="\n")
    context = context_of(None, None)
    context.folder, context.owner_folder = folder / "build", owner
    return context


def report_on(label: Label, context: Context) -> CheckReport:
    """What the check says of a game."""
    return check_file(context, label.log, told=label.told())[0]


def about(label: Label, report: CheckReport) -> list[LogFinding]:
    """The findings about the piece of a label, the worst first."""
    verdicts = ("illegal", "unchecked", "possible", "legal")
    mine = [one for one in report.findings if one.unit == label.piece]
    return sorted(mine, key=lambda one: verdicts.index(one.verdict))


def outcome(label: Label, report: CheckReport) -> str:
    """What became of a game: ``found``, ``named`` (open, and the finding says why), or
    ``silent``; ``accused``: another piece is held to be illegal."""
    if any(one.verdict == "illegal" and one.unit != label.piece for one in report.findings):
        return "accused"
    worst = next(iter(about(label, report)), None)
    if worst is None or worst.verdict == "legal":
        return "silent"
    return "found" if worst.verdict == "illegal" else "named"


def main(*names: str) -> None:
    """Print the scoreboard; of the games named, what the check says."""
    counted: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        context = with_ratings(Path(folder))
        for label in labels():
            if names and label.name not in names:
                continue
            report = report_on(label, context)
            result = outcome(label, report)
            counted[label.verdict, result] += 1
            say(f"{label.name:8} {label.verdict:8} {result:7} {label.deed}")
            for line in report.text() if names else ():
                say(f"    {line}")
    for (verdict, result), count in sorted(counted.items()):
        say(f"{verdict:8} {result:7} {count}")


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
