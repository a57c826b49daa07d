"""Places, bridges, zones and scenarios by the names that rulebooks and answers use."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.campaign.drop_plan import zone_at
from clubroute.rules.gts.kinds import one_scenario
from tests.rules.needed import needed

LEG = {"class": "leg"}


def test_a_place_may_stand_for_its_hex(real_context: Context) -> None:
    there = {"map": "wed", "unit": LEG, "to": "Eerde"}
    by_name = ask(real_context, "move.best", {**there, "from": "Veghel"})
    number = by_name["path"][0]["hex"]
    assert ask(real_context, "hex.describe", {"map": "wed", "hex": number})["name"] == "Veghel"
    assert ask(real_context, "move.best", {**there, "from": number}) == by_name


def test_a_path_and_a_unit_may_name_a_place(real_context: Context) -> None:
    asked = {"map": "wed", "unit": LEG, "path": ["Veghel", "Eerde"]}
    (step,) = ask(real_context, "move.check", asked)["steps"]
    assert step["why"] == "the hexes are not adjacent"
    unit = {"name": "A/1/501", "hex": "Veghel"}
    state = {"units": [{"name": "Leader/501", "hex": "Veghel", "command_range": 5}]}
    found = ask(real_context, "command.check", {"map": "wed", "unit": unit, "state": state})
    assert found["verdict"] == "legal"


def test_a_misspelt_place_is_refused_with_the_nearest(real_context: Context) -> None:
    with pytest.raises(InputError, match=r"params:hex: found 'Vechel', .* \(did you mean Veghel"):
        ask(real_context, "hex.describe", {"map": "wed", "hex": "Vechel"})


@pytest.mark.parametrize("name", ["Veghel Bridge", "veghel bridge", "Veghel", "74.129/75.129"])
def test_a_bridge_is_known_by_its_name(real_context: Context, name: str) -> None:
    found = ask(real_context, "bridge.control", {"map": "wed", "bridge": name})
    assert "Veghel Bridge" in found["summary"] + str(found["steps"]) + str(needed(found))


def test_a_misspelt_bridge_is_refused_with_the_nearest(real_context: Context) -> None:
    with pytest.raises(InputError, match=r"did you mean Son Bridge\?"):
        ask(real_context, "bridge.control", {"map": "wed", "bridge": "Sonn Bridge"})


@pytest.mark.parametrize(
    ("name", "zone"), [("DZ B", "dz-b"), ("dzb", "dz-b"), ("DZ Y", "dz-y"), ("SDPV", "sdp-v")]
)
def test_a_zone_is_known_by_what_the_rulebooks_call_it(
    real_context: Context, name: str, zone: str
) -> None:
    assert zone_at(real_context, map_of(real_context, "mg"), name).id == zone


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("Campaign Game 2", "Campaign 2"),
        ("WED-CAMPAIGN", "campaign"),
        ("hell's highway", "WED-4"),
        ("scenario 3", "WED-3"),
        ("MG", "combined"),
    ],
)
def test_a_scenario_is_known_by_its_title(name: str, canonical: str) -> None:
    assert one_scenario().read(name, "scenario") == canonical


@pytest.mark.parametrize(
    ("method", "more"),
    [
        ("bridge.wire", {"bridge": "Grave Bridge", "unit": {"side": "German"}}),
        ("clubroute.trace", {}),
    ],
)
def test_a_scenario_nobody_knows_is_refused(
    real_context: Context, method: str, more: dict[str, Any]
) -> None:
    with pytest.raises(InputError, match=r"params:scenario: found 'Campaing 2'.*Campaign 2\?"):
        ask(real_context, method, {"map": "tdc", "scenario": "Campaing 2", **more})
