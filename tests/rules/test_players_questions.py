"""What players ask at the table, in their words: the answer's first line, and one screen of it.

The questions were written down before any documentation was read; the figures are the rulebook's.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from clubroute.rules.cli import main

SCREEN = 24
"""Lines of a terminal's screen."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, what its answer's first line must say, and what stands further down."""

    words: str
    method: str
    params: dict[str, Any]
    first: tuple[str, ...]
    below: tuple[str, ...] = ()


WHEELED = {"class": "wheeled", "side": "Allied", "ma": 20, "column": True}
GERMAN_ON_THE_ROAD = {
    "units": [{"id": "enemy", "side": "German", "hex": "66.153"}],
    "club_route": {"marker": "61.141", "status": "open", "spur": "son"},
}

QUESTIONS = (
    Asked(
        "A Column of trucks up the road from 44.225 to the Dommel: what does it cost?",
        "move.best",
        {"map": "wed", "unit": WHEELED, "from": "44.225", "to": "55.202"},
        ("legal: ", "14½ of 20 MP", "on empty ground"),
        ("44.225 → 44.224 … 55.202", "WED 2.5", "look at yours"),
    ),
    Asked(
        "The 506th out of woods into woods over a stream",
        "step.cost",
        {
            "unit": "A/1/506",
            "from": {"terrain": "woods"},
            "to": {"terrain": "woods"},
            "features": ["stream"],
        },
        ("legal", "5 MP"),
        ("WED 2.4", "WED 2.11"),
    ),
    Asked(
        "May a truck in Column leave the road in woods?",
        "step.cost",
        {"unit": {"class": "wheeled", "column": True}, "to": {"terrain": "woods"}},
        ("illegal: ", "woods", "only in Column along a Road"),
        ("WED 2.4",),
    ),
    Asked(
        "May it leave Column in a town?",
        "step.cost",
        {
            "unit": {"class": "wheeled", "column": True},
            "act": "leave_column",
            "from": {"terrain": "town"},
        },
        ("illegal: ", "town"),
        ("WED 2.8",),
    ),
    Asked(
        "Son Bridge is blown: across at the bridge?",
        "move.check",
        {
            "map": "wed",
            "unit": {"class": "wheeled", "side": "Allied", "column": True},
            "path": ["66.157", "66.156"],
            "state": {"bridges": {"Son Bridge": "destroyed"}},
        },
        ("illegal: ",),
        ("WED 2.15.6",),
    ),
    Asked(
        "Off the side of the raised road south of Arnhem in Column?",
        "move.check",
        {"map": "tdc", "unit": {"class": "wheeled", "column": True}, "path": ["37.58", "38.58"]},
        ("illegal: ", "raised Road"),
        ("TDC 2.16",),
    ),
    Asked(
        "My 88 in 66.153: does it see 66.148?",
        "los.check",
        {"map": "wed", "from": "66.153", "to": "66.148"},
        ("clear: ", "range 5"),
        ("rests on: ",),
    ),
    Asked(
        "The same, one hex, at night",
        "los.check",
        {
            "map": "wed",
            "from": "66.153",
            "to": "66.152",
            "state": {"turn": {"date": "1944-09-17", "time": "Night"}},
        },
        ("undetermined: ",),
        ("needs: how many hexes one sees at night",),
    ),
    Asked(
        "A German by the highway in 66.153: is it spoiled?",
        "clubroute.trace",
        {"map": "wed", "state": {**GERMAN_ON_THE_ROAD, "fire_zones": {"German": ["66.153"]}}},
        ("closed: ",),
        ("66.153", "WED 4.2"),
    ),
    Asked(
        "How far may the Marker go from the Dommel?",
        "clubroute.advance",
        {"map": "wed", "state": {"club_route": {"marker": "55.202"}}},
        ("undetermined: ", "how far the Marker may advance is not known"),
        ("needs: state.bridges", "needs: state.units"),
    ),
    Asked(
        "Who is released at 1900 on the 18th?",
        "clubroute.release",
        {"map": "wed", "state": {"turn": {"date": "1944-09-18", "time": "1900"}}},
        ("undetermined: ",),
        ("owner/formations.csv",),
    ),
    Asked(
        "1/506 drops on DZ B and rolls 7",
        "drop.roll",
        {"map": "wed", "zone": "DZ B", "unit": "A/1/506", "die": 7},
        ("undetermined: ",),
        ("owner/drop.csv",),
    ),
    Asked(
        "Do I blow Son Bridge as he enters it?",
        "bridge.demolish",
        {"map": "wed", "bridge": "Son Bridge", "entering": {"side": "Allied", "hex": "66.156"}},
        ("undetermined: ", "whether it is wired"),
        ("5 or less demolishes it", "else illegal"),
    ),
    Asked(
        "The same in the campaign, no Fire Zone of mine there",
        "bridge.demolish",
        {
            "map": "wed",
            "bridge": "Son Bridge",
            "entering": {"side": "Allied", "hex": "66.156"},
            "state": {"scenario": "campaign", "fire_zones": {"German": []}},
        },
        ("legal: ", "5 or less"),
        ("as set up, WED-CAMPAIGN", "WED 2.15.6"),
    ),
    Asked(
        "When may 14 Field Squadron put its Bailey at Son?",
        "bridge.bailey",
        {"map": "wed", "bridge": "Son Bridge", "unit": "14 Field Sqn, RE"},
        ("undetermined: ",),
        ("needs: ",),
    ),
    Asked(
        "The weather of the 19th, rolled 6",
        "weather.day",
        {"map": "wed", "date": "1944-09-19", "die": 6},
        ("undetermined: ",),
        ("owner/weather.csv",),
    ),
    Asked(
        "Who has won the first scenario, nothing entered yet told?",
        "victory.score",
        {"scenario": "WED-1"},
        ("undetermined: ",),
        ("D(-)/2HHC",),
    ),
    Asked(
        "Is A/1/501 in command, a Leader three hexes away?",
        "command.check",
        {
            "map": "wed",
            "unit": "A/1/501",
            "state": {
                "units": [
                    {"name": "A/1/501", "hex": "75.129"},
                    {"name": "Leader/501", "hex": "73.127"},
                ]
            },
        },
        ("undetermined: ", "In Command from 3 on"),
        ("Leader/501", "WED S6.6"),
    ),
    Asked(
        "And nobody said where the Leaders are?",
        "command.check",
        {"map": "wed", "unit": "A/1/501"},
        ("undetermined: ", "the Leaders on the map"),
        (),
    ),
    Asked(
        "How far does a park of number 4 reach from 45.124?",
        "artillery.range",
        {
            "map": "wed",
            "park": "45.124",
            "hex": "45.124",
            "target": "52.130",
            "number": 4,
            "unit": {"range": 17},
        },
        ("undetermined: range 14",),
        ("WED S1.0", "needs: unit.minimum"),
    ),
    Asked(
        "What is the 101st's Troop Quality worth?",
        "supply.troop_quality",
        {"map": "wed", "unit": "A/1/501"},
        ("undetermined: ", "interdicted"),
        ("if so -1, if not 0",),
    ),
    Asked(
        "And the Guards' with the road Cut?",
        "supply.troop_quality",
        {
            "map": "wed",
            "unit": {"division": "Guards Armored Division", "side": "Allied"},
            "state": {"club_route": {"status": "cut"}},
        },
        ("-2",),
        ("WED S6.1.2",),
    ),
    Asked(
        "Next to the enemy, from Fire Zone to Fire Zone?",
        "move.check",
        {
            "map": "wed",
            "unit": "A/1/501",
            "path": ["75.129", "75.128"],
            "state": {"fire_zones": {"German": ["75.129", "75.128"]}},
        },
        ("A/1/501 may go 75.129–75.128", "in enemy Fire Zones in 75.129, 75.128"),
        ("what the enemy Fire Zones in 75.128, 75.129 cost and draw (series rules)",),
    ),
    Asked(
        "May a fourth company stack in Veghel?",
        "stacking.check",
        {"map": "wed", "hex": "75.129", "side": "Allied"},
        ("undetermined: ", "75.129"),
        ("needs: state.units",),
    ),
    Asked(
        "Into a hex with a German in it?",
        "move.check",
        {
            "map": "wed",
            "unit": "A/1/501",
            "path": ["75.129", "75.128"],
            "state": {"units": [{"id": "enemy", "side": "German", "hex": "75.128"}]},
        },
        ("illegal: ", "by Assault"),
        (),
    ),
    Asked(
        "Tanks over the canal by ferry?",
        "ferry.use",
        {
            "map": "wed",
            "hex": "74.129",
            "to": "75.129",
            "unit": {"class": "tracked", "side": "Allied"},
            "state": {"markers": [{"kind": "ferry", "hex": "74.129", "to": "75.129"}]},
        },
        ("illegal: ", "leg Units"),
        ("WED 2.18",),
    ),
    Asked(
        "My anti-tank guns fire at a Column at Veghel Bridge: what is added?",
        "fire.modifiers",
        {"map": "wed", "hex": "75.129", "unit": {"class": "tracked", "column": True}},
        ("+4",),
        ("in Column: +2", "WED 2.15", "WED 2.16"),
    ),
    Asked(
        "May the 59th come in at 37.136?",
        "flank.behind",
        {"map": "wed", "hex": "37.136"},
        ("undetermined: ",),
        ("owner/boxes.csv",),
    ),
)


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked.words)
def test_a_players_question(
    asked: Asked,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)  # nothing of the player's own lies there
    code = main(["ask", asked.method, json.dumps(asked.params), "--text"])
    told = capsys.readouterr()
    errors = [line for line in told.err.splitlines() if not line.startswith("… compiling")]
    assert (code, errors) == (0, [])
    lines = told.out.splitlines()
    for words in asked.first:
        assert words in lines[0]
    for words in asked.below:
        assert words in told.out
    assert len(lines) <= SCREEN
