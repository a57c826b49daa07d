"""Which questions the service answers on the spot: short ones, about a map it has read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.los.questions import los_is_short
from clubroute.rules.gts.movement.questions import map_is_open

NEAR: dict[str, Any] = {"map": "wed", "from": "75.129", "to": "78.127"}
BARE: dict[str, Any] = {**NEAR, "receipt": False}


@pytest.fixture(scope="module")
def warm(map_folder: Path) -> Context:
    """A context that has been asked once, with a receipt and without."""
    context = Context(map_folder)
    assert not los_is_short(context, NEAR)
    assert not map_is_open(context, {"map": "wed", "hex": "75.129"})
    ask(context, "los.check", NEAR)
    assert los_is_short(context, NEAR)
    assert not los_is_short(context, BARE)
    ask(context, "los.check", BARE)
    return context


@pytest.mark.parametrize(
    ("params", "short"),
    [
        (NEAR, True),
        (BARE, True),
        ({**BARE, "to": "75.155"}, True),
        ({**NEAR, "to": "75.155"}, False),
        ({**BARE, "to": "45.220"}, False),
        ({**NEAR, "map": "mg"}, False),
        ({**NEAR, "map": ["wed"]}, False),
        ({**NEAR, "to": "78.1270"}, False),
        ({**NEAR, "to": "nowhere"}, False),
        ({**NEAR, "to": 78.127}, False),
        ({**NEAR, "state": {"units": []}}, False),
        ({**NEAR, "options": {"vertex_touch": "blocks"}}, False),
        ({}, False),
        (["wed", "75.129", "78.127"], False),
    ],
)
def test_short_questions(warm: Context, params: Any, short: bool) -> None:
    assert los_is_short(warm, params) == short


def test_a_hex_of_a_map_that_has_been_read(warm: Context) -> None:
    assert map_is_open(warm, {"map": "wed", "hex": "75.129"})
    others: tuple[Any, ...] = ({"map": "tdc"}, {"map": []}, {}, ["wed"])
    for other in others:
        assert not map_is_open(warm, other)
