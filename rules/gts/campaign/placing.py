"""Where Bailey Bridge Units and Bulldozers go: on Club Route or its Marker (WED 2.11, 2.15.7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from clubroute.rules.gts.kinds import YES
from clubroute.rules.gts.position import Position
from clubroute.rules.position.record import said
from clubroute.rules.readings import ChosenReadings, reading
from clubroute.rules.working import Working


@dataclass(frozen=True, slots=True)
class PlacingReadings(ChosenReadings):
    """Where such a Unit goes."""

    placed_on: str = reading(
        established="it goes on Club Route as established, or to the Marker",
        potential="it goes on potential Club Route, too, north of the Marker",
    )


def the_route() -> Any:
    """Declare whether the hex is on Club Route."""
    return said(YES, "whether the southern hex is on Club Route")


def the_potential() -> Any:
    """Declare whether the hex is on potential Club Route."""
    return said(YES, "whether the southern hex is on potential Club Route, north of the Marker")


class RouteGoer(Protocol):
    """A question about a Unit that is placed on Club Route."""

    @property
    def on_club_route(self) -> bool | None:
        """Whether the hex is on Club Route."""

    @property
    def on_potential(self) -> bool | None:
        """Whether it is on potential Club Route."""

    @property
    def state(self) -> Position:
        """The position."""

    @property
    def readings(self) -> PlacingReadings:
        """The readings."""


def on_route(work: Working, southern: str, asked: RouteGoer, cite: str) -> None:
    """Add the condition that a hex is on Club Route or holds the Club Route Marker."""
    route = asked.state.club_route
    marker = route is not None and route.marker == southern
    if marker or any(one.hex == southern for one in asked.state.markers_of("club_route")):
        work.say(f"{southern} holds the Club Route Marker", cite)
        return
    wide = asked.readings.placed_on == "potential"
    holds, on_potential = asked.on_club_route, asked.on_potential
    if holds is False and (wide or on_potential):
        work.note(asked.readings.chosen("placed_on"))
    if holds is False and wide:
        work.check(
            on_potential,
            f"{southern} is on potential Club Route",
            f"{southern} is on no Club Route, established or potential",
            cite,
            f"on_potential: whether {southern} is on potential Club Route",
        )
        return
    work.check(
        holds,
        f"{southern} is on Club Route",
        f"{southern} is neither on Club Route nor holds its marker",
        cite,
        f"on_club_route: whether {southern} is on Club Route (clubroute.trace)",
    )
