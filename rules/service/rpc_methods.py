"""Methods about the service itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.methods import Method, Param

PROTOCOL = 1
"""Raised when what a client sends or gets changes so that old clients would fail."""


def ping(context: Context, params: Mapping[str, Any]) -> Any:
    """Nothing but an answer."""
    return "pong"


def hello(context: Context, params: Mapping[str, Any]) -> Any:
    """Who is there. The service has compared the token before it asks this."""
    from clubroute.builder import __version__

    return {"service": "clubroute", "version": __version__, "protocol": PROTOCOL}


def discover(context: Context, params: Mapping[str, Any]) -> Any:
    """The OpenRPC document of the registry."""
    from clubroute.rules.service.openrpc import document

    return document(context.registry.all())


METHODS = (
    Method(
        name="hello",
        summary="Greet the service; over TCP the first message, with the token.",
        params=(
            Param(
                "token",
                {"type": "string", "maxLength": 256},
                "what stands in the service's token file; not needed over a Unix socket",
            ),
        ),
        result={
            "type": "object",
            "properties": {
                "service": {"const": "clubroute"},
                "version": {"type": "string"},
                "protocol": {"type": "integer"},
            },
        },
        cites=(),
        answer=hello,
        quick=True,
    ),
    Method(
        name="rpc.ping",
        summary="Answer pong.",
        params=(),
        result={"const": "pong"},
        cites=(),
        answer=ping,
        quick=True,
    ),
    Method(
        name="rpc.discover",
        summary="Describe every method, as an OpenRPC document.",
        params=(),
        result={"type": "object"},
        cites=(),
        answer=discover,
    ),
)
