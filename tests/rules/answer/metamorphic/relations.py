"""Relations that hold between an answer and the answers to the same question with more said.

Each is a function that says how it is broken, "" where it holds. Those of :data:`SAID` look at one
value of a field that was left out, those of :data:`HEARD` at all values of it, those of
:data:`ALONE` at one answer. What needs other surroundings stands in :mod:`.elsewhere`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.rules.answer.metamorphic.answers import (
    CRASH,
    Answer,
    conflict,
    has_verdict,
    is_decided,
    leaves_open,
    why_of,
)
from tests.rules.answer.metamorphic.fields import Field, Question
from tests.rules.needed import needed


@dataclass(frozen=True, slots=True)
class Said:
    """A question and its answer, a field it leaves out, a value of it, and the answer with it."""

    question: Question
    answer: Answer
    field: Field
    value: Any
    fuller: Answer


@dataclass(frozen=True, slots=True)
class Heard:
    """A question and its answer, a field it leaves out, and the answers with its values."""

    question: Question
    answer: Answer
    field: Field
    fuller: Sequence[Answer]


def otherwise(said: Said) -> str:
    """How a decided answer is decided otherwise with more said; "" if it said that it might be, or
    if the question was not silent: what comes before the position's own word, as its help says."""
    if not is_decided(said.answer) or not is_decided(said.fuller):
        return ""
    if said.field.overrides and in_position(said.question, said.field.leaf):
        return ""
    how = conflict(said.answer, said.fuller, said.field.leaf)
    return "" if how and leaves_open(said.answer, said.field) else how


def in_position(question: Question, leaf: str) -> bool:
    """Whether the position of a question says a fact, or a history from which it is counted."""
    state = question.get("state") or {}
    turn = state.get("turn") or {}
    route = state.get("club_route") or {}
    return leaf in state or leaf in turn or leaf in route or "history" in state


def kind(said: Said) -> str:
    """Which of the relations on more said a field falls under."""
    under_way = said.question.get("state", {}).get("under_way")
    of_set_up = any("as set up" in why for why in why_of(said.answer))
    if of_set_up or (under_way and said.field.path[:2] == ("state", "bridges")):
        return "R2"
    if said.field.leaf == "scenario":
        return "R4"
    return "R3" if said.field.documented else "R1"


def more_said(said: Said) -> str:
    """R1: a decided answer stays decided so by every value of a field that was left out."""
    return otherwise(said) if kind(said) == "R1" else ""


def set_up(said: Said) -> str:
    """R2: the same where an answer has the value only from the set-up."""
    return otherwise(said) if kind(said) == "R2" else ""


def default(said: Said) -> str:
    """R3: the same where the help says what a field is if it is left out."""
    return otherwise(said) if kind(said) == "R3" else ""


def scenario(said: Said) -> str:
    """R4: the same where no scenario is said."""
    return otherwise(said) if kind(said) == "R4" else ""


TOPICS: Mapping[str, tuple[str, ...]] = {
    "units": ("enemy unit", "stacking", "units that"),
    "markers": ("road block", "marker", "barrage", "rubble", "ferr", "men at work"),
    "bridges": ("bridge",),
    "fire_zones": ("fire zone",),
    "turn": ("night", "turn"),
    # A history is told whole: where nothing is said to have happened to a bridge nothing did.
    "history": ("histor", "bridge"),
}
"""By part of a position, the caveats that it may take away."""
GTS_MAPS = ("wed", "tdc", "mg")
"""Maps whose answers have these caveats."""


def hush(said: Said) -> str:
    """R5: a fact of one topic takes no caveat of another topic away."""
    part = said.field.path[1] if len(said.field.path) == 2 else ""
    if said.field.path[0] != "state" or part not in TOPICS:
        return ""
    if said.question.get("map") not in GTS_MAPS:
        return ""
    if not (is_decided(said.answer) and is_decided(said.fuller)):
        return ""
    if conflict(said.answer, said.fuller):
        return ""
    unchecked = " ".join(said.answer.get("unchecked", ())).lower()
    fuller = said.fuller
    left = [*fuller.get("unchecked", ()), *fuller.get("notes", ()), fuller.get("summary", "")]
    own = TOPICS[part]
    others = dict.fromkeys(word for words in TOPICS.values() for word in words if word not in own)
    still = " ".join(left).lower()
    gone = [word for word in others if word in unchecked and word not in still]
    return f"no longer says: {', '.join(gone)}" if gone else ""


