"""A site on a file server that sends the headers it asks for, below a path, and who comes to see
it."""

from __future__ import annotations

import base64
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from playwright.sync_api import BrowserContext, Page

from clubroute.rules.site.build import Files, write_folder
from tests.site.requests import Asked

HERE = Path(__file__).parent
BELOW = ("x", "y")
"""The folders below which a site lies, as on many hosts."""
ANSWERING = "body.ready.answering"
Answered: TypeAlias = tuple[int, str, bytes]
"""Status, type and bytes."""
ASK = """async asked => {
    const found = [];
    for (const [method, path, body] of asked) {
        const data = body ? Uint8Array.from(atob(body), c => c.charCodeAt(0)).buffer : null;
        const begun = performance.now();
        const answer = await clubroute.room.transport.ask(method, path, data);
        const bytes = new Uint8Array(await answer.arrayBuffer()), took = performance.now() - begun;
        let text = "";
        for (const one of bytes) text += String.fromCharCode(one);
        found.push([answer.status, answer.headers.get("content-type"), btoa(text), took]);
    }
    return found;
}"""
SHOWN = """async () => [await clubroute.position.state(), clubroute.position.counters.map(one =>
    [one.piece, one.name, one.hex ?? "", one.pictures ?? []])]"""

MOVED = """() => { const {position} = clubroute, many = position.counters.filter(one => one.hex);
    if (!many.length) return;
    const [one, to] = [many[0], many[many.length - 1].hex];
    position.attempt({text: "moved", counters: all => all.map(it => it.piece === one.piece
        ? {...it, hex: to} : it), state: all => ({...all, units: all.units.map(it =>
        it.id && it.id === one.id ? {...it, hex: to} : it)})}); }"""
OPENED = """async told => { location.hash = ""; history.replaceState(null, "", `#${told}`);
    return clubroute.links.opened(); }"""


@dataclass(slots=True)
class Site:
    """A site that is served, and what pages of it asked the network for."""

    folder: Path
    server: subprocess.Popen[bytes]
    port: int
    asked: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/{'/'.join(BELOW)}/"

    def end(self) -> None:
        """End the server's process."""
        self.server.kill()
        self.server.wait()

    def elsewhere(self) -> list[str]:
        """What was asked of another origin."""
        return [one for one in self.asked if not one.startswith((self.address, "data:", "blob:"))]


@contextmanager
def serving_folder(top: Path, *words: str) -> Iterator[Site]:
    """Serve a folder in which a site lies below its path.

    :param words: as the server takes them.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, str(HERE / "headed_server.py"), str(port), str(top), *words]
    nowhere = subprocess.DEVNULL
    server = subprocess.Popen(command, stdout=nowhere, stderr=nowhere)
    site = Site(top.joinpath(*BELOW), server, port)
    try:
        for _ in range(200):
            with socket.socket() as knock:
                if knock.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield site
    finally:
        site.end()


@contextmanager
def serving_site(top: Path, files: Files) -> Iterator[Site]:
    """Write a site below its path in a folder, and serve it."""
    write_folder(top.joinpath(*BELOW), files)
    with serving_folder(top) as site:
        yield site


def watched(who: BrowserContext, site: Site) -> BrowserContext:
    """Write down what a visitor asks the network for, and what fails."""
    who.set_default_timeout(120_000)
    who.on("request", lambda request: site.asked.append(request.url))
    return who


def visit(who: BrowserContext, address: str) -> Page:
    """A page of the site once its rules are loaded."""
    page = who.new_page()
    page.goto(address)
    page.wait_for_selector(ANSWERING, timeout=120_000)
    return page


def shown(page: Page) -> Any:
    """The state, and every counter with its hex and faces."""
    return page.evaluate(SHOWN)


def asked_of(page: Page, many: Sequence[Asked]) -> list[tuple[Answered, float]]:
    """What the rules in a page answer, and how long each answer took, ms."""
    bodies = [[one[0], one[1], base64.b64encode(one[2]).decode() or None] for one in many]
    return [
        ((status, kind, base64.b64decode(data)), took)
        for status, kind, data, took in page.evaluate(ASK, bodies)
    ]


def is_answer(told: Answered) -> bool:
    """Whether something is answered, and not refused."""
    return told[0] == 200 and b'"error"' not in told[2][:60]
