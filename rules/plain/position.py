"""The position a question about a game of one's own is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.rules.answer.model import Step
from clubroute.rules.asking.kinds import HEX, MP, NAME, YES
from clubroute.rules.position.record import BESIDE, given, list_of, plain, record, said

MOST_PIECES = 2000
MOST_STATES = 12
TURN = plain({"type": "integer", "minimum": 1, "maximum": 999})
RATING = plain({"type": "number", "minimum": 0, "maximum": 999})
STEPS = plain({"type": "integer", "minimum": 0, "maximum": 99})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainUnit:
    """A unit, as far as it is known. A field that is not said is None; ``move`` is in half-MP."""

    id: str | None = said(NAME, "its counter's id")
    name: str | None = said(NAME, "the name printed on it")
    side: str | None = said(NAME, "whose it is, as the module names its sides")
    hex: str | None = said(HEX, "its hex")
    facing: str | None = said(NAME, "the hexside it faces: N, SE, or northeast")
    kind: str | None = said(NAME, "its kind, as in units.csv")
    back: bool | None = said(YES, "whether its back is up")
    steps: int | None = said(STEPS, "its steps")
    state: tuple[str, ...] | None = said(
        list_of(NAME, MOST_STATES), "what its layers show, in the words of set-ups"
    )
    move: int | None = said(MP, "its movement allowance in MP")
    points: float | None = said(RATING, "its stacking points")
    attack: float | None = said(RATING, "its attack strength")
    defence: float | None = said(RATING, "its defence strength")

    @property
    def call(self) -> str:
        """Its name in messages, or its id; "the unit" if it has neither."""
        return self.name or self.id or "the unit"

    def over(self, known: PlainUnit) -> PlainUnit:
        """Return this unit, completed from another that tells what this one leaves out."""
        return replace(known, **given(self))

    def shows(self, state: str) -> bool | None:
        """Whether it is in a state, None if its states are not said."""
        return None if self.state is None else state in self.state


UNIT = record(PlainUnit)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainPosition:
    """A position, as far as it is known. ``units`` being an empty tuple says that there are none;
    None says nothing. ``begun`` tells by field what was taken from the set-up of its scenario."""

    scenario: str | None = said(NAME, "the scenario that is played")
    units: tuple[PlainUnit, ...] | None = said(list_of(UNIT, MOST_PIECES))
    beside_set_up: bool | None = said(YES, BESIDE)
    turn: int | None = said(TURN, "the game turn, from 1")
    weather: str | None = said(NAME, "the weather, as in rules.toml")
    player: str | None = said(NAME, "whose player turn it is")
    phase: str | None = said(NAME, "the phase, as in rules.toml")
    handle: str = field(default="", compare=False)
    begun: Mapping[str, Step] = field(default_factory=dict, compare=False)

    def of(self, side: str) -> tuple[PlainUnit, ...]:
        """The units of a side."""
        return tuple(one for one in self.units or () if one.side == side)

    def in_hex(self, hexes: Iterable[str]) -> tuple[PlainUnit, ...]:
        """The units in some hexes, printed numbers."""
        where = set(hexes)
        return tuple(one for one in self.units or () if one.hex in where)

    def unplaced(self) -> list[str]:
        """What is needed of the units of which not all that counts is said."""
        needs: list[Any] = []
        for index, one in enumerate(self.units or ()):
            if one.hex is None:
                needs.append(f"state.units[{index}].hex: where {one.call} is")
            if one.side is None:
                needs.append(f"state.units[{index}].side: whose unit {one.call} is")
        return needs


Position = PlainPosition
"""The class of a state, as :mod:`clubroute.rules.series` finds it."""
NOTHING_SAID = PlainPosition()
"""The position of a question that says nothing of it."""
