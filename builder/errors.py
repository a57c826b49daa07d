"""The one exception root, and how a mistake names its place.

Every error a user can cause is a :class:`ClubrouteError`; its text is one line,
``place: found X, expected Y (did you mean Z?)``. The command line prints that line and exits
with code 2. Anything else that escapes is a bug in clubroute.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Where:
    """A place in an input: a file, and inside it a row and column, or a named part.

    ``row`` and ``column`` count from 1. ``part`` names what has no rows: a zip entry, a
    GeoJSON feature, a command or trait index.

    >>> str(Where("hexes.csv", 7, "terrain"))
    'hexes.csv:7:terrain'
    """

    path: str
    row: int | None = None
    column: int | str | None = None
    part: str | None = None

    def __str__(self) -> str:
        bits = [self.path]
        if self.row is not None:
            bits.append(str(self.row))
        if self.column is not None:
            bits.append(str(self.column))
        if self.part is not None:
            bits.append(self.part)
        return ":".join(bits)

    @classmethod
    def of(cls, path: PurePath | str) -> Where:
        """The file itself, no row."""
        return cls(str(path))


Near: TypeAlias = "str | Callable[[], str | None] | None"
"""The closest valid name, or what finds it."""


class ClubrouteError(Exception):
    """Root of every error clubroute raises on purpose."""


class InputError(ClubrouteError):
    """Something in an input is not what it should be.

    ``found`` and ``expected`` are short phrases; ``nearest`` is the closest valid name, if any, or
    what finds it once somebody reads it: most lines in words are tried in many ways first.

    >>> print(InputError(Where("hexes.csv", 7), "'pelder'", "a terrain", "polder"))
    hexes.csv:7: found 'pelder', expected a terrain (did you mean polder?)
    """

    def __init__(self, where: Where, found: str, expected: str, nearest: Near = None) -> None:
        self.where = where
        self.found = one_line(found)
        self.expected = one_line(expected)
        self._nearest = nearest
        super().__init__(where, found, expected)

    @property
    def nearest(self) -> str | None:
        """The closest valid name, None if none is near."""
        if callable(self._nearest):
            self._nearest = self._nearest()
        return self._nearest

    def __str__(self) -> str:
        hint = f" (did you mean {self.nearest}?)" if self.nearest else ""
        return f"{self.where}: found {self.found}, expected {self.expected}{hint}"

    def __reduce__(self) -> tuple[type[InputError], tuple[Where, str, str, str | None]]:
        """As it was made, so that a worker process can hand it over."""
        return type(self), (self.where, self.found, self.expected, self.nearest)


def one_line(text: str, limit: int = 200) -> str:
    """``text`` with control characters escaped and cut to ``limit`` characters.

    >>> one_line("two\\nlines"), one_line("a long text", 7)
    ('two\\\\nlines', 'a long…')
    """
    flat = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def one_of(names: Iterable[str]) -> str:
    """What was expected, where only some names are known.

    >>> one_of(["wed", "tdc"])
    'one of wed, tdc'
    """
    return "one of " + (", ".join(names) or "(none)")


NEAR = 0.6
"""How much of two names is alike, from 0 to 1, where one is taken for the other misspelt."""


def nearest_name(name: str, valid: Iterable[str]) -> str | None:
    """The valid name closest to ``name``, whatever its case, or None when nothing is near.

    >>> nearest_name("Pelder", ["town", "polder"]), nearest_name("x", ["town"])
    ('polder', None)
    """
    from difflib import SequenceMatcher  # long to load, and asked for by mistakes alone

    wanted = name.casefold()
    folded = {option.casefold(): option for option in valid}
    letters, matcher = lettered(wanted), SequenceMatcher[str]()
    matcher.set_seq2(wanted)
    best, nearest = NEAR, None
    for option in folded:
        both = len(wanted) + len(option)
        # No more letters can match than the shorter has, nor than both have: that is soon told,
        # and rules out most.
        if both and 2 * min(len(wanted), len(option)) / both < best:
            continue
        if both and 2 * len(letters & lettered(option)) / both < best:
            continue
        matcher.set_seq1(option)
        alike = matcher.ratio()
        if alike > best or (alike == best and (nearest is None or option > nearest)):
            best, nearest = alike, option
    return None if nearest is None else folded[nearest]


@lru_cache(maxsize=1 << 14)
def lettered(name: str) -> frozenset[tuple[str, int]]:
    """The letters of a name, each with how many of them came before."""
    counted: Counter[str] = Counter()
    found = set()
    for letter in name:
        found.add((letter, counted[letter]))
        counted[letter] += 1
    return frozenset(found)
