"""The table of violations that are known: ``owned.toml``. It can only shrink.

A cause has a reason (``why``) and, by relation, the methods and fields where it shows::

    [[cause]]
    why = "what a question is about, not what is so"
    R1 = ["scenario.setup side"]

``most`` is how many rows there are. Who strikes out a row lowers it; nobody raises it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.rules.answer.metamorphic.trying import Row, Tried

TABLE = Path(__file__).with_name("owned.toml")
WHY, CAUSE, MOST = "why", "cause", "most"


@dataclass(frozen=True, slots=True)
class Owned:
    """A violation that is known, and its reason."""

    row: Row
    why: str


def read_owned(path: Path = TABLE) -> tuple[Owned, ...]:
    """Read the table. A row that stands twice is read twice."""
    causes = tomllib.loads(path.read_text(encoding="utf-8"))[CAUSE]
    return tuple(
        Owned(Row(*place.split(" "), relation), cause[WHY])
        for cause in causes
        for relation, places in cause.items()
        if relation != WHY
        for place in places
    )


def most_rows(path: Path = TABLE) -> int:
    """How many rows the table may have."""
    found: int = tomllib.loads(path.read_text(encoding="utf-8"))[MOST]
    return found


def new_ones(tried: Tried, owned: Iterable[Owned]) -> Iterator[str]:
    """Tell each violation that the table does not have, with its call."""
    known = {one.row for one in owned}
    for row, violation in sorted(tried.violations.items(), key=lambda item: str(item[0])):
        if row not in known:
            yield f"new: {violation}"


def gone_ones(tried: Tried, owned: Iterable[Owned]) -> Iterator[str]:
    """Tell each row that no longer happens, once everything has been tried."""
    for one in owned:
        if one.row not in tried.violations:
            yield f"no longer happens, strike it out of {TABLE.name}: {one.row}"
