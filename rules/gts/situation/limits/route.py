"""The declared Club Route as a limit of where units may go (TDC S5.8)."""

from __future__ import annotations

from clubroute.rules.gts.situation.crossings import hex_of
from clubroute.rules.gts.situation.limiting import Limiting

ROUTE_NEED = "state.club_route.route, the Club Route the Allied player has declared"


def holding_route(who: Limiting) -> frozenset[int] | None:
    """The declared Club Route that may hold a unit: no hexes where none does, None if unknown.

    None holds a unit before it is declared (TDC 4.2), nor where players go by the Marker (MG 2.5).
    """
    said = who.position.club_route
    if said is not None and said.route:
        part = "state.club_route.route"
        hexes = (hex_of(who.country, number, part) for number in said.route)
        return frozenset(hex_ for hex_ in hexes if hex_ is not None)
    if said is not None and said.marker:
        return frozenset()
    from clubroute.rules.gts.clubroute.question import rule_set_of  # only these units wait for it

    declare = rule_set_of(who.context, "tdc", "printed")["declare"]
    early = bool(who.now) and who.now < f"{declare.text('date')} {declare.text('time')}"
    return frozenset() if early else None
