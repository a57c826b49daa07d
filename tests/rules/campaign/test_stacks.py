"""Road blocks and stacking (WED 2.15.2, S2.0, S4.3, 2.18.1; TDC 2.15.2, S2.0, S5.11.3)."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.project import SHIPPED
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.campaign.conftest import Asking, reasons
from tests.rules.needed import needed


@pytest.mark.parametrize(
    ("map", "hex", "verdict"),
    [
        ("wed", "75.129", "illegal"),
        ("wed", "74.129", "illegal"),
        ("wed", "76.131", "legal"),
        ("tdc", "49.30", "illegal"),
        ("tdc", "40.55", "legal"),
    ],
)
def test_no_road_block_in_a_hex_with_a_bridge_hexside(
    asked: Asking, map: str, hex: str, verdict: str
) -> None:
    answer = asked("roadblock.check", map=map, hex=hex)
    assert answer["verdict"] == verdict
    assert f"{map.upper()} 2.15.2" in reasons(answer)
    assert any("S2.0" in what for what in answer["unchecked"])


def test_the_counter_mix_is_the_limit(asked: Asking) -> None:
    for left, verdict in ((0, "illegal"), (1, "legal")):
        answer = asked("roadblock.check", map="wed", hex="76.131", left=left)
        assert answer["verdict"] == verdict
        assert "WED S2.0" in reasons(answer)


def test_the_scenario_says_who_builds(asked: Asking) -> None:
    """WED General Comments; scenario 1: nobody; scenario 3: the Allied side."""

    def block(scenario: str, **more: Any) -> Any:
        told = {"map": "wed", "hex": "76.131", "state": {"scenario": scenario}, **more}
        return asked("roadblock.check", **told)

    assert "nobody builds" in reasons(block("WED-1"), "illegal")
    assert block("WED-3", side="Allied")["verdict"] == "legal"
    assert block("WED-3", side="German")["verdict"] == "illegal"
    assert "side" in needed(block("WED-3"))[0]


def test_a_scenario_that_does_not_say_who_builds_is_asked_about(
    real_context: Context, tmp_path: Path
) -> None:
    """Silence is not "nobody": a scenario of one's own without a ``[building]``."""
    shutil.copytree(SHIPPED / "counters" / "wed", tmp_path / "counters" / "wed")
    scenario = tmp_path / "counters" / "wed" / "scenarios" / "wed-3.toml"
    text, cut = re.subn(
        r"^\[building\]\n.+?\n\n", "", scenario.read_text(encoding="utf-8"), flags=re.M | re.S
    )
    assert cut == 1
    scenario.write_text(text, encoding="utf-8")
    (tmp_path / "build").symlink_to(real_context.folder)
    own = replace(real_context, folder=tmp_path / "build")
    told = {"map": "wed", "hex": "76.131", "side": "German", "state": {"scenario": "WED-3"}}
    answer = ask(own, "roadblock.check", told)
    assert answer["verdict"] == "undetermined"
    assert "who builds road blocks" in needed(answer)[0]


TANK = {"id": "t", "side": "Allied", "hex": "75.129", "kind": "armour"}
RIDDEN = {**TANK, "piggyback": True, "rider": {"class": "leg", "steps": 1}}
FOOT = {"id": "f", "side": "Allied", "hex": "75.129", "kind": "infantry"}
PIO = {"id": "p", "side": "Allied", "hex": "75.129", "kind": "engineer"}


@pytest.mark.parametrize(
    ("units", "markers", "stacking", "mass"),
    [
        ([FOOT, TANK], [], 2, 2),
        ([FOOT, RIDDEN], [], 2, 3),
        ([PIO, FOOT], [{"kind": "ferry", "hex": "75.129"}], 1, 2),
        ([FOOT], [{"kind": "ferry", "hex": "75.129"}], 1, 2),
        ([{**FOOT, "kind": "leader"}, FOOT], [], 1, 1),
        ([{**FOOT, "side": "German"}, {**FOOT, "hex": "74.129"}], [], 0, 0),
    ],
)
def test_riders_count_once_for_stacking_and_engineers_of_a_ferry_not_at_all(
    asked: Asking, units: list[Any], markers: list[Any], stacking: int, mass: int
) -> None:
    """WED S4.3, TDC S5.11.3; WED 2.18.1, TDC 2.18.1."""
    told = {"map": "wed", "hex": "75.129", "side": "Allied", "limit": 1}
    answer = asked("stacking.check", **told, state={"units": units, "markers": markers})
    assert (answer["stacking"], answer["mass"]) == (stacking, mass)
    assert answer["verdict"] == ("legal" if stacking <= 1 else "illegal")


