"""How long each pass of a build takes, and word of it as it begins."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

T = TypeVar("T")
Progress = Callable[[str], None]
"""Told the name of each pass as it begins."""


class Counted(Protocol):
    """Passes things on as they are made, and may tell how many of how many are done."""

    def __call__(self, things: Iterable[T], label: str, length: int) -> Iterable[T]:
        """Pass things on; ``length`` of them in all, ``label`` says what is done."""
        ...


def uncounted(things: Iterable[T], label: str, length: int) -> Iterable[T]:
    """Pass things on and tell nobody."""
    return things


@dataclass(slots=True)
class Stopwatch:
    """Seconds by pass, and word of each pass as it begins; ``counted`` tells of long ones."""

    progress: Progress
    counted: Counted = uncounted
    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def measure(self, name: str) -> Iterator[None]:
        """Time one pass."""
        self.progress(name)
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = round(time.perf_counter() - start, 3)
