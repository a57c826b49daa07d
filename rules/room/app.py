"""The room's server: the page, its pictures, positions and questions."""

from __future__ import annotations

import json
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from clubroute.builder.errors import ClubrouteError, InputError, Where, one_line
from clubroute.builder.project import SHIPPED, Project
from clubroute.rules.context import Context
from clubroute.rules.logs.container import LOG_LIMITS
from clubroute.rules.logs.grids.pictures import media_type, picture_named
from clubroute.rules.room.asking import Asking, body_of
from clubroute.rules.room.guard import Guard
from clubroute.rules.room.pictures import Pictures
from clubroute.rules.room.positions import scenario_list, scenario_tape
from clubroute.rules.room.ratings import keep_ratings, ratings_record
from clubroute.rules.room.tapes import Tapes
from clubroute.rules.room.watch import Watch
from clubroute.rules.room.written import left_out_header, position_text, saved_game
from clubroute.rules.service.faults import BUSY, TIME_UP, FaultError
from clubroute.rules.service.limits import DEFAULT, Limits
from clubroute.rules.service.protocol import decode
from clubroute.rules.service.workers import LaneName

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp

    from clubroute.rules.room.art import Kind

T = TypeVar("T")
PAGE = Path(__file__).parent / "page"
FONTS = SHIPPED / "builder" / "art" / "fonts"
KEEP = "public, max-age=86400"
"""How long a browser keeps a picture, which is asked for with the digest of what made it."""
TYPES: Mapping[str, str] = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ttf": "font/ttf",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


