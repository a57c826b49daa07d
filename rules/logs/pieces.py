"""A counter of a game in play, and what holds counters: a stack or a deck.

Both are made anew by the thousand while a log is played, every time one is moved or changed: they
are named tuples, which takes a quarter of the time of frozen dataclasses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from clubroute.builder.vassal.buildfile import decode, encode
from clubroute.builder.vassal.pieces import TAB, join_chain, split_chain
from clubroute.builder.vassal.traits.base import Fields, Trait
from clubroute.builder.vassal.traits.basic import BasicPiece
from clubroute.rules.logs.traits import may_have, property_of, shown_name

# How the versions of VASSAL differ in what a move does to stacks.
#
# Found by comparing MovePiece and StackMetrics of all releases; a log is replayed in the way of
# the version that wrote it, because that is the game its players saw.

_VERSION = re.compile(
    r"([0-9]{1,4})\.([0-9]{1,4})(?:\.([0-9]{1,4}))?(?:-(beta)?(\w*?)([0-9]{0,4}))?(?:-.*)?"
)
_FINAL = 1_000_000


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way of moving. ``stacks_loose``: a loose piece moved to an empty spot gets a stack of
    its own (3.6.0 and later); ``stacks_all``: so does one that leaves another stack (3.6.0 and
    3.6.1). ``sure_height``: a piece put on one lower in its own stack lands just above it
    (3.6.8 and later; older versions put it one too low)."""

    stacks_loose: bool
    stacks_all: bool
    sure_height: bool


OLDEST = Dialect(stacks_loose=False, stacks_all=False, sure_height=False)
NEWEST = Dialect(stacks_loose=True, stacks_all=False, sure_height=True)


def dialect_of(version: str) -> Dialect:
    """The dialect of a version of VASSAL, as ``savedata`` names it (``3.6.7``,
    ``3.6.0-beta6``, ``3.6.0-SNAPSHOT``); the oldest for a text that is no version."""
    number = version_number(version)
    if number is None:
        return OLDEST
    return Dialect(
        stacks_loose=number >= (3, 6, 0, 6),
        stacks_all=(3, 6, 0, 6) <= number < (3, 6, 2, 0),
        sure_height=number >= (3, 6, 8, 0),
    )


def version_number(version: str) -> tuple[int, int, int, int] | None:
    """Major, minor, patch, beta: a beta comes before its release, any other suffix (SNAPSHOT)
    before the betas. None for a text that is no version."""
    match = _VERSION.fullmatch(version)
    if match is None:
        return None
    major, minor, patch, beta, name, number = match.groups()
    if beta:
        last = int(number or 0)
    elif name or number:
        last = 0
    else:
        last = _FINAL
    return int(major), int(minor), int(patch or 0), last


GONE = "\0removed"
"""Stands for the id of a stack that is not there any more."""
KINDS_REMEMBERED = 4096
"""Distinct piece types whose reading is kept; a module has a few hundred."""


@dataclass(frozen=True, slots=True)
class PieceKind:
    """What all copies of a piece share: the types of its traits, outermost first, the name and
    picture of its basic piece, and whether it stacks, and can be hidden and masked."""

    types: tuple[str, ...]
    name: str
    image: str
    stacks: bool
    hides: bool
    masks: bool


@lru_cache(maxsize=KINDS_REMEMBERED)
def kind_of(type_: str) -> PieceKind:
    """The kind with a type chain."""
    types = tuple(split_chain(type_))
    basic = BasicPiece.read(Trait(types[-1]))
    traits = types[:-1]
    return PieceKind(
        types,
        basic.name,
        basic.image,
        not any(map(_never_stacks, traits)),
        any(trait.startswith(HIDING) for trait in traits),
        any(trait.startswith(MASKING) for trait in traits),
    )


