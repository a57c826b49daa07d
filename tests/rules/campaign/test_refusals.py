"""What is no word of the game is refused with the nearest name, never taken for something else."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from tests.rules.campaign.conftest import Asking
from tests.rules.needed import needed

PLACE = {"map": "wed", "zone": "dz-b", "hex": "75.129", "drop": 1}
FLAK = {"kind": "88 flak", "side": "German", "hex": "75.129"}


@pytest.mark.parametrize(
    ("method", "params", "message"),
    [
        (
            "command.night",
            {"map": "wed", "division": "Guards Armored", "time": "0800"},
            "time: found '0800', expected one of 0700, 0900",
        ),
        (
            "drop.change",
            {"map": "wed", "time": "noon"},
            "time: found 'noon', expected one of 0700",
        ),
        ("drop.place", {**PLACE, "unit": {"name": "A"}}, "unit.arrival: found nothing"),
        (
            "drop.place",
            {**PLACE, "unit": {"arrival": "glider", "mouned": True}},
            "(did you mean mounted?)",
        ),
        (
            "bridge.demolish",
            {
                "map": "wed",
                "bridge": "74.129/75.129",
                "entering": {"side": "German", "hex": "75.129", "hexx": "75.129"},
            },
            "entering.hexx: found an unknown name",
        ),
        (
            "ferry.use",
            {
                "map": "wed",
                "hex": "66.157",
                "to": "66.156",
                "unit": {},
                "state": {"markers": [{"kind": "fery", "hex": "66.157", "to": "66.156"}]},
            },
            "(did you mean ferry?)",
        ),
        (
            "bridge.declare",
            {
                "map": "tdc",
                "turn": {"date": "1944-09-20", "time": "1100"},
                "schedule": [{"what": "next", "turn": {"date": "1944-09-20", "time": "1000"}}],
            },
            "schedule[0].turn.time: found '1000'",
        ),
    ],
)
def test_a_word_that_is_none_is_one_line(
    asked: Asking, method: str, params: Any, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        asked(method, **params)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", ["flak 88", "88 flak", "Flak-88", "88"])
def test_an_88_may_be_written_in_several_ways(asked: Asking, kind: str) -> None:
    zone = [f"{column}.{row}" for column in range(60, 100) for row in range(100, 170)]
    battery = {**FLAK, "kind": kind, "fire_zones": zone}
    found = asked(
        "drop.modifiers",
        map="wed",
        zone="dz-b",
        unit={"arrival": "parachute"},
        state={"units": [battery]},
    )
    unsaid = asked(
        "drop.modifiers",
        map="wed",
        zone="dz-b",
        unit={"arrival": "parachute"},
        state={"units": [FLAK]},
    )
    assert any("88" in step["why"] for step in found["steps"])
    assert any("flak_88" in one for one in needed(unsaid))
