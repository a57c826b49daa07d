"""A plain file server that sends the headers a site asks its host for, as hosts that read
``_headers`` do; with ``packed`` it packs what hosts pack."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Sequence
from functools import cache, partial
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


PACKED = (".html", ".js", ".mjs", ".css", ".json", ".svg", ".wasm")
"""What hosts pack, by the ends of names."""


@cache
def packed(path: Path) -> bytes:
    """A file, packed once."""
    return gzip.compress(path.read_bytes(), 6)


class Headed(SimpleHTTPRequestHandler):
    """Sends a file with the headers of its site."""

    def __init__(
        self, *args: Any, told: Sequence[tuple[str, str]], packs: bool, **more: Any
    ) -> None:
        self.told, self.packs = told, packs
        super().__init__(*args, **more)

    def do_GET(self) -> None:
        """Send a file, packed where the host does that."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not self.packs or path.suffix not in PACKED or not path.is_file():
            super().do_GET()
            return
        data = packed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def end_headers(self) -> None:
        for name, value in self.told:
            self.send_header(name, value)
        super().end_headers()


if __name__ == "__main__":
    port, top, *words = sys.argv[1:]
    packs, told = "packed" in words, told_headers(Path(top))
    handler = partial(Headed, directory=top, told=told, packs=packs)
    ThreadingHTTPServer(("127.0.0.1", int(port)), handler).serve_forever()