@lru_cache(maxsize=KINDS_REMEMBERED)
def traits_with(type_: str, name: str) -> tuple[int, ...]:
    """The places of the traits of a type chain that may have a property, outermost first."""
    types = kind_of(type_).types[:-1]
    return tuple(at for at, trait in enumerate(types) if may_have(trait, name))


HIDING, MASKING = "hide;", "obs;"
"""How the traits begin by which a player hides a piece, and turns it face down."""


def _never_stacks(type_: str) -> bool:
    if not type_.startswith("immob;"):
        return type_.startswith("mat;")
    fields = Fields(type_[len("immob;") :])
    fields.text()
    fields.text()
    return not fields.text("R").startswith("L")


class GamePiece(NamedTuple):
    """A counter, marker or card at one moment of the game.

    ``map`` is the name of the map it is on, None for none; ``x``, ``y`` are map pixels of its
    centre. ``group`` is the id of its stack or deck, None for a loose piece, :data:`GONE` for one
    left behind, on no map, in a stack that was removed. ``outer`` is the
    state of its traits as VASSAL writes it, without the basic piece; ask :attr:`traits`.
    ``gpid`` is the palette slot it came from. ``persistent`` are the basic piece's own
    properties (OldMap, UniqueID…), as written.
    """

    id: str
    type: str
    outer: str
    map: str | None
    x: int
    y: int
    gpid: str
    persistent: tuple[str, ...]
    group: str | None

    @property
    def kind(self) -> PieceKind:
        return kind_of(self.type)

    @property
    def name(self) -> str:
        """The name of the basic piece."""
        return kind_of(self.type).name

    @property
    def stacks(self) -> bool:
        """Whether it stacks; a marker with the Does-not-stack trait may not."""
        return kind_of(self.type).stacks

    @property
    def shown_name(self) -> str:
        """The name VASSAL shows in reports, with what its layers add: ``3/FJ (Column)``."""
        return shown_name(self.name, self.traits)

    @property
    def states(self) -> tuple[str, ...]:
        """The states of the traits, outermost first, without the basic piece's."""
        depth = len(kind_of(self.type).types)
        return tuple(split_chain(self.outer, depth)[: depth - 1])

    @property
    def traits(self) -> tuple[Trait, ...]:
        """The traits, outermost first, without the basic piece."""
        return tuple(map(Trait, kind_of(self.type).types, self.states))

    def put(self, map_: str | None, x: int, y: int, group: str | None) -> GamePiece:
        """The same piece elsewhere."""
        id_, type_, outer, _, _, _, gpid, persistent, _ = self
        return GamePiece(id_, type_, outer, map_, x, y, gpid, persistent, group)

    def with_traits(self, outer: str) -> GamePiece:
        """The same piece with other states of its traits."""
        id_, type_, _, map_, x, y, gpid, persistent, group = self
        return GamePiece(id_, type_, outer, map_, x, y, gpid, persistent, group)

    def property_value(self, name: str) -> str | None:
        """A property of the piece as another piece or a report would see it; None if no trait
        that clubroute reads has one of that name. The outermost trait answers first."""
        asked = traits_with(self.type, name)
        if not asked:
            return self.basic_property(name)
        types, states = kind_of(self.type).types, self.states
        present = (Trait(types[at], states[at]) for at in asked if at < len(states))
        return property_in(present, self, name)

    def basic_property(self, name: str) -> str | None:
        """A property that the basic piece has."""
        match name:
            case "BasicName" | "PieceName":
                return self.name
            case "CurrentMap":
                return self.map
            case "CurrentX":
                return str(self.x)
            case "CurrentY":
                return str(self.y)
            case "PieceId":
                return self.gpid
        pairs = dict(zip(self.persistent[::2], self.persistent[1::2], strict=False))
        return pairs.get(name)

    @property
    def hidden_by(self) -> str | None:
        """The player who made the piece invisible to the others, as ``player1``."""
        return self._owner(HIDING) if kind_of(self.type).hides else None

    @property
    def masked_by(self) -> str | None:
        """The player who turned the piece face down, as ``player1``."""
        return self._owner(MASKING) if kind_of(self.type).masks else None

    def _owner(self, prefix: str) -> str | None:
        types = kind_of(self.type).types
        held = (s for t, s in zip(types, self.states, strict=False) if t.startswith(prefix))
        state = next(held, "")
        owner = decode(state, ";")[0]
        return owner if owner not in ("", "null") else None

    def state_text(self) -> str:
        """The whole state as VASSAL would write it."""
        place = (self.map or "null", str(self.x), str(self.y), self.gpid)
        count = str(len(self.persistent) // 2)
        basic = encode((*place, count, *self.persistent), ";", lossy_ok=True)
        if not self.outer:
            return basic
        states = self.states
        return join_chain((*states, basic))


def property_in(traits: Iterable[Trait], piece: GamePiece, name: str) -> str | None:
    """Return a property as :meth:`GamePiece.property_value` does, of a piece whose traits are
    read."""
    for trait in traits:
        value = property_of(trait, name)
        if value is not None:
            return value
    return piece.basic_property(name)


@dataclass(frozen=True, slots=True)
class Basic:
    """The basic piece's part of a state."""

    map: str | None
    x: int
    y: int
    gpid: str
    persistent: tuple[str, ...]


class PieceGroup(NamedTuple):
    """A stack or deck: the ids of its pieces, bottom first.

    ``type`` is ``stack`` or the deck's settings; ``face_down`` is of decks only. A group can be
    empty: VASSAL keeps stacks whose last piece has left.
    """

    id: str
    type: str
    map: str | None
    x: int
    y: int
    pieces: tuple[str, ...]
    face_down: bool = False
    layer: str = ""

    def put(self, map_: str | None, x: int, y: int) -> PieceGroup:
        """The same stack or deck elsewhere."""
        id_, type_, _, _, _, pieces, face_down, layer = self
        return PieceGroup(id_, type_, map_, x, y, pieces, face_down, layer)

    def holding(self, pieces: tuple[str, ...]) -> PieceGroup:
        """The same stack or deck with other contents."""
        id_, type_, map_, x, y, _, face_down, layer = self
        return PieceGroup(id_, type_, map_, x, y, pieces, face_down, layer)

    @property
    def is_deck(self) -> bool:
        return self.type.startswith("deck;")

    @property
    def deck_name(self) -> str:
        """The name of the deck, "" for a stack."""
        if not self.is_deck:
            return ""
        fields = decode(self.type, ";")
        return fields[DECK_NAME_FIELD] if len(fields) > DECK_NAME_FIELD else ""

    def state_text(self) -> str:
        """The state as VASSAL would write it."""
        place = [self.map or "null", str(self.x), str(self.y)]
        if self.is_deck:
            ids = [encode(self.pieces, ",", lossy_ok=True)] if self.pieces else []
            tail = ["true" if self.face_down else "false", *ids]
        else:
            tail = [*self.pieces, *([self.layer] if self.layer else [])]
        return encode([*place, *tail], ";", lossy_ok=True)


LAYER = "@@"
"""How the field of a stack's state begins that is no piece but its layer."""
DECK_NAME_FIELD = 13
"""Place of the name among a deck's settings, ``deck`` itself being 0."""


def is_group(type_: str) -> bool:
    """Whether a type is a stack's or deck's and not a piece's."""
    return type_ == "stack" or type_.startswith("deck;")


def split_state(type_: str, state: str) -> tuple[str, str]:
    r"""The traits' part of a state, up to and with the last TAB, and the basic piece's.

    The quick way sees whether the state is as deep as its type and nothing in it has TABs of its
    own; the slow way reads it level by level, as the engine does.
    """
    tabs, end, longer = _end_of(type_)
    if not tabs:
        return "", state
    if state.count(TAB) == tabs and "'" not in state:
        at = state.rindex(TAB) + 1
        if state.endswith(end, 0, at) and not state.endswith(longer, 0, at):
            return state[:at], state[at:]
    depth = len(kind_of(type_).types)
    parts = split_chain(state, depth)
    if len(parts) < depth:
        parts += [""] * (depth - len(parts))
    return outer_of(parts[:-1]), parts[-1]


@lru_cache(maxsize=KINDS_REMEMBERED)
def _end_of(type_: str) -> tuple[int, str, str]:
    """The TABs of a chain of such a type: how many, the last as it is written, and one deeper."""
    # Types are long, and every change of a piece asks again.
    tabs = type_.count(TAB)
    end = "\\" * (tabs - 1) + TAB
    return tabs, end, "\\" + end


def outer_of(states: list[str]) -> str:
    """The traits' part of a state, as :func:`split_state` gives it."""
    if not states:
        return ""
    safe = [part.rstrip("\\") if part.endswith("\\") else part for part in states]
    return join_chain([*safe, ""])


def read_basic(state: str) -> Basic:
    """The basic piece's part of a state; missing fields read as the engine's defaults."""
    fields = _fields(state)
    # Map, x, y, slot id, how many properties are kept with it.
    fields += ["0"] * (5 - len(fields)) if len(fields) < 5 else []
    count = _whole(fields[4])
    persistent = tuple(fields[5 : 5 + 2 * max(count, 0)])
    map_ = None if fields[0] == "null" else fields[0]
    return Basic(map_, _whole(fields[1]), _whole(fields[2]), fields[3], persistent)


def read_group(id_: str, type_: str, state: str) -> PieceGroup:
    """A stack or deck as its state says."""
    fields = _fields(state)
    if len(fields) < 3:
        fields += ["0"] * (3 - len(fields))
    place, x, y, *ids = fields
    map_ = None if place == "null" else place
    if type_ != "stack":
        down = ids[:1] == ["true"]
        pieces = tuple(decode(ids[1], ",")) if len(ids) > 1 and ids[1] else ()
        return PieceGroup(id_, type_, map_, _whole(x), _whole(y), pieces, down)
    layer = ""
    layers = state.count(LAYER)
    if layers == 1 and ids and ids[-1].startswith(LAYER):
        layer = ids.pop()
    elif layers:
        layer = next((token for token in reversed(ids) if token.startswith(LAYER)), "")
        ids = [token for token in ids if not token.startswith(LAYER)]
    return PieceGroup(id_, type_, map_, _whole(x), _whole(y), tuple(ids), False, layer)


def _fields(state: str) -> list[str]:
    return state.split(";") if "\\" not in state and "'" not in state else decode(state, ";")


def _whole(text: str) -> int:
    try:
        return int(text) if len(text) < MAX_DIGITS else 0
    except ValueError:
        return 0


MAX_DIGITS = 12


# How a module's maps stack pieces, as its build file says.


@dataclass(frozen=True, slots=True)
class Layers:
    """Game Piece Layers of a map: pieces stack only with those of the same layer.

    ``property`` is the piece's property that names its layer, ``order`` the layers' names.
    """

    property: str
    order: tuple[str, ...]

    def of(self, piece: GamePiece) -> int:
        """The number of a piece's layer; one more than the last for pieces of none."""
        value = piece.property_value(self.property)
        return self.order.index(value) if value in self.order else len(self.order)


@dataclass(frozen=True, slots=True)
class Stacking:
    """How a module's maps stack: those that do not at all, and those with layers."""

    disabled: frozenset[str] = frozenset()
    layers: Mapping[str, Layers] = field(default_factory=dict)
    maps: frozenset[str] | None = None
    """The module's maps, if known; a move to any other map goes nowhere."""


PLAIN_STACKING = Stacking()
"""How maps of a module stack that nothing is known of: as modules come."""