class Room:
    """What the pages of one server share.

    :param opened: the file or folder it was started with.
    """

    def __init__(
        self, context: Context, project: Project, opened: Path | None, limits: Limits = DEFAULT
    ) -> None:
        self.context, self.project = context, project
        self.asking = Asking(context, limits)
        self.watch, self.tapes = Watch(opened), Tapes(context)
        self.boards = Pictures(partial(self.made, "tiles"))
        self.counters = Pictures(partial(self.made, "faces"))
        self.countries: dict[str, bytes] = {}

    def warm_up(self) -> None:
        """Load, in a thread, what a first page asks for: it then has it at once."""
        threading.Thread(target=self._warm_up, daemon=True).start()

    def close(self) -> None:
        """Tell the pages that the room is closed, and answer no more."""
        self.watch.stop()
        self.asking.stop()

    def _warm_up(self) -> None:
        from clubroute.rules.words.names import names_of

        with suppress(ClubrouteError):  # whoever asks for it is told
            first = scenario_list()[0]["map"]
            self.context.registry.all()
            self.record_of(first)
            self.boards.of(first)
            self.counters.of(first)
            names_of(self.context, first)

    def record_of(self, name: str) -> bytes:
        """A map's hexes and boards as JSON."""
        if name not in self.countries:
            from clubroute.rules.room.country import country_record

            record = country_record(self.context, self.project, name)
            self.countries[name] = json_bytes(record)
        return self.countries[name]

    def made(self, kind: Kind, name: str, say: Callable[[str], None]) -> Mapping[str, bytes]:
        """The tiles of a map, or the faces of its counters."""
        from clubroute.rules.room.art import made_apart  # loads what draws

        return made_apart(kind, self.project, name, self.context.folder, say)

    # What follows answers one path each.

    async def page(self, request: Request) -> Response:
        """The page, or a file of it."""
        return await file_below(PAGE, request.path_params.get("path", "index.html"))

    async def font(self, request: Request) -> Response:
        """A typeface of the boards, for the page."""
        return await file_below(FONTS, request.path_params["path"])

    async def country(self, request: Request) -> Response:
        """A map's hexes and boards."""
        name = request.path_params["map"]
        record = self.countries.get(name)
        if record is None:
            record = await self.asking.work(request, partial(self.record_of, name), "files")
        return Response(record, media_type="application/json")

    async def tile(self, request: Request) -> Response:
        """A tile of a map's boards."""
        return await self.picture(request, self.boards)

    async def counter(self, request: Request) -> Response:
        """A face of a counter."""
        return await self.picture(request, self.counters)

    async def picture(self, request: Request, source: Pictures) -> Response:
        """A picture of a map, if it is made: a page asks again."""
        made = source.of(request.path_params["map"])
        if made.files is None and not made.failed:
            return Response(made.stage, 503, headers={"cache-control": "no-store"})
        files, name = made.files or {}, request.path_params["path"]
        data = picture_named(files, name)
        if not data:
            return Response("no such picture", 404)
        return Response(data, media_type=media_type(data), headers={"cache-control": KEEP})

    async def progress(self, request: Request) -> Response:
        """How far a map's boards are."""
        name = request.path_params["map"]
        return JSONResponse(
            self.boards.told(name) | {"counters": self.counters.told(name)["ready"]}
        )

    async def rpc(self, request: Request) -> Response:
        """Questions."""
        return Response(await self.asking.answer(request), media_type="application/json")

    async def told(
        self, request: Request, run: Callable[[], Any], lane: LaneName = "short"
    ) -> Response:
        """What ``run`` brings, as JSON: made as a question is answered, and in its time."""
        data = await self.asking.work(request, lambda: json_bytes(run()), lane)
        return Response(data, media_type="application/json")

    async def asked(
        self,
        request: Request,
        most: int,
        answer: Callable[[dict[str, Any]], T],
        lane: LaneName = "short",
    ) -> T:
        """What a request's JSON object of at most so many bytes is answered with."""
        body = await body_of(request, most)
        if body is None:
            raise InputError(Where("body"), "more", f"at most {most} bytes")

        def run() -> T:
            value = decode(body or b"{}", self.asking.limits.depth)
            if not isinstance(value, dict):
                raise InputError(Where("body"), type(value).__name__, "a JSON object")
            return answer(value)

        return await self.asking.work(request, run, lane)

    async def start(self, request: Request) -> Response:
        """What a page begins with: the scenarios, and what the room was started with."""

        def found() -> dict[str, Any]:
            return {"scenarios": scenario_list(), "opened": self.watch.opened()}

        return await self.told(request, found)

    async def tape(self, request: Request) -> Response:
        """A position and what follows it: a scenario's set-up, or a file of the folder."""
        told = request.query_params
        if "file" in told:
            path = self.watch.find(told["file"])
            if path is None:
                raise InputError(Where("file"), repr(told["file"]), "a file of the folder")
            return await self.told(request, partial(self.tapes.read, path), "files")
        name, scenario = told.get("map", ""), told.get("scenario", "")
        return await self.told(request, partial(scenario_tape, self.context, name, scenario))

    async def dropped(self, request: Request) -> Response:
        """A file that was dropped on the page, as a tape."""
        data = await body_of(request, LOG_LIMITS.total)
        name = Path(unquote(request.query_params.get("name", ""))).name or "dropped"
        if data is None:
            found = "a larger file"
            raise InputError(Where(name), found, f"at most {LOG_LIMITS.total} bytes")
        return await self.told(request, partial(self.tapes.take, data, name), "files")

    async def state(self, request: Request) -> Response:
        """The position at a step of a file that is open."""
        told = request.query_params
        step = told.get("step", "")
        if not step.isdecimal():
            raise InputError(Where("step"), repr(step), "a step")
        digest = told.get("digest", "")
        return await self.told(request, partial(self.tapes.state, digest, int(step)))

    async def position(self, request: Request) -> Response:
        """A page's position as a file to send."""
        text = await self.asked(request, self.asking.limits.answer, position_text)
        return Response(text, media_type="application/json")

    async def saved(self, request: Request) -> Response:
        """A page's position as a saved game of VASSAL."""
        make = partial(saved_game, self.context, self.tapes)
        data, lines = await self.asked(request, self.asking.limits.answer, make, "files")
        return Response(data, media_type="application/zip", headers=left_out_header(lines))

    async def ratings(self, request: Request) -> Response:
        """What the owner has said of a counter, or says now."""
        if request.method == "POST":
            keep = partial(keep_ratings, self.context)
            most = self.asking.limits.message
            return JSONResponse(await self.asked(request, most, keep, "files"))
        about, unit = (request.query_params.get(name, "") for name in ("map", "unit"))
        return await self.told(request, partial(ratings_record, self.context, about, unit))

    async def ruling(self, request: Request) -> Response:
        """An answer as a record that ``clubroute verify`` asks again."""
        from clubroute.rules.ruling import rule

        def ruled(told: Mapping[str, Any]) -> str:
            method, params = told.get("method"), told.get("params")
            if not isinstance(method, str) or not isinstance(params, dict):
                raise InputError(Where("ruling"), "no question", "a method and its params")
            return rule(self.context, method, params).text()

        text = await self.asked(request, self.asking.limits.message, ruled)
        return Response(text, media_type="text/plain; charset=utf-8")

    async def words(self, request: Request) -> Response:
        """A command in words as a method and its parameters; or what may follow it."""
        from clubroute.rules.words.completion import complete
        from clubroute.rules.words.grammar import Here, parse

        def answer(told: Mapping[str, Any]) -> bytes:
            here = Here(self.context, told.get("map"), told.get("state"))
            text = str(told.get("text", ""))
            if told.get("complete"):
                found = complete(text, here)
                return json_bytes([[text[: one.start] + one.text, one.what] for one in found])
            asked = parse(text, here)
            return json_bytes({"method": asked.method, "params": asked.params, "said": asked.notes})

        data = await self.asked(request, self.asking.limits.message, answer)
        return Response(data, media_type="application/json")

    async def declared(self, request: Request) -> Response:
        """A method as it is declared for a map: its summary and parameters."""
        from clubroute.rules.service.openrpc import method_record

        name, about = request.path_params["name"], request.query_params.get("map", "")

        def found() -> dict[str, Any]:
            record = method_record(self.context.registry.find(name, {"map": about}))
            return {key: record[key] for key in ("name", "summary", "params")}

        return await self.told(request, found)

    async def events(self, request: Request) -> Response:
        """What changes in the watched folder, as it does."""

        async def lines() -> AsyncIterator[bytes]:
            async for event in self.watch.events():
                yield b"data: " + json.dumps(event).encode("utf-8") + b"\n\n"

        return StreamingResponse(lines(), media_type="text/event-stream")

    def app(self, port: int, token: str) -> ASGIApp:
        """The whole server, guarded."""

        @asynccontextmanager
        async def life(_: Starlette) -> AsyncIterator[None]:
            self.asking.start()
            self.warm_up()
            yield
            self.close()

        routes = [
            Route("/", self.page),
            Route("/page/{path:path}", self.page),
            Route("/fonts/{path:path}", self.font),
            Route("/art/{map}/tiles/{path:path}", self.tile),
            Route("/art/{map}/counters/{path:path}", self.counter),
            Route("/maps/{map}", self.country),
            Route("/maps/{map}/progress", self.progress),
            Route("/rpc", self.rpc, methods=["POST"]),
            Route("/start", self.start),
            Route("/tape", self.tape),
            Route("/tape", self.dropped, methods=["POST"]),
            Route("/state", self.state),
            Route("/clubroute", self.position, methods=["POST"]),
            Route("/vsav", self.saved, methods=["POST"]),
            Route("/ratings", self.ratings, methods=["GET", "POST"]),
            Route("/methods/{name}", self.declared),
            Route("/ruling", self.ruling, methods=["POST"]),
            Route("/words", self.words, methods=["POST"]),
            Route("/events", self.events),
        ]
        faults = {ClubrouteError: refused}
        return Guard(
            Starlette(routes=routes, lifespan=life, exception_handlers=faults), port, token
        )


def json_bytes(value: Any) -> bytes:
    """A value as JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


async def file_below(folder: Path, name: str) -> Response:
    """A file of a folder, or below it."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        return Response("no such file", 404)
    kind = TYPES.get(path.suffix, "application/octet-stream")
    return Response(path.read_bytes(), media_type=kind, headers={"cache-control": "no-cache"})


async def refused(_: Request, error: Exception) -> Response:
    """A mistake in what was asked for, in one line."""
    told: dict[str, Any] = {"error": one_line(str(error))}
    later = isinstance(error, FaultError) and error.code in (BUSY, TIME_UP)
    return JSONResponse(told, 503 if later else 400)


def opened_path(path: Path) -> Path:
    """The file or folder a room is started with. :raises InputError: there is none."""
    if not path.exists():
        expected = "a .vsav, .vlog or .clubroute file, or a folder with some"
        raise InputError(Where.of(path), "no such file", expected)
    return path
