"""A virtual X display: the engine makes windows even when nobody looks."""

from __future__ import annotations

import os
import select
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from tests.engine.prepare import Display
from tests.fetching.cache import NotHereError

START_SECONDS = 20


@contextmanager
def virtual_display(display: Display, screen: str = "1280x1024") -> Iterator[str]:
    """Run the X server for the length of the block; gives the value for DISPLAY.

    :param screen: its size, px.
    """
    environment = dict(os.environ)
    if display.libraries:
        environment["LD_LIBRARY_PATH"] = display.libraries
    arguments = ["-displayfd", "1", "-screen", "0", f"{screen}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(
        [*display.command, *arguments, "-extension", "GLX"],
        cwd=display.folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert server.stdout is not None
    try:
        ready, _, _ = select.select([server.stdout], [], [], START_SECONDS)
        number = server.stdout.readline().decode().strip() if ready else ""
        if not number:
            raise NotHereError("the virtual display (Xvfb) does not start")
        yield f":{number}"
    finally:
        server.terminate()
        try:
            server.wait(timeout=5)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        server.stdout.close()
