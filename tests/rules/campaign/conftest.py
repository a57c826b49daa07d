"""Asking the campaign's methods on the real map, with an owner folder of the test's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context

Asking = Callable[..., Any]


@pytest.fixture
def owner(tmp_path: Path) -> Path:
    """The owner folder of the questions a test asks; empty unless it puts tables there."""
    return tmp_path


@pytest.fixture
def asked(real_context: Context, owner: Path) -> Asking:
    """``asked("bridge.control", map="wed", …)``: the answer."""
    context = replace(real_context, owner_folder=owner)

    def answer(method: str, **params: Any) -> Any:
        return ask(context, method, params)

    return answer


def september(day: int, time: str) -> dict[str, str]:
    """A turn of September 1944 as JSON."""
    return {"date": f"1944-09-{day:02}", "time": time}


def reasons(answer: Any, verdict: str = "") -> str:
    """The lines of an answer as one text; only those with a verdict if one is named."""
    return "\n".join(
        f"{step['why']} [{step['rule']}]"
        for step in answer["steps"]
        if not verdict or step.get("verdict") == verdict
    )


NOBODY: dict[str, Any] = {"fire_zones": {"Allied": [], "German": []}}
"""A state without Fire Zones."""


def entered(*records: tuple[str, str]) -> list[dict[str, str]]:
    """A history of entries."""
    return [{"event": "entered", "side": side, "hex": hex} for side, hex in records]


def state(*records: tuple[str, str], **more: Any) -> dict[str, Any]:
    """A state with a history and no Fire Zones."""
    return {**NOBODY, "history": entered(*records), **more}
