"""The position a question is about, parsed once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.model import Step
from clubroute.rules.answer.working import all_of
from clubroute.rules.asking.kinds import COUNT, GERMAN, HEX, HEX_NUMBER, NAME, SIDE, YES, printed
from clubroute.rules.asking.schema import check_value
from clubroute.rules.position.asked import SaidUnit
from clubroute.rules.position.names import first_unplaced, squeezed
from clubroute.rules.position.record import (
    BESIDE,
    Kind,
    by_name,
    given,
    list_of,
    of,
    plain,
    record,
    said,
    word,
)
from clubroute.rules.scenarios.book import named
from clubroute.rules.scs.games import SERIES, book

# The bridges and ferries of a position, by the hexes they join.
#
# A crossing is named by its hexes as printed: both ends of a hexside (``E54.24/E55.25``), both
# ends and the hex between (``A48.07/A49.07/A50.06``), or one hex for all there is in it
# (``A48.05``).

MOST_HEXES = 3

STATES = ("stands", "prepared", "blown", "built")
"""What a bridge may be: as printed, wired for demolition, blown, or built by a Bridging unit."""
STANDING = ("stands", "prepared", "built")
STATE_WORD = word(*STATES, also={"safe": "stands", "intact": "stands", "destroyed": "blown"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """A bridge, as far as it is known."""

    word: str | None = said(STATE_WORD, "whether it stands, is prepared, blown or built", name="is")
    light: bool | None = said(YES, 'whether it is a Light Bridge: the "No Tanks" icon')
    blow: int | None = said(
        plain({"type": "integer", "minimum": 0, "maximum": 6}), "the highest die that blows it"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ferry:
    """A Ferry. One made by an engineer serves its ``side`` only; a printed one both."""

    side: str | None = said(SIDE, "the side whose engineer made it; if absent a printed one")
    used: int | None = said(
        plain({"type": "integer", "minimum": 0, "maximum": 4}), "units it has carried this turn"
    )


BRIDGE = record(Bridge, short="is")


@cache
def marked_bridges() -> Mapping[str, str]:
    """By the name on a bridge's marker, without spaces, the hex the marker is set up in (5.1)."""
    rows = book("bridges")["markers"].values.items()
    return {squeezed(name): str(at) for name, at in rows if name != "rule"}


def crossing_key(text: str, path: str) -> str:
    """A crossing's name without spaces, or the hex of the bridge whose marker has the name.

    :raises InputError: it does not name 1 to 3 hexes.
    """
    check_value(text, {"type": "string", "maxLength": 40}, path)
    known = marked_bridges().get(squeezed(text)) or marked_bridges().get(f"{squeezed(text)}bridge")
    if known is not None:
        return known
    hexes = [one.strip() for one in printed(text, path).split("/")]
    if not all(hexes) or len(hexes) > MOST_HEXES:
        expected = "a hex, or 2 or 3 of them, as E54.24/E55.25; or a bridge's marker, as Son"
        raise InputError(Where("params", part=path), repr(text), expected)
    return "/".join(hexes)


CROSSING = of({"type": "string", "maxLength": 40}, crossing_key)
"""A bridge by its hex or hexes."""


def crossed(text: str, path: str) -> str:
    """The name of a crossing by both its banks. :raises InputError: it does not name them."""
    found = crossing_key(text, path)
    if "/" not in found:
        raise InputError(Where("params", part=path), repr(text), "2 or 3 hexes")
    return found


# A unit of It Never Snows: what its counter shows and what a position says of it.

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
    found = re.match(r"\s*\(?([0-9]+)", name)
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
class Unit(SaidUnit):
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
    def artillery(self) -> bool | None:
        """Whether it has a barrage rating and no attack strength; None if that is not said."""
        told = book("roster")["artillery"]
        if self.kind in told.words("attacks"):
            return False
        if self.barrage or (self.attack is None and self.kind in told.words("fires")):
            return True
        return None if self.attack is None and self.barrage is None else False

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
        told = given(self)
        guessed = tuple(name for name in known.guessed if name not in told)
        return replace(known, **told, guessed=guessed)

    def without_guesses(self, *names: str) -> Unit:
        """This unit without what no rulebook gives of it, or only some of that."""
        wanted = names or self.guessed
        unsaid: dict[str, Any] = dict.fromkeys(one for one in self.guessed if one in wanted)
        return replace(self, **unsaid)

    def granted(self, names: Iterable[str], why: Step) -> Unit:
        """This unit, of which what is not said of some facts is taken for granted: none holds."""
        own: dict[str, Any] = {name: False for name in names if getattr(self, name) is None}
        if not own:
            return self
        return replace(self, **own, guessed=(*self.guessed, *own), sources=(*self.sources, why))


UNIT = record(Unit)


