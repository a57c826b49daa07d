"""Which questions are answered on the spot: quick methods that were asked before."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYetError
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import AT, Method

# Compiled maps that many questions wait for: each is compiled once, whoever gives up waiting.
#
# A question is broken off when its time is up, and begun anew in another lane when it takes longer
# than a moment. Compiling takes seconds; in a thread of its own it goes on for whoever asks next.

LOOK = 0.05
"""Seconds between two looks: who waits in one long call cannot be interrupted."""


@dataclass(frozen=True, slots=True)
class SharedMaps(CompiledMaps):
    """Compiled maps, of which one that is being made is waited for by all who need it."""

    making: dict[str, Future[Path]] = field(default_factory=dict, compare=False)
    lock: threading.Lock = field(default_factory=threading.Lock, compare=False)

    def path(self, lattice: str) -> Path:
        """The file of a compiled map as new as its sources. :raises InputError: see the base."""
        with self.lock:
            made = self.making.get(lattice)
            if made is None and self.at_hand(lattice):
                return CompiledMaps.path(self, lattice)
            if made is None:
                made = self.making[lattice] = Future()
                work = threading.Thread(target=self._make, args=(lattice, made), daemon=True)
                work.start()
        while True:
            try:
                return made.result(timeout=LOOK)
            except NotYetError:
                if made.done():  # the work's own error
                    raise

    def _make(self, lattice: str, made: Future[Path]) -> None:
        """Compile a map in this thread, for all who wait."""
        try:
            found = CompiledMaps.path(self, lattice)
        except BaseException as error:  # it is theirs who wait
            result: BaseException | None = error
        else:
            result = None
        with self.lock:
            # The next question looks again whether the map is as new as its sources.
            del self.making[lattice]
        if result is None:
            made.set_result(found)
        else:
            made.set_exception(result)


def share_maps(context: Context) -> None:
    """Let the questions of a context wait together for a map that one of them needs first."""
    maps = context.maps
    if maps is not None and not isinstance(maps, SharedMaps):
        context.maps = SharedMaps(maps.project, maps.folder, maps.say)


class QuickMethods:
    """Knows the quick methods that a worker has answered once: the first may have to load a map."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._warm: dict[str, Method] = {}

    def find(self, name: str, params: Mapping[str, Any] | list[Any]) -> Method | None:
        """Return the method to answer a question on the spot with, None if a worker should."""
        method = self._context.registry.known(name, params)
        if (
            method is None
            or AT in params  # a file takes a while to read
            or self._warm.get(name) is not method
            or (method.ready is not None and not method.ready(self._context, params))
        ):
            return None
        return method

    def answered(self, name: str, params: Mapping[str, Any] | list[Any]) -> None:
        """Take note of a question that a worker has answered."""
        method = self._context.registry.known(name, params)
        if method is not None and method.quick:
            self._warm[name] = method
