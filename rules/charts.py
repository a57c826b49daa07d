"""The charts of modules as CSV: ``counters/<game>/charts/<name>.csv``, which windows.toml shows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from clubroute.builder.project import SHIPPED
from clubroute.rules.made import write_or_check

Row: TypeAlias = Sequence[str]


def csv_charts(made: Mapping[str, tuple[Row, Iterable[Row]]]) -> dict[str, str]:
    """The charts of a game by the name of their file, from a head and rows each.

    One without rows is left out.
    """
    found = {}
    for name, (head, rows) in made.items():
        out, listed = io.StringIO(), list(rows)
        csv.writer(out, lineterminator="\n").writerows([head, *listed])
        if listed:
            found[f"{name}.csv"] = out.getvalue()
    return found


def write_charts(
    arguments: Sequence[str], charts: Mapping[str, Mapping[str, str]], module: str
) -> int:
    """Write the charts of games, or with ``--check`` say which is not what would be written.

    :param arguments: of the command line: ``--check``, a folder if not ``counters``.
    :param charts: by game its charts by the name of their file.
    :returns: the exit code.
    """
    check = [one for one in arguments if one == "--check"]
    target = next((Path(one) for one in arguments if one != "--check"), SHIPPED / "counters")
    codes = [0]
    for game, files in charts.items():
        folder = target / game / "charts"
        folder.mkdir(parents=True, exist_ok=True)
        codes += [write_or_check(check, folder / name, files[name], module) for name in files]
    return max(codes)
