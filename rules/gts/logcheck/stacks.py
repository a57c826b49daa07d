"""Judges stacking: how many Units of a side are in a hex when an activation is over."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator
from dataclasses import replace

from clubroute.rules.gts.logcheck.board import Snapshot
from clubroute.rules.gts.logcheck.proof import line_of, refusal
from clubroute.rules.logs.check.finding import LogFinding

SERIES = "GTS series"
RETREAT = "whether a retreat put Units there (GTS series)"


def overstacked(
    snapshot: Snapshot, hexes: Collection[int], most: int, passive: Collection[str]
) -> Iterator[tuple[int, str, int]]:
    """Find the hexes among some where a side has too many Units: hex, side, how many.

    Hidden Units count for nobody: they may be dummies. A Unit for each ferry is its
    engineers, who do not count (WED 2.18.1).
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
    for (hex_, side), count in sorted(tally.items()):
        counted = count - min(ferries[hex_], count)
        if counted > most:
            yield hex_, side, counted


def stacking_finding(
    bare: LogFinding, number: str, side: str, count: int, most: int, rolled: bool
) -> LogFinding:
    """Report too many Units in a hex.

    ``bare`` is the finding without a verdict; ``rolled``: a die was rolled in the activation, so
    that a retreat may have brought some of them.
    """
    why = f"{count} {side} Units in {number}, more than {most}"
    found = replace(bare, check="stacking", why=why, rule=SERIES)
    if rolled:
        return replace(found, verdict="possible", needs=(RETREAT,))
    receipt = refusal(why, [line_of(why, SERIES, refuses=True)])
    return replace(found, verdict="illegal", receipt=receipt, provenance="rulebook")
