"""What is not there is only as sure as the map: no such answer rests on the rulebook, and each says
in which hex to look.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.receipt_text import receipt_lines
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from tests.cases import each
from tests.rules.answer.silence import full_questions

ENGINEER: dict[str, Any] = {"side": "Allied", "engineer": True, "column": False}
ROUTE = {"marker": "61.141", "spur": "son", "status": "open"}
LEADER: dict[str, Any] = {
    **{"kind": "leader", "name": "Leader", "side": "Allied", "hex": "51.158"},
    **{"division": "101st Airborne", "formation": "501 PIR", "command_range": 5},
    "telephone": True,
}

DENIED: list[tuple[str, dict[str, Any], str, str]] = [
    (
        "roadblock.check",
        {"map": "wed", "hex": "76.131", "left": 3},
        "76.131 has no bridge hexside",
        "76.131",
    ),
    (
        "bridge.modifier",
        {"map": "wed", "hex": "76.131", "column": True},
        "no bridge hexside: no modifier",
        "76.131",
    ),
    (
        "bridge.improve",
        {
            **{"map": "wed", "bridge": "Veghel Bridge", "state": {"bridges": {}}},
            "unit": {**ENGINEER, "hex": "75.129"},
        },
        "Veghel Bridge is no railroad bridge",
        "74.129",
    ),
    (
        "ferry.create",
        {
            **{"map": "wed", "hex": "76.131", "to": "76.132", "state": {"bridges": {}}},
            "unit": {**ENGINEER, "hex": "76.131"},
        },
        "our map has none there",
        "76.131",
    ),
    (
        "ferry.assault",
        {
            **{"map": "tdc", "hex": "12.13", "to": "12.12", "state": {"history": []}},
            "units": [{**ENGINEER, "hex": "12.13"}, {**ENGINEER, "hex": "12.13"}],
        },
        "no river hexside lies between",
        "12.13",
    ),
    ("fire.rubble", {"map": "wed", "hex": "76.131", "die": 9}, "no rubble there", "76.131"),
    (
        "special.check",
        {"map": "wed", "rule": "Dutch", "hex": "75.130"},
        "not city or town",
        "75.130",
    ),
    (
        "clubroute.turn",
        {
            "map": "wed",
            "events": [{"kind": "direct_fire", "hex": "76.140", "side": "German", "die": 3}],
            "state": {
                "club_route": {**ROUTE, "attacked": 0, "closed": 0, "this_turn": {}},
                "units": [],
                "markers": [],
                "bridges": {},
                "fire_zones": {"Allied": [], "German": []},
            },
        },
        "not Club Route: no marker",
        "76.140",
    ),
    (
        "clubroute.choose",
        {"map": "tdc", "route": ["14.86", "40.88"], "state": {}},
        "our map has no Road there",
        "40.88",
    ),
    (
        "command.check",
        {
            **{"map": "wed", "scenario": "campaign"},
            "unit": {"name": "A/1/501", "hex": "75.150"},
            "state": {"units": [LEADER], "markers": [{"kind": "op", "hex": "51.158"}]},
        },
        "no place with a telephone",
        "75.150",
    ),
    (
        "victory.activation",
        {
            "map": "wed",
            "state": {
                "club_route": {"marker": "61.141", "spur": "son"},
                "history": [],
                "units": [
                    {
                        **{"id": "g", "side": "Allied", "division": "Guards Armored"},
                        **{"formation": "5th", "hex": "75.150", "steps": 2, "emergency": False},
                    }
                ],
            },
        },
        "g: 2",
        "75.150",
    ),
    (
        "supply.troop_quality",
        {
            "map": "tdc",
            "unit": {"side": "German", "division": "Frundsberg", "hex": "40.45"},
            "state": {"bridges": {"Arnhem Road Bridge": {"control": "German"}}},
        },
        "40.45 is not in Germany",
        "40.45",
    ),
]


@pytest.mark.parametrize(("method", "question", "why", "hex"), DENIED, ids=lambda x: str(x)[:24])
def test_what_our_map_does_not_show_rests_on_our_map(
    real_context: Context, method: str, question: dict[str, Any], why: str, hex: str
) -> None:
    answer = ask(real_context, method, question)
    (line,) = [step for step in answer["steps"] if why in step["why"]]
    assert line["provenance"] != "rulebook"
    assert hex in (line.get("from"), line.get("to"))
    assert answer["provenance"] != "rulebook"
    looks = [text for text in receipt_lines(answer) if text.startswith("Compare on your board:")]
    assert any(hex in text for text in looks)


ABSENT = re.compile(
    r"\b(no|not (a|an|on|in|beside)|is no|neither) (?!.*Fire Zone)"
    r".*\b(bridge hexside|road|river|railroad|town|city|woods|Germany|Club Route)\b"
)
QUESTIONS = {name: asked for name, asked in full_questions().items() if "@" not in name}
ROUTE_RULE = "the Marker's own hex is not Club Route"
"""What the rule itself says is not there."""


@each("method", sorted(QUESTIONS))
def test_no_line_about_what_is_not_on_the_ground_rests_on_the_rulebook(
    real_context: Context, method: str
) -> None:
    for question in QUESTIONS[method]:
        try:
            answer = ask(real_context, method, question)
        except InputError:
            continue
        steps = answer.get("steps", ()) if isinstance(answer, dict) else ()
        sure = [step["why"] for step in steps if step.get("provenance") == "rulebook"]
        assert [why for why in sure if ABSENT.search(why) and not why.startswith(ROUTE_RULE)] == []


def test_a_working_knows_what_the_map_shows_and_what_it_does_not(real_context: Context) -> None:
    country = map_of(real_context, "wed")
    here = country.id("75.150")
    for holds, verdict in ((True, "legal"), (False, "illegal")):
        work = Working()
        work.shown(holds, "there", "not there", "WED 2.5", country, here)
        answer: Receipt = work.receipt()
        assert answer.verdict == verdict
        assert (answer.provenance == "rulebook") is holds
        assert answer.steps[0].start == "75.150"
    work = Working()
    work.absent("nothing there", "WED 2.5", country, here)
    assert (work.receipt().verdict, work.receipt().provenance) == (
        "legal",
        country.silence_of(here),
    )
