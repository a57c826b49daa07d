"""Asking the movement methods about the real map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context


def reasons(answer: Any) -> list[tuple[str, str]]:
    """Why an answer forbids: in words, and by which rule."""
    return [(s["why"], s["rule"]) for s in answer["steps"] if s.get("verdict") == "illegal"]


@pytest.fixture(scope="module")
def context(map_folder: Path) -> Context:
    """A context of a module's own, on the map that is compiled once."""
    return Context(map_folder)


@pytest.fixture
def check(context: Context) -> Any:
    """Asks ``move.check`` about a unit and a declared path."""

    def asked(unit: dict[str, Any], *path: Any, window: str = "wed", **params: Any) -> Any:
        return ask(
            context, "move.check", {"map": window, "unit": unit, "path": list(path), **params}
        )

    return asked
