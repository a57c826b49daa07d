"""Readings of the Club Route rules that a referee may have to choose between.

Each is an option with a default. An answer that turns on one says so: ``referee: …``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.readings import Meanings, in_words, options_schema


@dataclass(frozen=True, slots=True)
class Readings:
    """The chosen readings, by name. See :data:`MEANINGS` for what each value means."""

    whole_map: str = "any_way"
    whole_map_from: str = "start"
    entries: str = "rule"
    auto_units: str = "queue"
    auto_off_map: str = "enter"
    first_in_line: str = "any"
    missed_sea_tail: str = "uncounted"
    dispatch_43rd: str = "on_top"
    first_bridge: str = "stable"

    def chosen(self, name: str) -> str:
        """A reading in words, as an answer says it."""
        return in_words(self, MEANINGS, name)


MEANINGS: Meanings = {
    "whole_map": {
        "any_way": "the whole route is clear when one way through it is, by either spur (4.3.1)",
        "every_way": "the whole route is clear when every way still open is, both spurs (4.3.1)",
    },
    "whole_map_from": {
        "start": "the whole route is looked at from its southern hex, not from the Marker (4.3.1)",
        "marker": "only the hexes north of the Marker count, the potential Club Route (4.3.1)",
    },
    "entries": {
        "rule": "earlier entries are added to the release roll (4.3.2)",
        "example": "earlier entries are subtracted from the release roll (the example of 4.3.1)",
    },
    "auto_units": {
        "queue": "Auto Units wait until the Marker has reached their hex (4.3.1)",
        "always": "Auto Units with a hex of their own come wherever the Marker is (campaign)",
    },
    "auto_off_map": {
        "enter": "Auto Units with a hex of their own still enter once the Marker is off the map: "
        "the schedule excepts them (4.3.1)",
        "tracked": "no Units at all enter once the Marker is off the map (campaign)",
    },
    "first_in_line": {
        "any": "the first Formation in line is the automatic one even if it is Auto (4.3.1)",
        "numbered": "the first Formation with a number is automatic, Auto ones do not use it up",
    },
    "missed_sea_tail": {
        "uncounted": "a Sea Tail that missed its hex is no successful entry (4.3.2)",
        "counted": "a Sea Tail that missed its hex counts as an entry all the same (4.3.2)",
    },
    "dispatch_43rd": {
        "on_top": "the 43rd's Dispatch Points come on top of its own modifier (MG 2.3)",
        "within": "the 43rd's own modifier is all that Dispatch Points can give (4.3.2)",
    },
    "first_bridge": {
        "stable": "the bridge of scenario 1 is stable if players skip the scenario (campaign)",
        "ask": "the result of scenario 1 must be given (2.11)",
    },
}


def readings_of(values: Mapping[str, Any]) -> Readings:
    """The readings a caller chose (already checked against :func:`readings_schema`)."""
    return Readings(**values)


def readings_schema() -> dict[str, Any]:
    """JSON Schema of the ``options`` parameter."""
    return options_schema(Readings, MEANINGS)
