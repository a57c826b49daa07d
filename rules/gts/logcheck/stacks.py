"""Stacking: how many Units of a side are in a hex when an activation is over."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator
from dataclasses import replace

from clubroute.rules.gts.logcheck.board import Snapshot
from clubroute.rules.gts.logcheck.proof import line_of, refusal
from clubroute.rules.logs.check.finding import Finding

SERIES = "GTS series"
RETREAT = "whether a retreat put Units there (GTS series)"


def overstacked(
    snapshot: Snapshot, hexes: Collection[int], most: int, passive: Collection[str]
) -> Iterator[tuple[int, str, int]]:
    """The hexes among some where a side has more Units than may be: hex, side, how many.

    Hidden Units count for nobody: they may be dummies. A Unit for each ferry is its engineers.
    """
    ferries = Tally(one.hex for one in snapshot.markers.values() if one.counter.kind == "ferry")
    tally = Tally(
        (one.hex, one.counter.side)
        for one in snapshot.units.values()
        if one.hex in hexes
        and one.counter.side
        and one.counter.kind not in passive
        and not one.counter.hidden
    )
    for (hex, side), count in sorted(tally.items()):
        counted = count - min(ferries[hex], count)
        if counted > most:
            yield hex, side, counted


def stacking_finding(
    bare: Finding, number: str, side: str, count: int, most: int, rolled: bool
) -> Finding:
    """Too many Units in a hex. ``bare`` is the finding without a verdict; ``rolled``: a die was
    rolled in the activation, so that a retreat may have brought some of them."""
    why = f"{count} {side} Units in {number}, more than {most}"
    found = replace(bare, check="stacking", why=why, rule=SERIES)
    if rolled:
        return replace(found, verdict="possible", needs=(RETREAT,))
    receipt = refusal(why, [line_of(why, SERIES, refuses=True)])
    return replace(found, verdict="illegal", receipt=receipt, provenance="rulebook")
