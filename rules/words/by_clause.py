"""A sentence that no command fits, asked of the method that applies the nearest clause.

The look-up of rules finds the clause, and the clause knows who answers it (``ask: blow``). That
is asked with what the sentence says. Every word must be taken by the question or be one of the
clause, but for verbs that say nothing, ``put``: a word that neither has could change the answer,
and so could a figure or a *not* that is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.kinds import SIDES as NAMED
from clubroute.rules.clauses.methods import of_game as clauses_of
from clubroute.rules.clauses.search import Clause, clauses, forms_of, search, words_in
from clubroute.rules.clauses.search import vocabulary as said_of_clauses
from clubroute.rules.clauses.search import words_of as words_of_clause
from clubroute.rules.series import all_games, series_at
from clubroute.rules.words.commands import all_commands, command_names, vocabulary
from clubroute.rules.words.grammar import game_of, map_said, understand
from clubroute.rules.words.items import AskedWords, Here
from clubroute.rules.words.misspelt import NO_DOER, without_hints, without_name
from clubroute.rules.words.names import GROUPS, NUMBER, names_of
from clubroute.rules.words.phrasing import RULES, Phrased
from clubroute.rules.words.reading import is_group
from clubroute.rules.words.scope import MAP, SCENARIO, value_of


def says_too_little(meant: AskedWords) -> bool:
    """Whether a question lacks each of what its method needs one of: a bridge is wired, and neither
    is it entered nor a die rolled."""
    least = vocabulary().least.get(meant.method, ())
    named = isinstance(meant.params.get("unit"), str)
    return bool(least) and not named and all(value_of(meant.params, one) is None for one in least)


def swallows(meant: AskedWords, here: Here) -> bool:
    """Whether a text that a question takes, the name of a battalion, is some word or other."""
    for name in vocabulary().texts:
        text = meant.params.get(name)
        if not isinstance(text, str) or (name == SCENARIO and game_of(text)):
            continue
        if any(one.isalpha() and one.islower() for one in text.split()):
            return True
        grouped = name in GROUPS and meant.window
        if grouped and not is_group(names_of(here.context, meant.window), text):
            return True
    return False


LIKELIEST = 2
"""Clauses that are taken to be meant."""
MOST_DROPPED = 6
"""Words of the clause that a question may not know."""


def asked_by_clause(asked: Phrased, looked: AskedWords, here: Here) -> AskedWords | None:
    """The question that the nearest clauses' methods make of a sentence; None where none fits.

    :param looked: the sentence as it would be looked up in the rules.
    """
    game = looked.params.get(MAP)
    own = asked.words[0].casefold() if asked.is_command else ""
    for clause in likeliest(looked):
        if game is None and any(differs(clause, other) for other in clauses_of(clauses(), game)):
            return None
        for command, rest in heads(clause, content_of(asked)):
            if command_names().get(own, command) != command:
                continue  # what it asks is said by its first word
            one = fitting(command, rest, clause, here)
            if one is None or one.method in vocabulary().hinted:
                continue
            if not asked.is_command and says_too_little(one):
                continue
            if says_something(one) and decides(one, here):
                return replace(
                    one, rules=tuple(asked.words), clause=f"{clause.text} [{clause.cite}]"
                )
    return None


def finished_line(asked: Phrased, looked: AskedWords, here: Here) -> str:
    """The command with the hexes of a sentence that is looked up in the rules, ready to be typed,
    whatever else the sentence says; nothing where it has no hex, or none of its commands fits."""
    hexes = [word for word in asked.words if NUMBER.fullmatch(word)]
    for clause in likeliest(looked) if hexes else ():
        for command, rest in heads(clause, content_of(asked)):
            with suppress(InputError):
                words, found = without_strange(command, rest, here)
                spelled = " ".join(found.spelled)
                if all(one in spelled for one in hexes) and not swallows(found, here):
                    return f"to compute it, say: {command} {' '.join(words)}"
    return ""


def without_strange(
    command: str, words: Sequence[str], here: Here
) -> tuple[Sequence[str], AskedWords]:
    """A command's words without those that it does not know, and what they ask.

    :raises InputError: it asks nothing all the same, or what it does not know may be left out by
        nobody.
    """
    rest = list(words)
    while True:
        try:
            return rest, understand([command, *rest], here)
        except InputError as error:
            if (strange := strange_word(error, rest)) is None:
                raise
            rest.remove(strange)


def strange_word(error: InputError, words: Sequence[str]) -> str | None:
    """The plain word that a refusal is of; None where it is of none, or of one that turns what it
    stands with into something else."""
    wrong = error.found.strip("'").casefold().split()
    found = next((one for one in words if one.casefold() in wrong and one.isalpha()), None)
    turns = found is None or found.casefold() in {*vocabulary().denying, *PARTING}
    return None if turns else found


def likeliest(looked: AskedWords) -> Sequence[Clause]:
    """The clauses that a sentence which is looked up in the rules most likely means."""
    if looked.method != RULES:
        return ()
    game = looked.params.get(MAP)
    known = clauses_of(clauses(), game)
    return search(known, str(looked.params["about"]), game=game).clauses[:LIKELIEST]


def content_of(asked: Phrased) -> list[str]:
    """The words of a sentence that say something."""
    idle = vocabulary().sentence | vocabulary().noise
    return [word for word in asked.words if word.casefold() not in idle]


def differs(clause: Clause, other: Clause) -> bool:
    """Whether another game says something else under one title."""
    return other.title == clause.title and other.game != clause.game and other.text != clause.text


def heads(clause: Clause, content: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """The commands that ask a clause's methods, each with the words that are left for it."""
    for name in askers(clause):
        own = without_hints(name, without_name(name, content))
        yield name, [word for word in own if not is_decided(name, word)]


