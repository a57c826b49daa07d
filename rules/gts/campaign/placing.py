"""Where Bailey Bridge Units and Bulldozers go: on Club Route or its Marker (WED 2.11, 2.15.7)."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.answer.working import Working
from clubroute.rules.book.readings import ChosenReadings, reading
from clubroute.rules.gts.asked import the_options
from clubroute.rules.gts.campaign.demolition import AboutBridge
from clubroute.rules.gts.kinds import GERMAN, NAME, YES
from clubroute.rules.gts.position import need_fire_zones
from clubroute.rules.gts.situation.bridges import MapBridge
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import said


@dataclass(frozen=True, slots=True)
class PlacingReadings(ChosenReadings):
    """Where such a Unit goes."""

    placed_on: str = reading(
        established="it goes on Club Route as established, or to the Marker",
        potential="it goes on potential Club Route, too, north of the Marker",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacingQuestion(AboutBridge):
    """A question about a Unit that is placed on Club Route in a Divisional Activation."""

    activation: str | None = said(NAME, "the Division whose Divisional Activation it is")
    on_club_route: bool | None = said(YES, "whether the southern hex is on Club Route")
    on_potential: bool | None = said(
        YES, "whether the southern hex is on potential Club Route, north of the Marker"
    )
    readings: PlacingReadings = the_options(PlacingReadings)


def of_division(work: Working, division: str, asked: PlacingQuestion, cite: str) -> None:
    """Add the condition that it is a Divisional Activation of a Division."""
    activation = asked.activation
    work.check(
        same_group(activation, division) if activation else None,
        f"it is a Divisional Activation of {division}",
        f"it must be a Divisional Activation of {division}"
        + (f", not of {activation}" if activation else ""),
        cite,
        f"activation: whether it is a Divisional Activation of {division}",
    )


def right_place(work: Working, bridge: MapBridge, asked: PlacingQuestion, cite: str) -> None:
    """Add the conditions on the place: no German Fire Zone on the bridge, and its southern hex is
    on Club Route or holds the Club Route Marker.
    """
    zone = asked.state.in_zone(GERMAN, bridge.ends)
    work.check(
        None if zone is None else not zone,
        "no German Fire Zone lies on either hex",
        "a German Fire Zone lies on one of the hexes",
        cite,
        need_fire_zones(GERMAN),
    )
    southern = bridge.southern
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
