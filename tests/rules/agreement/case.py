"""A case: one act, put to several methods, and what each says of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from tests.rules.needed import needed

Said: TypeAlias = Mapping[str, Any]
"""What an answer says of an act, by what it is about: ``verdict``, ``cost`` …"""
Read: TypeAlias = Callable[[Any], Said]


@dataclass(frozen=True, slots=True)
class Voice:
    """A method asked about an act; ``read`` takes from its answer what it says of the act.

    ``name`` is how the table of allowances calls it, ``door`` the way it is asked (``world.py``).
    """

    name: str
    method: str
    params: Mapping[str, Any]
    read: Read
    door: str = "json"

    @property
    def call(self) -> str:
        """The command that asks it, or what is asked through another door."""
        if self.door == "words":
            state = json.dumps(self.params.get("state", {}), ensure_ascii=False)
            return f"clubroute {self.params['words']}   (state {state})"
        if self.door != "json":
            return f"({self.door}) {self.method} {json.dumps(self.params, ensure_ascii=False)}"
        return f"clubroute ask {self.method} '{json.dumps(self.params, ensure_ascii=False)}'"


@dataclass(frozen=True, slots=True)
class Case:
    """One act of a topic, and who is asked about it."""

    topic: str
    act: str
    voices: tuple[Voice, ...]


@dataclass(frozen=True, slots=True)
class Heard:
    """A voice and what it said."""

    voice: Voice
    answer: Any
    said: Said

    def text(self) -> str:
        """The call and its answer, short."""
        return f"{self.voice.call}\n  → {dict(self.said)}: {summary(self.answer)}"


@dataclass(frozen=True, slots=True)
class Difference:
    """Two voices that do not say the same of an act; ``about`` is what."""

    case: Case
    about: str
    one: Heard
    other: Heard

    @property
    def kind(self) -> tuple[str, str, str, str]:
        """What tells it from differences of another cause, as far as a program can see."""
        return (self.case.topic, self.about, self.one.voice.name, self.other.voice.name)

    def text(self) -> str:
        """Both calls with their answers."""
        act = f"{self.case.topic}, {self.case.act}: {self.about}"
        return f"{act}\n{self.one.text()}\n{self.other.text()}"


def hear(voice: Voice, answer: Any) -> Heard:
    """What a voice says of its act; a question that is refused says that and no more."""
    if isinstance(answer, dict) and answer.get("verdict") == "refused":
        return Heard(voice, answer, {"refused": True})
    return Heard(voice, answer, {"refused": False, **voice.read(answer)})


def summary(answer: Any) -> str:
    """An answer in a line: its summary, what forbids, what it needs."""
    if not isinstance(answer, dict):
        return str(answer)[:300]
    forbids = [
        f"{step['why']} [{step['rule']}]"
        for step in answer.get("steps", ())
        if step.get("verdict") == "illegal"
    ]
    parts = [str(answer.get("summary", "")), *forbids, *needed(answer)]
    return " | ".join(parts)[:600]


def differences(
    case: Case, heard: tuple[Heard, ...], allowed: Callable[[str, Heard, Heard], bool]
) -> Iterator[Difference]:
    """The pairs of voices that differ.

    ``undetermined`` beside a decided verdict is a difference unless it is ``allowed`` to the first
    of two voices beside the second.
    """
    for one, other in combinations(heard, 2):
        for about in one.said.keys() & other.said.keys():
            first, second = one.said[about], other.said[about]
            if first == second:
                continue
            if first == "undetermined" and allowed(case.topic, one, other):
                continue
            if second == "undetermined" and allowed(case.topic, other, one):
                continue
            yield Difference(case, about, one, other)


def verdict(answer: Any) -> Said:
    """The verdict alone."""
    return {"verdict": answer["verdict"]}


def costs(answer: Any) -> Said:
    """The verdict, and where it is legal the cost."""
    said = {"verdict": answer["verdict"]}
    return {**said, "cost": answer.get("total")} if answer["verdict"] == "legal" else said


def everything(answer: Any) -> Said:
    """The verdict, the cost, and by which rules it is forbidden."""
    rules = tuple(
        sorted({s["rule"] for s in answer.get("steps", ()) if s.get("verdict") == "illegal"})
    )
    return {
        "verdict": answer["verdict"],
        "cost": answer.get("total"),
        "forbidden by": rules,
        "needs": len(needed(answer)),
    }
