"""Where the Club Route Marker is: still on the Where Eagles Dare map, or gone from it, and when.

It leaves that map by being removed (WED 4.3.1), or in the two games joined by advancing onto the
map of The Devil's Cauldron (WED 5.2, MG 2.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.history import Event
from clubroute.rules.gts.campaign.turns import day_of
from clubroute.rules.gts.maps import map_of

OFF_MAP, SOUTH = "off_map", "south"
"""Where the Marker is when it is in no hex, as a state says it."""


def beyond(context: Context, game: str, place: str) -> bool:
    """Whether a Marker at a place has left the Where Eagles Dare map to the north.

    :raises InputError: no hex of the map.
    """
    if place in (OFF_MAP, SOUTH):
        return place == OFF_MAP
    if game != "mg":
        return False
    map = map_of(context, game)
    return map.game(map.id(place)) != "wed"


def marker_gone(context: Context, game: str, state: Mapping[str, Any]) -> bool | None:
    """Whether the Marker has left the map, None if the state does not say."""
    route = state.get("club_route", {})
    if route.get("removed"):
        return True
    return beyond(context, game, str(route["marker"])) if "marker" in route else None


def day_gone(
    context: Context, game: str, state: Mapping[str, Any], history: Iterable[Event]
) -> int | None:
    """The day the Marker left the map, 0 if it has not, None if nobody says.

    :raises InputError: no day of the calendar, no hex of the map.
    """
    told = state.get("club_route", {}).get("removed")
    if told:
        return day_of(str(told)[:10], "state.club_route.removed")
    for event in history:
        if event.event == "marker" and event.turn and beyond(context, game, event.hex):
            return event.turn.day
    return 0 if marker_gone(context, game, state) is False else None
