"""The commands that a question's words hint at, and what is left of the words for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from clubroute.rules.clauses.search import forms_of
from clubroute.rules.words.commands import all_commands, command_names, vocabulary
from clubroute.rules.words.values import ODDS

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
    words: Sequence[str], unheaded: Sequence[str] = ()
) -> Iterator[tuple[str, Sequence[str]]]:
    """Commands that may be meant, each with its words: those of the longest hints first, with
    the hint among the words, then without it.

    :param unheaded: commands that may be meant without any word for them.
    """
    tried: set[tuple[str, ...]] = set()
    found = sorted(hinted(words), key=lambda one: (one[1] - one[2], one[1]))
    heads = dict.fromkeys(head for head, _, _ in found)
    tries: list[tuple[str, Sequence[str]]] = [
        (head, rest)
        for head, start, end in found
        for rest in (
            without_name(head, words),
            (*words[:start], *words[end:]),
            without_hints(head, words),
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
    if not any(word.startswith(ROLLED) for word in words):
        return words
    rollers = SIDES if head in said.rollers else frozenset[str]()
    decided = said.decided.get(head, ())
    around = zip(["", *words], words, [*words[1:], ""], strict=False)
    return [
        word
        for before, word, after in around
        if not (after.startswith(ROLLED) and word.casefold() in rollers)
        and not (word.casefold() in decided and not before.isdigit())
    ]


@cache
def all_hints() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The commands that words hint at: their names, and their hints."""
    found: dict[tuple[str, ...], list[str]] = {}
    for command in all_commands():
        for text in (command.name, *command.also, *command.hints):
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
        if one == head and words[end : end + 1] != ["column"]
        for at in range(start, end)
    }
    return [word for at, word in enumerate(words) if at not in gone]
