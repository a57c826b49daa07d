"""Serving the room on a port of this machine, and opening the browser on it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from socket import socket
from types import FrameType

import uvicorn

from clubroute.builder.project import Project
from clubroute.rules.asking.context import Context
from clubroute.rules.room.app import Room
from clubroute.rules.service.places import HOST, token_file
from clubroute.rules.service.server import Service
from clubroute.rules.service.sockets import (
    InUseError,
    listen_tcp,
    port_door,
    read_token,
    write_token,
)

ROOM_PORT = 17945
"""The day after the service's."""
STOP_SECONDS = 2
LOOK = 0.01
"""Seconds between two looks whether a server has begun."""
LOG = logging.getLogger("clubroute.room")


def listen(port: int | None) -> socket:
    """A listening socket: on a port, or on the usual one, or on any where that is taken.

    :raises InUseError: the port asked for is taken. :raises InputError: it cannot be had.
    """
    if port is not None:
        return listen_tcp(port)
    with suppress(InUseError):
        return listen_tcp(ROOM_PORT)
    return listen_tcp(0)


def lasting_token(port: int) -> str:
    """The token of the room on a port. It stays the same, so that an open page finds a room that
    is started again; its file is for this user alone."""
    path = token_file(port).with_suffix(".room")
    token = read_token(path)
    if not token:
        token = secrets.token_urlsafe(32)  # 256 bits: nobody guesses it
        write_token(path, token)
    return token


def serve_room(
    context: Context,
    project: Project,
    opened: Path | None,
    port: int | None,
    announce: Callable[[str], None],
) -> None:
    """Serve pages, and programs as ``clubroute serve`` does: what is played in VASSAL is shown.

    Until a signal to stop comes. ``announce`` is told the address once pages can ask.

    :raises InUseError: the port is taken. :raises InputError: a place cannot be had.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(message)s")
    listener = listen(port)
    port = listener.getsockname()[1]
    token = lasting_token(port)
    address = context.followed.address = f"http://{HOST}:{port}/#t={token}"
    server = server_of(Room(context, project, opened), port, token)
    with listener, port_door(None) as door:
        service = Service(context, door.token)
        LOG.info("for programs: %s:%d", HOST, door.port)
        asyncio.run(served(server, listener, service, door.listener, partial(announce, address)))


async def served(
    server: RoomServer,
    pages: socket,
    service: Service,
    programs: socket,
    ready: Callable[[], None],
) -> None:
    """Serve a room's pages and a service's programs, in one process, until the room stops.

    ``ready`` is called once both can ask.
    """
    open_ = asyncio.Event()
    # The service begins first and ends last: both hook into what Python says of lost errors.
    answering = asyncio.create_task(service.run(programs, open_.set))
    while not (open_.is_set() or answering.done()):
        await asyncio.sleep(LOOK)
    serving = asyncio.create_task(server.serve(sockets=[pages]))
    while not (server.started or serving.done()):
        await asyncio.sleep(LOOK)
    ready()
    await serving
    service.stop()
    await answering


class RoomServer(uvicorn.Server):
    """The HTTP server of a room, which tells whoever waits that it stops."""

    def __init__(self, config: uvicorn.Config, room: Room) -> None:
        super().__init__(config)
        self.room = room

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop at a signal, and end as one who was asked to. uvicorn would end by the signal."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Stop: pages and questions are told first, and so nobody keeps the server waiting."""
        self.room.close()
        await super().shutdown(sockets)


def server_of(room: Room, port: int, token: str) -> RoomServer:
    """The HTTP server of a room."""
    config = uvicorn.Config(
        room.app(port, token),
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    return RoomServer(config, room)
