"""The history of a position: records of what has happened so far, oldest first.

A position alone cannot tell who was last to enter a hex, which side wired a bridge, or when a
reinforcement was declared. The history of the game tells it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.gts.kinds import BRIDGE, COUNT, DROP, HEX, NAME, SIDE, YES
from clubroute.rules.gts.position.turns import TURN, Turn
from clubroute.rules.position.record import Kind, given, list_of, needed, record, said, word

EVENTS: Mapping[str, str] = {
    "entered": "a Unit of side entered hex",
    "controls": "a scenario says that side controls the bridge at hexside",
    "demolished": "side demolished the bridge at hexside",
    "declared_bridge": "the Allies declared Bridge Unit unit",
    "bailey_placed": "Bailey Bridge Unit unit was placed at hexside",
    "bulldozer_placed": "a Bulldozer was placed at hexside",
    "released": "formation (of division) was released from the Club Route queue; auto: it does "
    "not score; missed: it missed its hex",
    "dropped": "Drop number drop took place",
    "supply_drop": "supplies were dropped for division; interdicted says whether by an enemy",
    "sea_tail": "the Sea Tail of division arrived",
    "pontoon_failed": "an attempt to assemble the pontoon bridge failed",
    "assault_ferry": "the Allies created an assault ferry",
    "park_removed": "the park of that name was taken off the map",
    "step_loss": "a Unit of formation (or of kind) lost steps",
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
"""The kinds of records, and their meanings."""

MOST_EVENTS = 20000


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One record of the history. A field that is not said is None."""

    event: str = needed(word(*EVENTS), "what happened")
    turn: Turn | None = said(TURN, "when")
    side: str | None = said(SIDE)
    unit: str | None = said(NAME)
    hex: str | None = said(HEX, "a hex or a place")
    hexside: str | None = said(BRIDGE, "a hexside or a bridge's name")
    division: str | None = said(NAME)
    formation: str | None = said(NAME)
    kind: str | None = said(NAME, "the kind of Unit")
    steps: int | None = said(COUNT)
    auto: bool | None = said(YES)
    missed: bool | None = said(YES)
    drop: int | None = said(DROP)
    interdicted: bool | None = said(YES)
    park: str | None = said(NAME)
    status: str | None = said(word("open", "cut"))
    attacked: int | None = said(COUNT)
    closed: int | None = said(COUNT)
    steps_off: int | None = said(COUNT)
    steps_on_map: int | None = said(COUNT)
    command: int | None = said(COUNT)
    dispatch: int | None = said(COUNT)
    corps: str | None = said(word("VIII", "XII"))
    box: str | None = said(NAME)

    def told(self) -> dict[str, Any]:
        """Return its fields besides ``event`` and ``turn`` that are said, by name."""
        return {name: one for name, one in given(self).items() if name not in ("event", "turn")}


RECORDS = list_of(record(Event), MOST_EVENTS)


def read_history(value: Any, path: str) -> tuple[Event, ...]:
    """Read records, oldest first. :raises InputError: turns that go backwards."""
    history: tuple[Event, ...] = RECORDS.read(value, path)
    now: Turn | None = None
    for index, event in enumerate(history):
        if event.turn is not None and now is not None and event.turn < now:
            where = Where("params", part=f"{path}[{index}].turn")
            raise InputError(where, f"{event.turn} after {now}", "the order of turns")
        now = event.turn or now
    return history


HISTORY = Kind(RECORDS.schema, read_history)
