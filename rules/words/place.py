"""A hex in three lines: who stands there, what ground it is, what it is known for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

DESCRIBE = "hex.describe"
"""The method that tells all that is known of a hex."""
MOST = 6
"""Units and names that one line tells."""


def place_lines(record: Mapping[str, Any], units: Sequence[Any] | None) -> Iterator[str]:
    """A hex for people: its units first, then its ground, then its bridges, Roads and areas.

    :param units: who stands there in the position; None where there is no position.
    """
    if units is not None:
        there = ", ".join(map(unit_text, units)) or "nobody the position names"
        yield f"In {record['hex']}: {there}"
    yield str(record["summary"])
    sides = record.get("hexsides", ())
    features = [one for side in sides for one in side.get("features", ())]
    roads = [one for side in sides for one in side.get("roads", ())]
    features.sort(key=lambda one: "bridge" not in one["kind"])
    named = [one.get("name") or one["kind"].replace("_", " ") for one in (*features, *roads)]
    named += [one["name"] for one in record.get("areas", ()) if "name" in one]
    known = list(dict.fromkeys(named))
    if known:
        more = len(known) - MOST
        tail = f" and {more} more" if more > 0 else ""
        yield f"Has {', '.join(known[:MOST])}{tail}; all its sides: --all"


def unit_text(unit: Any) -> str:
    """A unit with what a player sees of it."""
    side = f" ({unit.side})" if getattr(unit, "side", None) else ""
    column = ", in Column" if getattr(unit, "column", None) else ""
    return f"{unit.call or 'a unit'}{side}{column}"
