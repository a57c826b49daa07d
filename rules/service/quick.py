"""Which questions are answered on the spot: quick methods that were asked before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import AT, Method


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
