"""The room's server: HTTP around its answers, the page, and the pictures of the maps."""

from __future__ import annotations

import hmac
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from contextvars import copy_context
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, TypeAlias

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.builder.project import SHIPPED, Project
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.container import Mode
from clubroute.rules.logs.grids.maps import media_type, picture_named
from clubroute.rules.logs.read import read_log
from clubroute.rules.room.answers import (
    COUNTRY,
    PLAIN,
    RPC,
    SCRIPT,
    Answers,
    Reply,
    door_at,
    page_script,
    reply,
)
from clubroute.rules.room.asking import PageQuestions, Watch, body_of
from clubroute.rules.room.mistakes import report
from clubroute.rules.room.pictures import Pictures
from clubroute.rules.room.positions import scenario_list
from clubroute.rules.saves.live import live_steps
from clubroute.rules.series import every_map
from clubroute.rules.service.faults import DEFAULT, ServiceLimits
from clubroute.rules.service.places import HOST
from clubroute.rules.words.names import names_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from clubroute.rules.room.art import Kind


# Who may ask the room: a page it served itself, to somebody who knows its token.
#
# Another page in the same browser can send requests to this machine, too. It has another Origin,
# and where it has taken over a name that leads here, another Host; both are refused, and so is
# whatever the browser itself says comes from elsewhere: an image that another page shows has no
# Origin. What a page may load is this room's alone.
#
# Every request shows the token in a header, but for the files of the page itself and for pictures:
# ``<img>`` shows no header. They lie below a path made of the token, which a page is told. A
# cookie would do as well, but would go to every other server on this machine, too, whatever its
# port.

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


PAGE = Path(__file__).parent / "page"
FONTS = SHIPPED / "builder" / "art" / "fonts"
PICTURE: Mapping[str, str] = {"content-security-policy": "sandbox"}
"""What goes along with a picture: opened by its own address it is no document of this place."""
KEPT: Mapping[str, str] = {**PICTURE, "cache-control": "private, max-age=86400"}
"""As a picture is sent that a browser keeps for a day."""
TYPES: Mapping[str, str] = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ttf": "font/ttf",
    ".svg": "image/svg+xml",
    ".txt": PLAIN,
}
KINDS: Mapping[str, Kind] = {"tiles": "tiles", "counters": "faces"}
"""The pictures of a map by what they are called in an address."""
Endpoint: TypeAlias = "Callable[[Request], Awaitable[Reply | Response]]"