def is_decided(command: str, word: str) -> bool:
    """Whether a word is what a command decides, or the only side that can do it."""
    decided = vocabulary().decided.get(command, ())
    side = vocabulary().synonyms.get(word.casefold(), ("",))[0] in NAMED
    alone = any(one.doer == NO_DOER for one in all_commands() if one.name == command)
    return (side and alone) or not forms_of(word.casefold()).isdisjoint(decided)


def askers(clause: Clause) -> Iterator[str]:
    """The commands that ask a clause's methods about its game; a method itself where none does."""
    series = series_at(clause.game).kind if clause.game in all_games() else None
    own = [one for one in all_commands() if series is None or one.series in ("", series)]
    asked = {form.method for one in own for form in one.forms}
    for command in own:
        if any(form.method in clause.methods for form in command.forms):
            yield command.name
    yield from (method for method in clause.methods if method not in asked)


def fitting(command: str, words: Sequence[str], clause: Clause, here: Here) -> AskedWords | None:
    """A command with words, of which those that it does not know are left out where that may be."""
    rest = list(words)
    idle = {*vocabulary().verbs, *going()}
    if here.map is None and clause.game in all_games() and map_said(rest) is None:
        here = replace(here, map=clause.game)
    for _ in range(MOST_DROPPED):
        try:
            found = understand([command, *rest], here)
        except InputError as error:
            strange = strange_word(error, rest)
            if strange is None or not (is_of(strange, clause) or strange.casefold() in idle):
                return None
            after = rest[rest.index(strange) + 1 :][:1]
            if any(is_whole(vocabulary().numerals.get(one.casefold(), one)) for one in after):
                return None  # the number is of it: Drop Three
            rest.remove(strange)
            continue
        return found
    return None


GOING = ("move", "path")
"""The commands for a way."""


@cache
def going() -> frozenset[str]:
    """The words for going somewhere, which say no more than that the next clause is of moving; not
    what is another command's name, march."""
    commands = [one for one in all_commands() if one.name in GOING]
    words = {word for one in commands for word in (one.name, *one.also, *one.hints)}
    return frozenset(one for one in words if command_names().get(one, GOING[0]) in GOING)


PARTING = (
    *("leaves", "leaving", "off", "out", "only", "unless", "except", "instead", "other"),
    *("first", "second", "third"),
    *("two", "three", "four", "five", "six", "both", "half", "each", "every", "kill", "chosen"),
    *("dg", "oos", "full", "target"),
)
"""Words that turn what they stand with into something else, or a Unit's numbers into others."""


def is_of(word: str, clause: Clause) -> bool:
    """Whether a clause has a word, in any form, or one that means the same."""
    alike = said_of_clauses()
    own = {form for one in words_of_clause(clause) for form in forms_of(one)}
    return all(not own.isdisjoint(forms_of(part) | alike.alike(part)) for part in words_in(word))


def decides(found: AskedWords, here: Here) -> bool:
    """Whether a question has an answer with what is said, or at least one for each case."""
    try:
        answer = ask(here.context, found.method, found.params)
    except InputError:
        return False
    summary = str(answer.get("summary", "")) if isinstance(answer, dict) else ""
    return bool(summary) and not summary.startswith(ASKING)


ASKING = ("Tell me", "Fill in", "Only if", "It depends", "If all holds")
"""How a first line begins that says no more than what it lacks."""


def says_something(found: AskedWords) -> bool:
    """Whether a question has a place, a figure or a fact, and no name is a figure."""
    told = [one.partition("=") for one in found.spelled]
    if any(name in vocabulary().texts and is_whole(value) for name, _, value in told):
        return False
    return any(name not in (MAP, SCENARIO) and value not in ("none", "") for name, _, value in told)
