"""Numbers of things in words: ``1 hex``, ``2 hexes``."""

from __future__ import annotations

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
