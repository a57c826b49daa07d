"""The Divisions that a Unit may be of, where neither the question nor a rulebook says which.

The Division of some counters, KG Henke's Leaders and the Rearguards among them, is told by their
printed colour alone; a Formation may be of either of two Divisions (WED S5.5).
"""

from __future__ import annotations

from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.roster import roster_of


def may_be_of(unit: Unit, window: str) -> tuple[str, ...]:
    """List the Divisions a Unit may be of on a map; none where its own is said or nothing tells."""
    if unit.division is None and not (unit.formation or unit.call):
        return ()
    roster = roster_of(window)
    if unit.division is not None:
        found = [unit.division] if unit.division in roster.nameless else []
    else:
        found = [one.division for one in roster.called(unit)]
        if not found and unit.formation:
            found = sorted(roster.divisions_of(unit.formation))
    named = dict.fromkeys(name for one in found for name in roster.named_by(one, unit.side))
    return tuple(named)
