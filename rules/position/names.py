"""The names of Divisions, Formations and Units, and when two of them mean the same."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol, TypeVar

WORD = re.compile(r"[^\W_]+")
FILLERS = frozenset({"division", "div", "formation", "the"})
"""Words that say what a group is, not which."""
OF_MANY = frozenset({"airborne", "brigade", "corps", "infantry", "kg", "korps", "regiment"})
"""Words in many groups' names, which alone name none."""
SPELLINGS = {"armoured": "armored", "kampfgruppe": "kg", "luftlande": "ll"}
BARE = re.compile(r"(?<![^\W_])[0-9]+(?![^\W_])")
"""A number alone: ``101`` is what players call the ``101st``."""


def ordinal(number: re.Match[str]) -> str:
    """Write a number as an ordinal: ``101st``, ``11th``."""
    text = number.group()
    ends = "th" if text[-2:-1] == "1" else {"1": "st", "2": "nd", "3": "rd"}.get(text[-1], "th")
    return text + ends


@lru_cache(maxsize=1 << 10)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a group's name that tell it apart, in one spelling."""
    words = [SPELLINGS.get(word, word) for word in WORD.findall(BARE.sub(ordinal, name.casefold()))]
    return tuple(word for word in words if word not in FILLERS) or tuple(words)


def names_none(name: str) -> bool:
    """Whether a name has but words that many groups have.

    >>> names_none("KG"), names_none("KG Chill")
    (True, False)
    """
    return OF_MANY.issuperset(words_of(name))


@lru_cache(maxsize=1 << 12)
def same_group(one: str, other: str) -> bool:
    """Whether two names mean the same Division or Formation.

    One may leave words out at its ends (``101st`` for ``101st Airborne Division``), never in the
    middle or inside a word: the shorter name is a run of the longer one's words. ``Division`` and
    other fillers do not count. An empty name means no group.

    >>> same_group("101st", "101st Airborne Division")
    True
    >>> same_group("Guards Armored", "Armored Guards")
    False
    """
    short, long = sorted((words_of(one), words_of(other)), key=len)
    if not short:
        return False
    # A run of words, not a set: "Guards Armored" is not "Armored Guards".
    return any(long[i : i + len(short)] == short for i in range(len(long) - len(short) + 1))


def may_be(one: str | None, other: str | None) -> bool | None:
    """Whether two names mean the same group, None where one of them is not said."""
    return None if one is None or other is None else same_group(one, other)


def same_unit(one: str | None, other: str) -> bool:
    """Whether two names mean the same Unit, whose spaces, commas and case do not count. None is
    no Unit's."""
    return one is not None and squeezed(one) == squeezed(other)


class Called(Protocol):
    """What may have an id and a name."""

    @property
    def id(self) -> str | None: ...
    @property
    def name(self) -> str | None: ...


C = TypeVar("C", bound=Called)


def the_one_called(units: Iterable[C], *names: str | None) -> C | None:
    """The unit whose id or name is one of some; None if none or several are called so."""
    wanted = {squeezed(name) for name in names if name}
    found = [u for u in units if wanted & {squeezed(name) for name in (u.id, u.name) if name}]
    return found[0] if len(found) == 1 else None


MOST_NAMED = 6


def first_unplaced(needs: list[str]) -> list[str]:
    """What is needed of units of which nobody says where they are: of many, of the first alone."""
    more = len(needs) - MOST_NAMED
    if more < 2:
        return needs
    return [*needs[:MOST_NAMED], f"state.units: where {more} more units are"]


@lru_cache(maxsize=1 << 14)  # the names of all counters, asked of every question
def squeezed(name: str) -> str:
    """A Unit's name without spaces, commas and case, as ``d(-)/2hhc``."""
    return name.replace(" ", "").replace(",", "").casefold()


def folded(name: str) -> str:
    """A name without case, spaces and signs: ``Guards Art.`` and ``guards art`` are one."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())
