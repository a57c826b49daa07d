"""JSON-RPC 2.0 errors: the standard's codes, and ours from -32000 down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.builder.errors import ClubrouteError, InputError, one_line
from clubroute.rules.asking.methods import GoneError, NotAvailableError, UnknownMethodError

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
DATA_ERROR = -32000
REFUSED = -32001
TIME_UP = -32002
BUSY = -32003
SEND_WHOLE = -32004

MESSAGES: Mapping[int, str] = {
    PARSE_ERROR: "Parse error",
    INVALID_REQUEST: "Invalid Request",
    METHOD_NOT_FOUND: "Method not found",
    INVALID_PARAMS: "Invalid params",
    INTERNAL_ERROR: "Internal error",
    DATA_ERROR: "Data error",
    REFUSED: "Refused",
    TIME_UP: "Time is up",
    BUSY: "Busy",
    SEND_WHOLE: "Send it whole",
}

MEANINGS: Mapping[int, str] = {
    PARSE_ERROR: "the line is no JSON in UTF-8 (NaN, Infinity and numbers beyond them are none)",
    INVALID_REQUEST: "JSON, but no request, or beyond a limit",
    METHOD_NOT_FOUND: "`data.nearest` is the closest name there is",
    INVALID_PARAMS: "`data.where` names the parameter",
    INTERNAL_ERROR: "a mistake in clubroute; its log says more",
    DATA_ERROR: "a file of the service or its owner is missing or wrong; `data.where` names it",
    REFUSED: "`hello` with the token must come first, or the token is wrong",
    TIME_UP: "the time for an answer, or for a message to arrive, has passed",
    BUSY: "more clients or running questions than the service takes; ask again later",
    SEND_WHOLE: "the live game is not here, or these are not its next commands: open it anew",
}


class FaultError(ClubrouteError):
    """An answer that is an error: a code, and where the mistake is."""

    def __init__(
        self, code: int, where: str, found: str, expected: str, nearest: str | None = None
    ) -> None:
        super().__init__(f"{MESSAGES[code]}: {where}: found {found}, expected {expected}")
        self.code = code
        self.data = {"where": where, "found": found, "expected": expected, "nearest": nearest}

    def record(self) -> dict[str, Any]:
        """The error object of the standard."""
        return {"code": self.code, "message": MESSAGES[self.code], "data": self.data}


def fault_of(error: Exception) -> FaultError:
    """The fault for what a method raised. Anything but our own errors is an internal error."""
    if isinstance(error, FaultError):
        return error
    if isinstance(error, InputError):
        code = DATA_ERROR
        if isinstance(error, UnknownMethodError):
            code = METHOD_NOT_FOUND
        elif isinstance(error, GoneError):
            code = SEND_WHOLE
        elif error.where.path == "params":
            code = INVALID_PARAMS
        return FaultError(code, str(error.where), error.found, error.expected, error.nearest)
    if isinstance(error, NotAvailableError):
        return FaultError(
            METHOD_NOT_FOUND, "method", one_line(str(error)), "a method for this place"
        )
    if isinstance(error, ClubrouteError):
        return FaultError(DATA_ERROR, "service", one_line(str(error)), "an answer")
    return FaultError(INTERNAL_ERROR, "service", type(error).__name__, "an answer")
