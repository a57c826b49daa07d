"""One question asked in process: parameters from text, the answer as text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from clubroute.builder.errors import InputError, Where
from clubroute.rules.context import Context
from clubroute.rules.methods import Method, answered
from clubroute.rules.receipt_text import answer_lines
from clubroute.rules.service.faults import FaultError
from clubroute.rules.service.limits import DEFAULT
from clubroute.rules.service.protocol import decode, kind_name, named

Form: TypeAlias = Literal["text", "pretty", "line"]


def read_params(source: bytes) -> Mapping[str, Any] | list[Any]:
    """Parameters from JSON in UTF-8; nothing at all means none.

    :raises InputError: no JSON, or neither an object nor an array.
    """
    if not source.strip():
        return {}
    try:
        value = decode(source, DEFAULT.depth)
    except FaultError as fault:
        where = Where("params", part=str(fault.data["where"]))
        raise InputError(where, str(fault.data["found"]), str(fault.data["expected"])) from None
    if not isinstance(value, (dict, list)):
        raise InputError(Where("params"), kind_name(value), "an object, or an array by position")
    return value


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
