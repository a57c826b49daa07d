"""Asking about It Never Snows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context

Ins: TypeAlias = Callable[..., Mapping[str, Any]]


@pytest.fixture(scope="session")
def ins(ins_context: Context) -> Ins:
    """Ask a method about the map of It Never Snows."""

    def asks(method: str, **params: Any) -> Mapping[str, Any]:
        found: Mapping[str, Any] = ask(ins_context, method, {"map": "ins", **params})
        return found

    return asks
