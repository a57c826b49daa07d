"""One question asked in process: parameters from text, the answer as text."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from clubroute.builder.errors import (
    ClubrouteError,
    InputError,
    Where,
    one_line,
)
from clubroute.builder.sources.text import as_utf8
from clubroute.rules.answer.receipt_text import answer_lines
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method, answered, named
from clubroute.rules.asking.schema import kind_name

# JSON as it comes in, read strictly: UTF-8, no NaN, no deeper than is granted.

MOST_LEVELS = 32
"""Levels of arrays and objects; deeper JSON only tries what breaks first."""


class JsonError(ClubrouteError):
    """The error that bytes are no JSON in UTF-8, or too deep (``too_deep``).

    ``where`` is the byte or column, or just the message.
    """

    def __init__(self, where: str, found: str, expected: str, *, too_deep: bool = False) -> None:
        super().__init__(f"{where}: found {found}, expected {expected}")
        self.where, self.found, self.expected, self.too_deep = where, found, expected, too_deep


def no_number(name: str) -> float:
    """Refuse NaN, Infinity and -Infinity, which are no JSON. :raises ValueError: always."""
    raise ValueError(f"{name} is no JSON number")


def finite(text: str) -> float:
    """Read a number with a fraction or exponent. :raises ValueError: it is beyond every float."""
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{text} is too great a number")
    return value


DECODER = json.JSONDecoder(parse_float=finite, parse_constant=no_number)
STRING = re.compile(rb'"(?:[^"\\]|\\.)*"?')


def read_json(line: bytes | bytearray, depth: int = MOST_LEVELS) -> Any:
    """Read a JSON value.

    :raises JsonError: no JSON in UTF-8, or more than ``depth`` levels of arrays and objects.
    """
    # Deeper JSON than ``depth`` is longer than this, and has so many brackets.
    if (
        len(line) > 2 * depth
        and line.count(b"[") + line.count(b"{") > depth
        and levels(line) > depth
    ):
        raise JsonError("message", "deeper nesting", f"at most {depth} levels", too_deep=True)
    try:
        text = str(line, "utf-8")
        if text.startswith("{"):
            value, end = DECODER.raw_decode(text)
            if end == len(text):
                return value
        # White space around it, a byte-order mark, or more than JSON.
        return DECODER.decode(text.removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        raise JsonError(f"byte {error.start + 1}", f"0x{line[error.start]:02x}", "UTF-8") from None
    except json.JSONDecodeError as error:
        found = one_line(error.doc[error.pos : error.pos + 20])
        raise JsonError(
            f"column {error.pos + 1}", repr(found) if found else "its end", "JSON"
        ) from None
    except (ValueError, RecursionError) as error:
        # Python has limits of its own, e.g. on the digits of a whole number.
        raise JsonError("message", one_line(str(error)), "JSON") from None


def levels(line: bytes | bytearray) -> int:
    """Count the levels of arrays and objects, whether or not the line is JSON."""
    deepest = level = 0
    for byte in STRING.sub(b"", line):
        if byte in b"[{":
            level += 1
            deepest = max(deepest, level)
        elif byte in b"]}":
            level -= 1
    return deepest


MOST_JSON = 8 << 20
"""Bytes of a question or a position; one of 5,000 Units has two million."""
Form: TypeAlias = Literal["text", "pretty", "line"]


def read_params(source: bytes) -> Mapping[str, Any] | list[Any]:
    """Read parameters from JSON in UTF-8, or UTF-16 with its mark; no bytes mean no parameters.

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
    """Read a JSON value in UTF-8. :raises InputError: no JSON, or longer than any position."""
    if len(source) > MOST_JSON:
        raise InputError(Where("params"), f"{len(source)} bytes", f"at most {MOST_JSON}")
    try:
        return read_json(source)
    except JsonError as error:
        where = Where("params", part=error.where)
        raise InputError(where, error.found, error.expected) from None


def is_json(words: Sequence[str]) -> bool:
    """Tell whether the words of a command line are JSON, or nothing, rather than words.

    :raises InputError: they are JSON whose quotes the shell took away.
    """
    source = " ".join(words)
    if source.lstrip("'").startswith("{") and ":" in source and '"' not in source:
        found = "JSON without its quotes, which the shell took away"
        raise InputError(Where("params"), found, f"words instead: {as_words(source)}")
    return not words or source.startswith(("{", "[")) or bool(NUMBER.fullmatch(source))


NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,2})")
"""A number as a player writes one; of four digits it is a time, as 0900 and 1100."""
SIMPLE = re.compile(r"([a-z_]+) *: *([^,{}\[\]]+)")


def word_value(text: str) -> Any:
    """Return the value of a word: a whole number, true or false, words in brackets, JSON, or
    text."""
    if text.startswith("[") and text.endswith("]") and not set(text) & set('"{'):
        return [word_value(word.strip()) for word in text[1:-1].split(",") if word.strip()]
    if NUMBER.fullmatch(text) or text in ("true", "false") or text.startswith(("{", "[", '"')):
        return read_value(text.encode("utf-8", "surrogateescape"))
    return text


def as_words(bare: str) -> str:
    """Turn simple JSON that lost its quotes into words."""
    return " ".join(f"{name}={value.strip()}" for name, value in SIMPLE.findall(bare)) or "map=wed"


def ask_text(
    context: Context,
    name: str,
    params: Mapping[str, Any] | list[Any],
    form: Form,
    whole: bool = True,
) -> str:
    """Return a method's answer as JSON on one line, as indented JSON, or as lines for people.

    :param whole: whether lines for people are printed to the end of every list.
    :raises InputError: unknown method, or parameters that do not fit.
    """
    method = context.registry.find(name, params)
    value = answered(method, context, named(method, params))
    if form == "text":
        return "\n".join(people_lines(method, value, whole))
    indent, separators = (2, None) if form == "pretty" else (None, (",", ":"))
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators
    )


def people_lines(method: Method, answer: Any, whole: bool = True) -> Sequence[str]:
    """Return a method's answer as lines for people."""
    return method.text(answer) if method.text else answer_lines(answer, whole)
