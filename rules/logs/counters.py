"""Reads pieces of a log by a mapping: which unit, marker or chit each one is, and how it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from clubroute.builder.vassal.chain import TAB
from clubroute.builder.vassal.sequence import decode
from clubroute.builder.vassal.traits.base import Trait
from clubroute.rules.logs.mapping import UNIT, CounterRow, Pattern, PieceMap, face_text
from clubroute.rules.logs.pieces import GamePiece, kind_of, property_in

MP = re.compile(r"\s*(\d{1,2})(\.5|½)? ?MP\s*", re.IGNORECASE)
"""How a label on the piece names a movement allowance: ``7 MP`` and nothing else."""


RESTLESS = ("markmoved;", "footprint;")
"""Traits that every move changes; the first has the property :data:`MOVED`."""
MOVED = "Moved"
FLEETING = frozenset(("CurrentMap", "CurrentX", "CurrentY", "PieceId"))
"""Properties that copies of a piece differ in, or that every move changes."""

Look: TypeAlias = tuple[object, ...]
"""What a piece shows, as far as it tells which counter it is and how it stands."""
MOST_LOOKS = 20_000
"""Looks whose meaning is kept; a game shows some hundreds."""


class Copied(Protocol):
    """A counter that can be put onto another piece with the same look."""

    def on(self, piece: str) -> Self:
        """Copy it onto another piece."""


Told: TypeAlias = Mapping[str, str]
Shown: TypeAlias = Mapping[str, bool]
C = TypeVar("C", bound=Copied)
Make: TypeAlias = Callable[[GamePiece, CounterRow, Told, Shown], C]
"""What makes a series' counter of a piece: by its row, the row's texts filled in, and which of the
states that the row can show it shows."""


class PieceReader(Generic[C]):
    """Reads the pieces of a log by a mapping.

    A piece is read again only when its look has changed, which most moves leave alone. What a look
    means is kept with the mapping: other copies of the piece have it too, and the next log.
    """

    def __init__(self, mapping: PieceMap, make: Make[C]) -> None:
        self._map = mapping
        self._make = make
        self._asked = asked_of(mapping.rows)
        self._kept = self._asked.isdisjoint(FLEETING)
        self._last: dict[str, tuple[GamePiece, Look, C | None]] = {}

    def read(self, piece: GamePiece) -> C | None:
        """Read a piece as a counter; None if the mapping does not know it."""
        if not self._kept:
            return on(meaning(piece, self._map, self._make), piece)
        last = self._last.get(piece.id)
        if last is not None and last[0].outer == piece.outer and last[0].type == piece.type:
            return last[2]
        look = look_of(piece, self._asked)
        if self._map.slots:
            look = (*look, piece.gpid)
        if last is not None and last[1] == look:
            counter = last[2]
        else:
            counter = on(self._meaning(piece, look), piece)
        self._last[piece.id] = piece, look, counter
        return counter

    def _meaning(self, piece: GamePiece, look: Look) -> C | None:
        known: dict[Look, C | None] = self._map.looks
        if look not in known:
            if len(known) >= MOST_LOOKS:
                known.clear()
            known[look] = meaning(piece, self._map, self._make)
        return known[look]


def on(counter: C | None, piece: GamePiece) -> C | None:
    """Put a counter that belongs to no piece yet onto a piece."""
    return None if counter is None else counter.on(piece.id)


def asked_of(rows: Sequence[CounterRow]) -> frozenset[str]:
    """Collect the properties that rows ask for."""
    patterns = (part for row in rows for part in (row.match, *row.shown.values()))
    told = (name for row in rows for text in row.texts.values() for name in properties_of(text))
    return frozenset(name for pattern in patterns for name, _ in pattern) | frozenset(told)


def properties_of(text: str) -> list[str]:
    """The properties whose values a text of a row stands for: ``$Name``, ``$Type $Class``; none
    for a word that stands for itself."""
    return text[1:].split(" $") if text.startswith("$") else []


def look_of(piece: GamePiece, asked: frozenset[str]) -> Look:
    """Return the type and the written states of a piece without those every move changes.

    All of them where a state holds a TAB of its own, so that one trait's end cannot be told so
    simply. Of its persistent properties (which logs do not carry) those that are asked for.
    """
    own = piece.persistent
    told = own if own and not asked.isdisjoint(own[::2]) else ()
    return piece.type, told, still_states(piece.type, piece.outer, MOVED in asked)


@lru_cache(maxsize=1024)
def still_states(type_: str, outer: str, moves_matter: bool) -> object:
    """The written states of a piece that a move leaves alone; asked of most pieces twice, by the
    judge and for their pictures."""
    pick, depth = still_parts(type_, moves_matter)
    parts = outer.split(TAB)
    return pick(parts) if len(parts) == depth + 1 else outer


@lru_cache(maxsize=4096)
def still_parts(type_: str, moves_matter: bool) -> tuple[Callable[[list[str]], object], int]:
    """What picks, of the written states of a type's traits, those that a move leaves alone (and
    the end, where the quotes are closed); and how many traits there are."""
    types = kind_of(type_).types[:-1]
    still = (n for n, one in enumerate(types) if moves_matter or not one.startswith(RESTLESS))
    return itemgetter(*still, -1), len(types)


def meaning(piece: GamePiece, mapping: PieceMap, make: Make[C]) -> C | None:
    """Read a piece by the rows of a mapping; None if no row fits.

    The result belongs to no single piece: every copy with this look is the same counter.
    """
    traits = piece.traits
    row = next((row for row in mapping.rows if shows(traits, piece, row.match)), None)
    if row is None:
        return None
    told = filled(traits, piece, row, mapping.values)
    if row.role == UNIT:
        told |= mapping.slots.get(piece.gpid, {})
    shown = {name: shows(traits, piece, pattern) for name, pattern in row.shown.items()}
    return make(piece, row, told, shown)


def filled(
    traits: Sequence[Trait],
    piece: GamePiece,
    row: CounterRow,
    values: Mapping[str, Mapping[str, str]],
) -> dict[str, str]:
    """Fill the texts of a row with the values of the piece's properties."""
    found = {}
    for name, text in row.texts.items():
        told = [property_in(traits, piece, one) or "" for one in properties_of(text)]
        value = " ".join(told) if told else text
        found[name] = values.get(face_text(name)[1], {}).get(value, value)
    return found


