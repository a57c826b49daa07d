"""A position may tell of a bridge by its name."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.context import Context
from clubroute.rules.methods import ask

UNIT = {"class": "wheeled", "side": "Allied", "column": True}


def crossed(context: Context, bridges: dict[str, Any], **more: Any) -> Any:
    """Whether a wheeled Unit crosses at Son, as a position tells of bridges."""
    told = {"map": "wed", "unit": UNIT, "path": ["66.157", "66.156"], "state": {"bridges": bridges}}
    return ask(context, "move.check", told | more)


@pytest.mark.parametrize("name", ["Son Bridge", "son bridge", "Son", "66.156/66.157"])
def test_a_bridge_is_told_of_by_name_or_hexside(real_context: Context, name: str) -> None:
    assert crossed(real_context, {name: "destroyed"})["verdict"] == "illegal"
    assert crossed(real_context, {name: "intact"})["verdict"] == "legal"


@pytest.mark.parametrize(
    ("bridges", "message"),
    [
        ({"Sun Bridge": "destroyed"}, "did you mean Son Bridge?"),
        ({"Son Bridge": "destroyed", "66.157/66.156": "intact"}, "66.157/66.156 again"),
        ({"75.129": "destroyed"}, "a hexside, as 55.202/56.201"),
    ],
)
def test_a_bridge_that_is_none_is_one_line(
    real_context: Context, bridges: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        crossed(real_context, bridges)
    assert message in str(caught.value)
    assert "state.bridges" in str(caught.value)


def test_who_drops_may_be_called_by_name_and_arrives_as_its_counter_says(
    real_context: Context,
) -> None:
    told = {"map": "wed", "zone": "DZ B", "die": 7}
    named = ask(real_context, "drop.roll", told | {"unit": "A/1/506"})
    record = {"name": "A/1/506", "arrival": "parachute"}
    assert named == ask(real_context, "drop.roll", told | {"unit": record})
    with pytest.raises(InputError, match="how the Unit arrives"):
        ask(real_context, "drop.roll", told | {"unit": {"class": "leg"}})
