"""The premise of a player who asks of what begins here: nothing came before it in the turn."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.saves.at import At, placed_at
from clubroute.rules.words.grammar import Here, parse
from tests.rules.answer.silence import full_questions
from tests.rules.campaign.conftest import Asking, september
from tests.rules.needed import needed

ENGINEER = {"side": "Allied", "column": False}
GONE = {"state": "destroyed"}
REPAIR = {
    "map": "tdc",
    "bridge": "49.29/49.30",
    "unit": {**ENGINEER, "hex": "49.30", "began_turn_dismounted": True, "placed_now": False},
    "state": {"bridges": {"49.29/49.30": GONE}},
}
ACROSS = {
    "map": "wed",
    "hex": "66.157",
    "to": "66.156",
    "unit": {"side": "Allied", "class": "leg", "column": True, "hex": "66.157"},
    "second_action": False,
    "state": {
        "bridges": {"66.156/66.157": GONE},
        "units": [],
        "markers": [
            {
                "kind": "ferry",
                "hex": "66.157",
                "to": "66.156",
                "suppressed": False,
                "cohesion_hit": False,
            }
        ],
    },
}
DISPLAY = {
    "map": "wed",
    "formation": "Rink",
    "division": "KG Chill",
    "from": "Oirschot",
    "to": "map_display",
    "moved": False,
    "state": {"turn": september(18, "1900")},
}
FACTS = [
    ("bridge.repair", REPAIR, "unit.began_turn_dismounted", False, "it began the turn there"),
    ("bridge.repair", REPAIR, "unit.placed_now", True, "it came in an earlier activation"),
    ("ferry.use", ACROSS, "unit.hex", "66.156", "in the hex it leaves"),
    ("ferry.use", ACROSS, "second_action", True, "it is its first Action"),
    ("off_map.move", DISPLAY, "moved", True, "it has not moved this turn"),
    ("bridge.bailey", {}, "placed_this_impulse", 1, "no other was brought in this Impulse"),
    ("flank.advance", {}, "rolled", True, "it has not rolled this turn"),
]


def put(question: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A question with something else in one place; without it if that is None."""
    told = copy.deepcopy(question)
    *way, last = path.split(".")
    inner = told
    for name in way:
        inner = inner[name]
    inner.pop(last, None)
    return told if value is None else (inner.update({last: value}) or told)


@pytest.mark.parametrize(("method", "question", "fact", "bad", "premise"), FACTS)
def test_what_came_before_is_asked_for_strictly_and_taken_for_good_by_the_premise(
    asked: Asking, method: str, question: dict[str, Any], fact: str, bad: Any, premise: str
) -> None:
    question = question or full_questions()[method][0]
    silent = put(question, fact, None)
    for strict in (silent, {**silent, "begins": False}):
        needs = needed(asked(method, **strict))
        assert any(fact in one for one in needs), needs
    told = asked(method, **silent, begins=True)
    assert not any(fact in one for one in needed(told))
    lines = [one for one in told["steps"] if premise in one["why"]]
    assert [one["provenance"] for one in lines] == ["assumed"]
    said = asked(method, **question, begins=True)
    assert not any(one.get("provenance") == "assumed" for one in said["steps"])
    assert told["verdict"] == said["verdict"]
    assert asked(method, **put(question, fact, bad), begins=True)["verdict"] == "illegal"


def test_words_and_files_carry_the_premise_unless_they_say_otherwise(real_context: Context) -> None:
    line = "repair Son unit.hex=66.157 Allied column=no Son=destroyed"
    here = Here(real_context, "wed")
    assert parse(line, here).params["begins"] is True
    assert parse(f"{line} begins=no", here).params["begins"] is False
    said = parse(f"{line} placed_now", here).params
    assert (said["begins"], said["unit"]["placed_now"]) == (True, True)
    assert placed_at(real_context, "bridge.repair", REPAIR, At("tdc", {}))["begins"] is True
