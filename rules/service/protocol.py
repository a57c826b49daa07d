"""Messages in and out: JSON-RPC 2.0, one UTF-8 JSON object (or batch) a line.

Pure functions: a line in, the answer's line out. Nothing here knows sockets.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from clubroute.builder.errors import one_line
from clubroute.rules.asking.ask import with_position
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method, answered, named
from clubroute.rules.asking.question import JsonError, read_json
from clubroute.rules.asking.schema import kind_name
from clubroute.rules.service.faults import (
    BUSY,
    INTERNAL_ERROR,
    INVALID_REQUEST,
    PARSE_ERROR,
    FaultError,
    ServiceLimits,
    fault_of,
)

Id: TypeAlias = str | int | float | None
Report: TypeAlias = Callable[[str, Exception], None]
"""Told of every internal error: the method, and what it raised."""


class Request(NamedTuple):
    """A request: what is asked, and under which id; a notification has none."""

    method: str
    params: Mapping[str, Any] | list[Any]
    id: Id
    notification: bool


NO_PARAMS: Mapping[str, Any] = {}
ID_TYPES = frozenset((int, str, float, type(None)))


class RequestFaultError(FaultError):
    """No request; ``id_`` is the id it would have had, if that can be told."""

    def __init__(self, id_: Id, where: str, found: str, expected: str) -> None:
        super().__init__(INVALID_REQUEST, where, found, expected)
        self.id = id_


COMPACT = json.JSONEncoder(check_circular=False, allow_nan=False, separators=(",", ":")).encode


def decode(line: bytes | bytearray, depth: int) -> Any:
    """Read a line's JSON value. :raises FaultError: there is none, or a deeper one."""
    try:
        return read_json(line, depth)
    except JsonError as error:
        code = INVALID_REQUEST if error.too_deep else PARSE_ERROR
        raise FaultError(code, error.where, error.found, error.expected) from None


def read_request(value: Any) -> Request:
    """The request in a JSON value. :raises RequestFaultError: there is none."""
    if type(value) is not dict:
        raise RequestFaultError(None, "request", kind_name(value), "an object")
    id_ = value.get("id")
    if type(id_) not in ID_TYPES:
        raise RequestFaultError(None, "id", kind_name(id_), "a string, a number or null")
    if value.get("jsonrpc") != "2.0":
        raise RequestFaultError(id_, "jsonrpc", found_name(value, "jsonrpc"), '"2.0"')
    method = value.get("method")
    if type(method) is not str:
        raise RequestFaultError(id_, "method", found_name(value, "method"), "a string")
    params = value.get("params", NO_PARAMS)
    if type(params) is not dict and type(params) is not list:
        raise RequestFaultError(id_, "params", kind_name(params), "an object or an array")
    return Request(method, params, id_, id_ is None and "id" not in value)


def found_name(value: Mapping[str, Any], name: str) -> str:
    """What stands under a name, for a message."""
    return one_line(repr(value[name]), 60) if name in value else "nothing"


def encode_result(id_: Id, result: Any) -> bytes:
    """The line that answers a request."""
    key = b"%d" % id_ if type(id_) is int else COMPACT(id_).encode("ascii")
    body = COMPACT(result).encode("ascii")
    return b'{"jsonrpc":"2.0","id":%b,"result":%b}\n' % (key, body)


def encode_fault(id_: Id, fault: FaultError) -> bytes:
    """The line that answers with an error."""
    answer = {"jsonrpc": "2.0", "id": id_, "error": fault.record()}
    return COMPACT(answer).encode("ascii") + b"\n"


def answer_request(
    context: Context,
    request: Request,
    limits: ServiceLimits,
    report: Report,
    method: Method | None = None,
) -> bytes | None:
    """Ask a method; the answer's line, None for a notification. Never raises.

    :param method: the method, if it has been found already.
    """
    try:
        params = request.params
        if method is None:
            params = with_position(context, request.method, params)
            method = context.registry.find(request.method, params)
        if isinstance(params, list):
            params = named(method, params)
        result = answered(method, context, params)
        if request.notification:
            return None
        line = encode_result(request.id, result)
        return line if len(line) <= limits.answer else too_long(request.id, limits)
    except Exception as error:
        fault = fault_of(error)
        if fault.code == INTERNAL_ERROR:
            report(request.method, error)
        return None if request.notification else encode_fault(request.id, fault)


def answer_value(
    context: Context, value: Any, limits: ServiceLimits, report: Report
) -> bytes | None:
    """Answer a message, a request or a batch; None if nothing is to be said. Never raises."""
    if type(value) is not list:
        return answer_part(context, value, limits, report)
    if not 0 < len(value) <= limits.batch:
        fault = FaultError(
            INVALID_REQUEST, "batch", f"{len(value)} requests", f"1 to {limits.batch} requests"
        )
        return encode_fault(None, fault)
    answers: list[bytes] = []
    size = 0
    for part in value:
        answer = answer_part(context, part, limits, report)
        if answer is None:
            continue
        if size + len(answer) > limits.answer:
            answer = too_long(known_id(part), limits)
        size += len(answer)
        answers.append(answer[:-1])
    return b"[" + b",".join(answers) + b"]\n" if answers else None


def answer_part(
    context: Context, value: Any, limits: ServiceLimits, report: Report
) -> bytes | None:
    """Answer one request of a message."""
    try:
        request = read_request(value)
    except RequestFaultError as fault:
        return encode_fault(fault.id, fault)
    return answer_request(context, request, limits, report)


def known_id(value: Any) -> Id:
    """The id under which a message must be answered, null where it has none of its own."""
    try:
        return read_request(value).id
    except RequestFaultError as fault:
        return fault.id


def too_long(id_: Id, limits: ServiceLimits) -> bytes:
    """What is answered in place of an answer that is too long."""
    return encode_fault(
        id_, FaultError(BUSY, "answer", "a longer answer", f"at most {limits.answer} bytes")
    )
