"""Dictionaries whose changes can be taken back."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Table(dict[K, V]):
    """A mapping that notes the first value each key had since :meth:`mark`.

    It is changed by its methods below alone; whoever else holds it has it as a ``Mapping``. Order
    is that of first insertion; a key put back by :meth:`restore` comes last.
    """

    __slots__ = ("_before",)

    def __init__(self) -> None:
        super().__init__()
        self._before: dict[K, V | None] = {}

    def find(self, key: K) -> V | None:
        """The value of a key, None if there is none."""
        return self.get(key)

    def put(self, key: K, value: V) -> None:
        if key not in self._before:
            self._before[key] = self.get(key)
        self[key] = value

    def drop(self, key: K) -> None:
        if key in self:
            if key not in self._before:
                self._before[key] = self[key]
            del self[key]

    def wipe(self) -> None:
        for key in tuple(self):
            self.drop(key)

    def mark(self) -> dict[K, tuple[V | None, V | None]]:
        """The changes since the last mark, key to value before and now; starts anew."""
        if not self._before:
            return {}
        noted, self._before = self._before, {}
        return {
            key: (before, now)
            for key, before in noted.items()
            if before is not (now := self.get(key))
        }

    def restore(self, changed: Mapping[K, tuple[V | None, V | None]]) -> None:
        """Take changes back that :meth:`mark` gave."""
        for key, (before, _) in changed.items():
            if before is None:
                self.pop(key, None)
            else:
                self[key] = before
