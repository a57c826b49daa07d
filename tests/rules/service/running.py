"""A service in a thread of the test's process, and bare sockets to talk to it."""

from __future__ import annotations

import asyncio
import json
import select
import socket
import tempfile
import threading
import time
from collections.abc import (
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import contextmanager
from dataclasses import dataclass, make_dataclass
from pathlib import Path
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method, Registry
from clubroute.rules.position.record import needed, plain
from clubroute.rules.service import places
from clubroute.rules.service.faults import ServiceLimits
from clubroute.rules.service.server import Service
from clubroute.rules.service.sockets import listen_tcp, listen_unix

OWN = {
    "state": ("clubroute.rules.service.state_methods",),
    "hello": ("clubroute.rules.service.faults",),
    "rpc": ("clubroute.rules.service.faults",),
}
PATIENCE = 60.0
"""Seconds after which a test is considered hung, on a machine however busy: no bar."""


def echo(context: Context, params: Mapping[str, Any]) -> Any:
    """What was sent."""
    return params


def subtract(context: Context, params: Mapping[str, Any]) -> Any:
    """The standard's own example."""
    return params["minuend"] - params["subtrahend"]


def sleep(context: Context, params: Mapping[str, Any]) -> Any:
    """A question that takes long, waiting."""
    time.sleep(params["seconds"])
    return "slept"


def work(context: Context, params: Mapping[str, Any]) -> Any:
    """A question that takes long, computing."""
    until = time.monotonic() + params["seconds"]
    while time.monotonic() < until:
        sum(range(100))
    return "worked"


def deaf(context: Context, params: Mapping[str, Any]) -> Any:
    """A question that takes long, and swallows an interruption in a finalizer."""

    class Remains:
        def __del__(self) -> None:
            work(context, {"seconds": 0.4})

    remains = Remains()
    del remains
    return work(context, params)


def broken(context: Context, params: Mapping[str, Any]) -> Any:
    """A method with a mistake in it."""
    kind = params["kind"]
    if kind == "recursion":
        return broken(context, params)
    if kind == "nan":
        return float("nan")
    if kind == "object":
        return object()
    if kind == "memory":
        raise MemoryError
    raise ZeroDivisionError(kind)


def big(context: Context, params: Mapping[str, Any]) -> Any:
    """An answer of so many bytes."""
    return "x" * params["size"]


def method(
    name: str, answer: Callable[[Context, Any], Any], quick: bool = False, **params: str
) -> Method:
    """A method for tests, its parameters required and of the given types."""
    asks = make_dataclass(
        name,
        [
            (param, Any, needed(plain({"type": kind} if kind else {}), param))
            for param, kind in params.items()
        ],
    )

    def ask(context: Context, asked: Any) -> Any:
        return answer(context, vars(asked))

    return Method(name, name, asks, {}, tuple, ask, quick=quick)


METHODS = (
    method("echo", echo, quick=True, value=""),
    method("subtract", subtract, quick=True, minuend="number", subtrahend="number"),
    method("update", echo, a="number", b="number", c="number", d="number", e="number"),
    method("sum", lambda _, p: p["a"] + p["b"] + p["c"], a="number", b="number", c="number"),
    method("notify_hello", echo, value="number"),
    method("notify_sum", echo, a="number", b="number", c="number"),
    method("get_data", lambda *_: ["hello", 5]),
    method("sleep", sleep, seconds="number"),
    method("work", work, seconds="number"),
    method("deaf", deaf, seconds="number"),
    method("broken", broken, kind="string"),
    method("big", big, size="integer"),
)


def make_context(methods: Sequence[Method] = METHODS) -> Context:
    """A context whose registry holds the service's own methods and some for tests."""
    return Context(Path("nowhere"), registry=Registry(OWN, methods, ()))


@dataclass(frozen=True, slots=True)
class Running:
    """A running service and where it listens."""

    service: Service
    family: int
    address: Any

    def connect(self) -> Wire:
        """A new connection."""
        client = socket.socket(self.family, socket.SOCK_STREAM)
        client.settimeout(PATIENCE)
        client.connect(self.address)
        return Wire(client)


class Wire:
    """A bare connection: bytes out, lines in."""

    def __init__(self, client: socket.socket) -> None:
        self.socket = client
        self.lines = client.makefile("rb")

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self.lines.close()
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def say(self, value: Any) -> None:
        """Send a JSON value as a line."""
        self.send(json.dumps(value).encode() + b"\n")

    def line(self) -> bytes:
        """The next line; empty at the end."""
        return self.lines.readline()

    def hear(self) -> Any:
        """The next line's JSON value."""
        line = self.line()
        assert line.endswith(b"\n"), f"no whole line: {line!r}"
        return json.loads(line)

    def ask(self, name: str, id: Any = 1, **params: Any) -> Any:
        """Ask, and hear the answer object."""
        self.say({"jsonrpc": "2.0", "id": id, "method": name, "params": params})
        return self.hear()

    def is_answered(self) -> bool:
        """Whether a ping is answered."""
        return bool(self.ask("rpc.ping", id="p") == {"jsonrpc": "2.0", "id": "p", "result": "pong"})

    def has_word(self) -> bool:
        """Whether something has come, on a connection that was not listened to yet."""
        return bool(select.select([self.socket], [], [], 0)[0])

    def hung_up(self) -> bool:
        """Whether the service says nothing more and has hung up."""
        try:
            return self.line() == b""
        except ConnectionError:
            return True


@contextmanager
def running(
    limits: ServiceLimits | None = None,
    token: str | None = None,
    context: Context | None = None,
    tcp: bool = False,
    early: Callable[[Running], None] | None = None,
) -> Iterator[Running]:
    """A service in a thread: on a Unix socket where there are some, unless it has a token or is to
    be on a port. Clients can connect ``early``, before it looks at them."""
    service = Service(context or make_context(), token, limits or ServiceLimits())
    with tempfile.TemporaryDirectory() as folder:
        if token is None and not tcp and places.has_unix_sockets():
            listener = listen_unix(Path(folder) / "s")
        else:
            listener = listen_tcp(0)
        place = Running(service, listener.family, listener.getsockname())
        ready = threading.Event()
        if early is not None:
            early(place)

        def serve() -> None:
            asyncio.run(service.run(listener, ready.set))

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        assert ready.wait(PATIENCE), "the service did not start"
        try:
            yield place
        finally:
            service.stop()
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the service did not stop"


def error_of(answer: Any, code: int, id: Any = None) -> Any:
    """The data of an error answer, which must have the standard's form."""
    assert set(answer) == {"jsonrpc", "id", "error"}
    assert answer["jsonrpc"] == "2.0"
    assert answer["id"] == id
    assert set(answer["error"]) == {"code", "message", "data"}
    assert answer["error"]["code"] == code
    assert set(answer["error"]["data"]) == {"where", "found", "expected", "nearest"}
    return answer["error"]["data"]
