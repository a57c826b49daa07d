"""Processes in which engines run one after another, each with all classes of VASSAL anew.

A process is started once and lent to one engine at a time; what an engine keeps in static fields
goes with it (``java/driver``, ``Host``). One that died, hangs, or keeps too much memory is not lent
again.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

END_SECONDS = 20.0
"""How long a process may take to let go of an engine."""
MOST_KEPT = 500_000_000
"""Bytes of the heap that may still be in use after an engine has ended."""


class Host:
    """A process, to which lines are written and from which lines come."""

    def __init__(
        self, java: str, class_path: str, display: str, environment: Mapping[str, str]
    ) -> None:
        self.key = (java, display, tuple(sorted(environment.items())))
        self.class_path = class_path
        self._home = Path(tempfile.mkdtemp(prefix="vassal-host-"))
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._log = (self._home / "log.txt").open("w+", encoding="utf-8", errors="replace")
        command = [
            java,
            "-Xmx1500m",
            # Short runs: less compiling, less memory for the collector's own threads.
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            # Nobody looks at the window: drawn by the X server it takes an eighth of the work.
            "-Dsun.java2d.xrender=false",
            # Java reads these once, so they are not an engine's own.
            f"-Djava.io.tmpdir={self._home}",
            "-Duser.language=en",
            "-Duser.country=US",
            "-Dfile.encoding=UTF-8",
            "-cp",
            class_path,
            "clubroute.engine.Host",
        ]
        self.process = subprocess.Popen(
            command,
            cwd=self._home,
            env={**os.environ, "DISPLAY": display, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        # A ValueError means: closed while we were reading.
        with contextlib.suppress(ValueError):
            for line in self.process.stdout:
                self._answers.put(line)
        self._answers.put(None)

    def write(self, line: str) -> None:
        """Send a line. :raises OSError, ValueError: the process is gone."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self, seconds: float) -> str | None:
        """Wait for a line; None where the process has ended. :raises queue.Empty: none came."""
        return self._answers.get(timeout=seconds)

    def log(self) -> str:
        """The end of what the process printed."""
        path = self._home / "log.txt"
        return path.read_text(encoding="utf-8", errors="replace")[-2000:] if path.exists() else ""

    def has_ended_engine(self) -> bool:
        """End the engine, and tell whether the process can have another."""
        try:
            self.write("end")
            line = self.answer(END_SECONDS)
        except (OSError, ValueError, queue.Empty):
            return False
        told: dict[str, Any] = json.loads(line) if line else {"result": MOST_KEPT}
        return bool(told["result"] < MOST_KEPT)

    def kill(self) -> None:
        """Stop the process and everything it started; safe to call again."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self._log):
            close_quietly(stream)
        shutil.rmtree(self._home, ignore_errors=True)


@dataclass(slots=True, eq=False)
class Hosts:
    """The processes of a run that wait for an engine."""

    idle: list[Host] = field(default_factory=list)

    def taken(
        self, java: str, class_path: str, display: str, environment: Mapping[str, str]
    ) -> Host:
        """A process for an engine, started where none of its kind is idle."""
        key = (java, display, tuple(sorted(environment.items())))
        for host in self.idle:
            if host.key == key and host.process.poll() is None:
                self.idle.remove(host)
                return host
        return Host(java, class_path, display, environment)

    def given_back(self, host: Host) -> None:
        """Keep a process whose engine has ended for the next."""
        self.idle.append(host)

    def close(self) -> None:
        """Stop them all."""
        for host in self.idle:
            host.kill()
        self.idle.clear()


def close_quietly(stream: IO[str] | None) -> None:
    """Close a stream, even where its other end is gone with something unsent."""
    with contextlib.suppress(OSError):
        if stream is not None:
            stream.close()
