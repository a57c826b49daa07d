"""Dictionaries whose changes can be taken back."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Table(Mapping[K, V], Generic[K, V]):
    """A mapping that notes the first value each key had since :meth:`mark`.

    Order is that of first insertion; a key put back by :meth:`restore` comes last.
    """

    __slots__ = ("_before", "_values")

    def __init__(self) -> None:
        self._values: dict[K, V] = {}
        self._before: dict[K, V | None] = {}

    def __getitem__(self, key: K) -> V:
        return self._values[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def find(self, key: K) -> V | None:
        """The value of a key, None if there is none."""
        return self._values.get(key)

    def put(self, key: K, value: V) -> None:
        if key not in self._before:
            self._before[key] = self._values.get(key)
        self._values[key] = value

    def drop(self, key: K) -> None:
        if key in self._values:
            if key not in self._before:
                self._before[key] = self._values[key]
            del self._values[key]

    def wipe(self) -> None:
        for key in tuple(self._values):
            self.drop(key)

    def mark(self) -> dict[K, tuple[V | None, V | None]]:
        """The changes since the last mark, key to value before and now; starts anew."""
        if not self._before:
            return {}
        values = self._values
        changed = {
            key: (before, values.get(key))
            for key, before in self._before.items()
            if before is not values.get(key)
        }
        self._before = {}
        return changed

    def restore(self, changed: Mapping[K, tuple[V | None, V | None]]) -> None:
        """Take changes back that :meth:`mark` gave."""
        for key, (before, _) in changed.items():
            if before is None:
                self._values.pop(key, None)
            else:
                self._values[key] = before
