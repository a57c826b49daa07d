"""Words that say a parameter's value by themselves: ``leg`` is a class, ``column`` a formation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clubroute.rules.asking.schema import Schema
from clubroute.rules.position.record import flattened
from clubroute.rules.words.commands import vocabulary
from clubroute.rules.words.scope import MAP, Scope
from clubroute.rules.words.values import day_said, figures, options_of, preferred

Places = Mapping[str, Sequence[tuple[str, Any]]]
"""By a word, the parameters it may be said of, each with its value."""
KIND = "unit.kind"
"""The parameter whose words may be said with what they are kinds of: a bridge unit."""
MOST_VALUES = 3
"""Words in the longest value of a parameter."""


def spoken_words(scope: Scope) -> Places:
    """The words that name a parameter's value by themselves, and each value's place."""
    found: dict[str, list[tuple[str, Any]]] = {}
    for path, schema in sorted(said_parts(scope), key=preferred):
        for option in options_of(schema):
            found.setdefault(flattened(option), []).append((path, option))
            if path == KIND:
                found.setdefault(flattened(f"{option} unit"), []).append((path, option))
        if schema.get("type") == "boolean":
            found.setdefault(flattened(path.rpartition(".")[2]), []).append((path, True))
    for word, meant in vocabulary().denied.items():
        places = [(path, False) for path, value in found.get(meant, ()) if value is True]
        if places and word not in found:
            found[word] = places
    for word, group in vocabulary().synonyms.items():
        alike = next((found[key] for one in group if (key := flattened(one)) in found), None)
        if alike and word not in found:
            found[word] = alike
        elif alike and word in vocabulary().classes:
            found[word] = [*alike, *(one for one in found[word] if one not in alike)]
    return found


def said_parts(scope: Scope) -> Iterator[tuple[str, Schema]]:
    """The parameters that can be said by their words: by path, with their schemas."""
    for part in scope.method.params:
        if part.name not in (MAP, "options"):
            yield part.name, part.schema()
    for slot in scope.form.slots:
        if slot.path.startswith("state.") and (schema := scope.schema(slot.path)) is not None:
            yield slot.path, schema
    for record in vocabulary().spoken:
        inner = scope.schema(record) or {}
        for name, schema in inner.get("properties", {}).items():
            yield f"{record}.{name}", schema


def singular(word: str) -> str:
    """A word without the ending of the plural: villages, marshes."""
    shorter = word.removesuffix("s")
    return shorter.removesuffix("e") if shorter.endswith(("she", "che", "xe")) else shorter


def spoken_run(words: Sequence[str], spoken: Places) -> tuple[int, dict[str, Any]]:
    """How many of the first words say a parameter's value, and the values by place."""
    for count in range(min(MOST_VALUES, len(words)), 0, -1):
        key = flattened(" ".join(words[:count]))
        found = spoken.get(key) or spoken.get(singular(key))
        if found:
            return count, dict(found)
    if day := day_said(words[:2]):
        return 2, day
    return figures(words[0])
