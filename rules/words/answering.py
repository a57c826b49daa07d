"""The answer to a question in words, for people."""

from __future__ import annotations

from clubroute.builder.errors import InputError
from clubroute.rules.asking.question import ask_text
from clubroute.rules.words.items import AskedWords, Here
from clubroute.rules.words.looking_up import RULES, look_up
from clubroute.rules.words.plain import plain_refusal

UNDECIDED = "undetermined"
FEW_CLAUSES = 2
"""Clauses shown under an answer that cannot be decided."""


def answered(asked: AskedWords, here: Here) -> str:
    """The answer for people; under one that a sentence's words alone do not decide, what the rules
    say of them. :raises InputError: it lacks something, and no rule is about its words."""
    lacks: InputError | None = None
    try:
        told = ask_text(here.context, asked.method, asked.params, "text")
    except InputError as error:
        if error.found != "nothing" or not asked.rules:
            raise
        lacks, told = error, f"{UNDECIDED}: {plain_refusal(error, asked.params)}"
    if not (asked.rules and told.startswith(UNDECIDED)):
        return told
    found = look_up(asked.rules, asked.window or None, here)
    if found is None:
        if lacks is not None:
            raise lacks
        return told
    params = {**found.params, "most": FEW_CLAUSES}
    return f"{told}\nthe rules say:\n{ask_text(here.context, RULES, params, 'text')}"
