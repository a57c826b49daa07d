"""What an assistant is told: the verdict first, at most eight lines of why, and what is missing.

Every line is the answer's own. What is cut is counted, with what would narrow it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.rules.answer.receipt_text import (
    SHOWN,
    compare,
    folded,
    granted,
    is_aside,
    number_text,
    step_lines,
    value_lines,
    wanted,
)
from clubroute.rules.asking.methods import Method
from clubroute.rules.asking.question import people_lines
from clubroute.rules.assistant.table import ways_to_ask
from clubroute.rules.rulings.ruling import canonical, digest
from clubroute.rules.words.plain import plainly

MOST_LETTERS = 1500
MOST_LINES, MOST_LISTED = 8, 16
"""Lines of why, and of an answer that is a list."""
MOST_NEEDS = 4
REFEREE = "referee:"
UNDERSTOOD, SAY = "understood: ", "Say also: "


@dataclass(frozen=True, slots=True)
class ToolReply:
    """A text for an assistant. ``receipt`` is the short name under which what was ``asked`` (method
    and parameters) can be had whole; ``wrong`` says that the call could not be understood;
    ``answer`` is the method's own."""

    text: str
    receipt: str = ""
    asked: tuple[str, Mapping[str, Any]] = ("", {})
    wrong: bool = False
    answer: Any = None


def refused(why: str) -> ToolReply:
    """ToolReply to a call that cannot be understood."""
    return ToolReply(f"NOT UNDERSTOOD: {why}"[:MOST_LETTERS], wrong=True)


def reply_of(
    method: Method, params: Mapping[str, Any], answer: Any, notes: Sequence[str], topic: str
) -> ToolReply:
    """ToolReply with an answer.

    :param notes: how the call was understood, and what was taken for granted.
    :param topic: words that a line of detail must have to be told.
    """
    receipt = digest(canonical([method.name, params, answer]))[:8]
    if isinstance(answer, Mapping) and isinstance(answer.get("verdict"), str):
        (first, details, marked), most = receipt_parts(answer), MOST_LINES
    else:
        first, *details = map(in_words, people_lines(method, answer))
        marked = []
        most = MOST_LISTED
    for note in notes:
        read = note.startswith(UNDERSTOOD)
        marked.append(
            f"UNDERSTOOD: {note.removeprefix(UNDERSTOOD)}" if read else f"TAKEN AS: {note}"
        )
    every, details = len(details), [line for line in details if about(line, topic)]
    if every and not details:
        details = [f"(none of {every} lines has the words {topic!r})"]
    text = fitted(first, details, [*marked, f"receipt {receipt}"], most=most)
    return ToolReply(text, receipt, (method.name, params), answer=answer)


def receipt_parts(answer: Mapping[str, Any]) -> tuple[str, list[str], list[str]]:
    """The first line of a receipt, its lines of detail, and those that limit it."""
    verdict, summary = answer["verdict"], answer.get("summary") or ""
    first = f"{verdict}: {summary.removeprefix(f'{verdict}: ')}" if summary else verdict
    steps = [one for one in answer.get("steps", ()) if not is_aside(one, first)]
    details = [line.strip() for line in step_lines(folded(steps))]
    rest = {name: part for name, part in answer.items() if name not in SHOWN}
    told = "\n".join(details)
    # What a line tells already is not told again by its value.
    values = value_lines(rest) if rest else []
    details += [in_words(line) for line in values if line.rpartition(": ")[2] not in told]
    basis = [str(answer.get("provenance", "rulebook")), *compare(answer)]
    marked = [f"RESTS ON: {'; '.join(basis)}"] if answer.get("steps") else []
    needs = [plainly(wanted(one)).removeprefix(SAY) for one in answer.get("needs", ())]
    marked += [f"TELL ME: {need}" for need in needs[:MOST_NEEDS]]
    if len(needs) > MOST_NEEDS:
        marked.append(f"TELL ME: {len(needs) - MOST_NEEDS} more, once these are told")
    unchecked = "; ".join(dict.fromkeys(answer.get("unchecked", ())))
    marked += [f"NOT LOOKED AT: {plainly(unchecked)}"] if unchecked else []
    for note in answer.get("notes", ()):
        reading = note.removeprefix(REFEREE).strip()
        marked.append(f"READING: {reading}" if note.startswith(REFEREE) else plainly(str(note)))
    marked += [f"TAKEN AS: {line}" for line in granted(answer.get("steps", ()))]
    return plainly(first), details, marked


ASK = re.compile(r"(\s*)ask: (.+)")


def in_words(line: str) -> str:
    """A line without paths; where it names methods to ask, with the tools that ask them."""
    found = ASK.fullmatch(line)
    if found is None:
        return plainly(line)
    asks = (way for name in found[2].split(", ") for way in ways_to_ask(name))
    return f"{found[1]}ask: {', '.join(dict.fromkeys(asks))}"


def about(line: str, topic: str) -> bool:
    """Whether a line has all words of a topic."""
    return all(word in line.casefold() for word in topic.casefold().split())


NARROWER = "name a topic, or ask about one thing"


def fitted(
    first: str,
    details: Sequence[str],
    marked: Sequence[str],
    narrower: str = NARROWER,
    most: int = MOST_LISTED,
) -> str:
    """The text within its length: details go first, and how many were cut is said.

    :param narrower: what would have fewer lines; :param most: lines of detail.
    """
    kept = list(details[:most])
    while True:
        cut = len(details) - len(kept)
        more = [f"({cut} more lines: {narrower})"] if cut else []
        text = "\n".join((first, *kept, *more, *marked))
        if len(text) <= MOST_LETTERS:
            return text
        if not kept:
            return shortened(first, more, marked)
        kept.pop()


def shortened(first: str, more: Sequence[str], marked: Sequence[str]) -> str:
    """The text with its longest marked lines cut, which say so."""
    left = MOST_LETTERS - sum(map(len, more)) - len(marked) - len(more) - 1
    room = max(80, left // (len(marked) + 1))
    lines = (
        line if len(line) <= room else f"{line[: room - 12]}… (cut)"
        for line in (first, *marked[:-1])
    )
    return "\n".join((*lines, *more, *marked[-1:]))[:MOST_LETTERS]


def summed(replies: Sequence[ToolReply]) -> ToolReply:
    """ToolReply with several steps, each with its first lines, and the sum of what they cost."""
    verdicts = [one.answer["verdict"] for one in replies]
    totals = [one.answer.get("total") for one in replies]
    worst = next((one for one in ("illegal", "undetermined") if one in verdicts), "")
    if worst:
        first = f"{worst}: step {verdicts.index(worst) + 1} of {len(replies)}"
    elif None in totals:
        first = f"legal: {len(replies)} steps, not all with a cost"
    else:
        first = f"legal: {number_text(sum(totals))} MP in {len(replies)} steps"
    room = MOST_LETTERS // max(1, len(replies)) - 12
    lines = [f"step {number}: {one.text[:room]}" for number, one in enumerate(replies, start=1)]
    text = "\n".join((first, *lines))[:MOST_LETTERS]
    return ToolReply(text, replies[-1].receipt, replies[-1].asked)
