"""Numbers that words before them name: ``fog number 4``, ``ma 12``, ``die 7``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from clubroute.rules.asking.schema import Schema
from clubroute.rules.position.record import flattened
from clubroute.rules.words.commands import vocabulary
from clubroute.rules.words.scope import Scope

FIGURE = re.compile(r"\d{1,3}")
NUMBERS = ("integer", "number")
DICE = {"die": "dice", "dice": "die"}
"""What a method may call what is thrown."""
MOST = 3
"""Words in the longest name of a number."""


def with_figures(scope: Scope, words: Sequence[str]) -> list[str]:
    """Words, each number after its name as ``fog_number=4``."""
    known = numbers_of(scope)
    found: list[str] = []
    at = 0
    while at < len(words):
        measure = words[at + 1].casefold() if at + 1 < len(words) else ""
        if FIGURE.fullmatch(words[at].rstrip("½")) and measure in vocabulary().figures:
            found.append(words[at] + measure)
            at += 2
            continue
        for count in range(min(MOST, len(words) - at - 1), 0, -1):
            after = at + count
            if words[after].casefold() in vocabulary().noise and after + 1 < len(words):
                after += 1
            path = known.get(flattened(" ".join(words[at : at + count])))
            if path and FIGURE.fullmatch(words[after]):
                found.append(f"{path}={words[after]}")
                at = after + 1
                break
        else:
            found.append(in_dice(scope, words[at]))
            at += 1
    return found


def numbers_of(scope: Scope) -> Mapping[str, str]:
    """The parameters that are numbers, by what they are called; by the last word of their name
    where it is of no other."""
    records = [one for one in vocabulary().spoken if scope.schema(one) is not None]
    inner = [
        (f"{record}.{name}", schema)
        for record in records
        for name, schema in (scope.schema(record) or {}).get("properties", {}).items()
    ]
    own = [(part.name, part.schema()) for part in scope.method.params]
    paths = [path for path, schema in (*own, *inner) if is_number(schema)]
    found = {path.rpartition(".")[2]: path for path in reversed(paths)}
    for record in records:
        if (path := f"{record}.number") in paths:
            found.setdefault(record.rpartition(".")[2], path)
    for path in paths:
        last = path.rpartition(".")[2].rpartition("_")[2]
        if sum(other.rpartition("_")[2] == last for other in paths) == 1:
            found.setdefault(last, path)
    return found


def is_number(schema: Schema) -> bool:
    """Whether a schema is of a number, may be of one, or is of a list of them."""
    if "anyOf" in schema:
        return any(map(is_number, schema["anyOf"]))
    kinds = schema.get("items", schema).get("type")
    return kinds in NUMBERS or (isinstance(kinds, list) and set(kinds) <= {*NUMBERS, "null"})


def in_dice(scope: Scope, word: str) -> str:
    """What was thrown by the name that the method has for it: ``dice=4`` of ``die=4``."""
    name, is_, value = word.partition("=")
    other = DICE.get(name) if is_ else None
    return f"{other}={value}" if other in scope.parts and name not in scope.parts else word
