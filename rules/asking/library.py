"""The library: ``import clubroute`` gives a program questions, and answers as typed values.

A question is a method's name and its parameters as JSON values, as ``clubroute ask`` takes them.
:class:`Session` keeps what it read of files; :func:`ask` keeps nothing between two questions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import Verdict
from clubroute.rules.answer.needs import Need, need_of
from clubroute.rules.answer.receipt_text import answer_lines
from clubroute.rules.asking.ask import ask as ask_in
from clubroute.rules.asking.usual import context_of


@dataclass(frozen=True, slots=True)
class AnswerStep:
    """One line of an answer's working.

    ``cost`` is in MP (steps of 0.5), None where the line has none. ``start`` and ``end`` are
    printed hex numbers, "" where the line is about no hex. ``rule`` is a citation: ``WED 2.11``.
    """

    why: str
    rule: str
    provenance: Provenance
    cost: float | None = None
    start: str = ""
    end: str = ""
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: the verdict, the working, and what it rests on or lacks.

    ``total`` is in MP, None where nothing is added up. ``needs`` names missing facts and tables
    (then ``verdict`` is ``undetermined``), ``unchecked`` what was not looked at, ``provenance`` the
    weakest fact of all. ``record`` is the whole answer as JSON values, further results included.
    """

    verdict: Verdict | None
    summary: str
    steps: tuple[AnswerStep, ...]
    total: float | None
    needs: tuple[Need, ...]
    unchecked: tuple[str, ...]
    notes: tuple[str, ...]
    provenance: Provenance | None
    record: Mapping[str, Any]

    @property
    def rules(self) -> tuple[str, ...]:
        """The citations of its lines, each once, in order."""
        return tuple(dict.fromkeys(step.rule for step in self.steps if step.rule))

    def __getitem__(self, name: str) -> Any:
        """Return a further result by its name, as ``answer["hexes"]``. :raises KeyError: it has
        none."""
        return self.record[name]

    def __str__(self) -> str:
        """Return the answer as lines for people."""
        return "\n".join(answer_lines(self.record))


@dataclass(frozen=True, slots=True)
class QuestionInfo:
    """A question that can be asked: its name and sense, its parameters, the rules it applies."""

    method: str
    summary: str
    parameters: tuple[str, ...]
    rules: tuple[str, ...]


class Session:
    """The rules with their surroundings: compiled maps, open positions, the owner's tables.

    Keep one for many questions: a map is read once. Several threads may ask at once.
    """

    def __init__(self, *, maps: str | Path | None = None, owner: str | Path | None = None) -> None:
        """Look at the project around the current folder, or at what clubroute brings along.

        :param maps: the folder with compiled maps, where questions make none; else they are found,
            or made when first needed.
        :param owner: the folder with the tables only an owner of the game has.
        """
        folder = None if maps is None else Path(maps)
        context = context_of(folder, None if owner is None else Path(owner))
        self._context = replace(context, files=None)

    def ask(
        self, method: str, params: Mapping[str, Any] | None = None, *, at: str | Path | None = None
    ) -> Answer:
        """Answer a question.

        :param method: its name, as ``los.check``; :meth:`questions` lists them.
        :param params: its parameters as JSON values, as ``{"map": "wed", "from": "75.129"}``.
        :param at: the file that shows the position, as ``turn3.vlog:22``.
        :raises InputError: no such question, parameters that do not fit, or an unreadable file.
        """
        told = dict(params or {})
        if at is not None:
            told["at"] = str(at)
        return answer_of(ask_in(self._context, method, told))

    def questions(self) -> tuple[QuestionInfo, ...]:
        """List what can be asked, sorted by name."""
        return tuple(
            QuestionInfo(
                method.name,
                method.summary,
                tuple(param.name for param in method.params),
                tuple(method.cites),
            )
            for method in self._context.registry.all()
        )


def ask(
    method: str, params: Mapping[str, Any] | None = None, *, at: str | Path | None = None
) -> Answer:
    """Answer a question. :meth:`Session.ask` is quicker for many."""
    return Session().ask(method, params, at=at)


def questions() -> tuple[QuestionInfo, ...]:
    """List what can be asked, sorted by name."""
    return Session().questions()


def answer_of(record: Any) -> Answer:
    """Return the typed answer of a JSON value; a value that is no receipt has ``record`` only."""
    told: Mapping[str, Any] = record if isinstance(record, dict) else {"value": record}
    return Answer(
        verdict=told.get("verdict"),
        summary=told.get("summary", ""),
        steps=tuple(map(step_of, told.get("steps", ()))),
        total=told.get("total"),
        needs=tuple(map(need_of, told.get("needs", ()))),
        unchecked=tuple(told.get("unchecked", ())),
        notes=tuple(told.get("notes", ())),
        provenance=told.get("provenance"),
        record=told,
    )


def step_of(line: Mapping[str, Any]) -> AnswerStep:
    """Return a line of an answer's working."""
    return AnswerStep(
        why=line["why"],
        rule=line["rule"],
        provenance=line["provenance"],
        cost=line.get("cost"),
        start=line.get("from", ""),
        end=line.get("to", ""),
        verdict=line.get("verdict"),
    )
