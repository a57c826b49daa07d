"""The pictures of each map, made once, in a thread of their own, while pages already ask."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import ClubrouteError, one_line

LOG = logging.getLogger("clubroute.room")


@dataclass(slots=True)
class Made:
    """What is being made: ``files`` once it is, ``stage`` what is done meanwhile."""

    files: Mapping[str, bytes] | None = None
    stage: str = "waiting"
    failed: str = ""


class Pictures:
    """Makes named collections of files, one after the other.

    :param make: makes one: by its name, and told whom to say what is done.
    """

    def __init__(self, make: Callable[[str, Callable[[str], None]], Mapping[str, bytes]]) -> None:
        self._make = make
        self._made: dict[str, Made] = {}
        self._lock, self._turn = threading.Lock(), threading.Lock()

    def of(self, name: str) -> Made:
        """A collection; begun at the first call."""
        with self._lock:
            found = self._made.get(name)
            if found is None:
                found = self._made[name] = Made()
                threading.Thread(target=self._run, args=(name, found), daemon=True).start()
        return found

    def _run(self, name: str, made: Made) -> None:
        def say(stage: str) -> None:
            LOG.info("%s: %s", name, stage)
            made.stage = stage

        try:
            with self._turn:
                made.files = self._make(name, say)
        except ClubrouteError as error:
            made.failed = one_line(str(error))
        except Exception as error:
            LOG.exception("%s", name)
            made.failed = type(error).__name__
        finally:
            made.stage = "ready" if made.files is not None else "failed"

    def told(self, name: str) -> dict[str, Any]:
        """How far a collection is, as JSON."""
        made = self.of(name)
        return {"ready": made.files is not None, "stage": made.stage, "failed": made.failed}
