"""A name that somebody misspelt: the nearest of the map and game in question is offered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import SIDES as NAMED
from clubroute.rules.clauses.search import clauses, forms_of, words_in, words_of
from clubroute.rules.clauses.search import vocabulary as said_of_clauses
from clubroute.rules.series import all_games, series_at
from clubroute.rules.words.commands import all_commands, called, command_names, vocabulary
from clubroute.rules.words.grammar import alike, map_said
from clubroute.rules.words.items import PART, Here
from clubroute.rules.words.names import (
    AREA,
    BRIDGE,
    GROUP,
    HEX,
    SAINT,
    UNIT,
    Names,
    counter_rows,
    names_of,
    nearest_of,
)
from clubroute.rules.words.reading import must_be_compiled, uncompiled
from clubroute.rules.words.scope import ODDS

# The commands that a question's words hint at, and what is left of the words for each.

NAMELESS = "unit={}"
ROLLED = "die="
SIDES = frozenset({"german", "germans", "allied", "allies", "axis", "he", "opponent"})
"""Who may be said to roll."""
WHERE, STANDS = "where", "setup"
"""The command that tells where a Unit is, and the one whose words may stand beside: set up."""
FIGHT = "combat"
"""The command that odds hint at, 3:1."""
LONGEST_HINT = 4
"""Words in the longest hint."""


STARTS = frozenset(("start", "beginning"))
"""Words for the time before a scenario's first turn."""


def readings(
    words: Sequence[str], unheaded: Sequence[str] = (), window: str | None = None
) -> Iterator[tuple[str, Sequence[str]]]:
    """Commands that may be meant, each with its words: those of the longest hints first, with
    the hint among the words, then without it.

    :param unheaded: commands that may be meant without any word for them.
    :param window: the map that is talked of, unless the words name one.
    """
    tried: set[tuple[str, ...]] = set()
    found = sorted(hinted(words), key=lambda one: (one[1] - one[2], one[1]))
    heads = dict.fromkeys(head for head, _, _ in found)
    tries: list[tuple[str, Sequence[str]]] = [
        (head, rest)
        for head, start, end in found
        for said in (with_doer(head, words, start, map_said(words) or window),)
        for rest in (
            without_name(head, said),
            (*said[:start], *said[end:]),
            without_hints(head, said),
        )
    ]
    if not STARTS.isdisjoint(map(str.casefold, words)) and "begins" in heads:
        # What is in a hex at the start is no question about its ground.
        tries.insert(0, ("begins", without_hints("begins", words)))
    low = set(map(str.casefold, words))
    if "bridge" in low and not low.isdisjoint((WHERE, "what")):
        tries.insert(0, ("bridges", without_hints(WHERE, words)))
    tries += [(head, rest) for head in unheaded for rest in (words, without_name(head, words))]
    if STANDS in heads and any(word.casefold() == WHERE for word in words):
        tries.append((WHERE, without_hints(STANDS, words)))
    tries += [
        (head, [*without_hints(head, words), NAMELESS])
        for head in heads
        if head in vocabulary().nameless
    ]
    for head, rest in tries:
        said = of_asked(head, rest)
        plain = [word for word in said if word.casefold() not in vocabulary().sentence]
        of_kind = kinds_of_units(said)
        if of_kind != plain and (head, *of_kind) not in tried:
            tried.add((head, *of_kind))
            yield head, of_kind
        if (head, *plain) not in tried:
            tried.add((head, *plain))
            yield head, plain
            yield head, [word for word in plain if word.casefold() != "bridge"]
            busy = [word for word in plain if word.casefold() not in vocabulary().verbs]
            if busy != plain:
                yield head, busy


def with_doer(head: str, words: Sequence[str], start: int, window: str | None) -> Sequence[str]:
    """Return words with the side that stands before a command as who does it: the Germans blow."""
    commands = [
        one for one in called(head) if window is None or series_at(window).kind == one.series
    ]
    doer = next((one.doer for one in commands if one.doer), None)
    if doer is None:
        return words
    told = [(word, vocabulary().synonyms.get(word.casefold(), ("",))[0]) for word in words[:start]]
    if doer == NO_DOER:
        return (*(word for word, side in told if side not in NAMED), *words[start:])
    return (*(f"{doer}={side}" if side in NAMED else word for word, side in told), *words[start:])


NO_DOER = "none"
"""What a command has for a doer that only one side can be."""


def kinds_of_units(words: Sequence[str]) -> list[str]:
    """Words without those of sentences, but with the unit of a kind that is named before it where
    the kind alone is something else: a bridge unit is no bridge."""
    return [
        word
        for before, word in zip(["", *words], words, strict=False)
        if word.casefold() not in vocabulary().sentence
        or (word.casefold() in UNITS and before.casefold() == "bridge")
    ]


UNITS = ("unit", "units")
"""Words that a kind of unit may be said with."""


def of_asked(head: str, words: Sequence[str]) -> Sequence[str]:
    """Words without the side that rolls, where it is who does it, ``German die=4``, and without
    what the die decides: ``4 attacked die=7 cut``."""
    said = vocabulary()
    rolled = any(word.startswith(ROLLED) for word in words)
    rollers = SIDES if rolled and head in said.rollers else frozenset[str]()
    counted = rolled or head not in said.rollers or any(map(is_whole, words))
    decided = said.decided.get(head, ()) if counted else ()
    around = zip(["", *words], words, [*words[1:], ""], strict=False)
    return [
        word
        for before, word, after in around
        if not (after.startswith(ROLLED) and word.casefold() in rollers)
        and (is_whole(before) or forms_of(word.casefold()).isdisjoint(decided))
    ]


