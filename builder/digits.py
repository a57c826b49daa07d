"""Numbers in texts from outside: ASCII digits, and no others.

``str.isdigit`` takes ``²`` for a digit, which ``int`` refuses, and ``str.isdecimal`` those of every
script; Python reads no number of more than some thousand digits.
"""

from __future__ import annotations

MOST_DIGITS = 18
"""Digits of a number that anybody means."""


def is_whole(text: str) -> bool:
    """Whether a text is a whole number without a sign.

    >>> [is_whole(text) for text in ("0", "1944", "", "-1", "²", "1_0", "9" * 19)]
    [True, True, False, False, False, False, False]
    """
    return len(text) <= MOST_DIGITS and text.isascii() and text.isdigit()


def is_signed(text: str) -> bool:
    """Whether a text is a whole number, with a minus sign or none.

    >>> [is_signed(text) for text in ("-1", "1", "--1", "-", "-²")]
    [True, True, False, False, False]
    """
    return is_whole(text.removeprefix("-"))
