"""Judges stacking: how many Units of a side are in a hex when an activation is over."""

from __future__ import annotations

from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from clubroute.rules.gts.logcheck.board import Snapshot, Standing
from clubroute.rules.gts.logcheck.circumstances import EARLIER
from clubroute.rules.gts.logcheck.transport import riders
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.refusal import line_of, refusal

SERIES = "GTS series"
RETREAT = "whether a retreat put Units there (GTS series)"
RIDES = "which of them ride on vehicles: two such Units count as one (WED S4.3, TDC S5.11.3)"
ENGINEERS = {"ferry": 1, "improved_ferry": 2, "assault_ferry": 2}
"""How many engineers a ferry is."""


@dataclass(frozen=True, slots=True)
class Stacked:
    """Units of a side in a hex (an id of the map), and how many of them may ride on others."""

    hex: int
    side: str
    count: int
    riders: int


def overstacked(
    snapshot: Snapshot, hexes: Collection[int], most: int, passive: Collection[str]
) -> Iterator[Stacked]:
    """Find the hexes among some where a side has too many Units.

    Hidden Units count for nobody: they may be dummies. Of those with a ferry one or two are its
    engineers, who do not count (WED 2.18.1; TDC 2.18.1, 2.18.2, 2.18.6).
    """
    ferries: Tally[int] = Tally()
    for one in snapshot.markers.values():
        ferries[one.hex] += ENGINEERS.get(one.counter.kind, 0)
    stacks: dict[tuple[int, str], list[Standing]] = defaultdict(list)
    for one in snapshot.units.values():
        counter = one.counter
        seen = counter.side and counter.kind not in passive and not counter.hidden
        if one.hex in hexes and seen:
            stacks[one.hex, counter.side].append(one)
    for (hex_, side), units in sorted(stacks.items()):
        counted = len(units) - min(ferries[hex_], len(units))
        if counted > most:
            yield Stacked(hex_, side, counted, riders(units))


def stacking_finding(
    bare: LogFinding, number: str, stack: Stacked, most: int, rolled: bool, untold: bool
) -> LogFinding:
    """Report too many Units in a hex.

    ``bare`` is the finding without a verdict; ``rolled``: a die was rolled in the activation, so
    that a retreat may have brought some of them; ``untold``: the log before may have had one.
    """
    why = f"{stack.count} {stack.side} Units in {number}, more than {most}"
    found = replace(bare, check="stacking", why=why, rule=SERIES)
    if rolled:
        return replace(found, verdict="possible", needs=(RETREAT,))
    if stack.count - stack.riders <= most:
        return replace(found, verdict="possible", needs=(RIDES,))
    if untold:
        return replace(found, needs=(RETREAT, EARLIER))
    receipt = refusal(why, [line_of(why, SERIES, refuses=True)])
    return replace(found, verdict="illegal", receipt=receipt, provenance="rulebook")
