"""Who may ask the room: a page it served itself, to somebody who knows its token.

Another page in the same browser can send requests to this machine, too. It has another Origin, and
where it has taken over a name that leads here, another Host; both are refused, and so is whatever
the browser itself says comes from elsewhere: an image that another page shows has no Origin. What a
page may load is this room's alone.

Every request shows the token in a header, but for the files of the page itself and for pictures:
``<img>`` shows no header. They lie below a path made of the token, which a page is told. A cookie
would do as well, but would go to every other server on this machine, too, whatever its port.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse

from clubroute.rules.service.places import HOST

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN = b"x-clubroute-token"
"""The header a page shows its token in. It has it from the fragment of its address, which no
browser sends."""

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Mapping[bytes, str] = {
    b"content-security-policy": POLICY,
    b"x-content-type-options": "nosniff",
    b"referrer-policy": "no-referrer",
    b"cross-origin-opener-policy": "same-origin",
    b"cross-origin-resource-policy": "same-origin",
}

OPEN = ("/page/", "/fonts/")
"""Paths below which there is nothing of the user's, and nothing to be made."""
OWN_SITES = (b"same-origin", b"none")
"""Where a request may come from as its browser says: our page, or the user's own hand."""


def art_path(token: str) -> str:
    """The path below which pictures are. Who knows it does not know the token."""
    return f"/art/{hmac.new(token.encode('ascii'), b'pictures', 'sha256').hexdigest()[:32]}"


class Guard:
    """Refuses requests that do not come from the room's own page.

    :param port: where the room listens.
    """

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self.app, self.token = app, token.encode("ascii")
        self.art = f"{art_path(token)}/".encode("ascii")
        hosts = [f"{name}:{port}" for name in (HOST, "localhost")]
        self.hosts = frozenset(host.encode("ascii") for host in hosts)
        self.origins = frozenset(b"http://" + host for host in self.hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = [(name, value.encode("ascii")) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", ()), *more]
            await send(message)

        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
        elif why := self.refusal(scope):
            await PlainTextResponse(why, 403)(scope, receive, answer)
        else:
            await self.app(scope, receive, answer)

    def refusal(self, scope: Scope) -> str:
        """Why a request is refused, "" if it is not."""
        headers: dict[bytes, bytes] = dict(scope["headers"])
        if headers.get(b"host", b"") not in self.hosts:
            return "this room answers to its own address only"
        if headers.get(b"origin", b"http://" + headers[b"host"]) not in self.origins:
            return "this room answers its own page only"
        if headers.get(b"sec-fetch-site", b"none") not in OWN_SITES:
            return "this room answers its own page only"
        path = scope["path"]
        if path == "/" or path.startswith(OPEN) or self.knows_art(path):
            return "" if scope["method"] in ("GET", "HEAD") else "nothing is to be changed here"
        shown = headers.get(TOKEN, b"")
        return "" if hmac.compare_digest(shown, self.token) else "the token is wrong or missing"

    def knows_art(self, path: str) -> bool:
        """Whether a path is one of pictures that only the page was told."""
        return hmac.compare_digest(path.encode("utf-8", "replace")[: len(self.art)], self.art)
