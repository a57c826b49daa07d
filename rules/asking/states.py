"""Open states: a position sent once and referred to by its handle.

A handle is made from the state's content and its series, so opening the same state twice gives
the same handle, on every machine. Only so many stay open: the one longest unused makes room, and
whoever still refers to it is told to open it again.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import InputError, Where, nearest_name

if TYPE_CHECKING:
    from clubroute.rules.series import Series

MAX_STATES = 64
MAX_BYTES = 16 * 1024 * 1024
"""All open states together, as compact JSON."""


@dataclass(slots=True)
class OpenState:
    """An open state: parsed, its size in bytes of JSON, and how often it was opened."""

    position: Any
    size: int
    opened: int = 1


class States:
    """The states that are open, by handle. May be used by several threads at once."""

    def __init__(self, most: int = MAX_STATES, most_bytes: int = MAX_BYTES) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._open: OrderedDict[str, OpenState] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._open)

    def open(self, value: Mapping[str, Any], series: Series | None = None) -> str:
        """Keep a state as its series reads it, the first one if None; returns its handle.

        :raises InputError: wrong, or too big to keep.
        """
        import hashlib  # loads a big library; most runs never open a state

        from clubroute.rules.series import all_series  # reads TOML, as few runs need

        reader = series or all_series()[0]
        told = {"series": reader.id, "state": value}
        text = json.dumps(told, sort_keys=True, separators=(",", ":")).encode("ascii")
        if len(text) > self._most_bytes:
            raise InputError(
                Where("params", part="state"),
                f"{len(text)} bytes",
                f"a state of at most {self._most_bytes} bytes",
            )
        handle = "s-" + hashlib.sha256(text).hexdigest()[:16]
        with self._lock:
            if handle in self._open:
                self._open[handle].opened += 1
                self._open.move_to_end(handle)
                return handle
        # Outside the lock: parsing a big state takes a while, and others need not wait for it.
        kept = OpenState(reader.read_state(value, handle), len(text))
        with self._lock:
            if handle not in self._open:
                self._open[handle] = kept
                self._size += kept.size
            while len(self._open) > self._most or self._size > self._most_bytes:
                _, dropped = self._open.popitem(last=False)
                self._size -= dropped.size
        return handle

    def position(self, handle: str) -> Any:
        """The open state, parsed. :raises InputError: there is none with that handle."""
        with self._lock:
            found = self._find(handle)
            self._open.move_to_end(handle)
            return found.position

    def close(self, handle: str) -> bool:
        """Close a state as often as it was opened; returns whether that was the last time.

        :raises InputError: there is none with that handle.
        """
        with self._lock:
            found = self._find(handle)
            found.opened -= 1
            if found.opened:
                return False
            del self._open[handle]
            self._size -= found.size
            return True

    def _find(self, handle: str) -> OpenState:
        found = self._open.get(handle)
        if found is None:
            raise InputError(
                Where("params", part="state"),
                repr(handle),
                "the handle of an open state (open it again with state.open)",
                nearest_name(handle, self._open),
            )
        return found
