"""Whether an answer rests on what nobody said: a question with less said, and with more.

Each method has full questions in ``questions/*.toml``. From a full question one field is left out
(:func:`shorter`), wherever in it the field stands; then it is put back with every alternative its
schema knows (:func:`alternatives`). An answer that decides without the field must be the answer
with every one of them: else it took silence for one of them.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from clubroute.rules.asking.schema import Schema
from clubroute.rules.series import all_series, series_of

FOLDER = Path(__file__).parents[1] / "questions"
Path_: TypeAlias = tuple[str | int, ...]
"""The way to a field through objects and lists."""


def full_questions() -> dict[str, list[dict[str, Any]]]:
    """The full questions of every method; of series after the first as ``move.check@scs``."""
    found: dict[str, list[dict[str, Any]]] = {}
    for file in sorted(FOLDER.glob("*.toml")):
        for name, asked in tomllib.loads(file.read_text(encoding="utf-8")).items():
            for question in asked:
                series = series_of(question)
                first = series is None or series is all_series()[0]
                key = name if first or series is None else f"{name}@{series.id}"
                found.setdefault(key, []).append(question)
    return found


@dataclass(frozen=True, slots=True)
class Silence:
    """A question without one of its fields. ``schema`` is that of the field."""

    question: Mapping[str, Any]
    path: Path_
    schema: Schema

    @property
    def field(self) -> str:
        """The field as a player reads it, ``state.units[0].side``."""
        text = ""
        for part in self.path:
            text += f"[{part}]" if isinstance(part, int) else f".{part}"
        return text.removeprefix(".")

    def with_field(self, value: Any) -> dict[str, Any]:
        """The question with the field said."""
        return put(self.question, self.path, value)


def shorter(question: Mapping[str, Any], schema: Schema) -> Iterator[Silence]:
    """A question without each of its fields in turn that may be left out."""
    for path, part in optional(question, schema, ()):
        yield Silence(without(question, path), path, part)


def optional(value: Any, schema: Schema, path: Path_) -> Iterator[tuple[Path_, Schema]]:
    """The fields within a value that may be left out, with their schemas."""
    if isinstance(value, dict):
        parts: Mapping[str, Schema] = schema.get("properties", {})
        for name, inner in value.items():
            part = parts.get(name) or schema.get("additionalProperties") or {}
            # What is told by name, as bridges by hexside, is told whole, as a list is.
            if name in parts and name not in schema.get("required", ()):
                yield (*path, name), part
            yield from optional(inner, part, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from optional(inner, schema.get("items", {}), (*path, index))


def without(value: Any, path: Path_) -> Any:
    """A copy without the field at a path."""
    (head, *rest) = path
    if not rest:
        return {name: inner for name, inner in value.items() if name != head}
    return changed(value, head, without(value[head], tuple(rest)))


def put(value: Any, path: Path_, field: Any) -> Any:
    """A copy with the field at a path."""
    (head, *rest) = path
    return changed(value, head, put(value[head], tuple(rest), field) if rest else field)


def changed(value: Any, head: str | int, inner: Any) -> Any:
    """A copy of an object or a list with one of its values changed."""
    if isinstance(value, list):
        return [inner if index == head else one for index, one in enumerate(value)]
    return {**value, head: inner}


def alternatives(schema: Schema, pool: Sequence[Any]) -> list[Any]:
    """What a field may say: both of yes and no, every word of a choice, the least and the most, a
    list empty and full, and whatever the full questions say of a field of that name."""
    found = [*own(schema), *pool]
    return list({json.dumps(one, sort_keys=True): one for one in found}.values())


def own(schema: Schema) -> list[Any]:
    """The alternatives a schema names by itself."""
    if "anyOf" in schema:
        return [one for part in schema["anyOf"] for one in own(part)]
    if "enum" in schema:
        return list(schema["enum"])
    kind = schema.get("type")
    if kind == "boolean":
        return [True, False]
    if kind in ("integer", "number"):
        return [schema[end] for end in ("minimum", "maximum") if end in schema]
    if kind == "array":
        return [[], *([one] for one in own(schema.get("items", {})))]
    if kind == "object":
        return [{}] if not schema.get("required") else []
    return []


def said_of(questions: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, list[Any]]:
    """By name of a field, every value that the full questions of a family give it."""
    found: dict[str, list[Any]] = {}

    def gather(value: Any) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                found.setdefault(name, []).append(inner)
                gather(inner)
        elif isinstance(value, list):
            for inner in value:
                gather(inner)

    for asked in questions.values():
        for question in asked:
            gather(dict(question))
    return found


TELLING = frozenset(("summary", "steps", "needs", "unchecked", "notes", "provenance", "verdict"))
"""What an answer says about itself."""


def conflict(answer: Mapping[str, Any], fuller: Mapping[str, Any]) -> bool:
    """Whether a question with more said is decided otherwise.

    What the shorter question's answer tells must stand; the fuller one's may tell more, and may
    open a question that was not there (undetermined).
    """
    if fuller["verdict"] == "undetermined":
        return False
    if answer["verdict"] != fuller["verdict"]:
        return True
    results = {name: one for name, one in answer.items() if name not in TELLING and is_plain(one)}
    # A refusal is one whatever else it mentions.
    return answer["verdict"] != "illegal" and any(
        fuller.get(name) != one for name, one in results.items()
    )


def is_plain(value: Any) -> bool:
    """Whether a result is a word, a number, yes or no, or a list of words."""
    words = isinstance(value, list) and all(isinstance(one, str) for one in value)
    return words or isinstance(value, (bool, int, str))
