"""What of an answer is drawn on VASSAL's map: marks in hexes, and a line through some."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from typing import Any, TypeAlias

from clubroute.rules.adviser.drag import mp_text

Answer: TypeAlias = Mapping[str, Any]
Mark: TypeAlias = tuple[str, str, str]
"""A hex's number, the text in it, the kind of mark."""
Way: TypeAlias = tuple[Sequence[str], str]
"""The hexes of a line in order, and its kind."""


def no_marks(answer: Answer) -> Iterator[Mark]:
    """Mark nothing."""
    yield from ()


def no_way(start: str | None, to: str | None, answer: Answer) -> Way:
    """Draw no line."""
    return (), "way"


@dataclass(frozen=True, slots=True)
class AnswerDrawing:
    """How the answers to a question are drawn."""

    marks: Callable[[Answer], Iterator[Mark]] = no_marks
    way: Callable[[str | None, str | None, Answer], Way] = no_way


def costs(answer: Answer) -> Iterator[Mark]:
    """Mark each hex of a reach with its cost."""
    found = answer.get("hexes", {})
    for number, cost in found.items() if isinstance(found, Mapping) else ():
        yield number, mp_text(cost), "reach"


def seen(answer: Answer) -> Iterator[Mark]:
    """Mark what is seen, and what may be."""
    for kind, name, text in (("clear", "clear", "●"), ("unknown", "undetermined", "?")):
        for number in answer.get(name, ()):
            yield number, text, kind


def blocking(answer: Answer) -> Iterator[Mark]:
    """Mark the hexes that block a line of sight."""
    for step in answer.get("steps", ()):
        if step.get("verdict") == "blocked" and step.get("from"):
            yield step["from"], "×", "blocking"


def totals(answer: Answer) -> Iterator[Mark]:
    """Mark each hex of a path with what it has cost so far."""
    before = None
    for node in answer.get("path", ()):
        if node["hex"] != before and node["total"]:
            yield node["hex"], mp_text(node["total"]), "reach"
        before = node["hex"]


def holes(answer: Answer) -> Iterator[Mark]:
    """Mark where a Club Route is doubtful, and where it is cut."""
    for kind, name, text in (("unknown", "doubtful", "?"), ("blocking", "spoiled", "×")):
        for number in answer.get(name, ()):
            yield str(number), text, kind


def sight(start: str | None, to: str | None, answer: Answer) -> Way:
    """The line of sight, as it is decided."""
    verdict = str(answer.get("verdict"))
    return (start or "", to or ""), verdict if verdict in ("clear", "blocked") else "unknown"


def path(start: str | None, to: str | None, answer: Answer) -> Way:
    """The cheapest path."""
    return [node["hex"] for node in answer.get("path", ())], "way"


def route(start: str | None, to: str | None, answer: Answer) -> Way:
    """The Club Route."""
    return list(answer.get("route") or ()), "route"
