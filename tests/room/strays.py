"""Random requests to a room: from noise to what is almost right, to every address it has."""

from __future__ import annotations

import http.client
import json
import random
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

from clubroute.rules.position.record import parts_of
from clubroute.rules.room.answers import DOORS
from clubroute.rules.room.app import art_path
from tests.room.serving import TOKEN
from tests.rules.service.frames import mutated, random_line, random_value

NAMES = (
    "wed",
    "ins",
    "mg",
    "nope",
    "",
    "\0",
    "..",
    "a/b",
    "é",
    "x" * 5000,
    "9" * 5000,
    "index.html",
)
NUMBERS = ("0", "1", "-1", "x", "9" * 5000, "1e9", "٣", "")
TEXTS = (
    *("", "los 75.129 78.127", "cost leg woods", 'move "', "reach", '""x', "los Ve", "rule 2.5"),
    *("route map=", "draw", "= = =", "WED-2", "\u2028", "\ud800", "“", "los " * 50),
)
CELLS = (
    "unit",
    "face",
    "zz",
    "movement",
    "front",
    "back",
    "a",
    "1",
    "\x85",
    "\u2028",
    "\ud800",
    "=1",
)
OTHERS = (
    *("/", "/page/main.js", "/page/{name}", "/fonts/{name}", "/art", "/art/{name}/{name}/tiles/0"),
    *("{art}/{name}/tiles/{number}/0/0", "{art}/{name}/counters/{name}", "{art}/{name}/{name}/"),
    *("/maps/{name}/progress", "/{name}", "/%ff%00", "//", "/rpc/", "/tape/x"),
)
ADDRESSES = (*dict.fromkeys(door.path for door in DOORS), *OTHERS)
GOOD = {"map": "wed", "scenario": "WED-2", "unit": "101-easy-2-506", "name": "step.cost"}
POSITION = ("map", "state", "source", "step", "title", "done")
WANTED: Mapping[str, tuple[str, ...]] = {
    "/clubroute": POSITION,
    "/vsav": (*POSITION, "moved", "said", "notes"),
    "/words": ("map", "text", "complete"),
    "/ruling": ("method", "params"),
    "/rpc": ("jsonrpc", "id", "method", "params"),
    "/ratings": ("map", "cells"),
}
HEADERS: tuple[tuple[str, str], ...] = (
    ("origin", "null"),
    ("sec-fetch-site", "cross-site"),
    ("host", "evil.example"),
    ("x-clubroute-token", "wrong"),
    ("upgrade", "websocket"),
    ("content-type", "multipart/form-data"),
    ("range", "bytes=9-1"),
    ("transfer-encoding", "nonsense"),
    ("cookie", "\xff"),
    ("expect", "100-continue"),
)


@dataclass(frozen=True, slots=True)
class Stray:
    """A request."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


def stray(chance: random.Random) -> Stray:
    """A request; most show the token."""
    door = chance.choice(DOORS)
    method, path = door.method, door.path
    if chance.random() < 0.4:
        method = chance.choice(("GET", "GET", "GET", "POST", "HEAD", "PUT", "OPTIONS"))
        path = chance.choice(ADDRESSES)
    data = body(chance, path) if method == "POST" else b""
    while "{" in path:
        name, _, rest = path.partition("{")[2].partition("}")
        if name == "art":
            value = art_path(TOKEN)
        else:
            value = quote(chance.choice(NUMBERS if name == "number" else NAMES), safe="")
        path = path[: path.index("{")] + value + rest
    names = chance.sample(("map", "scenario", "file", "digest", "step", "unit", "name", "zz"), k=3)
    told = {name: chance.choice((*NAMES, *NUMBERS, "WED-2", "INS-5.1")) for name in names}
    fits = [part.name for part in parts_of(door.asks).values()]
    if door.path == path and chance.random() < 0.7:
        told = (
            {name: GOOD.get(name) or chance.choice(NUMBERS) for name in fits}
            if door.method == "GET"
            else {}
        )
    elif chance.random() < 0.6:
        told = {"map": "wed", chance.choice(names): chance.choice(("WED-2", "1", "x"))}
    query = f"?{urlencode(told, errors='replace')}" if chance.random() < 0.8 else ""
    headers = {"x-clubroute-token": TOKEN}
    if chance.random() < 0.15:
        headers |= dict([chance.choice(HEADERS)])
    return Stray(method, path + query, headers, data)


def body(chance: random.Random, path: str) -> bytes:
    """A body: noise, or an object that a door might take, with some values wrong."""
    if chance.random() < 0.25:
        return random_line(chance)
    some = partial(one_of, chance)
    kinds = ("log", "save", "position", 7)
    whole = {
        "map": some("wed", *NAMES),
        "state": some({"units": [{"hex": "75.129"}]}, {}, {"units": []}, {"units": 7}),
        "source": {"kind": some("scenario", *kinds), "digest": some("x", None), "name": "y"},
        "step": some(0, 1, 2**70, -1),
        "title": some("a position", *TEXTS),
        "done": [some("a line", *TEXTS)],
        "moved": {some("a", *TEXTS): some("75.129", *NAMES)},
        "said": some(True, False),
        "notes": some("a note", *TEXTS),
        "text": chance.choice(TEXTS),
        "complete": some(True, False),
        "method": some("step.cost", "rpc.ping", "rule.find", "hex.describe", "zz"),
        "params": some({"unit": {"class": "leg"}}, {"map": "wed", "hex": "75.129"}, {}),
        "cells": {"unit": "a", "face": "front", some("move", *CELLS): chance.choice(("7", *CELLS))},
        "jsonrpc": "2.0",
        "id": 1,
    }
    fits = WANTED.get(path) if chance.random() < 0.9 else None
    wanted = fits or chance.choice(tuple(WANTED.values()))
    found = {name: whole[name] for name in wanted}
    for name in tuple(found):
        if chance.random() < 0.03:
            found[name] = random_value(chance, 3)
        elif chance.random() < 0.02:
            del found[name]
    data = json.dumps(found, ensure_ascii=chance.random() < 0.8).encode("utf-8", "surrogatepass")
    return mutated(chance, data) if chance.random() < 0.05 else data


def one_of(chance: random.Random, good: Any, *others: Any) -> Any:
    """What is right, most of the time."""
    return good if chance.random() < 0.8 else chance.choice(others)


class Sender:
    """Sends strays to a room, and holds each answer to what any answer must be."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def send(self, one: Stray) -> int:
        """The status of the answer. :raises AssertionError: it is none that may be."""
        try:
            self.client.request(one.method, one.target, one.body or None, one.headers)
            answer = self.client.getresponse()
            status, told = answer.status, answer.read()
        except (http.client.HTTPException, OSError):
            self.client.close()  # it was no HTTP
            return 0
        assert status < 500 or status == 503, f"{status} {told[:200]!r} {one}"
        assert b"Traceback" not in told
        if status >= 400:
            assert told.count(b"\n") == 0, f"{status} {told[:200]!r} {one}"
        return status

    def hang_up(self, chance: random.Random) -> None:
        """Hang up amid a request."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as client:
            head = (
                f"POST {chance.choice(('/tape?name=x.vlog', '/words', '/rpc', '/vsav'))} HTTP/1.1"
            )
            lines = [head, f"Host: 127.0.0.1:{self.port}", f"x-clubroute-token: {TOKEN}"]
            lines += ["Content-Length: 5000", "", "{" * chance.randrange(99)]
            client.sendall("\r\n".join(lines).encode())
