"""What each scenario of Where Eagles Dare says beside its units, clause by clause.

WED scenario 1, scenario 2, scenario 3, scenario 4, campaign; WED S5.4, S5.5.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import each
from tests.rules.campaign.conftest import Asking, september

VALUES, EVENTS = "scenario.values", "scenario.events"
SETUP, COMING = "scenario.setup", "scenario.reinforcements"


def told(asked: Asking, method: str, scenario: str, **more: Any) -> str:
    """The lines of an answer, with the hex each is about."""
    answer = asked(method, scenario=scenario, **more)
    return "\n".join(f"{step.get('from', '')} {step['why']}" for step in answer["steps"])


@each(
    ("scenario", "method", "words"),
    [
        ("WED-1", EVENTS, ("D(-)/2HHC enters 52.210; another is laid there once it has left",)),
        ("WED-1", EVENTS, ("four times the roll in movement points", "over several impulses")),
        ("WED-1", VALUES, ("artillery fires indirectly with no minimum range",)),
        ("WED-1", VALUES, ("always In Command", "road blocks or deploys Rearguards")),
        ("WED-1", VALUES, ("first: drawn at random", "Guards Independent", "Direct Command")),
        ("WED-1", VALUES, ("Command Rating 3, Command Points 4", "Dispatch Points are not used")),
        ("WED-2", EVENTS, ("KG Klemm comes to 67.162", "59th Division chit joins", "KG Walther")),
        ("WED-2", EVENTS, ("Command Points are halved, fractions dropped",)),
        ("WED-2", VALUES, ("first: the German Direct Command", "first turn is played in both")),
        ("WED-2", COMING, ("Arriving in a Fire Zone triggers Opportunity Fire",)),
        ("WED-3", EVENTS, ("if the German controls it uncontested", "52.158", "out for good")),
        ("WED-3", EVENTS, ("up to five Cohesion Hits off",)),
        ("WED-3", EVENTS, ("three Units that have lost a Step back to full strength",)),
        ("WED-3", VALUES, ("Rating 5, Command Points 9", "Dispatch Rating 3, Dispatch Points 2")),
        ("WED-3", VALUES, ("Rating 6, Command Points 3", "Dispatch Rating 3, Dispatch Points 0")),
        ("WED-4", VALUES, ("both Assault values of US Airborne Units are one higher",)),
        ("WED-4", VALUES, ("Rating 7, Command Points 8", "Dispatch Rating 3, Dispatch Points 5")),
        ("WED-4", VALUES, ("Rating 8, Command Points 12", "Dispatch Rating 4, Dispatch Points 4")),
        ("WED-4", VALUES, ("Rating 5, Command Points 4", "Dispatch Rating 4, Dispatch Points 1")),
        ("WED-4", VALUES, ("runs from 66.163 to 94.112; the Best spur is not in play",)),
        ("WED-4", EVENTS, ("3 yellow, no modifiers", "within one hex of Club Route")),
        ("WED-4", EVENTS, ("no Movement Action until 3 Dispatch Points",)),
        ("WED-4", EVENTS, ("any Leader of the 101st, not in a Fire Zone",)),
        ("WED-CAMPAIGN", VALUES, ("chooses Group Hot or the 231st", "other goes into the mug")),
        ("WED-CAMPAIGN", VALUES, ("Rating 7, Command Points 4, Dispatch Rating 3",)),
        ("WED-CAMPAIGN", VALUES, ("Rating 4, Command Points 12, Dispatch Rating 1",)),
        ("WED-CAMPAIGN", VALUES, ("Rating 3, Command Points 5, Dispatch Rating 0",)),
        ("WED-CAMPAIGN", VALUES, ("Rating 6, Command Points 8, Dispatch Rating 3",)),
        ("WED-CAMPAIGN", COMING, ("66.156 3 Glider Pilots", "66.157 2 Glider Pilots")),
        ("WED-CAMPAIGN", COMING, ("after the next Night turn, wherever they are",)),
        ("WED-CAMPAIGN", COMING, ("Up to 6 Steps come back", "always in supply from then on")),
    ],
)
def test_what_a_scenario_says(
    asked: Asking, scenario: str, method: str, words: tuple[str, ...]
) -> None:
    lines = told(asked, method, scenario)
    for word in words:
        assert word in lines


@pytest.mark.parametrize(
    ("day", "time", "words", "units"),
    [
        (17, "1500", ("37.136 1./Erz 59", "Leader/KG Dewitz"), 7),
        (17, "1700", ("37.136 3./Erz 59",), 9),
        (18, "0700", ("Leader/KG Klemm", ": any entry hex of Entry Area A"), None),
        (18, "0700", ("Leader/KG Huber", "Only if the 59th was chosen"), None),
        (
            18,
            "0700",
            ("Leader/KG Jungwirth", "Entry Area C or D"),
            None,
        ),
        (18, "1100", ("not in the entry area the other Units of the division took",), None),
        (
            19,
            "1300",
            ("Leader/Pz-Brig. 107", ": any entry hex of Entry Area A"),
            None,
        ),
        (20, "1300", ("HQ/Pz-Brig. 107", ": any entry hex of Entry Area A, B or C"), None),
        (22, "0700", ("3./Pz 2107, Pz.Pio.107", "any entry hex of Entry Area B, C or D"), None),
        (21, "1700", ("Flak/IV: the off-map box next to the XII Corps marker",), None),
        (21, "Night", ("Leader/KG Huber", "Only if KG Chill was chosen"), None),
        (22, "0700", ("4./KG Finzel: in or next to the hex or the off-map box Leader",), None),
        (24, "0900", ("Entry Area C or D",), None),
    ],
)
def test_what_comes_in_the_campaign_and_where(
    asked: Asking, day: int, time: str, words: tuple[str, ...], units: int | None
) -> None:
    told_ = {"scenario": "WED-CAMPAIGN", **september(day, time)}
    lines = told(asked, COMING, **told_)
    for word in words:
        assert word in lines
    if units is not None:
        (arrival,) = asked(COMING, **told_)["arrivals"]
        assert sum(row.get("count", 1) for row in arrival["units"]) == units


def test_flak_lies_at_random_in_the_listed_hexes(asked: Asking) -> None:
    """WED scenario 3: four hexes; WED campaign: three lists of 12, 7 and 7 hexes; S5.4."""
    lines = told(asked, SETUP, "WED-3").split("\n")
    drawn = [line.split()[0] for line in lines if "drawn at random" in line]
    assert drawn == ["49.154", "47.155", "47.157", "49.159"]
    lines = told(asked, SETUP, "WED-CAMPAIGN").split("\n")
    hidden = [line.split()[0] for line in lines if "step 5 of the first turn" in line]
    assert len(hidden) == 12 + 7 + 7


def test_whole_groups_start_in_improved_positions(asked: Asking) -> None:
    """WED campaign: KG von Hoffman but its mortars, and KG Heinke."""
    rows = asked(SETUP, scenario="WED-CAMPAIGN")["units"]
    hoffman = [row for row in rows if row.get("formation") == "KG von Hoffman"]
    heinke = [row for row in rows if row.get("formation") == "KG Heinke"]
    assert hoffman
    assert heinke
    assert all("ip" in row.get("state", []) for row in heinke)
    for row in hoffman:
        on_foot = row["name"].startswith(("Gr.W.", "Leader"))
        assert ("ip" in row.get("state", [])) != on_foot, row


def test_hells_highway_has_a_fixed_order_of_events_for_less_luck(asked: Asking) -> None:
    """WED scenario 4."""
    order = asked(EVENTS, scenario="WED-4")["cup"]["order"]
    printed = (
        *("Allied Reinf", "German Reinf", "AA Gun", "Rout?", "Lost 82AB", "German Reinf"),
        *("Air Strike", "AA Gun", "Allied Reinf", "Rout?", "Rations", "Air Strike", "AA Gun"),
        "Rout?",
    )
    assert tuple(order) == printed
