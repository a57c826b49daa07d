"""The rooms (files) one question enters, from its method on: what it rests on is made before."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.clubroute.answers import trace_route
from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.movement.questions import move_check
from tests.rules.clubroute.asking import german, state

LEG = {"id": "A", "side": "Allied", "class": "leg", "ma": 12}
HALFTRACK = {"id": "B", "side": "Allied", "class": "tracked", "column": True, "ma": 24}
SEEING = {"definition": {"range": 2}}


def rooms(called: Callable[[], Any], method: Callable[..., Any]) -> set[Path]:
    """The files whose code runs between the beginning and the end of a method."""
    found: set[Path] = set()
    inside: list[FrameType] = []
    entrance: CodeType = method.__code__

    def follow(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code is entrance:
            inside.append(frame)
        if event == "call" and inside:
            found.add(Path(frame.f_code.co_filename))
        elif event == "return" and frame in inside:
            inside.remove(frame)

    sys.setprofile(follow)
    try:
        called()
    finally:
        sys.setprofile(None)
    house = Path(SERIES.folder).parent
    return {path for path in found if house in path.parents}


@pytest.mark.parametrize(
    "told",
    [
        state("61.141", spur="son"),
        state("61.141", spur="son", units=[german("66.158")]),
        state("61.141", spur="son", units=[german("65.158")], fire_zones=SEEING),
        state("off_map", spur="best", bridges={"63.185/63.186": {"state": ["unstable"]}}),
    ],
)
def test_a_trace_of_the_club_route_enters_twelve_rooms_at_most(
    real_context: Context, told: dict[str, Any]
) -> None:
    asked = {"map": "wed", "state": told}
    entered = rooms(lambda: ask(real_context, "clubroute.trace", asked), trace_route)
    assert 5 < len(entered) <= 12, sorted(path.stem for path in entered)


@pytest.mark.parametrize(
    ("unit", "path"),
    [
        (LEG, ["61.141", "61.142", "61.143"]),
        (LEG, ["61.141", "61.140", "60.140"]),
        (HALFTRACK, ["61.145", "61.144", "61.143", "62.143"]),
    ],
)
def test_a_declared_path_enters_twenty_rooms_of_the_series_at_most(
    real_context: Context, unit: dict[str, Any], path: list[str]
) -> None:
    asked = {"map": "wed", "unit": unit, "path": path, "state": {"units": [german("66.158")]}}
    # What is made once for a map and its classes of units is there after the first question.
    ask(real_context, "move.check", {**asked, "path": ["75.129", "75.128"]})
    entered = rooms(lambda: ask(real_context, "move.check", asked), move_check)
    series = sorted(path.stem for path in entered if Path(SERIES.folder) in path.parents)
    assert 10 < len(series) <= 20, series
