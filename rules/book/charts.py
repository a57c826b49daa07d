"""The charts of modules, made from the tables the answers come from, as CSV.

python -m clubroute.rules.book.charts [--check] [FOLDER]

A chart is ``counters/<game>/charts/<name>.csv``, which windows.toml shows. The series make them.
"""

from __future__ import annotations

import csv
import importlib
import io
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from clubroute.builder.project import SHIPPED
from clubroute.rules.series import all_series

# Documents made from declarations: writing one, or checking that it is up to date.


def write_or_check(arguments: Sequence[str], target: Path, text: str, module: str) -> int:
    """Write a document, or with ``--check`` say on stderr if it is not what would be written.

    :param arguments: of the command line: ``--check`` if only to check, and a file if not
        ``target``.
    :param module: the program that makes it.
    :returns: the exit code, 2 for another option.
    """
    check = "--check" in arguments
    names = [argument for argument in arguments if argument != "--check"]
    strange = [name for name in names if name.startswith("-")]
    if strange:
        sys.stderr.write(f"python -m {module} [--check] [FILE]: found {strange[0]}\n")
        return 2
    target = Path(names[0]) if names else target
    if not check:
        target.write_text(text, encoding="utf-8", newline="\n")
        return 0
    if target.is_file() and target.read_text(encoding="utf-8") == text:
        return 0
    sys.stderr.write(f"{target} is out of date: run python -m {module}\n")
    return 1


MODULE = "clubroute.rules.book.charts"
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


def main(arguments: Sequence[str]) -> int:
    """Write the charts of all games, or with ``--check`` say which is not what would be written.

    :param arguments: of the command line: ``--check``, a folder if not ``counters``.
    :returns: the exit code.
    """
    check = [one for one in arguments if one == "--check"]
    target = next((Path(one) for one in arguments if one != "--check"), SHIPPED / "counters")
    codes = [0]
    for series in (one for one in all_series() if one.charts):
        made = importlib.import_module(series.charts)
        for game in series.maps:
            folder, files = target / game / "charts", made.charts(game)
            folder.mkdir(parents=True, exist_ok=True)
            codes += [write_or_check(check, folder / name, files[name], MODULE) for name in files]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
