"""The needs of an answer: sentences while it is made up, records once it is given.

A rule or a table writes a need as ``path: question; if so OUTCOME; else OUTCOME``, any part but the
question left out. Instead of yes and no it may give each value with its outcome, ``mud: 32 hexes``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

SIDE = r"[A-E]?[0-9]{1,3}\.[0-9]{1,3}(?:/[A-E]?[0-9]{1,3}\.[0-9]{1,3})*"
PATH = rf"[a-z][a-z_0-9]*(?:\.(?:{SIDE}|[A-Za-z_0-9]+)|\[[0-9]+\])*"
HEAD = re.compile(
    rf"(?P<path>{PATH})(?P<also>(?:(?:,? or |, ){PATH}(?!\w| ))*)(?:,? (?:with|and) [\w ]+)?"
    rf"(?:, or supply (?P<file>owner/[a-z_]+\.csv))?: "
)
"""The parameter by which a need is told, others that may tell it, or its owner's table."""
TABLE = re.compile(r"supply (?P<file>owner/[a-z_]+\.csv): ")
AFTER = re.compile(r"; (?![^()]*\))")
"""What ends the first clause of a need; brackets around a semicolon are one clause."""
OUTCOME = re.compile(r"(?P<so>if so,? )|(?P<otherwise>else )|(?P<value>(?:of kind )?[\w −-]+): ")
"""What a clause of a need says: the outcome if it is so, else, or by a value."""


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Join parts as a list in a sentence: ``a, b and c``."""
    return f" {word} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


@dataclass(frozen=True, slots=True)
class Need:
    """A missing fact: the question, the parameter that answers it, and the outcome of each answer.

    ``path`` is the parameter that answers it, ``also`` are others that do, ``file`` is the owner's
    table that does. ``if_so`` and ``otherwise`` are the outcomes of yes and no, ``cases`` those of
    other values.
    """

    ask: str
    path: str = ""
    also: tuple[str, ...] = ()
    file: str = ""
    if_so: str = ""
    otherwise: str = ""
    cases: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Return the need as one sentence."""
        table = f"supply {self.file}" if self.file else ""
        told = listed([self.path, *self.also], "or")
        head = ", or ".join(filter(None, (told, table)))
        parts = [f"{head}: {self.ask}" if head else self.ask]
        parts += [f"if so {self.if_so}"] if self.if_so else []
        parts += [f"else {self.otherwise}"] if self.otherwise else []
        parts += [f"{value}: {brings}" for value, brings in self.cases.items()]
        return "; ".join(parts)

    def record(self) -> dict[str, Any]:
        """Return JSON values, empty parts left out."""
        values = {
            **{"path": self.path, "also": list(self.also), "file": self.file, "ask": self.ask},
            **{"if_so": self.if_so, "else": self.otherwise, "cases": dict(self.cases)},
        }
        return {name: value for name, value in values.items() if value}


def need_of(told: str | Mapping[str, Any]) -> Need:
    """Read a need from its sentence, or from its record.

    >>> need_of("unit.dg: whether it is Disorganized; if so +1; else 0").record()
    {'path': 'unit.dg', 'ask': 'whether it is Disorganized', 'if_so': '+1', 'else': '0'}
    """
    if isinstance(told, str):
        return read(told)
    parts = {name: told[name] for name in ("ask", "path", "file", "if_so", "cases") if name in told}
    return Need(otherwise=told.get("else", ""), also=tuple(told.get("also", ())), **parts)


@lru_cache(4096)
def read(sentence: str) -> Need:
    """Read a need's sentence."""
    head = HEAD.match(sentence) or TABLE.match(sentence)
    named = {name: text for name, text in (head.groupdict() if head else {}).items() if text}
    also = tuple(re.findall(PATH, re.sub(r",? or |, ", " ", named.pop("also", ""))))
    first, *clauses = AFTER.split(sentence[head.end() :] if head else sentence)
    said: list[tuple[str, str]] = [("ask", first)]
    for clause in clauses:
        found = OUTCOME.match(clause)
        if found is None:
            last, text = said.pop()
            said.append((last, f"{text}; {clause}"))
        else:
            said.append((found["value"] or found.lastgroup or "", clause[found.end() :]))
    parts = dict(said)
    asked, so, otherwise = (parts.pop(name, "") for name in ("ask", "so", "otherwise"))
    return Need(asked, if_so=so, otherwise=otherwise, also=also, cases=parts, **named)


def need_records(needs: Sequence[str]) -> list[dict[str, Any]]:
    """Return the needs of an answer as records."""
    return [read(need).record() for need in needs]


def need_texts(answer: Mapping[str, Any]) -> Iterator[str]:
    """Return the needs of a given answer, each as a sentence."""
    return (need_of(need).text for need in answer.get("needs", ()))
