"""Serving the room on a port of this machine, and opening the browser on it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from socket import socket
from types import FrameType

import uvicorn

from clubroute.builder.project import Project
from clubroute.rules.asking.context import Context
from clubroute.rules.room.app import Room
from clubroute.rules.service.places import HOST, token_file
from clubroute.rules.service.serve import read_token
from clubroute.rules.service.sockets import InUseError, listen_tcp, write_token

ROOM_PORT = 17945
"""The day after the service's."""
STOP_SECONDS = 2


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
        token = secrets.token_urlsafe(32)
        write_token(path, token)
    return token


def serve_room(
    context: Context,
    project: Project,
    opened: Path | None,
    port: int | None,
    announce: Callable[[str], None],
) -> None:
    """Serve until a signal to stop comes. ``announce`` is told the address once pages can ask.

    :raises InUseError: the port is taken. :raises InputError: a place cannot be had.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(message)s")
    listener = listen(port)
    port = listener.getsockname()[1]
    token = lasting_token(port)
    server = server_of(Room(context, project, opened), port, token)

    async def run() -> None:
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        announce(f"http://{HOST}:{port}/#t={token}")
        await serving

    with listener:
        asyncio.run(run())


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
