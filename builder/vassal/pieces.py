"""A counter as VASSAL has it: a chain of traits around a basic piece, and its commands.

Traits are listed outermost first, as in the file; a trait sees only those further in, so order
matters. The last is the basic piece, stack or deck.
"""

from __future__ import annotations

import re
from collections.abc import (
    Callable,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, replace

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.vassal import buildfile
from clubroute.builder.vassal.atoms import AddPiece, read_atom
from clubroute.builder.vassal.buildfile import IN_MEMORY
from clubroute.builder.vassal.traits import (
    BasicPiece,
    Stack,
    Trait,
    TraitValue,
    UsePrototype,
)

# The trait chain of a piece: nested two-token sequences with TAB.
#
# A piece's type is ``SE(TAB)[outermost trait, rest]`` where ``rest`` is again such a pair, so the
# TAB after trait *n* (from 0) carries *n* backslashes. The state is written the same way.

TAB = "\t"
BACKSLASHES = "\\" * 256
"""As many as the TABs of the deepest chain that is read at one go may carry."""
_ESCAPED_TAB = re.compile(r"(?<!\\)\\*\t")


def split_chain(text: str, depth: int | None = None) -> list[str]:
    r"""The parts of a chain, outermost first.

    ``depth`` is the number of parts where it is known: the engine reads a state with the depth
    of the type, so the innermost state may hold anything, TABs too. Without it the chain goes
    on as long as there are TABs, which is how the engine reads a type. Fewer parts than
    ``depth`` come back when the text has fewer.

    >>> split_chain("mark;Side\tdelete;\\\tpiece;")
    ['mark;Side', 'delete;', 'piece;']
    """
    parts = None if depth is None else _plain(text, depth)
    if parts is None:
        parts = _scan(text, depth)
    return _split_level_by_level(text, depth) if parts is None else parts


def join_chain(parts: Sequence[str]) -> str:
    r"""The chain of ``parts``, outermost first, as Decorator.getType and getState write it.

    Raises :class:`builder.errors.InputError` for a part that ends in a backslash and is not
    the innermost one (see :mod:`.sequence`).

    >>> join_chain(["mark;Side", "delete;", "piece;"])
    'mark;Side\tdelete;\\\tpiece;'
    """
    text = parts[-1]
    for part in reversed(parts[:-1]):
        if "\\" in part or "'" in part or TAB in part or buildfile.needs_quotes(text):
            text = buildfile.encode((part, text), TAB)
        else:  # the common case of encode(), several times faster
            text = part + TAB + text.replace(TAB, "\\" + TAB)
    return text


def _plain(text: str, depth: int) -> list[str] | None:
    """The parts of a chain with a TAB after each part but the last, no other TABs and no quotes,
    which most are; None where that is not so."""
    if "'" in text:
        return None
    parts = text.split(TAB)
    if len(parts) != depth:
        return None
    for level in range(1, depth - 1):
        own, ends = parts[level], BACKSLASHES[:level]
        if level > len(BACKSLASHES) or not own.endswith(ends) or own[-level - 1 : -level] == "\\":
            return None
        parts[level] = own[:-level]
    return None if parts[0][-1:] == "\\" and depth > 1 else parts


def _scan(text: str, depth: int | None) -> list[str] | None:
    """One pass over a well-formed chain, however deep; None when the text is not one.

    The TAB that ends level *k* is the next one with exactly *k* backslashes; more of them belong
    to a TAB in the trait's own text, fewer mean that an outer level has a third token.
    """
    parts: list[str] = []
    start, end = 0, len(text)
    for match in _ESCAPED_TAB.finditer(text):
        level = len(parts)
        position = match.end() - 1
        backslashes = position - max(match.start(), start)
        if backslashes < level:
            return None
        if backslashes > level or level + 1 == depth:
            continue
        own = text[start : position - level].replace("\\" * (level + 1) + TAB, TAB)
        parts.append(buildfile.unquote(own))
        start = position + 1
        if end - start > 1 and text[start] == "'" and text[end - 1] == "'":
            start, end = start + 1, end - 1
    level = len(parts)
    if level + 1 == depth:
        # The engine hands the innermost state on as it is.
        parts.append(text[start:end].replace("\\" * level + TAB, TAB))
    else:
        last = text[start:end].replace("\\" * (level + 1) + TAB, TAB)
        parts.append(buildfile.unquote(last))
    return parts


def _split_level_by_level(text: str, depth: int | None) -> list[str]:
    """The engine's own way: decode, keep the first token, go on with the second."""
    parts: list[str] = []
    rest = text
    while depth is None or len(parts) < depth - 1:
        tokens = buildfile.decode(rest, TAB)
        parts.append(tokens[0])
        if len(tokens) < 2:
            return parts
        rest = tokens[1]
    parts.append(rest)
    return parts


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


def expand(
    definition: Piece,
    prototypes: Mapping[str, Piece],
    where: Where = IN_MEMORY,
    missing: Callable[[str], None] | None = None,
) -> Piece:
    """The piece with every prototype's traits in place of its name, as PieceCloner makes it.

    Saved games hold expanded pieces only. A prototype's own basic piece is left out, prototypes
    within prototypes are expanded too, and comments are dropped.

    :param missing: is told of a prototype that there is not, which is left out as by the engine.
    :raises InputError: a prototype that is missing, unless ``missing`` is given; one that contains
        itself, or takes parameters.
    """
    inner = _expanded(definition.traits[:-1], prototypes, where, (), missing)
    return Piece((*inner, definition.basic))


def _expanded(
    traits: Iterable[Trait],
    prototypes: Mapping[str, Piece],
    where: Where,
    within: tuple[str, ...],
    missing: Callable[[str], None] | None,
) -> list[Trait]:
    result: list[Trait] = []
    for trait in traits:
        if trait.id == UsePrototype.PREFIX:
            use = UsePrototype.read(trait)
            if missing is not None and use.name not in prototypes:
                missing(use.name)
                continue
            found = _prototype(use, prototypes, where, within)
            inside = (*within, use.name)
            result += _expanded(found.traits[:-1], prototypes, where, inside, missing)
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
