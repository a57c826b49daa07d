"""JSON-RPC 2.0 errors: the standard's codes, and ours from -32000 down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder import __version__
from clubroute.builder.errors import ClubrouteError, InputError, one_line
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import (
    GoneError,
    NotAvailableError,
    Nothing,
    UnknownMethodError,
    method,
)
from clubroute.rules.asking.question import MOST_LEVELS
from clubroute.rules.position.record import plain, said

# What the service grants a client. Whoever asks for more is told so in the standard's form.


@dataclass(frozen=True, slots=True)
class ServiceLimits:
    """Sizes in bytes, times in seconds."""

    message: int = 1024 * 1024
    """A message (a line without its newline)."""
    greeting: int = 4096
    """A message before the token has been shown."""
    depth: int = MOST_LEVELS
    """Levels of arrays and objects in a message."""
    batch: int = 256
    """Requests in a batch."""
    answer: int = 32 * 1024 * 1024
    """An answer, or all answers of a batch."""
    unsent: int = 256 * 1024
    """Answers a client has not read yet; above this the service stops reading its questions."""
    clients: int = 400
    """Connections at once; Windows cannot watch more than 512 sockets."""
    strangers: int = 64
    """Connections beside them that may stay before the token; beyond that the oldest go."""
    workers: int = 4
    """Short questions worked on at once, beside the quick ones that are answered on the spot."""
    long_workers: int = 1
    """Questions worked on at once that took longer than ``short_seconds``."""
    file_workers: int = 1
    """Files opened or written at once, in the map room."""
    spare: int = 12
    """Questions given up on that may still be running, each in place of a worker."""
    on_the_spot: int = 16 * 1024
    """A longer message never is answered on the spot."""
    turn: int = 16
    """Messages of one client answered on the spot before the others have their turn."""
    short_seconds: float = 0.1
    """A question that takes longer begins anew among the long ones."""
    answer_seconds: float = 30.0
    """From a message's last byte to its answer."""
    hello_seconds: float = 5.0
    """From connecting to showing the token."""
    message_seconds: float = 30.0
    """From a message's first byte to its last."""
    read_seconds: float = 30.0
    """For a client to read what it was sent, once ``unsent`` is reached."""
    stop_seconds: float = 2.0
    """For running questions to end when the service stops."""


DEFAULT = ServiceLimits()


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


# Methods about the service itself.

PROTOCOL = 1
"""Raised when what a client sends or gets changes so that old clients would fail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Greeting:
    """The first message of a client."""

    token: str | None = said(
        plain({"type": "string", "maxLength": 256}),
        "what stands in the service's token file; not needed over a Unix socket",
    )
    module: str | None = said(
        plain({"type": "string", "maxLength": 200}),
        "the name of the module that questions will be about: what they need is loaded at once, "
        "and the answer waits for it",
    )


def names_no_module(context: Context, params: Any) -> bool:
    """Whether a greeting has nothing to be loaded."""
    return not isinstance(params, dict) or params.get("module") is None


@method("rpc.ping", answers={"const": "pong"}, quick=True)
def ping(context: Context, asked: Nothing) -> Any:
    """Answer pong."""
    return "pong"


@method(
    "hello",
    answers={
        "type": "object",
        "properties": {
            "service": {"const": "clubroute"},
            "version": {"type": "string"},
            "protocol": {"type": "integer"},
            "module": {
                "type": "string",
                "description": "of a module: known, or unknown and then nothing can be asked of it",
            },
        },
    },
    quick=True,
    ready=names_no_module,
)
def hello(context: Context, asked: Greeting) -> Any:
    """Greet the service; over TCP the first message, with the token.

    The service has compared the token before it asks this.
    """
    told = {"service": "clubroute", "version": __version__, "protocol": PROTOCOL}
    if asked.module is None:
        return told
    from clubroute.rules.saves.live import warm_up  # few clients ask about a game of VASSAL's

    return told | {"module": "known" if warm_up(context, asked.module) else "unknown"}
