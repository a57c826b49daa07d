"""A word of commands or rules with a slip in it is read as the word, and the answer says so.

A word is taken for a slip of the one nearest word alone, and no number, hex or name ever is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from clubroute.rules.asking.context import Context
from clubroute.rules.clauses.search import forms_of
from clubroute.rules.series import all_games
from clubroute.rules.words.ahead import must_be_compiled, uncompiled
from clubroute.rules.words.grammar import alike
from clubroute.rules.words.items import Here
from clubroute.rules.words.misspelt import ALIKE, MOST_TOGETHER, TYPES, plain_words
from clubroute.rules.words.names import Names, names_of, nearest_of

SHORTEST_RESPELT = 7
"""Letters in the shortest word that may be a slip: many shorter ones are words of their own."""
TWO_SLIPS = 9
"""Letters in the shortest word that may have two slips in it."""


def respelled(words: Sequence[str], here: Here) -> tuple[list[str], tuple[str, ...]]:
    """Words with each slip as the word that is meant, and what is said of it."""
    read, said = list[str](), list[str]()
    for at, word in enumerate(words):
        meant = slip_of(word.casefold()) if not named(words, at, here) else ""
        read.append(meant or word)
        if meant:
            said.append(f"{word}: read as {meant}")
    return read, tuple(dict.fromkeys(said))


def named(words: Sequence[str], at: int, here: Here) -> bool:
    """Whether a word is part of a name of some map, or nearly one."""
    word = words[at]
    if not slip_of(word.casefold()):
        return True  # nothing else needs to be looked for
    known = [names_at_hand(here.context, one) for one in all_games()]
    for start in range(max(0, at - MOST_TOGETHER + 1), at + 1):
        for end in range(at + 1, min(len(words), start + MOST_TOGETHER) + 1):
            if any(one.find(" ".join(words[start:end])) for one in known):
                return True
    like = alike(word, slip_of(word.casefold()))
    near = (nearest_of(word, tuple(one.texts(TYPES))) for one in known)
    return any(alike(word, one) >= max(ALIKE, like) for one in near if one)


def names_at_hand(context: Context, window: str) -> Names:
    """The names of a map: those of its sources, where it would have to be compiled for them."""
    project = must_be_compiled(context, window)
    if project is None:
        return names_of(context, window)
    return uncompiled(context, project, window).names


@cache
def slip_of(word: str) -> str:
    """The word of commands or rules that a word, in small letters, is a slip of; nothing where it
    is one itself, or a form of one or longer at its end, or where several are as near.

    >>> slip_of("reinforcments"), slip_of("accross"), slip_of("across"), slip_of("strengthen")
    ('reinforcements', 'across', '', '')
    """
    letters = word.isascii() and word.isalpha()
    if len(word) < SHORTEST_RESPELT or not letters or word in plain_words():
        return ""
    forms = forms_of(word)
    if any(not forms.isdisjoint(of_one) for of_one in by_first_letter().get(word[0], {}).values()):
        return ""
    most = 2 if len(word) >= TWO_SLIPS else 1
    near: dict[int, list[str]] = {}
    for one in by_first_letter().get(word[0], {}):
        if abs(len(one) - len(word)) <= most and (far := slips(word, one)) <= most:
            near.setdefault(far, []).append(one)
    found = near[min(near)] if near else []
    lengthened = any(one.startswith(word) or word.startswith(one) for one in found)
    return found[0] if len(found) == 1 and not lengthened else ""


@cache
def by_first_letter() -> dict[str, dict[str, frozenset[str]]]:
    """The words of commands and rules that may be meant by a slip, with their forms, by their
    first letters: that is seldom mistyped."""
    found: dict[str, dict[str, frozenset[str]]] = {}
    for one in sorted(plain_words()):
        if one.isalpha():
            found.setdefault(one[0], {})[one] = forms_of(one)
    return found


def slips(one: str, other: str) -> int:
    """The slips between two words: a letter too many, missing, wrong, or two changed about.

    >>> slips("agaisnt", "against"), slips("accross", "across"), slips("wood", "words")
    (1, 1, 2)
    """
    rows = list(distances(one, other))
    return rows[-1][-1]


def distances(one: str, other: str) -> Iterator[list[int]]:
    """The slips between each beginning of a word and all of another's."""
    before, row = list[int](), list(range(len(other) + 1))
    yield row
    for at, letter in enumerate(one, 1):
        last, before, row = before, row, [at]
        for to, meant in enumerate(other, 1):
            least = min(before[to] + 1, row[-1] + 1, before[to - 1] + (letter != meant))
            if at > 1 and to > 1 and (letter, one[at - 2]) == (other[to - 2], meant):
                least = min(least, last[to - 2] + 1)
            row.append(least)
        yield row
