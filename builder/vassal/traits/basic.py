"""What stands at the inner end of a trait chain: a basic piece, a stack or a deck."""

from __future__ import annotations

import re
from dataclasses import dataclass

from clubroute.builder.vassal.buildfile import boolean, decode, encode
from clubroute.builder.vassal.traits.base import Fields, Trait, fields

_LAYER = re.compile(r"@@-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class BasicPiece:
    """``piece;``: the counter itself: picture, name, place and slot id.

    ``map`` is None while the piece is on no map; ``x``, ``y`` are map pixels of its centre.
    ``properties`` are the persistent ones (OldX, UniqueID…), in file order.
    """

    name: str
    image: str = ""
    gpid: str = ""
    map: str | None = None
    x: int = 0
    y: int = 0
    properties: tuple[tuple[str, str], ...] = ()
    clone_key: str = ""
    delete_key: str = ""

    PREFIX = "piece;"

    def trait(self) -> Trait:
        type_ = fields(self.PREFIX, (self.clone_key, self.delete_key, self.image, self.name))
        flat = [text for pair in self.properties for text in pair]
        place = (_or_null(self.map), str(self.x), str(self.y), self.gpid)
        return Trait(type_, encode([*place, str(len(self.properties)), *flat], ";"))

    @classmethod
    def read(cls, trait: Trait) -> BasicPiece:
        of_type, state = Fields.of(trait), Fields(trait.state)
        clone, delete, image, name = (of_type.text() for _ in range(4))
        map_, x, y, gpid = state.text("null"), state.integer(), state.integer(), state.text()
        count = state.integer()
        flat = state.rest()[: 2 * max(count, 0)]
        pairs = tuple(zip(flat[::2], flat[1::2], strict=False))
        return cls(name, image, gpid, _not_null(map_), x, y, pairs, clone, delete)


@dataclass(frozen=True, slots=True)
class Stack:
    """``stack``: pieces on one spot. ``children`` are piece ids, bottom first.

    ``layer`` is the visual layer of the stack, -1 for none (``@@``, VASSAL 3.4.8 and later).
    """

    map: str | None
    x: int
    y: int
    children: tuple[str, ...]
    layer: int | None = -1

    PREFIX = "stack"

    def trait(self) -> Trait:
        layer = () if self.layer is None else (f"@@{self.layer}",)
        place = (_or_null(self.map), str(self.x), str(self.y))
        return Trait(self.PREFIX, encode((*place, *self.children, *layer), ";"))

    @classmethod
    def read(cls, trait: Trait) -> Stack:
        state = Fields(trait.state)
        map_, x, y = state.text("null"), state.integer(), state.integer()
        layer: int | None = None
        children = []
        for token in state.rest():
            if _LAYER.fullmatch(token):
                layer = int(token[2:])
            else:
                children.append(token)
        return cls(_not_null(map_), x, y, tuple(children), layer)


@dataclass(frozen=True, slots=True)
class Deck:
    """``deck;``: a draw pile's deck. ``type_fields`` are its 49 settings, kept as they are.

    ``children`` are piece ids in deck order, bottom first.
    """

    type_fields: str
    map: str | None
    x: int
    y: int
    face_down: bool
    children: tuple[str, ...]

    PREFIX = "deck;"

    def trait(self) -> Trait:
        place = (_or_null(self.map), str(self.x), str(self.y), boolean(self.face_down))
        ids = (encode(self.children, ","),) if self.children else ()
        return Trait(self.PREFIX + self.type_fields, encode((*place, *ids), ";"))

    @classmethod
    def read(cls, trait: Trait) -> Deck:
        state = Fields(trait.state)
        map_, x, y, down = state.text("null"), state.integer(), state.integer(), state.truth()
        ids = state.text()
        children = tuple(decode(ids, ",")) if ids else ()
        return cls(trait.type[len(cls.PREFIX) :], _not_null(map_), x, y, down, children)


def _not_null(text: str) -> str | None:
    return None if text == "null" else text


def _or_null(text: str | None) -> str:
    return "null" if text is None else text
