"""Which logs of a season have to be audited again, with what the log before them left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AuditJob:
    """A file to audit, and the name it is called by: where it lies below the folder asked for."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Chained:
    """A log of a chain, by the number of its row, and that of the one it continues (0: none).

    ``kept`` is the file of its record, ``asks`` whether what came before matters to it.
    """

    number: int
    after: int
    job: AuditJob
    kept: str
    asks: bool


def chains_of(
    rows: Sequence[Row],
    asking: Collection[int],
    awaiting: Collection[int],
    jobs: Mapping[int, AuditJob],
    kept: Mapping[int, str],
) -> list[list[Chained]]:
    """Collect the logs that continue one another, where one asks what came before it, or the one
    before awaits it: each after the one it continues. Rows are known by ``id``, others to them by
    ``link``."""
    names = Counter(row["log"] for row in rows)
    named = {row["log"]: row for row in rows if names[row["log"]] == 1}
    before: dict[int, Row] = {}
    for row in rows:
        link = row.get("link", {})
        if link.get("kind") == "after" and link["log"] in named:
            before[id(row)] = named[link["log"]]
    chains: dict[int, list[Chained]] = {}
    for row in sorted(rows, key=lambda row: len(line_of(row, before))):
        line = line_of(row, before)
        after = id(line[1]) if len(line) > 1 else 0
        number = id(row)
        asks = after > 0 and (number in asking or after in awaiting)
        one = Chained(number, after, jobs[number], kept[number], asks)
        chains.setdefault(id(line[-1]), []).append(one)
    return [chain for chain in chains.values() if any(one.asks for one in chain)]


def line_of(row: Row, before: Mapping[int, Row]) -> list[Row]:
    """List a row, the one it continues, and so on to the first."""
    line = [row]
    while (earlier := before.get(id(line[-1]))) is not None:
        line.append(earlier)
    return line
