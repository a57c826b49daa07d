"""A sentence that no command fits, asked of the method that applies the nearest clause.

The look-up of rules finds the clause, and the clause knows who answers it (``ask: blow``). That is
asked with what the sentence says. Every word must be taken by the question or be one of the clause,
but for verbs that say nothing, ``put``: a word that neither has could change the answer, and so
could a figure or a *not* that is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from clubroute.builder.digits import is_whole
from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.clauses.methods import of_game
from clubroute.rules.clauses.search import Clause, clauses, forms_of, search, words_in, words_of
from clubroute.rules.clauses.search import vocabulary as said_of_clauses
from clubroute.rules.words.commands import all_commands, vocabulary
from clubroute.rules.words.grammar import understand
from clubroute.rules.words.items import AskedWords, Here
from clubroute.rules.words.phrasing import RULES, Phrased
from clubroute.rules.words.scope import MAP

LIKELIEST = 2
"""Clauses that are taken to be meant."""
MOST_DROPPED = 6
"""Words of the clause that a question may not know."""


def asked_by_clause(asked: Phrased, looked: AskedWords, here: Here) -> AskedWords | None:
    """The question that the nearest clauses' methods make of a sentence; None where none fits.

    :param looked: the sentence as it would be looked up in the rules.
    """
    if looked.method != RULES:
        return None
    game = looked.params.get(MAP)
    known = of_game(clauses(), game)
    found = search(known, str(looked.params["about"]), game=game).clauses[:LIKELIEST]
    idle = vocabulary().sentence | vocabulary().noise
    content = [word for word in asked.words if word.casefold() not in idle]
    for clause in found:
        if game is None and any(differs(clause, other) for other in known):
            return None
        for command, rest in heads(clause, content):
            one = fitting(command, rest, clause, here)
            if one is not None and says_something(one) and decides(one, here):
                return replace(one, rules=tuple(asked.words), clause=clause.title)
    return None


def differs(clause: Clause, other: Clause) -> bool:
    """Whether another game says something else under one title."""
    return other.title == clause.title and other.game != clause.game and other.text != clause.text


def heads(clause: Clause, content: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """The commands that ask a clause's methods, each with the words that are left for it."""
    for command in all_commands():
        if not any(form.method in clause.methods for form in command.forms):
            continue
        own = {command.name, *command.also}
        own |= {word for hint in command.hints for word in hint.split()}
        yield command.name, [word for word in content if word.casefold() not in own]


def fitting(command: str, words: Sequence[str], clause: Clause, here: Here) -> AskedWords | None:
    """A command with words, of which those that it does not know are left out where that may be."""
    rest = list(words)
    for _ in range(MOST_DROPPED):
        try:
            found = understand([command, *rest], here)
        except InputError as error:
            wrong = error.found.strip("'").casefold().split()
            strange = [word for word in rest if word.casefold() in wrong and word.isalpha()]
            if not strange or strange[0].casefold() in {*vocabulary().denying, *PARTING}:
                return None
            if not (is_of(strange[0], clause) or strange[0].casefold() in vocabulary().verbs):
                return None
            rest.remove(strange[0])
            continue
        return found
    return None


PARTING = ("off", "out", "only", "unless", "except", "instead", "other")
"""Words that turn what they stand with into something else."""


def is_of(word: str, clause: Clause) -> bool:
    """Whether a clause has a word, in any form, or one that means the same."""
    alike = said_of_clauses()
    own = {form for one in words_of(clause) for form in forms_of(one)}
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
    return any(name != MAP and value not in ("none", "") for name, _, value in told)
