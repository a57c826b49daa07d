"""What one log can be held to have left behind, and another to have begun with."""

from __future__ import annotations

import hashlib
from collections.abc import (
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

from clubroute.builder.vassal.atoms import TurnState
from clubroute.builder.vassal.buildfile import decode
from clubroute.builder.vassal.pieces import split_chain
from clubroute.rules.logs.game import Game, PropertyKey
from clubroute.rules.logs.pieces import GamePiece, PieceGroup, kind_of

FLEETING = ("obs;", "footprint;")
"""Traits whose state a log does not carry truly: a card drawn from a deck is masked for whoever
drew it, but only in his own game; a movement trail takes its points when it is drawn."""
OWNED = ("hide;", "restrict;")
"""Traits whose state begins with a player's id, which other files give another pseudonym."""
KEPT = 1 << 13


class Stand(NamedTuple):
    """A piece as it stands: ``place`` is map, x, y in px and height in its stack; ``state`` what
    lasts of its traits, UTF-8."""

    place: tuple[str | None, int, int, int]
    state: bytes


@dataclass(frozen=True, slots=True)
class CarriedPosition:
    """A game without what VASSAL forgets from one file to the next: ``pieces`` by id; ``rest``
    are decks, saved global properties and turn trackers. ``digest`` is equal for equal ones."""

    pieces: Mapping[str, Stand]
    rest: Mapping[str, str]

    @property
    def digest(self) -> str:
        """Sixteen hex digits."""
        pieces, rest = sorted(self.pieces.items()), sorted(self.rest.items())
        hasher = hashlib.sha256()
        for id_, one in pieces:
            hasher.update(encoded(f"{id_}\t{one.place}\t") + one.state + b"\n")
        hasher.update(encoded("".join(f"{name}\t{value}\n" for name, value in rest)))
        return hasher.hexdigest()[:16]


class GameNow(Protocol):
    """A game as it stands: what a position is made of."""

    @property
    def pieces(self) -> Mapping[str, GamePiece]:
        """Every counter, marker and card by id."""

    @property
    def groups(self) -> Mapping[str, PieceGroup]:
        """Every stack and deck by id."""

    @property
    def turns(self) -> Mapping[str, TurnState]:
        """Where each turn tracker stands, by its id."""

    def saved_properties(self) -> Sequence[tuple[PropertyKey, str]]:
        """The global properties that a saved game holds."""


@dataclass(frozen=True, slots=True)
class Differences:
    """How two positions differ: the ids of pieces that stand ``elsewhere``, that differ
    ``otherwise``, that only one has (``unmatched``); decks, properties, turns (``rest``)."""

    elsewhere: tuple[str, ...]
    otherwise: tuple[str, ...]
    unmatched: tuple[str, ...]
    rest: tuple[str, ...]

    @property
    def pieces(self) -> int:
        """How many pieces differ in any way."""
        return len(self.elsewhere) + len(self.otherwise) + len(self.unmatched)


def position_of(game: GameNow) -> CarriedPosition:
    """The position of a game as it stands."""
    # Most groups are stacks that all pieces have left: VASSAL keeps those.
    filled = [group for group in game.groups.values() if group.pieces or group.is_deck]
    heights = {
        id_: height
        for group in filled
        if not group.is_deck
        for height, id_ in enumerate(group.pieces)
    }
    pieces = {
        piece.id: Stand(
            (piece.map, piece.x, piece.y, heights.get(piece.id, -1) if piece.map else -1),
            lasting(piece.type, piece.outer),
        )
        for piece in game.pieces.values()
    }
    decks = (group for group in filled if group.is_deck)
    return CarriedPosition(pieces, dict(other_things(game, decks)))


def other_things(game: GameNow, decks: Iterable[PieceGroup]) -> Iterator[tuple[str, str]]:
    """Decks, saved properties, turn trackers."""
    for deck in decks:
        yield f"deck {deck.deck_name} {deck.id}", deck.state_text()
    for (container, name), value in game.saved_properties():
        yield f"property {container} {name}", value
    for tracker, turn in game.turns.items():
        yield f"turn {tracker}", turn.text()


@lru_cache(maxsize=KEPT)
def lasting(type_: str, outer: str) -> bytes:
    """What lasts of a piece with its traits, UTF-8: it is long, and hashed with every position."""
    if not any(head in type_ for head in (*FLEETING, *OWNED)):
        return encoded(f"{type_}\t{outer}")
    types = kind_of(type_).types
    states = split_chain(outer, len(types))
    # The state of a damaged piece may have fewer parts than its type has traits.
    states += [""] * (len(types) - len(states))
    for index, trait in enumerate(types[:-1]):
        if trait.startswith(FLEETING):
            states[index] = ""
        elif trait.startswith(OWNED):
            states[index] = str(decode(states[index], ";")[0] not in ("", "null"))
    return encoded("\t".join((type_, *states)))


def encoded(text: str) -> bytes:
    """A text to be hashed, half of a surrogate pair replaced."""
    return text.encode("utf-8", "replace")


def compared(before: CarriedPosition, after: CarriedPosition) -> Differences:
    """How two positions differ."""
    elsewhere, otherwise, unmatched = [], [], []
    for id_ in sorted(before.pieces.keys() | after.pieces.keys()):
        one, other = before.pieces.get(id_), after.pieces.get(id_)
        if one is None or other is None:
            unmatched.append(id_)
        elif one.place[:3] != other.place[:3]:
            elsewhere.append(id_)
        elif one != other:
            otherwise.append(id_)
    rest = sorted(
        name
        for name in before.rest.keys() | after.rest.keys()
        if before.rest.get(name) != after.rest.get(name)
    )
    return Differences(tuple(elsewhere), tuple(otherwise), tuple(unmatched), tuple(rest))


def name_in(game: Game, id_: str) -> str:
    """The name of a piece, "" for one that is not there or that somebody hides."""
    piece: GamePiece | None = game.pieces.get(id_)
    if piece is None or piece.hidden_by is not None or piece.masked_by is not None:
        return ""
    return piece.name
