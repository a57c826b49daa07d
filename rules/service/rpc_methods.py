"""Methods about the service itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder import __version__
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Nothing, method
from clubroute.rules.position.record import plain, said
from clubroute.rules.service.openrpc import document

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


def document_text(answer: Mapping[str, Any]) -> Sequence[str]:
    """An OpenRPC document is read by programs, whoever asks for it."""
    return (json.dumps(answer, ensure_ascii=False, indent=2),)


@method("rpc.discover", answers={"type": "object"}, text=document_text)
def discover(context: Context, asked: Nothing) -> Any:
    """Describe every method, as an OpenRPC document."""
    return document(context.registry.all())
