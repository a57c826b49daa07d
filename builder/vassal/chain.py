r"""The trait chain of a piece: nested two-token sequences with TAB.

A piece's type is ``SE(TAB)[outermost trait, rest]`` where ``rest`` is again such a pair, so the
TAB after trait *n* (from 0) carries *n* backslashes. The state is written the same way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from clubroute.builder.vassal import sequence

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
        if "\\" in part or "'" in part or TAB in part or sequence.needs_quotes(text):
            text = sequence.encode((part, text), TAB)
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
        parts.append(sequence.unquote(own))
        start = position + 1
        if end - start > 1 and text[start] == "'" and text[end - 1] == "'":
            start, end = start + 1, end - 1
    level = len(parts)
    if level + 1 == depth:
        # The engine hands the innermost state on as it is.
        parts.append(text[start:end].replace("\\" * level + TAB, TAB))
    else:
        last = text[start:end].replace("\\" * (level + 1) + TAB, TAB)
        parts.append(sequence.unquote(last))
    return parts


def _split_level_by_level(text: str, depth: int | None) -> list[str]:
    """The engine's own way: decode, keep the first token, go on with the second."""
    parts: list[str] = []
    rest = text
    while depth is None or len(parts) < depth - 1:
        tokens = sequence.decode(rest, TAB)
        parts.append(tokens[0])
        if len(tokens) < 2:
            return parts
        rest = tokens[1]
    parts.append(rest)
    return parts
