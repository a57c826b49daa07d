"""A unit: what a position or a question says of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.rules.answer.model import MoveClass, Step
from clubroute.rules.gts.kinds import (
    CARRIER,
    COUNT,
    DROP,
    HEX,
    HEX_NUMBER,
    MOVE_CLASS,
    MP,
    NAME,
    SIDE,
    YES,
    choice,
)
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import (
    given,
    list_of,
    plain,
    read_record,
    record,
    said,
    word,
)

KINDS = (
    "infantry",
    "parachute",
    "glider",
    "armour",
    "tank-destroyer",
    "recce",
    "mechanised",
    "engineer",
    "antitank",
    "artillery",
    "mortar",
    "flak",
    "flak 88",
    "machine-gun",
    "hq",
    "leader",
    "bridge",
    "bulldozer",
    "rearguard",
    "transport",
)
"""The kinds of units, by their symbols."""

KIND = word(
    *KINDS,
    also={"armor": "armour", "mechanized": "mechanised", "88": "flak 88", "88 flak": "flak 88"},
)
QUALITY = plain({"type": "integer", "minimum": -9, "maximum": 19})
STEPS = plain({"type": "integer", "minimum": 0, "maximum": 9})
HEXES = list_of(HEX_NUMBER, 20000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rider:
    """A Unit that rides on another one's vehicles (WED and TDC S4)."""

    move_class: MoveClass | None = said(MOVE_CLASS, name="class")
    formation: str | None = said(NAME)
    organic: bool | None = said(YES, "whether it has Organic Transport")
    steps: int | None = said(STEPS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit, as far as it is known. A field that is not said is None.

    ``ma`` is in half-MP. ``hex`` is a printed number.
    """

    id: str | None = said(NAME, "its counter's id")
    name: str | None = said(NAME, "the name printed on it")
    side: str | None = said(SIDE)
    hex: str | None = said(HEX, "its hex, or the place it is in")
    move_class: MoveClass | None = said(MOVE_CLASS, "its own class, on foot", name="class")
    kind: str | None = said(KIND)
    division: str | None = said(NAME)
    formation: str | None = said(NAME)
    column: bool | None = said(YES, "whether it is in Column")
    ma: int | None = said(MP, "its movement allowance in MP")
    steps: int | None = said(STEPS, "its Steps")
    back: bool | None = said(YES, "whether its back is up")
    immobile: bool | None = said(YES, "whether it has no movement but on its transport")
    suppressed: bool | None = said(YES)
    organic: MoveClass | None = said(CARRIER, "the class of its Organic Transport")
    mounted: bool | None = said(YES, "whether it is on its Organic Transport")
    divisional: bool | None = said(YES, "whether its transport is a Divisional Truck or Jeep")
    piggyback: bool | None = said(YES, "whether another Unit rides on it")
    rider: Rider | None = said(record(Rider), "the Unit that rides on it")
    road: str | None = said(NAME, "the Road it is on: id, name or kind")
    reached_end: bool | None = said(YES, "whether it has reached the declared Club Route's end")
    relieving: bool | None = said(YES, "whether it relieves a garrison")
    crossed: bool | None = said(YES, "whether it has crossed the bridge of the town it relieves")
    garrison: str | None = said(choice("Grave", "Mook"), "the town it garrisons")
    airborne: bool | None = said(YES)
    reinforcement: bool | None = said(YES, "whether it is coming onto the map")
    retreat: bool | None = said(YES, "whether it retreats or runs away")
    by_division: bool | None = said(YES, "whether its Division activates it, not its Formation")
    emergency: bool | None = said(YES, "whether it came by the emergency call")
    engineer: bool | None = said(YES, "whether it has the engineer symbol")
    tq: int | None = said(QUALITY, "its Troop Quality, all modifiers included")
    range: int | None = said(COUNT, "its longest range in hexes")
    minimum: int | None = said(COUNT, "its minimum range in hexes")
    indirect: bool | None = said(YES, "whether it has Indirect HE fire")
    fire_zones: tuple[str, ...] | None = said(HEXES, "the hexes in which it projects a Fire Zone")
    command_range: int | None = said(COUNT, "a Leader's, in hexes")
    telephone: bool | None = said(YES, "whether a Leader has the telephone")
    began_turn_dismounted: bool | None = said(YES)
    placed_now: bool | None = said(YES, "whether it came in during this activation")
    arrival: str | None = said(word("parachute", "glider"), "how it arrives")
    drop: int | None = said(DROP, "the drop it is scheduled for")
    ox_and_bucks: bool | None = said(YES, "whether it is of the Ox and Bucks")
    sources: tuple[Step, ...] = field(default=(), compare=False)
    """What was taken from its counter, as lines of a receipt."""

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of its Formation and Division, those that are said."""
        return tuple(name for name in (self.formation, self.division) if name)

    @property
    def call(self) -> str:
        """Its name in messages, or its id; "" if it has neither."""
        return self.name or self.id or ""

    def of(self, group: str) -> bool:
        """Whether the position says that it belongs to a Division or Formation."""
        return any(same_group(name, group) for name in self.groups)

    def over(self, known: Unit) -> Unit:
        """Return this unit, completed from another that tells what this one leaves out."""
        return replace(known, **given(self))


UNIT = record(Unit)


def read_unit(value: Any, path: str = "unit") -> Unit:
    """Read a unit from JSON. :raises InputError: with the path of the first mistake."""
    return read_record(Unit, value, path)
