"""The pictures of each map, made once, one map after the other, while pages already ask."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from clubroute.builder.errors import ClubrouteError, one_line
from clubroute.rules.room.mistakes import LOG, report

if TYPE_CHECKING:
    from clubroute.rules.room.art import Kind

Make: TypeAlias = "Callable[[Kind, str, Callable[[str], None]], Mapping[str, bytes]]"
"""Makes the tiles or faces of a map, told whom to say what is done."""


@dataclass(slots=True)
class Made:
    """What is being made: ``files`` once it is, ``stage`` what is done meanwhile."""

    files: Mapping[str, bytes] | None = None
    stage: str = "waiting"
    failed: str = ""


class Pictures:
    """Makes the pictures of maps in one thread, which is there while something is due.

    :param names: the maps there are; of others nothing is begun or kept.
    """

    def __init__(self, make: Make, names: Container[str]) -> None:
        self._make, self._names = make, names
        self._made: dict[tuple[Kind, str], Made] = {}
        self._due: deque[tuple[Kind, str]] = deque()
        self._at_work = False
        self._lock = threading.Lock()

    @property
    def begun(self) -> frozenset[str]:
        """The maps whose pictures are made, or due."""
        return frozenset(name for _, name in self._made)

    def of(self, kind: Kind, name: str) -> Made | None:
        """The pictures of a map, due from the first call on; None where there is no such map."""
        if name not in self._names:
            return None
        with self._lock:
            found = self._made.get((kind, name))
            if found is None:
                found = self._made[kind, name] = Made()
                self._due.append((kind, name))
                if not self._at_work:
                    self._at_work = True
                    threading.Thread(target=self._work, daemon=True).start()
        return found

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._due:
                    self._at_work = False
                    return
                kind, name = self._due.popleft()
                made = self._made[kind, name]
            self._run(kind, name, made)

    def _run(self, kind: Kind, name: str, made: Made) -> None:
        def say(stage: str) -> None:
            LOG.info("%s: %s", name, stage)
            made.stage = stage

        try:
            made.files = self._make(kind, name, say)
        except ClubrouteError as error:
            made.failed = one_line(str(error))
        except Exception as error:
            report(f"{kind} of {name}", error)
            made.failed = type(error).__name__
        finally:
            made.stage = "ready" if made.files is not None else "failed"

    def progress(self, name: str) -> dict[str, Any] | None:
        """How far the pictures of a map are, as JSON; None where there is no such map. The faces
        of counters are made first: they take a moment."""
        faces, tiles = self.of("faces", name), self.of("tiles", name)
        if faces is None or tiles is None:
            return None
        ready = tiles.files is not None
        told = {"ready": ready, "stage": tiles.stage, "failed": tiles.failed}
        return {**told, "counters": faces.files is not None}
