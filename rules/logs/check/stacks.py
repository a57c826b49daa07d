"""Stacking: how many Units of a side are in a hex when an activation is over."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator

from rules.logs.check.board import Snapshot


def overstacked(
    snapshot: Snapshot, hexes: Collection[int], most: int, passive: Collection[str]
) -> Iterator[tuple[int, str, int]]:
    """The hexes among some where a side has more Units than may be: hex, side, how many."""
    tally = Tally(
        (one.hex, one.counter.side)
        for one in snapshot.units.values()
        if one.hex in hexes and one.counter.side and one.counter.kind not in passive
    )
    for (hex, side), count in sorted(tally.items()):
        if count > most:
            yield hex, side, count