def test_the_limit_and_the_units_must_be_said(asked: Asking) -> None:
    told = {"map": "wed", "hex": "75.129", "side": "Allied"}
    assert "limit" in needed(asked("stacking.check", **told, state={"units": [FOOT]}))[0]
    assert "state.units" in needed(asked("stacking.check", **told, limit=3))[0]


TDC_HEX = "38.63"


@pytest.mark.parametrize(
    ("kind", "engineers", "stacking", "mass", "cite"),
    [
        ("ferry", 1, 1, 2, "TDC 2.18.1"),
        ("ferry", 2, 2, 3, "TDC 2.18.1"),  # one of them is no part of it
        ("improved_ferry", 2, 1, 3, "TDC 2.18.2"),
        ("assault_ferry", 2, 1, 3, "TDC 2.18.6"),
        ("improved_ferry", 0, 1, 3, "TDC 2.18.2"),  # the engineers under it are not listed
    ],
)
def test_no_engineer_of_a_ferry_counts_whatever_its_kind(
    asked: Asking, kind: str, engineers: int, stacking: int, mass: int, cite: str
) -> None:
    """TDC 2.18.1, 2.18.2, 2.18.6: for stacking, but for the mass modifier."""
    units = [{**FOOT, "hex": TDC_HEX}, *[{**PIO, "hex": TDC_HEX}] * engineers]
    state = {"units": units, "markers": [{"kind": kind, "hex": TDC_HEX}]}
    told = {"map": "tdc", "hex": TDC_HEX, "side": "Allied", "limit": 1, "state": state}
    answer = asked("stacking.check", **told)
    assert (answer["stacking"], answer["mass"]) == (stacking, mass)
    assert answer["verdict"] == ("legal" if stacking <= 1 else "illegal")
    assert cite in reasons(answer)


def test_engineers_may_be_under_a_ferry_that_is_not_told_of(asked: Asking) -> None:
    state = {"units": [FOOT, PIO]}
    told = {"map": "wed", "hex": "75.129", "side": "Allied", "limit": 2}
    answer = asked("stacking.check", **told, state=state)
    assert "state.markers: whether a ferry lies in 75.129" in needed(answer)[0]
    assert asked("stacking.check", **told, state={"units": [FOOT]})["verdict"] == "legal"


def test_where_the_dutch_are_stacking_has_no_limit(asked: Asking) -> None:
    """WED S3.1."""
    units = [{**FOOT, "id": f"f{i}", "hex": "47.156"} for i in range(5)]
    told = {"map": "wed", "hex": "47.156", "side": "Allied", "limit": 3}
    lies = {"units": units, "markers": [{"kind": "dutch", "hex": "47.156"}]}
    assert asked("stacking.check", **told, state=lies)["verdict"] == "legal"
    gone = {"units": units, "markers": [{"kind": "dutch", "hex": "75.129"}]}
    assert asked("stacking.check", **told, state=gone)["verdict"] == "illegal"
    unsaid = asked("stacking.check", **told, state={"units": units})
    assert "whether the Dutch chit lies in 47.156" in needed(unsaid)[0]


@pytest.mark.parametrize("side", ["Allied", "German"])
def test_who_builds_road_blocks_is_left_open_where_no_scenario_is_said(
    asked: Asking, side: str
) -> None:
    """WED scenarios 1 to 3."""
    found = asked("roadblock.check", map="wed", hex="66.150", side=side, left=1)
    assert any("(state.scenario)" in line for line in found["unchecked"])
