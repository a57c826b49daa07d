"""A real browser without a window, driven over its own pipe (the Chrome DevTools protocol)."""

from __future__ import annotations

import json
import os
import select
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.fetching.chromium import Chromium

SECONDS = 60


class Browser:
    """A browser with one empty page. ``seen`` collects every event it tells of."""

    def __init__(self, chromium: Chromium) -> None:
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        read_ours, write_theirs = os.pipe()
        read_theirs, write_ours = os.pipe()
        self._read, self._write = read_ours, write_ours
        command = [
            chromium.program,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--remote-debugging-pipe",
            f"--user-data-dir={self._folder.name}",
            "about:blank",
        ]
        # The browser reads file descriptor 3 and writes 4, whatever numbers the pipes have here.
        shell = f'exec "$@" 3<&{read_theirs} 4>&{write_theirs}'
        self._process = subprocess.Popen(
            ["bash", "-c", shell, "browser", *command],
            pass_fds=(read_theirs, write_theirs),
            env={**os.environ, **dict(chromium.environment)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read_theirs)
        os.close(write_theirs)
        self._number = 0
        self._waiting = b""
        self._session: str | None = None
        self.seen: list[dict[str, Any]] = []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(one["targetId"] for one in targets if one["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=page, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._read)
        os.close(self._write)
        self._folder.cleanup()

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask the browser something."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode("utf-8") + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                found: dict[str, Any] = answer["result"]
                return found
            self.seen.append(answer)

    def open(self, path: Path) -> None:
        """Open a file and wait until it is there."""
        self.seen.clear()
        self.call("Page.navigate", url=path.as_uri())
        while not any(one.get("method") == "Page.loadEventFired" for one in self.seen):
            self.seen.append(self._next())

    def value(self, expression: str) -> Any:
        """The value of an expression in the page, of a promise when it is kept."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key where the focus is."""
        text = {"text": "\r"} if key == "Enter" else {}
        code = {"Enter": 13}.get(key, 0)
        for kind in ("keyDown", "keyUp"):
            more = text if kind == "keyDown" else {}
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode=code,
                **more,
            )

    def resize(self, width: int, height: int = 900) -> None:
        """Give the window a size, in px."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def screenshot(self, path: Path, width: int = 1000, height: int = 900) -> None:
        """A picture of what the window would show."""
        import base64

        self.resize(width, height)
        answer = self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(answer["data"]))

    def events(self, method: str) -> list[dict[str, Any]]:
        """What the browser told of one kind since the page was opened."""
        return [one["params"] for one in self.seen if one.get("method") == method]

    def _next(self) -> dict[str, Any]:
        end = time.monotonic() + SECONDS
        while b"\0" not in self._waiting:
            ready, _, _ = select.select([self._read], [], [], max(0.0, end - time.monotonic()))
            assert ready, "the browser says nothing"
            data = os.read(self._read, 1 << 16)
            assert data, "the browser has ended"
            self._waiting += data
        message, _, self._waiting = self._waiting.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found
