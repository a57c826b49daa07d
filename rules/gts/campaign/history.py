"""What has happened so far: records of a state's ``history``, in the order they happened.

A position alone cannot tell who was last to enter a hex, which side wired a bridge, or when a
reinforcement was declared. Whoever keeps the game's record says so here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.gts.campaign.turns import Turn, turn_or_none

EVENTS: Mapping[str, str] = {
    "entered": "a Unit of side entered hex",
    "controls": "a scenario says that side controls the bridge at hexside",
    "demolished": "side demolished the bridge at hexside",
    "declared_bridge": "the Allies declared Bridge Unit unit",
    "bailey_placed": "Bailey Bridge Unit unit was placed at hexside",
    "bulldozer_placed": "a Bulldozer was placed at hexside",
    "released": "formation (of division) was released from the Club Route queue",
    "dropped": "Drop number drop took place",
    "supply_drop": "supplies were dropped for division; interdicted says whether by an enemy",
    "sea_tail": "the Sea Tail of division arrived",
    "pontoon_failed": "an attempt to assemble the pontoon bridge failed",
    "assault_ferry": "the Allies created an assault ferry",
    "park_removed": "the park of that name was taken off the map",
    "step_lost": "a Unit of formation lost steps",
    "routed": "formation routed",
    "status": "Club Route was open or cut at a 1900 turn, as status says",
    "marker": "the Club Route Marker came to hex",
    "earned": "the German player earned attacked and closed markers in a turn",
    "guards_activation": "the Guards Division Activation was picked with steps_off Steps off Club "
    "Route, or steps_on_map Steps on the map once the Marker had left it",
    "guards_left": "the last Guards Unit left the map; command and dispatch are the points left",
    "emergency_call": "the Allies called for emergency reinforcements",
    "op_entered": "a German Unit entered the OP in hex",
    "corps_failed": "the flank corps of that name failed to advance from box",
    "corps_advanced": "the flank corps of that name advanced to box",
}
"""What a record may be of."""


@dataclass(frozen=True, slots=True)
class Event:
    """One record. ``turn`` is None if it was not told; ``values`` holds whatever else was."""

    event: str
    turn: Turn | None = None
    side: str = ""
    unit: str = ""
    hex: str = ""
    hexside: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Another value as text, "" if there is none."""
        return str(self.values.get(name, ""))


def history_of(state: Mapping[str, Any]) -> tuple[Event, ...]:
    """The records of a state, oldest first.

    :raises InputError: an unknown event, or turns that go backwards.
    """
    found: list[Event] = []
    now: Turn | None = None
    for index, record in enumerate(state.get("history", ())):
        part = f"state.history[{index}]"
        name = record.get("event")
        if name not in EVENTS:
            expected = "one of " + ", ".join(EVENTS)
            near = nearest_name(str(name), EVENTS)
            raise InputError(Where("params", part=f"{part}.event"), repr(name), expected, near)
        turn = turn_or_none(record.get("turn"), f"{part}.turn")
        if turn is not None and now is not None and turn < now:
            raise InputError(
                Where("params", part=f"{part}.turn"), f"{turn} after {now}", "the order of turns"
            )
        now = turn or now
        words = {k: str(record.get(k, "")) for k in ("side", "unit", "hex", "hexside")}
        found.append(Event(name, turn, **words, values=record))
    return tuple(found)


def events(state: Mapping[str, Any], *names: str) -> tuple[Event, ...]:
    """The records of some events, oldest first. :raises InputError: see :func:`history_of`."""
    return tuple(event for event in history_of(state) if event.event in names)
