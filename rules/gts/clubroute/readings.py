"""Readings of the Club Route rules that a referee may have to choose between.

Each is an option with a default. An answer that turns on one says so: ``referee: …``.
"""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.book.readings import ChosenReadings, reading


@dataclass(frozen=True, slots=True)
class RouteReadings(ChosenReadings):
    """The chosen readings, by name."""

    whole_map: str = reading(
        any_way="the whole route is clear when one way through it is, by either spur (4.3.1)",
        every_way="the whole route is clear when every way still open is, both spurs (4.3.1)",
    )
    whole_map_from: str = reading(
        start="the whole route is looked at from its southern hex, not from the Marker (4.3.1)",
        marker="only the hexes north of the Marker count, the potential Club Route (4.3.1)",
    )
    entries: str = reading(
        rule="earlier entries are added to the release roll (4.3.2)",
        example="earlier entries are subtracted from the release roll (the example of 4.3.1)",
    )
    auto_units: str = reading(
        queue="Auto Units wait until the Marker has reached their hex (4.3.1)",
        always="Auto Units with a hex of their own come wherever the Marker is (campaign)",
    )
    auto_off_map: str = reading(
        enter="Auto Units with a hex of their own still enter once the Marker is off the map: "
        "the schedule excepts them (4.3.1)",
        tracked="no Units at all enter once the Marker is off the map (campaign)",
    )
    first_in_line: str = reading(
        any="the first Formation in line is the automatic one even if it is Auto (4.3.1)",
        numbered="the first Formation with a number is automatic, Auto ones do not use it up",
    )
    missed_sea_tail: str = reading(
        uncounted="a Sea Tail that missed its hex is no successful entry (4.3.2)",
        counted="a Sea Tail that missed its hex counts as an entry all the same (4.3.2)",
    )
    dispatch_43rd: str = reading(
        on_top="the 43rd's Dispatch Points come on top of its own modifier (MG 2.3)",
        within="the 43rd's own modifier is all that Dispatch Points can give (4.3.2)",
    )
    first_bridge: str = reading(
        stable="the bridge of scenario 1 is stable if players skip the scenario (campaign)",
        ask="the result of scenario 1 must be given (2.11)",
    )
