"""A name that somebody misspelt: the nearest of the map and game in question is offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from clubroute.builder.errors import InputError, Where
from clubroute.rules.clauses.clause import clauses
from clubroute.rules.clauses.search import forms_of, words_in, words_of
from clubroute.rules.series import all_games
from clubroute.rules.words.commands import all_commands, vocabulary
from clubroute.rules.words.grammar import alike, map_said
from clubroute.rules.words.items import PART, Here
from clubroute.rules.words.names import AREA, BRIDGE, GROUP, HEX, SAINT, UNIT, names_of, nearest_of

ALIKE = 0.8
"""How alike a word and a name must be, from 0 to 1, to be taken for it."""
SHORTEST = 5
"""Letters in the shortest word that may be a name misspelt."""
MOST_TOGETHER = 3
"""Words in the longest name that is looked for."""
TYPES = (HEX, BRIDGE, AREA, UNIT, GROUP)


def misspelt(words: Sequence[str], here: Here) -> InputError | None:
    """What a question refuses in which a name is misspelt, with the nearest; None if none is.

    It is looked for among the names of the map that is said, else of every game's maps. A word of
    commands or rules is no name, nor is one that is as near to such a word.
    """
    free = [word for word in words if "=" not in word]
    texts = [[SAINT.sub("Sint-", text) for text in one] for one in doubtful(free)]
    said = map_said(words) or here.map
    others = [one for one in all_games() if one != said]
    if said is None:
        return nearest_on(others, texts, here, "a place or a unit") or mistyped(free)
    found = nearest_on([said], texts, here, f"a place or a unit of map {said}")
    found = found or nearest_on(others, texts, here, f"a name of map {said}; another map has one")
    return found or mistyped(free)


def mistyped(words: Sequence[str]) -> InputError | None:
    """The refusal of a long word that is nearly one of commands or rules; None if none is."""
    for word in words:
        if len(word) < LONG or not word.isalpha() or word.casefold() in plain_words():
            continue
        near = nearest_word(word)
        same = bool(near) and not forms_of(near).isdisjoint(forms_of(word.casefold()))
        if near and alike(word, near) >= NEARLY and not same:
            return InputError(Where(PART), repr(word), "a word of commands or rules", near)
    return None


LONG, NEARLY = 7, 0.9
"""Letters in the shortest word of a command that is taken for a slip, and how alike the two are."""


def nearest_on(
    maps: Sequence[str], texts: Sequence[Sequence[str]], here: Here, expected: str
) -> InputError | None:
    """The refusal of the text that is nearest to a name of some maps; None if none is near.

    :param texts: of each doubtful word, itself and with those around it.
    """
    known = [names_of(here.context, one) for one in maps]
    best, told = ALIKE, None
    for around in texts:
        if any(one.find(text) for one in known for text in around):
            continue  # the word is part of a name as it stands
        for text, one in product(around, known):
            near = nearest_of(text, tuple(one.texts(TYPES)))
            like = alike(text, near) if near else 0.0
            if near and like > best and like >= alike(text, nearest_word(text)):
                best = like
                told = InputError(Where(PART), repr(text), expected, near)
    return told


def nearer(error: InputError, slip: InputError) -> InputError:
    """Of a refusal and of a misspelt name in the same question, the one that is surer: the name,
    unless the refusal tells one that is as near."""
    word, own = error.found.strip("'"), error.nearest
    if own and slip.nearest and alike(word, own) >= alike(slip.found.strip("'"), slip.nearest):
        return error
    if error.found == slip.found:
        return InputError(error.where, error.found, error.expected, slip.nearest)
    return slip


def doubtful(words: Sequence[str]) -> Iterator[list[str]]:
    """Words that mean nothing by themselves, each alone and with those around it."""
    for at, word in enumerate(words):
        plain = not plain_words().isdisjoint(forms_of(word.casefold()))
        if len(word) < SHORTEST or not word[0].isalpha() or plain:
            continue
        starts = range(max(0, at - MOST_TOGETHER + 1), at + 1)
        spans = [
            (start, end)
            for start in starts
            for end in range(at + 1, min(len(words), start + MOST_TOGETHER) + 1)
        ]
        yield [" ".join(words[start:end]) for start, end in spans]


def nearest_word(text: str) -> str:
    """The word of commands or rules that is nearest to a text; nothing if none is near."""
    return nearest_of(text.casefold(), tuple(sorted(plain_words()))) or ""


@cache
def plain_words() -> frozenset[str]:
    """The words that commands and rules are made of, small letters."""
    said = vocabulary()
    hints = (text for one in all_commands() for text in (one.name, *one.also, *one.hints))
    spoken = (*said.sentence, *said.noise, *said.leads, *said.synonyms, *said.phrases, *hints)
    of_rules = frozenset().union(*map(words_of, clauses()))
    return frozenset(word for text in spoken for word in words_in(text)) | of_rules
