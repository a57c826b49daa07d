"""Numbers of things in words: ``1 hex``, ``2 hexes``."""

from __future__ import annotations

# Numbers in texts from outside: ASCII digits, and no others.
#
# ``str.isdigit`` takes ``²`` for a digit, which ``int`` refuses, and ``str.isdecimal`` those of
# every script; Python reads no number of more than some thousand digits.

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


HISSING = ("s", "x", "ch", "sh")
"""Endings of words whose plural is one syllable more."""


def so_many(count: object, thing: str) -> str:
    """Tell a number of things.

    >>> so_many(1, "hex"), so_many(2, "hex"), so_many(0, "Blue unit")
    ('1 hex', '2 hexes', '0 Blue units')

    :param count: a number, or one already shown as text.
    :param thing: what one of them is called.
    """
    if str(count) == "1":
        return f"{count} {thing}"
    return f"{count} {thing}{'es' if thing.endswith(HISSING) else 's'}"
