"""A unit of It Never Snows: what its counter shows and what a position says of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.rules.answer.model import Step
from clubroute.rules.asking.kinds import COUNT, GERMAN, HEX, NAME, SIDE, YES
from clubroute.rules.asking.schema import check_value
from clubroute.rules.position.record import Kind, given, plain, record, said, word
from clubroute.rules.scs.games import book

NA = -1
"""A movement allowance of "Na" once it is read."""
MOST_MA = {"type": "integer", "minimum": 0, "maximum": 40}
MA_SCHEMA: Mapping[str, Any] = {"anyOf": [MOST_MA, {"type": "string", "enum": ["Na"]}]}

KINDS = book("roster")["kinds"].values
"""By what a unit is, as far as a rule asks for it, the other symbols that count as it."""
OTHERS = {other: kind for kind, many in KINDS.items() for other in many}
KIND = word(*KINDS, also=OTHERS)
KIND_OF: Mapping[str, str] = {**{kind: kind for kind in KINDS}, **OTHERS}
"""The kind of every symbol."""
BRIDGING = "bridging"
BACKS = frozenset(("reduced", "bridge", "back"))
"""States of a set-up that have a counter's back up."""
DIVISIONS = ("1", "82", "101", "Polish")
"""The Airborne Divisions, and the Polish Brigade."""


def division_named(name: str) -> str | None:
    """The Airborne Division a name means, None if none: ``82``, ``82nd Airborne Division``."""
    if "pol" in name.casefold():
        return DIVISIONS[-1]
    found = re.match(r"\s*\(?(\d+)", name)
    return found[1] if found and found[1] in DIVISIONS else None


RATING = plain({"type": "integer", "minimum": 0, "maximum": 99})
STEPS = plain({"type": "integer", "minimum": 0, "maximum": 9})


def read_allowance(value: Any, path: str) -> int:
    """Read a movement allowance in MP, or ``Na``."""
    if isinstance(value, str) and value.casefold() == "na":
        return NA
    check_value(value, MOST_MA, path)
    return int(value)


ALLOWANCE = Kind(lambda: MA_SCHEMA, read_allowance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit, as far as it is known. A field that is not said is None.

    ``ma`` is the printed one in MP, ``NA`` for "Na"; ``hex`` a printed number.
    """

    id: str | None = said(NAME, "its counter's id")
    name: str | None = said(NAME, "the name printed on it")
    side: str | None = said(SIDE)
    hex: str | None = said(HEX, "its hex")
    kind: str | None = said(KIND)
    formation: str | None = said(NAME, "its regiment, brigade or Kampfgruppe")
    division: str | None = said(NAME, "its division: 1, 82, 101, Polish …")
    steps: int | None = said(STEPS, "its steps")
    back: bool | None = said(YES, "whether its back is up")
    attack: int | None = said(RATING)
    barrage: int | None = said(RATING)
    range: int | None = said(COUNT, "an artillery unit's, in hexes")
    defence: int | None = said(RATING)
    ma: int | None = said(ALLOWANCE, 'its printed movement allowance in MP, or "Na"')
    exploit: bool | None = said(YES, "whether it is Exploit Capable: yellow coded")
    yellow: bool | None = said(YES, "whether it is yellow coded artillery, which spends ammo")
    oval: bool | None = said(YES, "whether its symbol has an armour oval")
    dukw: bool | None = said(YES, "whether it has DUKWs")
    glider: bool | None = said(YES, "whether it has the Glider symbol")
    corps: bool | None = said(YES, "whether it is of XXX Corps: it enters by Entry Area A")
    assigned: str | None = said(NAME, "the division an assigned armour unit belongs to")
    released: bool | None = said(YES, "whether an assigned armour unit is released")
    dg: bool | None = said(YES, "whether it is Disorganized")
    oos: bool | None = said(YES, "whether it is marked Out of Supply")
    landed: bool | None = said(YES, "whether it came by air drop this turn")
    entering: bool | None = said(YES, "whether it enters this turn in an Entry Area hex")
    ferried: bool | None = said(YES, "whether it has used a Ferry this phase")
    emplaced: bool | None = said(
        YES, "whether it began the friendly Movement Phase where it is, not Disorganized"
    )
    sources: tuple[Step, ...] = field(default=(), compare=False)
    """What was taken from its counter and the owner's ratings, as lines of an answer."""
    guessed: tuple[str, ...] = field(default=(), compare=False)
    """The fields taken from its counter that no rulebook gives."""

    @property
    def call(self) -> str:
        """Its name in messages, or its id; "the unit" if it has neither."""
        return self.name or self.id or "the unit"

    @property
    def artillery(self) -> bool | None:
        """Whether it has a barrage rating and no attack strength; None if that is not said."""
        if self.barrage is not None:
            return True
        told = book("roster")["artillery"]
        if self.attack is not None or self.kind in told.words("attacks"):
            return False
        return True if self.kind in told.words("fires") else None

    @property
    def airborne(self) -> str | None:
        """Its Airborne Division, None if it is said to be of none, or nothing is said."""
        return None if self.division is None else division_named(self.division)

    @property
    def of_corps(self) -> bool | None:
        """Whether it is of XXX Corps: all Allied units but the airborne are (2.2)."""
        if self.corps is not None or self.side == GERMAN:
            return bool(self.corps)
        if self.assigned is not None:
            return True
        return None if self.division is None else self.airborne is None

    @property
    def dropped(self) -> bool | None:
        """Whether it came by air drop this turn; only Airborne Divisions do (2.1)."""
        if self.landed is None and (self.side == GERMAN or self.of_corps):
            return False
        return self.landed

    def of_side(self, side: str | None) -> bool | None:
        """Whether it is of a side; None if either is not said."""
        return None if None in (self.side, side) else self.side == side

    @property
    def as_bridge(self) -> bool:
        """Whether it is a Bridging unit that stands as a bridge: its back shows one (1.15c)."""
        return self.kind == BRIDGING and self.back is True

    @property
    def moves(self) -> bool | None:
        """Whether its movement allowance is a number (1.6b)."""
        return None if self.ma is None else self.ma != NA

    @property
    def armed(self) -> bool | None:
        """Whether it is no artillery."""
        return None if self.artillery is None else not self.artillery

    def over(self, known: Unit) -> Unit:
        """Return this unit, completed from another that tells what this one leaves out."""
        return replace(known, **given(self))

    def without_guesses(self) -> Unit:
        """This unit without what no rulebook gives of its counter."""
        unsaid: dict[str, Any] = dict.fromkeys(self.guessed)
        return replace(self, **unsaid)


UNIT = record(Unit)
