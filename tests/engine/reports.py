"""What the engine reports about a module and a game, as plain values. All places in map pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Image:
    """An image some component names; size 0 means that it does not decode."""

    name: str
    exists: bool
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class PrototypeUse:
    name: str
    exists: bool


@dataclass(frozen=True, slots=True)
class Definition:
    """A piece slot or a prototype: fields of its traits, outermost trait first.

    ``declared`` is what the build file says, ``read`` what the engine made of it (empty when it
    made nothing); ``prototypes`` are those it names.
    """

    name: str
    gpid: str
    declared: tuple[tuple[str, ...], ...]
    read: tuple[tuple[str, ...], ...]
    prototypes: tuple[PrototypeUse, ...]


@dataclass(frozen=True, slots=True)
class Expression:
    where: str
    text: str
    valid: bool


@dataclass(frozen=True, slots=True)
class Setup:
    """A predefined setup; ``error`` says why its file cannot be read, None when it can."""

    name: str
    menu: bool
    file: str | None
    error: str | None


@dataclass(frozen=True, slots=True)
class ChartPage:
    """A page of a chart window: the window's name, its button, the page's name and its text."""

    window: str
    button: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Board:
    name: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class GameMap:
    name: str
    width: int
    height: int
    boards: tuple[Board, ...]


@dataclass(frozen=True, slots=True)
class NamedPoint:
    """Where a point snaps to and what the engine calls that place."""

    x: int
    y: int
    name: str


@dataclass(frozen=True, slots=True)
class AtStart:
    """An at-start stack; ``error`` says why it goes nowhere, None when it does."""

    name: str
    board: str | None
    location: str | None
    error: str | None


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter or card in the running game; ``map`` is None for a piece on no map."""

    id: str
    gpid: str | None
    name: str
    shown: str
    map: str | None
    x: int
    y: int
    location: str | None
    stack: str | None
    index: int
    deck: str | None
    traits: tuple[str, ...]
    properties: Mapping[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KeyAnswer:
    """What came of one key command and its undo.

    ``answered``: the game changed; ``asked``: a dialog came up and was cancelled; ``restored``: the
    game is exactly as before.
    """

    piece: str
    gpid: str
    key: str
    menu: str
    answered: bool
    restored: bool
    error: str | None
    lost: tuple[str, ...]
    gained: tuple[str, ...]
    problems: tuple[str, ...]
    asked: bool


@dataclass(frozen=True, slots=True)
class Idle:
    """Keys of counters and texts of toolbar buttons that did nothing, and what went wrong."""

    keys: tuple[str, ...]
    buttons: tuple[str, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToolbarButton:
    """A button of the module's toolbar ("") or of a map's: its text, else its tooltip; whether it
    sends keys to counters."""

    map: str
    text: str
    enabled: bool
    sends: bool


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """Save, load, save: ``identical`` texts, or at least the ``same`` commands in any order.

    ``lost`` and ``gained`` show some of the commands that differ.
    """

    identical: bool
    same: bool
    lost: tuple[str, ...]
    gained: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck in play and its cards, bottom first."""

    name: str
    map: str
    x: int
    y: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Screenshot:
    """Size in pixels and how many colours a sample of the picture holds (1 = blank)."""

    width: int
    height: int
    colours: int


@dataclass(frozen=True, slots=True)
class PiecePosition:
    """A counter or card; ``index`` counts from the bottom of its stack or deck, -1 when loose."""

    id: str
    name: str
    map: str | None
    x: int
    y: int
    stack: str | None
    index: int
    type: str
    state: str


@dataclass(frozen=True, slots=True)
class DeckPosition:
    """A deck; ``map`` is "null" on none, ``cards`` are ids, bottom first."""

    id: str
    map: str
    x: int
    y: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Everything on the table at one moment."""

    pieces: tuple[PiecePosition, ...]
    decks: tuple[DeckPosition, ...]
