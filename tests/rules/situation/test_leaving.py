"""Markers that Units leave by a check, or not at all, whichever method judges it (WED S3.1)."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.context import Context
from clubroute.rules.methods import ask

UNIT = {"name": "A/1/501", "hex": "70.150", "column": False}
METHODS = ("move.check", "move.best", "deploy.check", "scenario.limits")


def asked(context: Context, method: str, kind: str, act: str, **more: Any) -> Any:
    """The answer to whether a Unit goes from a marker's hex to the next one."""
    state = {"units": [], "markers": [{"kind": kind, "hex": "70.150"}]}
    told: dict[str, Any] = {"map": "wed", "unit": UNIT, "state": state}
    if method == "move.check":
        told["path"] = ["70.150", "70.149"]
    elif method == "move.best":
        told |= {"from": "70.150", "to": "70.149"}
    elif method == "deploy.check":
        told |= {"hex": "70.149", "act": act}
    else:
        told |= {"hex": "70.149", "act": act, "scenario": "WED-CAMPAIGN"}
        del told["map"]
    return ask(context, method, {**told, **more})


@pytest.mark.parametrize("method", METHODS)
def test_no_method_lets_a_unit_move_out_of_the_hex_of_the_dutch(
    real_context: Context, method: str
) -> None:
    answer = asked(real_context, method, "dutch", "move")
    rules = [step["rule"] for step in answer["steps"] if step.get("verdict") == "illegal"]
    assert (answer["verdict"], rules) == ("illegal", ["WED S3.1"])


@pytest.mark.parametrize("method", METHODS)
def test_every_method_asks_for_the_check_to_leave_a_minefield(
    real_context: Context, method: str
) -> None:
    answer = asked(real_context, method, "minefield", "move")
    assert answer["verdict"] == "undetermined"
    assert any("to leave the minefield in 70.150" in need for need in answer["needs"])


def test_the_dutch_hold_nobody_who_retreats(real_context: Context) -> None:
    """Only a Movement Action is forbidden."""
    answer = asked(real_context, "deploy.check", "dutch", "retreat")
    assert not any(step["rule"] == "WED S3.1" for step in answer["steps"])


def test_who_stays_in_the_hex_is_held_by_nothing(real_context: Context) -> None:
    answer = asked(real_context, "deploy.check", "dutch", "move", hex="70.150")
    assert not any(step["rule"] == "WED S3.1" for step in answer["steps"])
