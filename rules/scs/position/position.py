"""The position a question is about, parsed once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from clubroute.rules.answer.model import Step
from clubroute.rules.answer.working import all_of
from clubroute.rules.asking.kinds import HEX_NUMBER, NAME, SIDE, YES
from clubroute.rules.position.names import first_unplaced
from clubroute.rules.position.record import BESIDE, by_name, list_of, of, plain, record, said, word
from clubroute.rules.scenarios.book import named
from clubroute.rules.scs.games import SERIES, book
from clubroute.rules.scs.position.crossings import BRIDGE, Bridge, Ferry, crossing_key
from clubroute.rules.scs.position.units import DIVISIONS, UNIT, Unit, division_named

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
    bridges by the set-up, where no units are told.
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
