"""A room served to tests, in this process, and a browser to look at it."""

from __future__ import annotations

import asyncio
import http.client
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from clubroute.builder.project import Project
from clubroute.rules.cli_options import context_of
from clubroute.rules.room.app import Room
from clubroute.rules.room.pictures import Pictures
from clubroute.rules.room.serve import served, server_of
from clubroute.rules.series import all_games
from clubroute.rules.service.server import Service
from clubroute.rules.service.sockets import PortDoor, listen_tcp, port_door
from tests.fetching.chromium import Chromium

ROOT = Path(__file__).parents[2]
TOKEN = "the-token-of-tests"
BARE = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb")


@dataclass(frozen=True, slots=True)
class Served:
    """A room, and where it is."""

    room: Room
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/#t={TOKEN}"

    def arrive(self, page: Page) -> None:
        """Nothing: the room has what it was started with."""

    def request(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer; the token is shown unless told otherwise."""
        told = {"x-clubroute-token": TOKEN, **{k.replace("_", "-"): v for k, v in headers.items()}}
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        client.request(method, path, body, told)
        answer = client.getresponse()
        found = answer.status, dict(answer.getheaders()), answer.read()
        client.close()
        return found


@contextmanager
def serving(room: Room, port: int = 0) -> Iterator[Served]:
    """Serve a room until the block ends."""
    listener = listen_tcp(port)
    port = listener.getsockname()[1]
    server = server_of(room, port, TOKEN)

    def run() -> None:
        asyncio.run(server.serve(sockets=[listener]))

    thread = threading.Thread(target=run)
    thread.start()
    while not server.started:
        time.sleep(0.005)
    try:
        yield Served(room, port)
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()


@contextmanager
def serving_programs(room: Room) -> Iterator[tuple[Served, PortDoor]]:
    """Serve a room, and programs inside VASSAL as ``clubroute room`` does, until the block ends."""
    pages, begun = listen_tcp(0), threading.Event()
    found = Served(room, pages.getsockname()[1])
    room.context.followed.address = found.address
    server = server_of(room, found.port, TOKEN)
    with pages, port_door(0) as door:
        service = Service(room.context, door.token)

        def run() -> None:
            asyncio.run(served(server, pages, service, door.listener, begun.set))

        thread = threading.Thread(target=run)
        thread.start()
        assert begun.wait(60)
        try:
            yield found, door
        finally:
            server.should_exit = True
            thread.join(20)


def bare_room(opened: Path | None = None, owner: Path | None = None) -> Room:
    """A room whose boards and counters are not drawn: that is tested elsewhere."""
    room = Room(context_of(None, owner), Project(ROOT), opened)
    room.pictures = Pictures(lambda kind, name, say: {}, all_games())
    return room


@contextmanager
def browsing(chromium: Chromium) -> Iterator[Browser]:
    """A browser without a window."""
    environment = {**os.environ, **dict(chromium.environment)}
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=chromium.program, env=environment, args=list(BARE)
        )
        yield browser
        browser.close()


def pick(page: Page, number: str) -> None:
    """Click the hex of a printed number."""
    page.evaluate("number => clubroute.pick(clubroute.lattice.find(number))", number)


COUNTED = """window.unanswered = 0; const ask = window.fetch; window.fetch = async (path, init) => {
    const one = path !== "events";
    unanswered += one;
    try { return await ask(path, init); } finally { unanswered -= one; } }"""
"""Let a page count what it asked and is not answered yet, but for the news that never ends."""
FIRST = "wed WED-1"
"""The set-up that tests begin with: nine Units, one of which may move."""


def opened(
    browser: Browser, address: str, width: int = 1280, height: int = 800, first: str = FIRST
) -> Page:
    """A page on a room, once it can be used, with a set-up where it is not told what to show.

    :param first: the set-up, the room's own choice if empty.
    """
    page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.set_default_timeout(60_000)
    page.add_init_script(COUNTED)
    page.goto(address)
    page.wait_for_selector("body.ready", timeout=120_000)
    chosen = page.evaluate("() => clubroute.source.select.value")
    opening = page.evaluate("() => clubroute.source.scenarios.find((one) => one.opens)")
    if first and opening and chosen == f"{opening['map']} {opening['id']}" and "&" not in address:
        page.evaluate("value => clubroute.source.chosen(value)", first)
    return page
