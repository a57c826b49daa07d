"""Key strokes, colours and lists as trait and component fields write them."""

from __future__ import annotations

from collections.abc import Sequence

from clubroute.builder.vassal.sequence import encode

CTRL = 130
"""Modifier bits of Ctrl in java.awt.event.InputEvent, old and new style together."""
SHIFT = 65
ALT = 520

_NAMED_KEY_CODE = 57348
"""The key code VASSAL gives to strokes that exist by name only; readers ignore it."""


def key(letter: str, modifiers: int = CTRL) -> str:
    """The stroke of one key: ``code,modifiers``. ``letter`` is an upper-case letter or digit.

    Raises ValueError for anything else: other keys have codes of their own (java.awt.event.
    KeyEvent), which a character's number does not give.

    >>> key("M"), key("M", CTRL | SHIFT)
    ('77,130', '77,195')
    """
    if len(letter) != 1 or letter not in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789[]\\;=,-./ ":
        raise ValueError(f"not a key with the code of its character: {letter!r}")
    return f"{ord(letter)},{modifiers}"


def named_key(name: str) -> str:
    """A stroke that exists by name only and that no keyboard sends: ``57348,0,name``.

    Raises ValueError for a name with a comma, which the engine would cut.

    >>> named_key("end-tired")
    '57348,0,end-tired'
    """
    if not name or "," in name:
        raise ValueError(f"a key name is not empty and has no comma: {name!r}")
    return f"{_NAMED_KEY_CODE},0,{name}"


def key_list(strokes: Sequence[str]) -> str:
    """Several strokes in one field."""
    return encode(strokes, ",")


def string_list(strings: Sequence[str]) -> str:
    """VASSAL's string array: SequenceEncoder with a comma."""
    return encode(strings, ",")


def boolean(value: bool) -> str:
    return "true" if value else "false"


def number(value: float) -> str:
    """A number as Java writes a double: ``1`` is ``1.0``.

    >>> number(1)
    '1.0'
    """
    return repr(float(value))