def allowance(piece: GamePiece, row: CounterRow, told: Told) -> int | None:
    """Read the allowance the piece itself shows, in half-MP."""
    if told.get("allowance"):
        return half_mp(told["allowance"])
    label = label_of(piece.traits, row.label) if row.label else ""
    return shown_allowance(label) if label else None


PROPERTY_FIELD = 16
"""Place of the property's name among the settings of a text label, ``label`` itself being 0."""


def label_of(traits: Sequence[Trait], name: str) -> str:
    """Find the text of the label that a property names; "" if the piece has none."""
    for trait in traits:
        if trait.state and trait.type.startswith("label;"):
            fields = decode(trait.type, ";")
            if len(fields) > PROPERTY_FIELD and fields[PROPERTY_FIELD] == name:
                return trait.state
    return ""


def shows(traits: Sequence[Trait], piece: GamePiece, pattern: Pattern) -> bool:
    """Tell whether every property of a piece has a value its pattern matches as a whole."""
    for name, wanted in pattern:
        value = property_in(traits, piece, name)
        if value is None or wanted.fullmatch(value) is None:
            return False
    return True


def half_mp(text: str) -> int | None:
    """Read ``7`` or ``7.5`` as half-MP; None if it is no number of movement points."""
    match = re.fullmatch(r"(\d{1,2})(\.5|½|\.0)?", text.strip())
    if match is None:
        return None
    return int(match[1]) * 2 + (1 if match[2] in (".5", "½") else 0)


def shown_allowance(label: str) -> int | None:
    """Read the allowance a label shows, in half-MP; None if it is not exactly one, as ``7 MP``."""
    found = MP.fullmatch(label)
    return None if found is None else int(found[1]) * 2 + (1 if found[2] else 0)
