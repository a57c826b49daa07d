"""The answer to a question in words, for people."""

from __future__ import annotations

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.question import ask_text
from clubroute.rules.position.record import parts_of
from clubroute.rules.words.items import AskedWords, Here
from clubroute.rules.words.looking_up import RULES, look_up
from clubroute.rules.words.plain import plain_refusal
from clubroute.rules.words.sentence import STEP

UNDECIDED = "undetermined"
FEW_CLAUSES = 2
"""Clauses shown under an answer that cannot be decided."""


def answered(asked: AskedWords, here: Here) -> str:
    """The answer for people; under one that a sentence's words alone do not decide, what the rules
    say of them. :raises InputError: it lacks something, and no rule is about its words."""
    if no_matter_who := barred_to_all(asked, here):
        return no_matter_who
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


def barred_to_all(asked: AskedWords, here: Here) -> str:
    """The answer to a step of a unit that nobody names, where the rules keep every class of Units
    from it for one reason; nothing where it turns on who goes."""
    parts = parts_of(here.context.registry.find(asked.method, asked.params).asks)
    unit = parts["unit"].schema().get("properties", {}) if "unit" in parts else {}
    classes = unit.get("class", {}).get("enum", ())
    if asked.method != STEP or not classes or asked.params.get("unit"):
        return ""
    told: list[str] = []
    for one in classes:
        for column in (False, True):
            mover = {"class": one, "column": column}
            answer = ask(here.context, STEP, {**asked.params, "unit": mover})
            barred = [step for step in answer["steps"] if step.get("verdict") == "illegal"]
            if answer["verdict"] != "illegal" or len(barred) != 1:
                return ""
            told.append(f"{barred[0]['why']} [{barred[0]['rule']}]")
    if len(set(told)) != 1:
        return ""
    path = "–".join(asked.params["path"])
    return f"illegal: no Unit may go {path}, whatever its class: {told[0]}"
