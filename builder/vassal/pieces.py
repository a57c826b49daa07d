"""A counter as VASSAL has it: a chain of traits around a basic piece, and its commands.

Traits are listed outermost first, as in the file; a trait sees only those further in, so order
matters. The last is the basic piece, stack or deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.vassal.atoms import AddPiece, read_atom
from clubroute.builder.vassal.chain import TAB, join_chain, split_chain
from clubroute.builder.vassal.sequence import IN_MEMORY
from clubroute.builder.vassal.traits import BasicPiece, Stack, Trait, TraitValue, UsePrototype

_COMMENT = "cmt;"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: its traits, outermost first; never empty."""

    traits: tuple[Trait, ...]

    def type_text(self) -> str:
        """The chain of types, as Decorator.getType writes it.

        Raises :class:`InputError` for a TAB in the innermost type (a counter's name): the
        engine would take what follows for another trait.
        """
        if TAB in self.basic.type:
            raise InputError(IN_MEMORY, f"a tab in {self.basic.type!r}", "a name without tabs")
        return join_chain([trait.type for trait in self.traits])

    def state_text(self) -> str:
        """The chain of states, as Decorator.getState writes it."""
        return join_chain([trait.state for trait in self.traits])

    @property
    def basic(self) -> Trait:
        """The innermost part."""
        return self.traits[-1]

    def placed(self, map_: str, x: int, y: int) -> Piece:
        """The same piece standing on a map, centre at ``x``, ``y`` px."""
        return self.with_basic(replace(BasicPiece.read(self.basic), map=map_, x=x, y=y))

    def with_basic(self, basic: TraitValue) -> Piece:
        """The same traits around another basic piece."""
        return Piece((*self.traits[:-1], basic.trait()))


def piece(basic: BasicPiece, traits: Iterable[Trait | TraitValue] = ()) -> Piece:
    """The piece of ``traits``, outermost first, around ``basic``."""
    return Piece((*map(_as_trait, traits), basic.trait()))


def read_piece(type_: str, state: str, where: Where = IN_MEMORY) -> Piece:
    """The piece with the given type and state chains.

    Raises :class:`InputError` when the state has fewer parts than the type, which the engine
    does not load either.
    """
    types = split_chain(type_)
    states = split_chain(state, len(types))
    if len(states) < len(types):
        raise InputError(
            where, f"a piece with {len(types)} traits and {len(states)} states", "as many states"
        )
    return Piece(tuple(map(Trait, types, states)))


def read_definition(text: str, where: Where = IN_MEMORY) -> Piece:
    """The piece in the text of a PieceSlot or PrototypeDefinition element.

    The text is an AddPiece command with id ``null``. Raises :class:`InputError` for others.
    """
    atom = read_atom(text)
    if not isinstance(atom, AddPiece):
        raise InputError(where, repr(text[:40]), "a piece definition: +/null/type/state")
    return read_piece(atom.type, atom.state, where)


def piece_definition(definition: Piece) -> str:
    """The text of a PieceSlot or PrototypeDefinition element."""
    return add_piece(None, definition)


def prototype_definition(traits: Iterable[Trait | TraitValue]) -> str:
    """The text of a PrototypeDefinition: traits around a basic piece without name or picture."""
    return piece_definition(piece(BasicPiece(""), traits))


def add_piece(id_: str | None, added: Piece) -> str:
    """The ``+/`` command that brings a piece into the game."""
    return AddPiece(id_, added.type_text(), added.state_text()).text()


def stack(
    id_: str, map_: str, x: int, y: int, children: Sequence[str], layer: int | None = -1
) -> str:
    """The ``+/`` command of a stack; it must follow those of its children (bottom first)."""
    return add_piece(id_, Piece((Stack(map_, x, y, tuple(children), layer).trait(),)))


def expand(definition: Piece, prototypes: Mapping[str, Piece], where: Where = IN_MEMORY) -> Piece:
    """The piece with every prototype's traits in place of its name, as PieceCloner makes it.

    Saved games hold expanded pieces only. A prototype's own basic piece is left out, prototypes
    within prototypes are expanded too, and comments are dropped.

    Raises :class:`InputError` for a prototype that is missing (the engine would drop it
    without a word), that contains itself, or that takes parameters.
    """
    inner = _expanded(definition.traits[:-1], prototypes, where, ())
    return Piece((*inner, definition.basic))


def _expanded(
    traits: Iterable[Trait],
    prototypes: Mapping[str, Piece],
    where: Where,
    within: tuple[str, ...],
) -> list[Trait]:
    result: list[Trait] = []
    for trait in traits:
        if trait.id == UsePrototype.PREFIX:
            use = UsePrototype.read(trait)
            found = _prototype(use, prototypes, where, within)
            result += _expanded(found.traits[:-1], prototypes, where, (*within, use.name))
        elif trait.id != _COMMENT:
            result.append(trait)
    return result


def _prototype(
    use: UsePrototype, prototypes: Mapping[str, Piece], where: Where, within: tuple[str, ...]
) -> Piece:
    if use.name in within:
        chain = " > ".join((*within, use.name))
        raise InputError(where, f"a prototype that contains itself: {chain}", "no circle")
    if use.parameters:
        raise InputError(
            where, f"prototype {use.name} with parameters", "a prototype without parameters"
        )
    if use.name not in prototypes:
        raise InputError(
            where,
            f"prototype {use.name}",
            "a prototype of the module",
            nearest_name(use.name, prototypes),
        )
    return prototypes[use.name]


def _as_trait(trait: Trait | TraitValue) -> Trait:
    return trait if isinstance(trait, Trait) else trait.trait()
