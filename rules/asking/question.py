"""One question asked in process: parameters from text, the answer as text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from clubroute.builder.errors import InputError, Where
from clubroute.builder.sources.text import as_utf8
from clubroute.rules.answer.receipt_text import answer_lines
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.json_reader import JsonError, read_json
from clubroute.rules.asking.methods import Method, answered, named
from clubroute.rules.asking.schema import kind_name

MOST_JSON = 8 << 20
"""Bytes of a question or a position; one of 5,000 Units has two million."""
Form: TypeAlias = Literal["text", "pretty", "line"]


def read_params(source: bytes) -> Mapping[str, Any] | list[Any]:
    """Parameters from JSON in UTF-8, or UTF-16 with its mark; nothing at all means none.

    :raises InputError: no JSON, or neither an object nor an array.
    """
    source = as_utf8(source)
    if not source.strip():
        return {}
    value = read_value(source)
    if not isinstance(value, (dict, list)):
        raise InputError(Where("params"), kind_name(value), "an object, or an array by position")
    return value


def read_value(source: bytes) -> Any:
    """A JSON value in UTF-8. :raises InputError: it is none, or longer than any position is."""
    if len(source) > MOST_JSON:
        raise InputError(Where("params"), f"{len(source)} bytes", f"at most {MOST_JSON}")
    try:
        return read_json(source)
    except JsonError as error:
        where = Where("params", part=error.where)
        raise InputError(where, error.found, error.expected) from None


def is_json(words: Sequence[str]) -> bool:
    """Whether the words of a command line are JSON, or nothing, rather than words.

    :raises InputError: they are JSON whose quotes the shell took away.
    """
    source = " ".join(words)
    if source.lstrip("'").startswith("{") and ":" in source and '"' not in source:
        found = "JSON without its quotes, which the shell took away"
        raise InputError(Where("params"), found, f"words instead: {as_words(source)}")
    return not words or source.startswith(("{", "[")) or bool(NUMBER.fullmatch(source))


NUMBER = re.compile(r"-?(0|[1-9]\d{0,2})")
"""A number as a player writes one; of four digits it is a time, as 0900 and 1100."""
SIMPLE = re.compile(r"([a-z_]+) *: *([^,{}\[\]]+)")


def word_value(text: str) -> Any:
    """The value of a word: a whole number, true or false, words in brackets, JSON, or text."""
    if text.startswith("[") and text.endswith("]") and not set(text) & set('"{'):
        return [word_value(word.strip()) for word in text[1:-1].split(",") if word.strip()]
    if NUMBER.fullmatch(text) or text in ("true", "false") or text.startswith(("{", "[", '"')):
        return read_value(text.encode("utf-8", "surrogateescape"))
    return text


def as_words(bare: str) -> str:
    """JSON that lost its quotes as words, as far as it is simple."""
    return " ".join(f"{name}={value.strip()}" for name, value in SIMPLE.findall(bare)) or "map=wed"


def ask_text(context: Context, name: str, params: Mapping[str, Any] | list[Any], form: Form) -> str:
    """A method's answer as JSON on one line, as indented JSON, or as lines for people.

    :raises InputError: unknown method, or parameters that do not fit.
    """
    method = context.registry.find(name, params)
    value = answered(method, context, named(method, params))
    if form == "text":
        return "\n".join(people_lines(method, value))
    indent, separators = (2, None) if form == "pretty" else (None, (",", ":"))
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators
    )


def people_lines(method: Method, answer: Any) -> Sequence[str]:
    """A method's answer as lines for people."""
    return (method.text or answer_lines)(answer)
