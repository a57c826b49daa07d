"""The Combat Table as numbers: strengths, odds, columns, results (INS Combat Table, 1.3a)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.book.rulebook import Section
from clubroute.rules.kit.odds import shifted, simplified
from clubroute.rules.position.record import (
    by_name,
    list_of,
    said,
    word,
)
from clubroute.rules.scs.games import book
from clubroute.rules.scs.movement.costs import (
    BRIDGE,
    ENCLOSED,
    FERRY,
    LIGHT,
    RIVER,
    SEA_LINE,
)
from clubroute.rules.scs.movement.costs import FULL_HEX_BRIDGE as SPAN
from clubroute.rules.scs.situation.ground import Country
from clubroute.rules.scs.situation.situation import Situation

# What ground does to a fight: the terrain of a hex, and what attackers attack across.

TERRAIN = tuple(book("combat")["terrain"].rows("kinds"))
ACROSS = (*book("combat")["across"].rows("kinds"), "out_of_span", "into_span")
TERRAINS = list_of(word(*TERRAIN), len(TERRAIN), least=1)


@dataclass(frozen=True, slots=True)
class FightGround:
    """Terrain or a hexside's feature, and what that rests on."""

    kinds: tuple[str, ...]
    provenance: Provenance = "rulebook"


def the_terrain() -> Any:
    """Declare the terrain of the hex; without it the map's."""
    return said(TERRAINS, "every terrain in the hex, its owner's map says; if absent the map's")


def the_sides() -> Any:
    """Declare what is attacked across, by the attackers' hex; without it the map's."""
    told = "by the attackers' hex, what they attack across; if absent the map's"
    return said(by_name(word(*ACROSS), 6), told)


def terrain_in(country: Country, hex_: str, told: Sequence[str] | None = None) -> FightGround:
    """Return the terrain of a hex as told, else the map's as the position's bridges leave it."""
    if told is not None:
        return FightGround(tuple(told))
    id_ = country.map.id(hex_)
    return FightGround((country.terrain(id_),), country.map.provenance_of(id_))


def side_kind(board: Situation, a: int, b: int) -> str | None:
    """Return what lies between two adjacent hexes for combat; None if a bridge may stand there."""
    country = board.country
    place = country.map.place(a, b)
    printed, out, into = country.ground.sides(place), country.terrain(a), country.terrain(b)
    if SEA_LINE not in printed:
        return RIVER if RIVER in printed else "open"
    spans = [id_ for id_, kind in ((a, out), (b, into)) if kind == SPAN]
    closed = not board.bridges_told and ENCLOSED in (out, into)
    if closed or place in board.unsure or any(map(board.unsure_in, spans)):
        return None
    if SPAN in (out, into) and (place in country.built or country.along(place)):
        return "out_of_span" if out == SPAN else "into_span"
    if country.bridged(place):
        return LIGHT if LIGHT in country.sides(place) else BRIDGE
    return FERRY if FERRY in printed or board.ferry(a, b) else SEA_LINE


def hexside_between(board: Situation, a: int, b: int) -> FightGround | None:
    """Return what lies between two adjacent hexes, and what that rests on; None if not known."""
    kind, country = side_kind(board, a, b), board.country
    features = country.map.sides.get(country.map.place(a, b), ())
    # What else is there besides the water makes it no less sure that water is.
    turns_on = (kind,) if kind in (RIVER, SEA_LINE) else {one.kind for one in features}
    bases = [country.map.bases[one.basis].provenance for one in features if one.kind in turns_on]
    own = country.map.provenance_of(b)
    return None if kind is None else FightGround((kind,), weakest([own, *bases]))


def best_for_defence(kinds: Sequence[str]) -> tuple[str, Section]:
    """Return the one terrain that is best for the defenders, and its row of the chart (1.3a)."""
    rows = book("combat")["terrain"].rows("kinds")
    best = max(kinds, key=lambda kind: (rows[kind].number("left"), rows[kind].flag("alternate")))
    return best, rows[best]


RESULT = re.compile(r"(?:A([0-9])(?:r([0-9]))?)?(?:D([0-9])(?:r([0-9]))?)?(?:d([0-9]))?")


SUFFERED = ("attacker_steps", "attacker_retreat", "defender_steps", "defender_retreat")
"""What a result does to both sides."""


@dataclass(frozen=True, slots=True)
class Result:
    """A cell of the Combat Table: steps lost and hexes to retreat, by side.

    ``alternate`` are the defender's steps where the Alternate Result is called for.
    """

    attacker_steps: int
    attacker_retreat: int
    defender_steps: int
    defender_retreat: int
    alternate: int = 0

    def told(self, alternate: bool) -> Result:
        """What happens: with the Alternate Result the defender loses its steps and stays."""
        if not alternate:
            return replace(self, alternate=0)
        return Result(self.attacker_steps, self.attacker_retreat, self.alternate, 0)

    def record(self) -> dict[str, int]:
        """The losses and retreats of both sides, by name."""
        return {name: getattr(self, name) for name in SUFFERED}

    def text(self) -> str:
        """The result in words."""
        parts = [
            *side("the attacker", self.attacker_steps, self.attacker_retreat),
            *side("the defender", self.defender_steps, self.defender_retreat),
        ]
        return "; ".join(parts) or "no effect"


def side(who: str, steps: int, away: int) -> list[str]:
    """One side's part of a result, in words."""
    lost = [f"loses {so_many(steps, 'step')}"] if steps else []
    back = [f"retreats {so_many(away, 'hex')}"] if away else []
    return [f"{who} {' and '.join(lost + back)}"] if lost or back else []


def read_result(text: str) -> Result:
    """Read a cell of the table, ``D1r2d1``. :raises ValueError: it is none."""
    found = RESULT.fullmatch(text)
    if found is None or not text:
        raise ValueError(text)
    return Result(*(int(number or 0) for number in found.groups()))


def columns() -> tuple[str, ...]:
    """The odds columns, the worst for the attacker first."""
    return book("combat")["table"].words("columns")


def result_of(roll: int, column: int) -> Result:
    """The result of a sum of two dice in a column."""
    return read_result(printed(roll, column))


def printed(roll: int, column: int) -> str:
    """The cell of a sum of two dice in a column as the table prints it, ``D1r2d1``."""
    cell: str = book("combat")["table"].value("dice")[str(roll)][column]
    return cell


def column_of(attack: Fraction, defence: Fraction, shift: int, rounding: str, ends: str) -> int:
    """The column of an attack after its shifts.

    :param rounding: ``nearest``, halves up, or ``defender``: in the defender's favour.
    :param ends: ``table``: odds beyond the table are its end column, and shift from there;
        ``beyond``: they shift first.
    """
    names = columns()
    even, many = names.index("1:1"), len(names)
    found = even + ratio_steps(attack, defence, rounding)
    if ends == "table":
        found = shifted(found, 0, many)
    return shifted(found, shift, many)


def ratio_steps(attack: Fraction, defence: Fraction, rounding: str) -> int:
    """How many columns a ratio lies to the right of 1:1; 3:1 is 2, 1:3 is -2."""
    if not attack:
        return -len(columns())
    if not defence:
        return len(columns())
    ratio = simplified(attack, defence, rounding)
    return int(ratio) - 1 if ratio >= 1 else 1 - int(1 / ratio)
