"""A small client of the service, for Python programs and tests.

    with connect() as service:
        reach = service.ask("move.reach", unit={"class": "leg"}, start="75.129")

It is synchronous, for one thread at a time. Where the service refuses, :class:`ServiceError` or
one of its kinds is raised, with the code, place, finding and expectation the service gave.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from clubroute.builder.errors import ClubrouteError
from clubroute.rules.service import faults, places

TIMEOUT = 60.0
"""Seconds to wait for an answer; longer than the service itself takes to give up."""


class NoServiceError(ClubrouteError):
    """No service is there, or it hung up."""


class ServiceError(ClubrouteError):
    """The service answered with an error.

    ``where``, ``found``, ``expected`` and ``nearest`` are its data, empty if it gave none.
    """

    def __init__(self, error: Mapping[str, Any]) -> None:
        data = error.get("data")
        data = data if isinstance(data, dict) else {}
        self.code = int(error.get("code", faults.INTERNAL_ERROR))
        self.message = str(error.get("message", ""))
        self.where = str(data.get("where", ""))
        self.found = str(data.get("found", ""))
        self.expected = str(data.get("expected", ""))
        self.nearest: str | None = data.get("nearest")
        hint = f" (did you mean {self.nearest}?)" if self.nearest else ""
        place = f": {self.where}: found {self.found}, expected {self.expected}" if data else ""
        super().__init__(f"{self.message}{place}{hint}")


class NoMethodError(ServiceError):
    """There is no such method; ``nearest`` is the closest name."""


class ParamsError(ServiceError):
    """The parameters do not fit the method; ``where`` names the one."""


class DataError(ServiceError):
    """A file on the service's side is missing or wrong; ``where`` names it."""


class RefusedError(ServiceError):
    """The token is wrong or was not shown."""


class TimeUpError(ServiceError):
    """The question took longer than the service allows."""


class BusyError(ServiceError):
    """Too many clients, or too much asked at once; try again later."""


class SendWholeError(ServiceError):
    """The live game is not there any more, or not as far: open it again, whole."""


KINDS: Mapping[int, type[ServiceError]] = {
    faults.METHOD_NOT_FOUND: NoMethodError,
    faults.INVALID_PARAMS: ParamsError,
    faults.DATA_ERROR: DataError,
    faults.REFUSED: RefusedError,
    faults.TIME_UP: TimeUpError,
    faults.BUSY: BusyError,
    faults.SEND_WHOLE: SendWholeError,
}


def service_error(error: Mapping[str, Any]) -> ServiceError:
    """The exception for an error object."""
    return KINDS.get(error.get("code", 0), ServiceError)(error)


class Client:
    """A connection to the service. A context manager: it hangs up at the end."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self._lines = connected.makefile("rb")
        self._next_id = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._lines.close()
        self._socket.close()

    def ask(self, method: str, /, **params: Any) -> Any:
        """A method's answer, as JSON values.

        :raises ServiceError: the service answers with an error.
        :raises NoServiceError: it does not answer.
        """
        request = self._request(method, params)
        self._send(request)
        return result_of(self._receive())

    def ask_all(self, questions: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Any]:
        """The answers to several questions at once, in their order.

        A question that is answered with an error has its :class:`ServiceError` in the list.

        :raises NoServiceError: the service does not answer.
        """
        requests = [self._request(method, params) for method, params in questions]
        if not requests:
            return []
        self._send(requests)
        answers = self._receive()
        if isinstance(answers, dict):
            raise service_error(answers.get("error", {}))
        by_id = {answer["id"]: answer for answer in answers}
        return [result_or_error(by_id[request["id"]]) for request in requests]

    def notify(self, method: str, /, **params: Any) -> None:
        """Ask without wanting an answer. :raises NoServiceError: the service is gone."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def _request(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        self._next_id += 1
        return {"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params}

    def _send(self, message: Any) -> None:
        line = json.dumps(message, allow_nan=False, separators=(",", ":")) + "\n"
        try:
            self._socket.sendall(line.encode("ascii"))
        except OSError as error:
            # The service says why before it hangs up.
            last = self._receive()
            if isinstance(last, dict) and "error" in last:
                raise service_error(last["error"]) from None
            raise NoServiceError(f"the service is gone: {error.strerror or error}") from None

    def _receive(self) -> Any:
        try:
            line = self._lines.readline()
        except TimeoutError:
            self.close()
            raise NoServiceError("the service does not answer") from None
        except OSError as error:
            raise NoServiceError(f"the service is gone: {error.strerror or error}") from None
        if not line.endswith(b"\n"):
            raise NoServiceError("the service hung up")
        return json.loads(line)


def result_of(answer: Mapping[str, Any]) -> Any:
    """The result in an answer. :raises ServiceError: it is an error."""
    if "error" in answer:
        raise service_error(answer["error"])
    return answer["result"]


def result_or_error(answer: Mapping[str, Any]) -> Any:
    """The result in an answer, or its error as an exception that is not raised."""
    return service_error(answer["error"]) if "error" in answer else answer["result"]


def connect(
    unix: Path | None = None,
    port: int | None = None,
    token_file: Path | None = None,
    timeout: float = TIMEOUT,
) -> Client:
    """Connect to a running service, and greet it.

    :param unix: its Unix socket; with no ``port`` either, the default place of this platform.
    :param port: its port on 127.0.0.1.
    :param token_file: the port's token file, if it is not in the default place.
    :param timeout: seconds to wait for an answer.
    :raises NoServiceError: there is none. :raises RefusedError: the token is not its token.
    """
    by_port = port is not None or token_file is not None or not places.has_unix_sockets()
    if unix is not None or not by_port:
        client = Client(connect_unix(unix or places.default_socket(), timeout))
        token: dict[str, str] = {}
    else:
        number = places.DEFAULT_PORT if port is None else port
        token = {"token": read_token(token_file or places.token_file(number))}
        client = Client(connect_tcp(number, timeout))
    try:
        client.ask("hello", **token)
    except BaseException:
        client.close()
        raise
    return client


def connect_unix(path: Path, timeout: float) -> socket.socket:
    """A socket connected to a Unix socket. :raises NoServiceError: nobody is there."""
    connected = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connected.settimeout(timeout)
        connected.connect(str(path))
    except OSError as error:
        connected.close()
        raise NoServiceError(f"no service at {path}: {error.strerror or error}") from None
    return connected


def connect_tcp(port: int, timeout: float) -> socket.socket:
    """A socket connected to a port. :raises NoServiceError: nobody is there."""
    try:
        connected = socket.create_connection((places.HOST, port), timeout)
    except OSError as error:
        place = f"{places.HOST}:{port}"
        raise NoServiceError(f"no service at {place}: {error.strerror or error}") from None
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connected


def read_token(path: Path) -> str:
    """The token in a file. :raises NoServiceError: there is none."""
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        raise NoServiceError(f"no token at {path}: is the service running?") from None
