"""The Club Route in a state: where the Marker is, what was chosen, what lies in the boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.gts.clubroute.network import RouteNetwork
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.markers import (
    OFF_MAP,
    ClubRoute,
    Placed,
    Raid,
    Status,
    Tokens,
)

TOLD = ("status", "cut_by", "attacked", "closed", "used", "this_turn", "raid", "placed")
"""What a Club Route may leave unsaid without saying that there is none of it."""
SOUTH = "south"


@dataclass(frozen=True, slots=True)
class RouteSituation:
    """The Club Route as a state has it.

    ``marker`` is a hex id, ``NOWHERE`` when the Marker is off the map or has not come onto it;
    None if the state does not say where it is. ``via`` are hexes the established route passes.
    ``unsaid`` are the fields the state does not say.
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
    missed: tuple[str, ...] = ()
    bailey: int = 0
    bulldozer: int = 0
    unsaid: frozenset[str] = frozenset()

    @property
    def shut(self) -> bool:
        """Whether the route is Cut, by a check or by a bridge."""
        return self.status == "cut" or bool(self.cut_by)

    def record(self, map_: MapFile) -> dict[str, Any]:
        """As the ``club_route`` object of a state; what says nothing is left out."""
        values: dict[str, Any] = {
            "marker": self.place(map_),
            "spur": self.spur,
            "via": [map_.number(hex_) for hex_ in self.via],
            "route": [map_.number(hex_) for hex_ in self.route],
            "removed": self.removed,
            "queue": list(self.queue or ()),
            "released": list(self.released),
            "missed": list(self.missed),
        }
        found = {name: value for name, value in values.items() if value}
        if self.queue is not None:
            found["queue"] = list(self.queue)
        counted: dict[str, Any] = {
            "cut_by": list(self.cut_by),
            "status": self.status,
            "attacked": self.attacked,
            "closed": self.closed,
            "used": {"attacked": self.used_attacked, "closed": self.used_closed},
            "this_turn": {"attacked": self.turn_attacked, "closed": self.turn_closed},
            "raid": {"revealed": self.raid, "paid": self.raid_paid},
            "placed": {"bailey": self.bailey, "bulldozer": self.bulldozer},
        }
        return found | {name: one for name, one in counted.items() if name not in self.unsaid}

    def known(self, *names: str) -> RouteSituation:
        """With fields that are known now, though the state does not say them."""
        return replace(self, unsaid=self.unsaid - {*names})

    def place(self, map_: MapFile) -> str:
        """Where the Marker is, as a state says it; "" if that is not known."""
        if self.off_map or self.south:
            return OFF_MAP if self.off_map else SOUTH
        return "" if self.marker is None else map_.number(self.marker)

    def needs(self, **what: str) -> tuple[str, ...]:
        """Say what is missing, by field, of those the state does not say."""
        return tuple(
            f"state.club_route.{name}: {text}" for name, text in what.items() if name in self.unsaid
        )

    def moved(self, marker: int, via: Sequence[int], spur: str) -> RouteSituation:
        """With the Marker in another hex, and the way it took there."""
        return replace(self, marker=marker, south=False, via=tuple(via), spur=spur)


def situation_of(network: RouteNetwork, state: Position) -> RouteSituation:
    """The Club Route of a state.

    :raises InputError: a spur or hex that is not of the route, or two places for the Marker.
    """
    told = state.club_route or ClubRoute()
    place = marker_place(told, state)
    refuse_place(network, place)
    marker = None
    if place in (OFF_MAP, SOUTH):
        marker = NOWHERE
    elif place:
        marker = route_hex(network, place, "marker")
    spur = (told.spur or "").casefold()
    if spur and spur not in network.spurs:
        names = list(network.spurs)
        raise InputError(
            Where("params", part="state.club_route.spur"),
            repr(told.spur),
            "one of " + (", ".join(names) or "(this route has no named spurs)"),
            nearest_name(spur, names),
        )
    used, turn = told.used or Tokens(), told.this_turn or Tokens()
    raid, placed = told.raid or Raid(), told.placed or Placed()
    return RouteSituation(
        marker=marker,
        off_map=place == OFF_MAP,
        south=place == SOUTH,
        spur=spur,
        via=tuple(route_hex(network, text, "via") for text in told.via or ()),
        route=tuple(network.map.id(text) for text in told.route or ()),
        status=told.status or "open",
        cut_by=told.cut_by or (),
        attacked=told.attacked or 0,
        closed=told.closed or 0,
        used_attacked=used.attacked or 0,
        used_closed=used.closed or 0,
        turn_attacked=turn.attacked or 0,
        turn_closed=turn.closed or 0,
        raid=raid.revealed is True,
        raid_paid=raid.paid or 0,
        removed=told.removed or "",
        queue=told.queue,
        released=told.released or (),
        missed=told.missed or (),
        bailey=placed.bailey or 0,
        bulldozer=placed.bulldozer or 0,
        unsaid=frozenset(name for name in TOLD if not is_told(getattr(told, name))),
    )


def is_told(value: object) -> bool:
    """Whether a field of a Club Route is told, and if it has parts, every one that matters."""
    if isinstance(value, Raid):
        return value.revealed is False or None not in (value.revealed, value.paid)
    if isinstance(value, Tokens):
        return None not in (value.attacked, value.closed)
    if isinstance(value, Placed):
        return None not in (value.bailey, value.bulldozer)
    return value is not None


def refuse_place(network: RouteNetwork, place: str) -> None:
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


def marker_place(told: ClubRoute, state: Position) -> str:
    """Where a state says the Marker is, in ``club_route`` or among the markers; "" if nowhere.

    :raises InputError: it says two places.
    """
    places = [told.marker] if told.marker else []
    if told.removed and not places:
        places = [OFF_MAP]
    for marker in state.markers_of("club_route"):
        places += [marker.hex] if marker.hex else []
    if len(set(places)) > 1:
        raise InputError(
            Where("params", part="state.club_route.marker"),
            " and ".join(sorted(set(places))),
            "one place for the Club Route Marker",
        )
    return places[0] if places else ""


def route_hex(network: RouteNetwork, number: str, name: str) -> int:
    """A hex of the route. :raises InputError: no hex of the map, or not of the route."""
    hex_ = network.map.id(number)
    if hex_ not in network.graph.hexes:
        numbers = [network.number(h) for h in network.graph.hexes]
        raise InputError(
            Where("params", part=f"state.club_route.{name}"),
            repr(number),
            "a hex of the Club Route as the map has it",
            nearest_name(number, numbers),
        )
    return hex_
