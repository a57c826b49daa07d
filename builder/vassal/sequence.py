r"""VASSAL's SequenceEncoder: a list of strings as one string with a delimiter.

The rules are those of the Java class ``VASSAL.tools.SequenceEncoder`` (3.6 to 3.8):

* a delimiter inside a token gets one ``\`` before it; nothing else is escaped;
* a token that starts with ``\``, or that starts and ends with ``'``, is wrapped in ``'``;
* on reading, a delimiter right after a ``\`` is literal and that one ``\`` is dropped; then one
  enclosing pair of ``'`` is dropped;
* the empty string reads as one empty token, a trailing delimiter as a final empty token.

The code is not injective: a token ending in ``\`` that is not the last one swallows the
delimiter after it. A counter with such a name makes a saved game unloadable, so
:func:`encode` refuses it unless told otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from clubroute.builder.errors import InputError, Where

IN_MEMORY = Where("(text)")
_NO_DELIMITER = "a delimiter is one character other than a backslash: {!r}"


def encode(
    tokens: Sequence[str], delimiter: str, *, lossy_ok: bool = False, where: Where = IN_MEMORY
) -> str:
    r"""``tokens`` joined by ``delimiter``, as SequenceEncoder.append writes them.

    Raises :class:`InputError` when a token before the last one would be written with a ``\`` at
    its end, which VASSAL cannot read back; ``lossy_ok=True`` writes it as the engine does.
    An empty list gives ``""`` (the engine has no value for it).

    >>> encode(["a;b", "c"], ";")
    'a\\;b;c'
    """
    if len(delimiter) != 1 or delimiter == "\\":
        raise ValueError(_NO_DELIMITER.format(delimiter))
    plain = delimiter.join(tokens)
    if "\\" not in plain and "'" not in plain and plain.count(delimiter) < (len(tokens) or 1):
        return plain
    written = [_written(token, delimiter) for token in tokens]
    if not lossy_ok:
        for position, text in enumerate(written[:-1]):
            if text.endswith("\\"):
                raise InputError(
                    where,
                    f"a text ending in a backslash ({tokens[position]!r})",
                    "text VASSAL can read back: no backslash at the end",
                )
    return delimiter.join(written)


def decode(text: str, delimiter: str) -> list[str]:
    """The tokens of ``text``, exactly as repeated SequenceEncoder.Decoder.nextToken gives them.

    Never fails and never returns an empty list. Linear in ``len(text)``.

    >>> decode("x;;'y'", ";")
    ['x', '', 'y']
    """
    if len(delimiter) != 1 or delimiter == "\\":
        raise ValueError(_NO_DELIMITER.format(delimiter))
    tokens = text.split(delimiter)
    if "\\" + delimiter in text:
        tokens = _joined(tokens, delimiter)
    if "'" in text:
        return [unquote(token) for token in tokens]
    return tokens


def _joined(parts: list[str], delimiter: str) -> list[str]:
    """The tokens of a text split at every delimiter: a part that ends in a backslash goes on after
    it with the next one."""
    tokens: list[str] = []
    begun: list[str] = []
    last = parts.pop()
    for part in parts:
        if part[-1:] == "\\":
            begun.append(part[:-1])
        elif begun:
            tokens.append(delimiter.join((*begun, part)))
            begun = []
        else:
            tokens.append(part)
    tokens.append(delimiter.join((*begun, last)))
    return tokens


def needs_quotes(token: str) -> bool:
    """Whether SequenceEncoder wraps ``token`` in single quotes."""
    first = token[:1]
    return first == "\\" or (first == "'" and token[-1] == "'")


def unquote(token: str) -> str:
    """``token`` without one enclosing pair of single quotes, if it has one."""
    if len(token) > 1 and token[0] == "'" and token[-1] == "'":
        return token[1:-1]
    return token


def _written(token: str, delimiter: str) -> str:
    escaped = token.replace(delimiter, "\\" + delimiter) if delimiter in token else token
    return f"'{escaped}'" if needs_quotes(token) else escaped
