"""What follows a question in a conversation: ``8mp``, ``and to 75.130?``, ``mounted``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clubroute.builder.errors import InputError, Where
from clubroute.rules.series import series_at
from clubroute.rules.words.commands import vocabulary
from clubroute.rules.words.grammar import forms_of, method_of, parse, split, told_whole
from clubroute.rules.words.items import PART, AskedWords, Here, MisfitError
from clubroute.rules.words.reading import spelled_words
from clubroute.rules.words.scope import MAP, Scope

SAME = (frozenset({"unit", "unit.name", "unit.id"}),)
"""Names of one thing: who says one says it in place of the others."""


def follow_up(before: AskedWords, words: Sequence[str], here: Here) -> AskedWords:
    """The question before with what words say in place of what it said, or besides.

    :raises InputError: the words mean nothing in it.
    """
    window = before.window
    method = method_of(here.context, before.method, window)
    plain = [word for word in words if word.casefold() not in vocabulary().sentence]
    said = split([told_whole(word) for word in plain])
    failed: InputError | None = None
    for form in forms_of(method, series_at(window)):
        try:
            scope = Scope(form, method, window, replace(here, map=window))
            more = spelled_words(scope, said, before.spelled)
        except MisfitError as misfit:
            failed = failed or misfit.error
            continue
        if not more:
            break
        kept = [word for word in before.spelled if not any(replaces(one, word) for one in more)]
        spelled = [method.name, f"{MAP}={window}", *map(unquoted, (*kept, *more))]
        try:
            return parse(spelled, here)
        except InputError as error:
            failed = error
    raise failed or InputError(Where(PART), repr(" ".join(words)), "more of the question before")


def replaces(new: str, old: str) -> bool:
    """Whether a word says anew what another said: the same parameter, or the whole of it."""
    name, other = new.partition("=")[0], old.partition("=")[0]
    return name == other or any({name, other} <= one for one in SAME)


def unquoted(word: str) -> str:
    """A spelled word without the quotes around its value."""
    name, is_, value = word.partition("=")
    return f"{name}{is_}{value.strip(chr(34))}"
