"""How a command was understood: everything that its words say, each by its name."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import STATE
from clubroute.rules.words.items import AskedWords
from clubroute.rules.words.names import BARE
from clubroute.rules.words.scope import MAP, schema_at

UNITS, BRIDGES, MARKERS = f"{STATE}.units", f"{STATE}.bridges", f"{STATE}.markers"
"""The parts of a position that are said by what stands there: ``German=66.153``."""


def spelled(params: Mapping[str, Any], known: Container[str]) -> tuple[str, ...]:
    """Parameters as words that can be typed, ``to.terrain=woods``; not the map, which is said.

    :param known: the parameters of the method; what else is said is of the position.
    """
    words = (word for name, value in params.items() for word in spelled_at(name, value))
    return tuple(shortened(word, known) for word in words if not word.startswith(f"{MAP}="))


def explained(context: Context, asked: AskedWords) -> Iterator[str]:
    """What was asked, and what each of its words is of, in the words the method declares it by."""
    method = context.registry.find(asked.method, asked.params)
    yield f"asked: {asked.method}: {method.summary.partition('. ')[0]}"
    parts = {part.name: part for part in method.params}
    for word in asked.spelled:
        name = word.partition("=")[0]
        schema = schema_at(method, name) or {}
        own = parts.get(name.partition(".")[0])
        says = schema.get("description") or (own.summary if own else "said of the position")
        yield f"  {word}: {says}"


def shortened(word: str, known: Container[str]) -> str:
    """A word of the position without ``state.``, unless it would be another parameter's then."""
    rest = word.removeprefix(f"{STATE}.")
    return word if rest.partition("=")[0].partition(".")[0] in known else rest


def spelled_at(path: str, value: Any) -> Iterator[str]:
    """A value at a path as words, one for each of its parts."""
    if path in (UNITS, MARKERS) and value:
        for one in value:
            yield from spelled_piece(one)
    elif isinstance(value, Mapping) and value:
        for name, inner in value.items():
            yield from spelled_at(name if path == BRIDGES else f"{path}.{name}", inner)
    elif isinstance(value, (list, tuple)) and any(isinstance(one, Mapping) for one in value):
        for number, one in enumerate(value, 1):
            yield from spelled_at(f"{path}.{number}", one)
    elif isinstance(value, (list, tuple)) and not all(BARE.fullmatch(str(one)) for one in value):
        yield from (f"{path}={text_of(one)}" for one in value)
    else:
        yield f"{path}={text_of(value)}"


def spelled_piece(piece: Mapping[str, Any]) -> Iterator[str]:
    """A unit, one of a side, or a marker, and where it is; what else is said of a unit."""
    named = next(name for name in ("name", "id", "side", "kind") if name in piece)
    called = quoted(str(piece[named]))
    if "hex" in piece:
        yield f"{called}={'/'.join(piece[end] for end in ('hex', 'to') if end in piece)}"
    for name in (one for one in piece if one not in (named, "hex", "to")):
        yield from spelled_at(f"{called}.{name}", piece[name])


def text_of(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ",".join(map(text_of, value)) or "none"
    return "none" if value == {} else quoted(str(value))


def quoted(text: str) -> str:
    """A text in quotes if it has several words."""
    return f'"{text}"' if " " in text else text
