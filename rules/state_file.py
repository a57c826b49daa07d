"""A position in a file: a state as JSON, as the methods take it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.question import read_params

STDIN = "-"


def read_state(path: Path) -> dict[str, Any]:
    """The state in a file, or on standard input for ``-``.

    :raises InputError: no such file, no JSON, or no object.
    """
    name = str(path)
    try:
        source = sys.stdin.buffer.read() if name == STDIN else path.read_bytes()
    except OSError as error:
        raise InputError(Where(name), error.strerror or "unreadable", "a state as JSON") from None
    try:
        value = read_params(source)
    except InputError as error:
        raise InputError(Where(name, part="state"), error.found, error.expected) from None
    if not isinstance(value, dict):
        raise InputError(Where(name, part="state"), "an array", "a state, an object")
    return value
