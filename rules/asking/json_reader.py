"""JSON as it comes in, read strictly: UTF-8, no NaN, no deeper than is granted."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from clubroute.builder.errors import ClubrouteError, one_line

MOST_LEVELS = 32
"""Levels of arrays and objects; deeper JSON only tries what breaks first."""


class JsonError(ClubrouteError):
    """Bytes that are no JSON in UTF-8, or deeper than is granted (``too_deep``).

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
