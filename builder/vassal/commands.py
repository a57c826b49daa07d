r"""The command stream of a saved game or log: a tree of commands separated by ESC.

``SE(ESC)[own text, encode(child), encode(child)…]``, so a deeper level carries ``\`` + ESC, the
next ``\\`` + ESC and so on (GameModule.encode and decode). What one command means is in
:mod:`.atoms`; nothing here looks inside, so unknown commands pass through untouched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal import buildfile
from clubroute.builder.vassal.buildfile import IN_MEMORY

ESC = "\x1b"
LOG = "LOG\t"
"""Begins a command that a log plays as a step."""
MAX_DEPTH = 50
"""Levels of commands within commands. Real files have under ten; the limit keeps a hostile file
from exhausting the stack, and from being read again at every level."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its own text and the commands appended to it.

    ``verbatim`` is set only where the text this was read from is not what :func:`encode` would
    write for the same tree (odd quoting by foreign tools); it keeps such files byte for byte.
    A command built or changed by us has none.
    """

    text: str
    children: tuple[Command, ...] = ()
    verbatim: str | None = field(default=None, compare=False)

    def walk(self) -> Iterator[Command]:
        """This command and all below it, in the order the engine executes them."""
        stack = [self]
        while stack:
            command = stack.pop()
            yield command
            stack.extend(reversed(command.children))


def decode(text: str, where: Where = IN_MEMORY) -> Command:
    """The command tree in ``text``; never drops anything: ``encode(decode(t)) == t``.

    Raises :class:`InputError` when commands nest deeper than :data:`MAX_DEPTH`.
    """
    return _decode(text, where, 0)


def top_level(text: str) -> list[list[str]]:
    """Each token at the top of a saved game as its own tokens: a command and, encoded as they
    stand, those appended to it. What is deeper is left for :func:`decode`.

    This is decoding the text, then each token with an ESC in it; but one pass does for all tokens
    that are not quoted and no deeper, as nearly all are.
    """
    quoted = "'" in text
    found: list[list[str]] = []
    tokens: list[str] = []
    plain = True
    parts = text.split(ESC)
    last = parts.pop()
    for part in parts:
        if quoted and "'" in part:
            plain = False
        if part[-1:] != "\\":
            tokens.append(part)
            found.append(tokens if plain else _decoded_again(tokens))
            tokens, plain = [], True
            continue
        # The ESC after it was escaped once: it separates the tokens within. Twice is deeper.
        if part[-2:-1] == "\\":
            plain = False
        tokens.append(part[:-1])
    tokens.append(last)
    found.append(tokens if plain and "'" not in last else _decoded_again(tokens))
    return found


def _decoded_again(parts: list[str]) -> list[str]:
    """The tokens in a token of which ``parts`` were split at every ESC."""
    token = buildfile.unquote(ESC.join(parts))
    return buildfile.decode(token, ESC) if ESC in token else [token]


def with_texts(command: Command, texts: Iterator[str]) -> Command:
    """The same tree with new texts, in the order of :meth:`Command.walk`. A node that stays as it
    was, with all below it, keeps its verbatim text."""
    text = next(texts)
    children = tuple(with_texts(child, texts) for child in command.children)
    if text == command.text and children == command.children:
        return command
    return Command(text, children)


def encode(command: Command) -> str:
    """The text of the tree, as GameModule.encode writes it.

    Raises :class:`InputError` for a command text that ends in a backslash and is followed by
    another command: the engine would run the two together.
    """
    if command.verbatim is not None:
        return command.verbatim
    if not command.children:
        return command.text
    return buildfile.encode((command.text, *map(encode, command.children)), ESC)


def _decode(text: str, where: Where, depth: int) -> Command:
    if ESC not in text:
        return Command(text)
    if depth > MAX_DEPTH:
        raise InputError(
            where,
            f"commands nested more than {MAX_DEPTH} deep",
            "a saved game (VASSAL nests under ten)",
        )
    head, *rest = buildfile.decode(text, ESC)
    first = _decode(head, where, depth + 1)
    children = tuple(_decode(token, where, depth + 1) for token in rest)
    command = Command(first.text, first.children + children)
    # By induction every child writes its own token again, so one level is enough to compare.
    # A head with commands of its own, needless escapes or quotes: the tree is what the engine
    # makes of it, but the text must survive as it is.
    same = ESC not in head and buildfile.encode((head, *rest), ESC, lossy_ok=True) == text
    return command if same else Command(command.text, command.children, text)
