"""Dictionaries whose changes can be taken back."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Table(dict[K, V]):
    """A mapping that notes what has changed since :meth:`mark`: of each key the value then and now.

    It is changed by its methods below alone; whoever else holds it has it as a ``Mapping``. Order
    is that of first insertion; a key put back by :meth:`restore` comes last.
    """

    __slots__ = ("_changed",)

    def __init__(self) -> None:
        super().__init__()
        self._changed: dict[K, tuple[V | None, V | None]] = {}

    def find(self, key: K) -> V | None:
        """The value of a key, None if there is none."""
        return self.get(key)

    def put(self, key: K, value: V) -> None:
        changed = self._changed
        changed[key] = changed[key][0] if key in changed else self.get(key), value
        self[key] = value

    def drop(self, key: K) -> None:
        if key in self:
            changed = self._changed.get(key)
            before = self[key] if changed is None else changed[0]
            self._changed[key] = before, None
            del self[key]

    def wipe(self) -> None:
        for key in tuple(self):
            self.drop(key)

    def mark(self) -> dict[K, tuple[V | None, V | None]]:
        """The changes since the last mark, key to value before and now; starts anew."""
        changed = self._changed
        if not changed:
            return {}
        self._changed = {}
        for before, now in changed.values():
            if before is now:
                return {key: pair for key, pair in changed.items() if pair[0] is not pair[1]}
        return changed

    def restore(self, changed: Mapping[K, tuple[V | None, V | None]]) -> None:
        """Take changes back that :meth:`mark` gave."""
        for key, (before, _) in changed.items():
            if before is None:
                self.pop(key, None)
            else:
                self[key] = before