@cache
def all_hints() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The commands that words hint at: by their names first, then by their hints."""
    found: dict[tuple[str, ...], list[str]] = {}
    named = ((one, (one.name, *one.also)) for one in all_commands())
    hinting = ((one, one.hints) for one in all_commands())
    for command, texts in (*named, *hinting):
        for text in texts:
            key = tuple(text.casefold().split())
            found.setdefault(key, [])
            if command.name not in found[key]:
                found[key].append(command.name)
    return {key: tuple(heads) for key, heads in found.items()}


def hinted(words: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Commands that words hint at, with where the hint begins and ends."""
    low = [word.casefold() for word in words]
    for start in range(len(low)):
        for count in range(min(LONGEST_HINT, len(low) - start), 0, -1):
            part = tuple(low[start : start + count])
            heads = all_hints().get(part, ())
            if not heads and count == 1:
                forms = sorted(forms_of(part[0]))
                heads = next((all_hints()[(one,)] for one in forms if (one,) in all_hints()), ())
            for head in heads:
                yield head, start, start + count
            if heads:
                break
        if ODDS.fullmatch(low[start]):
            yield FIGHT, start, start


def without_name(head: str, words: Sequence[str]) -> list[str]:
    """Words without the name of a command, and its other names."""
    names = command_names()
    return [word for word in words if names.get(word.casefold()) != head]


def without_hints(head: str, words: Sequence[str]) -> list[str]:
    """Words without those that hint at a command, alone or several together."""
    gone = {
        at
        for one, start, end in hinted(words)
        if one == head and words[end : end + 1] != ["column"] and not counts(words, start)
        for at in range(start, end)
    }
    return [word for at, word in enumerate(words) if at not in gone]


def counts(words: Sequence[str], at: int) -> bool:
    """Whether a word says what the number before it counts: 3 attacked."""
    return is_whole("".join(words[at - 1 : at])) and words[at].casefold() in vocabulary().figures


ALIKE = 0.8
"""How alike a word and a name must be, from 0 to 1, to be taken for it."""
SHORTEST = 5
"""Letters in the shortest word that may be a name misspelt."""
MOST_TOGETHER = 3
"""Words in the longest name that is looked for."""
TYPES = (HEX, BRIDGE, AREA, UNIT, GROUP)


def misspelt(words: Sequence[str], here: Here) -> InputError | None:
    """What a question refuses in which a name is misspelt, with the nearest; None if none is.

    It is looked for among the names of the map that is said, then of the others. A word of
    commands or rules is no name, nor is one that is as near to such a word.
    """
    free = [word for word in words if "=" not in word]
    texts = [[SAINT.sub("Sint-", text) for text in one] for one in doubtful(free)]
    said = map_said(words) or here.map
    others = [one for one in all_games() if one != said]
    if said is None:
        return nearest_on(others, texts, here, "a place or a unit") or mistyped(free)
    found = nearest_on([said], texts, here, f"a place or a unit of map {said}")
    told = f"a name of map {said}; another map has one"
    return found or nearest_on(others, texts, here, told, NEARLY) or mistyped(free)


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
    maps: Sequence[str],
    texts: Sequence[Sequence[str]],
    here: Here,
    expected: str,
    least: float = ALIKE,
) -> InputError | None:
    """The refusal of the text that is nearest to a name of some maps; None if none is near.

    :param texts: of each doubtful word, itself and with those around it.
    :param least: how alike the two must be, from 0 to 1.
    """
    known = [names_of(here.context, one) for one in maps]
    best, told = least, None
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
    of_rules = frozenset(said_of_clauses().groups).union(*map(words_of, clauses()))
    return frozenset(word for text in spoken for word in words_in(text)) | of_rules


def is_doer(word: str, here: Here) -> bool:
    """Whether a word is a kind of Units, engineers, or one that no rule, command or map has: who
    does what a sentence asks about."""
    if word.casefold() in kinds_of_counters() or CALIBRE.fullmatch(word.casefold()):
        return True
    if not word.isalpha() or word.casefold() in vocabulary().sentence:
        return False
    plain = not plain_words().isdisjoint(forms_of(word.casefold()))
    known = (names_at_hand(here.context, one) for one in all_games())
    return not plain and len(word) >= SHORTEST - 1 and not any(one.find(word) for one in known)


@cache
def kinds_of_counters() -> frozenset[str]:
    """The kinds of Units that have counters, one or several, and the words for their classes."""
    rows = (row for game in all_games() for row in counter_rows(game))
    kinds = {(row.get("kind") or "").replace("-", " ").casefold() for row in rows} - {""}
    classes = (one for one, alike in vocabulary().synonyms.items() if not CLASSES.isdisjoint(alike))
    own = (*kinds, *vocabulary().pieces)
    return frozenset((*classes, *(call for kind in own for call in (kind, f"{kind}s"))))


CALIBRE = re.compile(r"[0-9]{1,2}(?:mm|pdr|pounder)s?")
"""A gun by its calibre, for who does something: a 6pdr."""


CLASSES = frozenset(("leg", "wheeled", "tracked"))
"""The classes by which Units move, whose other words, ``paras``, are Units, too."""


# A word of commands or rules with a slip in it is read as the word, and the answer says so.
#
# A word is taken for a slip of the one nearest word alone, and no number, hex or name ever is.

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
