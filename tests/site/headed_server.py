"""A plain file server that sends the headers a site asks its host for, as hosts that read
``_headers`` do."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


def told_headers(folder: Path) -> list[tuple[str, str]]:
    """The headers for every file that the file of a site names."""
    (file,) = folder.rglob("_headers")
    first, *lines = file.read_text("ascii").splitlines()
    assert first == "/*"
    pairs = (line.strip().partition(": ") for line in lines)
    return [(name, value) for name, _, value in pairs]


class Headed(SimpleHTTPRequestHandler):
    """Sends a file with the headers of its site."""

    def __init__(self, *args: Any, told: Sequence[tuple[str, str]], **more: Any) -> None:
        self.told = told
        super().__init__(*args, **more)

    def end_headers(self) -> None:
        for name, value in self.told:
            self.send_header(name, value)
        super().end_headers()


if __name__ == "__main__":
    port, top = sys.argv[1:]
    handler = partial(Headed, directory=top, told=told_headers(Path(top)))
    ThreadingHTTPServer(("127.0.0.1", int(port)), handler).serve_forever()