class Room:
    """What the pages of one server share.

    :param opened: the file or folder it was started with.
    """

    def __init__(
        self,
        context: Context,
        project: Project,
        opened: Path | None,
        limits: ServiceLimits = DEFAULT,
    ) -> None:
        self.context, self.project = context, project
        self.watch = Watch(opened, partial(live_steps, context))
        self.answers = Answers(context, project, self.watch, report, limits)
        self.asking = PageQuestions(self.answers)
        self.pictures = Pictures(self.made, every_map())

    def warm_up(self) -> None:
        """Load, in a thread, what a first page asks for: it then has it at once."""
        threading.Thread(target=copy_context().run, args=(self._warm_up,), daemon=True).start()

    def close(self) -> None:
        """Tell the pages that the room is closed, and answer no more."""
        self.watch.stop()
        self.asking.stop()

    def _warm_up(self) -> None:
        with suppress(ClubrouteError):  # whoever asks for it is told
            opened = self.watch.find(self.watch.opened()["file"] or "")
            many = scenario_list()
            usual = next((one for one in many if one.get("opens")), many[0])
            first = (self.answers.tapes.read(opened) if opened else usual)["map"]
            self.context.registry.all()
            self.answers.country(first)
            self.pictures.progress(first)
            names_of(self.context, first)

    def made(self, kind: Kind, name: str, say: Callable[[str], None]) -> Mapping[str, bytes]:
        """The tiles of a map, or the faces of its counters."""
        from clubroute.rules.room.art import made_apart  # loads what draws

        return made_apart(kind, self.project, name, self.context.folder, say)

    # What follows answers one path each.

    async def page(self, request: Request) -> Reply:
        """The page, or a file of it."""
        name = request.path_params.get("path", "index.html")
        if name == SCRIPT:
            return Reply(page_script(), TYPES[".js"], headers={"cache-control": "no-cache"})
        return file_below(PAGE, name)

    async def font(self, request: Request) -> Reply:
        """A typeface of the boards, for the page."""
        return file_below(FONTS, request.path_params["path"])

    async def picture(self, request: Request) -> Reply:
        """A picture of a map, if it is made: a page asks again."""
        kind = KINDS.get(request.path_params["kind"])
        made = self.pictures.of(kind, request.path_params["map"]) if kind else None
        if made is not None and made.files is None and not made.failed:
            return Reply(made.stage.encode(), PLAIN, 503, {"cache-control": "no-store"})
        files, name = (made.files if made else None) or {}, request.path_params["path"]
        data = picture_named(files, name) if PurePath(name).name else b""
        if not data:
            return Reply(b"no such picture", PLAIN, 404)
        return Reply(data, media_type(data), headers=KEPT)

    async def progress(self, request: Request) -> Reply:
        """How far a map's pictures are."""
        name = request.path_params["map"]
        told = self.pictures.progress(name)
        if told is None:
            raise InputError(Where("map"), repr(name), "a map")
        return reply(told)

    async def told(self, request: Request) -> Reply:
        """What the answers tell: in a thread, and within the time of a question."""
        path, query = request.scope["path"], request.scope["query_string"].decode("latin-1")
        door = door_at("GET" if request.method == "HEAD" else request.method, path, query)
        if isinstance(door, Reply):
            return door
        if door is RPC:
            return await self.asking.rpc(request)
        body = b""
        if request.method == "POST":
            body = await body_of(request, door.most(self.asking.limits))
        run = partial(self.answers.through, door, path, query, body)
        if door is COUNTRY and not query and self.answers.has_country(path):
            return run()
        return await self.asking.work(request, run, door.lane)

    async def events(self, _: Request) -> Response:
        """What changes in the watched folder, as it does."""

        async def lines() -> AsyncIterator[bytes]:
            async for event in self.watch.events():
                yield b"data: " + json.dumps(event).encode("utf-8") + b"\n\n"

        return StreamingResponse(lines(), media_type="text/event-stream")

    def safe(self, answer: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        """An endpoint that tells in one line what goes wrong, whatever it is."""

        async def answered(request: Request) -> Response:
            try:
                found = await answer(request)
            except ClientDisconnect:
                found = Reply(b"", PLAIN, 400)  # nobody hears it
            except Exception as error:
                found = self.answers.refusal(request.scope["path"], error)
            if isinstance(found, Response):
                return found
            return Response(found.data, found.status, dict(found.headers), found.type)

        return answered

    def app(self, port: int, token: str) -> ASGIApp:
        """The whole server, guarded."""

        @asynccontextmanager
        async def life(_: Starlette) -> AsyncIterator[None]:
            self.asking.start()
            self.warm_up()
            yield
            self.close()

        async def art(_: Request) -> Reply:
            """Where the pictures are."""
            return reply({"art": art_path(token)})

        doors: Mapping[str, Endpoint] = {
            "/": self.page,
            "/page/{path:path}": self.page,
            "/fonts/{path:path}": self.font,
            "/art": art,
            "/art/{key}/{map}/{kind}/{path:path}": self.picture,
            "/maps/{map}/progress": self.progress,
            "/events": self.events,
        }
        routes = [Route(path, self.safe(answer)) for path, answer in doors.items()]
        routes.append(Route("/{path:path}", self.safe(self.told), methods=["GET", "POST"]))
        return Guard(Starlette(routes=routes, lifespan=life), port, token)


def file_below(folder: Path, name: str) -> Reply:
    """A file of a folder, or below it."""
    try:
        path = (folder / name).resolve()
        if path.is_relative_to(folder.resolve()) and path.is_file():
            kind = TYPES.get(path.suffix, "application/octet-stream")
            return Reply(path.read_bytes(), kind, headers={"cache-control": "no-cache"})
    except (OSError, ValueError):  # no file can be called that
        pass
    return Reply(b"no such file", PLAIN, 404)


def opened_path(path: Path) -> Path:
    """The file or folder a room is started with. :raises InputError: there is none, or it is no
    save or log.
    """
    if not path.exists():
        expected = "a .vsav, .vlog or .clubroute file, or a folder with some"
        raise InputError(Where.of(path), "no such file", expected)
    if path.suffix.casefold() in SAVED:
        read_log(path, Mode.TOLERANT)
    return path


SAVED = (".vsav", ".vlog")
"""Endings of the files that VASSAL saves."""
