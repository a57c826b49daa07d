"""The declared Club Route as a limit of where units may go (TDC S5.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clubroute.rules.context import Context
from clubroute.rules.gts.movement.limits import concerns
from clubroute.rules.gts.movement_tables import MovementTable
from clubroute.rules.gts.position.route import ClubRoute
from clubroute.rules.gts.situation.surroundings import hex_of
from clubroute.rules.mapfile import MapFile


def holding_route(
    context: Context,
    game_map: MapFile,
    tables: Mapping[str, MovementTable],
    groups: Sequence[str],
    side: str,
    told: ClubRoute | None,
    now: str,
) -> frozenset[int] | None:
    """The declared Club Route that may hold a unit: no hexes where none does, None if unknown.

    ``told`` is a state's ``club_route``, ``now`` its turn. None holds a unit before it is declared
    (TDC 4.2), nor where players go by the Marker (MG 2.5).
    """
    limits = [
        limit
        for game in sorted(set(game_map.sheets) & set(tables))
        for limit in tables[game].limits
        if limit.route and concerns(limit, groups, side)
    ]
    if not limits:
        return None
    if told is not None and told.route:
        part = "state.club_route.route"
        hexes = (hex_of(game_map, number, part) for number in told.route)
        return frozenset(hex_ for hex_ in hexes if hex_ is not None)
    if told is not None and told.marker:
        return frozenset()
    from clubroute.rules.gts.clubroute.question import rule_set_of  # only these units wait for it

    declare = rule_set_of(context, "tdc", "printed")["declare"]
    early = bool(now) and now < f"{declare.text('date')} {declare.text('time')}"
    return frozenset() if early else None
