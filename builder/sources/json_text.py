"""JSON of files from outside, or of files of ours that somebody may have changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.regular import read_file


def json_of(data: bytes | str, where: Where, expected: str) -> Any:
    r"""Return the value of some JSON in UTF-8.

    :param expected: the wanted form, in a word or two.
    :raises InputError: it is none, with row and column; brackets nested deeper than Python reads,
        a number of too many digits, NaN or Infinity, half of a letter that takes two (``\ud800``).
    """
    try:
        value = json.loads(data, parse_constant=no_number)
        if (b"\\u" if isinstance(data, bytes) else "\\u") in data:  # type: ignore[operator]
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        return value
    except UnicodeEncodeError as error:
        raise InputError(where, ascii(error.object[error.start]), "whole letters") from None
    except UnicodeDecodeError as error:
        raise InputError(where, f"byte 0x{error.object[error.start]:02x}", "UTF-8 text") from None
    except json.JSONDecodeError as error:
        place = Where(where.path, error.lineno, error.colno, where.part)
        raise InputError(place, error.msg, expected) from None
    except RecursionError:
        raise InputError(where, "brackets nested too deep", expected) from None
    except ValueError as error:
        raise InputError(where, str(error), expected) from None


def read_json_file(path: Path, expected: str, most: int) -> Any:
    """Read the value of a file of JSON of at most ``most`` bytes.

    :raises InputError: it cannot be read, or as :func:`json_of`.
    """
    where = Where.of(path)
    return json_of(read_file(path, where, expected, most), where, expected)


def no_number(name: str) -> float:
    """Refuse NaN, Infinity and -Infinity, which are no JSON. :raises ValueError: always."""
    raise ValueError(f"{name} is no JSON number")