MOST_PIECES = 2000
LAST_TURN = 17
TURN = plain({"type": "integer", "minimum": 1, "maximum": LAST_TURN})
PHASES = dict.fromkeys(row.text("id") for row in book("turns").listed("phases"))
"""The phases of a player turn, in order (INS 1.1); only the Allied player has air drops."""


def called(value: str, path: str = "") -> str:
    """The number of a scenario by any name of it; a name of none stays as it is."""
    return named(SERIES.id, value, [names[0] for names in SERIES.scenarios.values()])


SCENARIO = of(NAME.schema(), called)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTurn:
    """The present turn, as far as it is said."""

    number: int | None = said(TURN, "the game turn; 1 is September 17 PM, even turns are AM")
    player: str | None = said(SIDE, "whose player turn it is")
    phase: str | None = said(word(*PHASES))


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A position, as far as it is known. A field that is not said is None.

    ``units`` being an empty tuple says that there are none; None says nothing. ``bridges`` and
    ``ferries`` are told whole: a printed one they do not name stands as printed. ``begun`` tells
    by field what the position has from its scenario's set-up, ``to_place`` of which of its units
    nobody knows where they stand; ``later``: that is what holds after the first turn, too:
    ``doubted`` were Prepared then and may be blown or safe now, no other is wired, and what
    Bridging units have built is not said. ``bridging`` are the Bridging units that stand as
    bridges by the set-up, where no units are told. ``granted`` are the facts of units that are
    taken for granted as they are set up, before anything has happened.
    """

    scenario: str | None = said(SCENARIO, "the scenario that is played: 5.1 … 5.8, or its title")
    module: str | None = said(
        NAME,
        "the module its counters are of, where it is none of ours: the ground is that module's if "
        "its owner has imported it",
    )
    units: tuple[Unit, ...] | None = said(list_of(UNIT, MOST_PIECES))
    beside_set_up: bool | None = said(YES, BESIDE)
    bridges: Mapping[str, Bridge] | None = said(
        by_name(BRIDGE, MOST_PIECES, crossing_key), "by hex or hexes, how a bridge stands"
    )
    ferries: Mapping[str, Ferry] | None = said(
        by_name(record(Ferry), MOST_PIECES, crossing_key), "by the hexes they join"
    )
    now: GameTurn | None = said(record(GameTurn), name="turn")
    drop_zones: Mapping[str, str] | None = said(
        by_name(HEX_NUMBER, 20), "by division (1, 82, 101), its Glider & Divisional Troops DZ/LZ"
    )
    linked: tuple[str, ...] | None = said(
        list_of(word(*DIVISIONS), len(DIVISIONS)), "the divisions XXX Corps has reached (1.8a)"
    )
    handle: str = field(default="", compare=False)
    begun: Mapping[str, Step] = field(default_factory=dict, compare=False)
    later: bool = field(default=False, compare=False)
    doubted: tuple[str, ...] = field(default=(), compare=False)
    bridging: tuple[Unit, ...] = field(default=(), compare=False)
    to_place: tuple[str, ...] = field(default=(), compare=False)
    granted: tuple[str, ...] = field(default=(), compare=False)
    kept: dict[str, Position] = field(default_factory=dict, init=False, compare=False, repr=False)
    """This position without parts of its set-up, kept for the next question about it."""

    def units_in(self, hexes: Iterable[str], side: str) -> tuple[Unit, ...]:
        """The side's units that are said to be in some hexes (printed numbers)."""
        where = set(hexes)
        return tuple(u for u in self.units or () if u.side == side and u.hex in where)

    def perhaps_in(self, hexes: Iterable[str], side: str) -> tuple[Unit, ...]:
        """The units in some hexes that are of a side, and those not said to be elsewhere or not."""
        where = {None, *hexes}
        return tuple(u for u in self.units or () if u.side in (side, None) and u.hex in where)

    def unplaced(self, side: str) -> list[str]:
        """What is needed of the units that may be of a side and are not said to be in a hex."""
        needs = [
            f"state.units[{index}].hex: where {unit.call} is"
            for index, unit in enumerate(self.units or ())
            if unit.hex is None and unit.side in (None, side)
        ]
        return first_unplaced(needs)

    def stands(self, hexes: Iterable[str], side: str) -> bool | None:
        """Whether a unit of a side is in some of the hexes; None if the units do not say."""
        where = tuple(hexes)
        if self.units_in(where, side):
            return True
        return None if self.units is None or self.perhaps_in(where, side) else False

    def in_phase(self, phase: str, side: str | None) -> bool | None:
        """Whether it is a phase of a side's player turn, None if the turn does not say."""
        now = self.now or GameTurn()
        own = None if now.player is None or side is None else now.player == side
        return all_of((None if now.phase is None else now.phase == phase, own))

    def link_up(self, division: str) -> bool | None:
        """Whether XXX Corps has reached a division, None if that is not said."""
        if self.linked is None:
            return None
        return (division_named(division) or division) in self.linked


NOTHING_SAID = Position()
"""The position of a question that says nothing of it."""
