"""What the rules know of a piece in a log: which Unit, marker or chit it is, and how it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from builder.vassal.sequence import decode
from builder.vassal.traits.base import Trait
from rules.logs.check.mapping import CounterMap, Pattern, Role, Row
from rules.logs.pieces import Piece, kind_of
from rules.logs.traits import property_of
from rules.model import MOVE_CLASSES, MoveClass

MP = re.compile(r"(?<![\d.])(\d{1,2})(\.5|½)? ?MP\b", re.IGNORECASE)
"""How a label on the piece names a movement allowance: ``7 MP``."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A piece as the rules see it.

    ``column`` is None where the module shows no formation; ``ma`` half-MP, None if the piece does
    not show its allowance. ``hidden``: some player hid it or turned it face down.
    """

    role: Role
    piece: str
    id: str
    name: str
    side: str = ""
    division: str = ""
    formation: str = ""
    kind: str = ""
    move_class: MoveClass | None = None
    column: bool | None = None
    reduced: bool = False
    ma: int | None = None
    hidden: bool = False


PART = re.compile(r"\\*\t")
"""What stands between the states of two traits, at whatever depth."""

RESTLESS = ("markmoved;", "footprint;")
"""Traits that every move changes; the first has the property :data:`MOVED`."""

MOVED = "Moved"


class CounterReader:
    """Reads pieces by a mapping. What never changes of a Unit or chit is read once, and a Unit's
    traits only when more of them than its moved mark and its trail have changed."""

    def __init__(self, mapping: CounterMap) -> None:
        self._mapping = mapping
        self._known: dict[tuple[str, str], tuple[Row, dict[str, str]]] = {}
        self._last: dict[str, tuple[str, str, Counter | None]] = {}
        self._still: dict[str, tuple[tuple[str, ...], Counter]] = {}
        asked = {
            name for row in mapping.rows for name, _ in (*(row.column or ()), *(row.reduced or ()))
        }
        self._moves_matter = MOVED in asked

    def read(self, piece: Piece) -> Counter | None:
        """The counter a piece is, None for one the mapping does not know."""
        last = self._last.get(piece.id)
        if last is not None and last[1] == piece.outer and last[0] == piece.type:
            return last[2]
        still = () if self._moves_matter else still_states(piece)
        before = self._still.get(piece.id)
        if still and before is not None and before[0] == still:
            counter: Counter | None = before[1]
        else:
            counter = self._read(piece)
            if still and counter is not None and counter.role == "unit":
                self._still[piece.id] = (still, counter)
        self._last[piece.id] = (piece.type, piece.outer, counter)
        return counter

    def _read(self, piece: Piece) -> Counter | None:
        found = self._known.get((piece.id, piece.type))
        if found is None:
            row = next((row for row in self._mapping.rows if fits(piece, row.match)), None)
            if row is None:
                return None
            found = row, self._texts(piece, row)
            if row.role != "marker":  # the other side of a marker may be another kind
                self._known[piece.id, piece.type] = found
        row, told = found
        plain = Counter(
            row.role,
            piece.id,
            told.get("id") or piece.id,
            piece.name,
            told.get("side", ""),
            told.get("division", ""),
            told.get("formation", ""),
            told.get("kind", ""),
        )
        if row.role == "chit" and not plain.formation:
            return replace(plain, formation=piece.name)  # chits name what they activate
        if row.role != "unit":
            return plain
        traits = piece.traits
        return replace(
            plain,
            move_class=next((known for known in MOVE_CLASSES if known == told.get("class")), None),
            column=None if row.column is None else shows(traits, piece, row.column),
            reduced=row.reduced is not None and shows(traits, piece, row.reduced),
            ma=allowance(traits, row, told),
            hidden=piece.hidden_by is not None or piece.masked_by is not None,
        )

    def _texts(self, piece: Piece, row: Row) -> dict[str, str]:
        found = {}
        for name, text in row.texts.items():
            value = piece.property_value(text[1:]) or "" if text.startswith("$") else text
            found[name] = self._mapping.values.get(name, {}).get(value, value)
        return found


def still_states(piece: Piece) -> tuple[str, ...]:
    """The type and the written states of the traits that a move leaves alone.

    Empty where a state holds a TAB of its own, so that one trait's end cannot be told so simply.
    """
    kept, depth = still_traits(piece.type)
    parts = PART.split(piece.outer)
    if len(parts) not in (depth, depth + 1):
        return ()
    return piece.type, *(parts[n] for n in kept)


@lru_cache(maxsize=4096)
def still_traits(type_: str) -> tuple[tuple[int, ...], int]:
    """Places of the traits that a move leaves alone, and how many traits there are."""
    types = kind_of(type_).types[:-1]
    return tuple(n for n, one in enumerate(types) if not one.startswith(RESTLESS)), len(types)


def allowance(traits: Sequence[Trait], row: Row, told: Mapping[str, str]) -> int | None:
    """The allowance the piece itself shows, half-MP."""
    if told.get("allowance"):
        return half_mp(told["allowance"])
    label = label_of(traits, row.label) if row.label else ""
    return shown_allowance(label) if label else None


PROPERTY_FIELD = 16
"""Place of the property's name among the settings of a text label, ``label`` itself being 0."""


def label_of(traits: Sequence[Trait], name: str) -> str:
    """The text of the label that a property names, "" if the piece has none."""
    for trait in traits:
        if trait.state and trait.type.startswith("label;"):
            fields = decode(trait.type, ";")
            if len(fields) > PROPERTY_FIELD and fields[PROPERTY_FIELD] == name:
                return trait.state
    return ""


def fits(piece: Piece, pattern: Pattern) -> bool:
    """Whether every property of a piece has a value its pattern matches as a whole."""
    return shows(piece.traits, piece, pattern)


def shows(traits: Sequence[Trait], piece: Piece, pattern: Pattern) -> bool:
    """As :func:`fits`, of a piece whose traits have been read."""
    for name, wanted in pattern:
        own = (value for trait in traits if (value := property_of(trait, name)) is not None)
        value = next(own, None)
        if value is None:
            value = piece.property_value(name)
        if value is None or wanted.fullmatch(value) is None:
            return False
    return True


def half_mp(text: str) -> int | None:
    """``7``, ``7.5`` as half-MP; None for what is no number of movement points."""
    match = re.fullmatch(r"(\d{1,2})(\.5|½|\.0)?", text.strip())
    if match is None:
        return None
    return int(match[1]) * 2 + (1 if match[2] in (".5", "½") else 0)


def shown_allowance(label: str) -> int | None:
    """The allowance a label shows, half-MP: ``7 MP`` once, None otherwise."""
    found = MP.findall(label)
    if len(found) != 1:
        return None
    whole, half = found[0]
    return int(whole) * 2 + (1 if half else 0)
