"""Where the Club Route Marker is: still on the Where Eagles Dare map, or gone from it, and when.

It leaves that map by being removed (WED 4.3.1), or in the two games joined by advancing onto the
map of The Devil's Cauldron (WED 5.2, MG 2.1).
"""

from __future__ import annotations

from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.clubroute.situation import OFF_MAP, SOUTH
from clubroute.rules.gts.kinds import day
from clubroute.rules.gts.position import Position


def beyond(context: Context, game: str, place: str) -> bool:
    """Whether a Marker at a place has left the Where Eagles Dare map to the north.

    :raises InputError: no hex of the map.
    """
    if place in (OFF_MAP, SOUTH):
        return place == OFF_MAP
    if game != "mg":
        return False
    country = map_of(context, game)
    here = country.id(place)
    # Where the maps overlap a Stop hex of the joined game alone lies on the other one (MG set-up).
    joined = (area for area in country.areas if area.kind == "stop_hex" and area.game == "mg")
    return country.game(here) != "wed" or any(here in area.hexes for area in joined)


def marker_gone(context: Context, game: str, position: Position) -> bool | None:
    """Whether the Marker has left the map, None if it is not said.

    :raises InputError: no hex of the map.
    """
    route = position.club_route
    if route is None:
        return None
    if route.removed:
        return True
    return None if route.marker is None else beyond(context, game, route.marker)


def day_gone(context: Context, game: str, position: Position) -> int | None:
    """The day the Marker left the map, 0 if it has not, None if it is not said.

    :raises InputError: no day of the calendar, no hex of the map.
    """
    route = position.club_route
    if route is not None and route.removed:
        return day(route.removed[:10], "state.club_route.removed")
    for event in position.events("marker"):
        if event.turn and event.hex is not None and beyond(context, game, event.hex):
            return event.turn.day
    return 0 if marker_gone(context, game, position) is False else None
