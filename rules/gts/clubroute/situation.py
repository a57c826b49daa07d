"""The Club Route in a state: where the Marker is, what was chosen, what lies in the boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.gts.clubroute.network import Network
from clubroute.rules.gts.movement.position import CLUB_ROUTE
from clubroute.rules.gts.old_states import CLUB_ROUTE_SCHEMA
from clubroute.rules.mapfile import NOWHERE, MapFile
from clubroute.rules.schema import check_value

Status: TypeAlias = Literal["open", "cut"]

OFF_MAP = "off_map"
SOUTH = "south"


@dataclass(frozen=True, slots=True)
class Situation:
    """The Club Route as a state has it.

    ``marker`` is a hex id, ``NOWHERE`` when the Marker is off the map or has not come onto it;
    None if the state does not say where it is. ``via`` are hexes the established route passes.
    """

    marker: int | None = None
    off_map: bool = False
    south: bool = False
    spur: str = ""
    via: tuple[int, ...] = ()
    route: tuple[int, ...] = ()
    status: Status = "open"
    cut_by: tuple[str, ...] = ()
    attacked: int = 0
    closed: int = 0
    used_attacked: int = 0
    used_closed: int = 0
    turn_attacked: int = 0
    turn_closed: int = 0
    raid: bool = False
    raid_paid: int = 0
    removed: str = ""
    queue: tuple[str, ...] | None = None
    released: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    bailey: int = 0
    bulldozer: int = 0

    @property
    def shut(self) -> bool:
        """Whether the route is Cut, by a check or by a bridge."""
        return self.status == "cut" or bool(self.cut_by)

    def record(self, map: MapFile) -> dict[str, Any]:
        """As the ``club_route`` object of a state; what says nothing is left out."""
        values: dict[str, Any] = {
            "marker": self.place(map),
            "spur": self.spur,
            "via": [map.number(hex) for hex in self.via],
            "route": [map.number(hex) for hex in self.route],
            "cut_by": list(self.cut_by),
            "removed": self.removed,
            "queue": list(self.queue or ()),
            "released": list(self.released),
            "lost": list(self.lost),
        }
        found = {name: value for name, value in values.items() if value}
        if self.queue is not None:
            found["queue"] = list(self.queue)
        found |= {"status": self.status, "attacked": self.attacked, "closed": self.closed}
        for name, pair in (
            ("used", (self.used_attacked, self.used_closed)),
            ("this_turn", (self.turn_attacked, self.turn_closed)),
        ):
            if any(pair):
                found[name] = {"attacked": pair[0], "closed": pair[1]}
        if self.raid:
            found["raid"] = {"revealed": True, "paid": self.raid_paid}
        if self.bailey or self.bulldozer:
            found["placed"] = {"bailey": self.bailey, "bulldozer": self.bulldozer}
        return found

    def place(self, map: MapFile) -> str:
        """Where the Marker is, as a state says it; "" if that is not known."""
        if self.off_map or self.south:
            return OFF_MAP if self.off_map else SOUTH
        return "" if self.marker is None else map.number(self.marker)

    def moved(self, marker: int, via: Sequence[int], spur: str) -> Situation:
        """With the Marker in another hex, and the way it took there."""
        return replace(self, marker=marker, south=False, via=tuple(via), spur=spur)


def situation_of(network: Network, state: Mapping[str, Any] | None) -> Situation:
    """The Club Route of a state.

    :raises InputError: a value that does not fit, a spur or hex that is not of the route, or two
        places for the Marker.
    """
    told: Mapping[str, Any] = (state or {}).get("club_route") or {}
    check_value(told, CLUB_ROUTE_SCHEMA, "state.club_route")
    place = marker_place(told, state or {})
    refuse_place(network, place)
    marker = None
    if place in (OFF_MAP, SOUTH):
        marker = NOWHERE
    elif place:
        marker = route_hex(network, place, "marker")
    spur = str(told.get("spur", "")).casefold()
    if spur and spur not in network.spurs:
        names = list(network.spurs)
        raise InputError(
            Where("params", part="state.club_route.spur"),
            repr(told["spur"]),
            "one of " + (", ".join(names) or "(this route has no named spurs)"),
            nearest_name(spur, names),
        )
    used, turn = told.get("used", {}), told.get("this_turn", {})
    raid, placed = told.get("raid", {}), told.get("placed", {})
    queue = told.get("queue")
    return Situation(
        marker=marker,
        off_map=place == OFF_MAP,
        south=place == SOUTH,
        spur=spur,
        via=tuple(route_hex(network, text, "via") for text in told.get("via", ())),
        route=tuple(network.map.id(text) for text in told.get("route", ())),
        status=told.get("status", "open"),
        cut_by=tuple(told.get("cut_by", ())),
        attacked=told.get("attacked", 0),
        closed=told.get("closed", 0),
        used_attacked=used.get("attacked", 0),
        used_closed=used.get("closed", 0),
        turn_attacked=turn.get("attacked", 0),
        turn_closed=turn.get("closed", 0),
        raid=raid.get("revealed", False),
        raid_paid=raid.get("paid", 0),
        removed=told.get("removed", ""),
        queue=None if queue is None else tuple(queue),
        released=tuple(told.get("released", ())),
        lost=tuple(told.get("lost", ())),
        bailey=placed.get("bailey", 0),
        bulldozer=placed.get("bulldozer", 0),
    )


def refuse_place(network: Network, place: str) -> None:
    """:raises InputError: the Marker is where these rules never have it."""
    if network.rules.system != "marker" or network.end != NOWHERE:
        return
    never = {OFF_MAP: network.exit == NOWHERE, SOUTH: network.marker != NOWHERE}
    if never.get(place, False):
        raise InputError(
            Where("params", part="state.club_route.marker"),
            repr(place),
            "a hex: here the Club Route Marker is always on the map",
        )


def marker_place(told: Mapping[str, Any], state: Mapping[str, Any]) -> str:
    """Where a state says the Marker is, in ``club_route`` or among the markers; "" if nowhere.

    :raises InputError: it says two places.
    """
    places = [str(told["marker"])] if told.get("marker") else []
    if told.get("removed") and not places:
        places = [OFF_MAP]
    for marker in state.get("markers", ()):
        if str(marker.get("kind", marker.get("name", ""))).lower() in CLUB_ROUTE:
            here = OFF_MAP if marker.get("off_map") else str(marker.get("hex") or "")
            places += [here] if here else []
    if len(set(places)) > 1:
        raise InputError(
            Where("params", part="state.club_route.marker"),
            " and ".join(sorted(set(places))),
            "one place for the Club Route Marker",
        )
    return places[0] if places else ""


def route_hex(network: Network, number: str, name: str) -> int:
    """A hex of the route. :raises InputError: no hex of the map, or not of the route."""
    hex = network.map.id(number)
    if hex not in network.graph.hexes:
        numbers = [network.number(h) for h in network.graph.hexes]
        raise InputError(
            Where("params", part=f"state.club_route.{name}"),
            repr(number),
            "a hex of the Club Route as the map has it",
            nearest_name(number, numbers),
        )
    return hex
