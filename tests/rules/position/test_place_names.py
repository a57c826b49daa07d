"""A position may tell of a bridge by its name."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context

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


def test_what_has_happened_and_what_lies_about_is_told_by_the_names_of_the_map(
    real_context: Context,
) -> None:
    def controlled(hexside: str, town: str) -> Any:
        history = [
            {"event": "controls", "side": "German", "hexside": hexside},
            {"event": "entered", "side": "Allied", "hex": town},
        ]
        state = {"history": history, "fire_zones": {"German": [], "Allied": []}}
        return ask(real_context, "bridge.control", {"map": "wed", "bridge": "Son", "state": state})

    assert controlled("Son Bridge", "Veghel") == controlled("66.156/66.157", "75.129")
    unit = {"class": "leg", "side": "Allied", "column": False}

    def entered(place: str) -> Any:
        state = {"markers": [{"kind": "road_block", "hex": place}]}
        asked = {"map": "wed", "unit": unit, "from": "Schijndel", "to": "Eerde"}
        return ask(real_context, "move.best", {**asked, "state": state})

    number = ask(real_context, "hex.describe", {"map": "wed", "hex": "Eerde"})["hex"]
    assert entered("Eerde") == entered(number)
    assert f"the road block in {number} (series rules)" in entered("Eerde")["unchecked"]


@pytest.mark.parametrize(
    ("state", "part"),
    [
        ({"markers": [{"kind": "op", "hex": "Veghell"}]}, "state.markers[0].hex"),
        ({"history": [{"event": "entered", "hex": "Veghell"}]}, "state.history[0].hex"),
        ({"history": [{"event": "controls", "hexside": "Sun Bridge"}]}, "state.history[0].hexside"),
    ],
)
def test_a_name_that_is_on_no_map_is_one_line(
    real_context: Context, state: dict[str, Any], part: str
) -> None:
    with pytest.raises(InputError, match="did you mean") as caught:
        ask(real_context, "bridge.control", {"map": "wed", "bridge": "Son", "state": state})
    assert part in str(caught.value)