CONDITION = re.compile(r"\b(?:where|if|unless|known)\b")
"""What a line has that says itself on what it depends."""


def line(said: Said) -> str:
    """R6: a line of an undetermined answer stands in every decided one, but a refusal's: no line
    of the same rule says otherwise there. What another rule decides needs no line of this one."""
    if is_decided(said.answer) or not is_decided(said.fuller):
        return ""
    if said.fuller["verdict"] == "illegal":
        return ""
    have = {*why_of(said.fuller), said.fuller.get("summary", "")}
    before = set(why_of(said.answer))
    instead = {one["rule"] for one in said.fuller.get("steps", ()) if one["why"] not in before}
    gone = [
        step["why"]
        for step in said.answer.get("steps", ())
        if step["why"] not in have
        and step["rule"] in instead
        and not CONDITION.search(step["why"])
        and step.get("provenance") == "rulebook"
        and not step.get("verdict")
    ]
    return f"takes back: {gone[0]}" if gone else ""


def opens(said: Said) -> str:
    """R7: more said does not undecide."""
    undecided = has_verdict(said.fuller) and not is_decided(said.fuller)
    if said.field.overrides and in_position(said.question, said.field.leaf):
        return ""
    if not is_decided(said.answer) or not undecided or leaves_open(said.answer, said.field):
        return ""
    return f"{said.answer['verdict']} → undetermined"


SAID: Mapping[str, Callable[[Said], str]] = {
    "R1": more_said,
    "R2": set_up,
    "R3": default,
    "R4": scenario,
    "R5": hush,
    "R6": line,
    "R7": opens,
}


def needless(heard: Heard) -> str:
    """R8: a need has a value that decides otherwise, and goes once it is said. Of what cannot be
    listed (hexes, positions) some values are tried, and only the second is asked."""
    needs, field = needed(heard.answer), heard.field
    if is_decided(heard.answer) or len(heard.fuller) < 2:
        return ""
    first, *rest = heard.fuller
    if len(needs) == 1 and field.listed and all(map(is_decided, heard.fuller)):
        alike = [
            first.get("summary") == one.get("summary")
            and not conflict(first, one)
            and not conflict(one, first)
            for one in rest
        ]
        if all(alike):
            return "every value decides alike"
    for need in needs:
        stays = all(need in needed(one) for one in heard.fuller)
        if need.startswith(f"{'.'.join(map(str, field.path))}:") and stays:
            return "the need stays whatever is said"
    return ""


def is_asked_for(field: Field, answer: Answer) -> bool:
    """Whether an answer needs a field."""
    name = ".".join(map(str, field.path))
    needs = needed(answer)
    words = {need.partition(":")[0].partition(",")[0].strip() for need in needs}
    return field.leaf in words or any(name in need for need in needs)


HEARD: Mapping[str, Callable[[Heard], str]] = {"R8": needless}


def changes(heard: Heard) -> bool:
    """R9: a field changes some answer; whether this one's changed."""
    return any(one != heard.answer for one in heard.fuller)


def crash(question: Question, answer: Answer) -> str:
    """R0: a question is answered or refused."""
    return str(answer.get(CRASH, ""))


BEGINS = re.compile(r"\bit (?:begins|began) (?:its|an?|in)\b|\bas its move begins\b")
SET_UP = re.compile(r"\bas set up\b")


def premise(question: Question, answer: Answer) -> str:
    """R13: the line of a premise never stands beside its contrary: not "it begins its activation
    in" where it does not, not the set-up as what the rulebook says where play is under way."""
    steps = answer.get("steps", ())
    if question.get("begins") is False:
        held = [step["why"] for step in steps if BEGINS.search(step["why"])]
        if held and answer["verdict"] != "illegal":
            return f"begins is false, and yet: {held[0]}"
    state = question.get("state")
    told = isinstance(state, Mapping) and state.get("history") is None
    if told and state.get("under_way") and state.get("turn"):
        held = [
            step["why"]
            for step in steps
            if SET_UP.search(step["why"]) and step.get("provenance", "rulebook") == "rulebook"
        ]
        if held:
            return f"play is under way, and yet: {held[0]}"
    return ""


ALONE: Mapping[str, tuple[str, Callable[[Question, Answer], str]]] = {
    "R0": ("", crash),
    "R13": ("premise", premise),
}
"""With the field each is listed under."""
