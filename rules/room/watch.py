"""Watching a folder for saves: VASSAL writes one, and the pages hear of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

KINDS = (".vsav", ".vlog", ".clubroute")
EVERY = 0.2
"""Seconds between two looks. A file is told of once two looks find it the same."""
ALIVE = 50
"""Looks without news after which a page is told that the room is still there."""
MOST = 200
"""Files of a folder that a page is told of, the newest first."""


LiveSteps: TypeAlias = tuple[str, int]
"""What tells a live game from others, and how many steps it has."""


class Watch:
    """A folder of saves, or one file.

    :param path: the folder, or the file, whose folder is watched for it alone.
    :param live: the live games there are, by name: what tells each from others, its steps.
    """

    def __init__(
        self, path: Path | None, live: Callable[[], Mapping[str, LiveSteps]] = dict
    ) -> None:
        self.path = path.resolve() if path is not None else None
        self.live = live
        self._over = asyncio.Event()

    @property
    def folder(self) -> Path | None:
        """The folder watched."""
        if self.path is None or self.path.is_dir():
            return self.path
        return self.path.parent

    def files(self) -> list[Path]:
        """The files a page may open by name, the newest first; none whose name is no text."""
        if self.path is None:
            return []
        try:
            found = list(self.path.iterdir()) if self.path.is_dir() else [self.path]
        except OSError:  # it has gone, or may not be read any more
            return []
        named = [p for p in found if p.suffix.lower() in KINDS and p.name.isprintable()]
        stamped = [(stamp(p), p) for p in named if p.is_file()]
        newest = sorted(stamped, key=lambda one: (-one[0][0], one[1].name))
        return [path for _, path in newest[:MOST]]

    def find(self, name: str) -> Path | None:
        """The file of that name, None if there is none to be opened."""
        return next((path for path in self.files() if path.name == name), None)

    def opened(self) -> dict[str, Any]:
        """What the room was started with, as JSON."""
        return {
            "folder": self.folder.name if self.folder else None,
            "files": [path.name for path in self.files()],
            "file": self.path.name if self.path and self.path.is_file() else None,
        }

    def stop(self) -> None:
        """End every stream of events."""
        self._over.set()

    async def events(self) -> AsyncIterator[dict[str, Any]]:
        """``{"file": name}`` for every file that has changed since; of a live game, at first and
        whenever it has gone on, its ``digest`` and ``steps``, too; ``{}`` now and then; at the end
        ``{"closed": true}``: the room stops."""
        known = {path: stamp(path) for path in self.files()}
        seen = dict(known)
        played: Mapping[str, LiveSteps] = {}
        quiet = 0
        yield {}
        while not self._over.is_set():
            before, played = played, self.live()
            for name, (digest, steps) in played.items():
                if before.get(name) != (digest, steps):
                    yield {"file": name, "digest": digest, "steps": steps}
            with suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), EVERY)
            now = {path: stamp(path) for path in await asyncio.to_thread(self.files)}
            changed = [p for p, s in now.items() if s == seen.get(p) and s != known.get(p)]
            for path in changed:
                known[path] = now[path]
                yield {"file": path.name}
            seen, quiet = now, 0 if changed else quiet + 1
            if quiet >= ALIVE:
                quiet = 0
                yield {}
        yield {"closed": True}


def stamp(path: Path) -> tuple[int, int]:
    """When a file was written (ns), and its size; zeros if it has gone."""
    try:
        told = path.stat()
    except OSError:
        return (0, 0)
    return told.st_mtime_ns, told.st_size
