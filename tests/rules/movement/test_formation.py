"""A unit of which nobody said whether it is in Column: asked without, and both ways."""

from __future__ import annotations

import re
from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.needed import needed

WHEELED = {"class": "wheeled", "ma": 20}
QUESTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "up the highway": ("move.best", {"map": "wed", "from": "44.225", "to": "55.202"}),
    "through the Culvert": (
        "move.check",
        {"map": "wed", "path": ["70.156", {"hex": "70.157", "via": "culvert"}]},
    ),
    "what it reaches": ("move.reach", {"map": "wed", "from": "44.225", "allowance": 2}),
    "into woods by a road": ("step.cost", {"to": {"terrain": "woods"}, "via": "road"}),
    "into woods": ("step.cost", {"to": {"terrain": "woods"}}),
    "into a village": ("step.cost", {"to": {"terrain": "village"}}),
}


def outcome(answer: dict[str, Any]) -> tuple[Any, ...]:
    return answer["verdict"], answer.get("total"), answer.get("hexes")


@pytest.mark.parametrize("words", QUESTIONS)
def test_a_formation_not_said_decides_nothing_in_silence(context: Context, words: str) -> None:
    name, question = QUESTIONS[words]

    def asked(**formed: bool) -> Any:
        return ask(context, name, {**question, "unit": {**WHEELED, **formed}})

    unsaid, out, formed = asked(), asked(column=False), asked(column=True)
    if outcome(out) == outcome(formed):
        assert outcome(unsaid) == outcome(out)
        assert "out of Column" not in unsaid["summary"]
    elif out["verdict"] == formed["verdict"]:
        assert outcome(unsaid) == outcome(out)
        assert re.search(r"out of Column \([^)]* in Column\)", unsaid["summary"])
    else:
        assert unsaid["verdict"] == "undetermined"
        assert needed(unsaid)[0].startswith("unit.column: whether it is in Column; if so ")


def test_every_case_of_a_formation_not_said_is_asked(context: Context) -> None:
    found = {
        words: ask(context, name, {**question, "unit": WHEELED})["summary"]
        for words, (name, question) in QUESTIONS.items()
    }
    assert "out of Column (14½ in Column)" in found["up the highway"]
    assert found["what it reaches"].endswith("out of Column (12 hexes in Column)")
    assert "if it is in Column" in found["through the Culvert"]
    assert found["into woods by a road"].startswith("½ MP if it is in Column; else no: vehicles")
    assert found["into woods"].startswith("No: vehicles")
    assert found["into a village"].startswith("6 MP out of Column")
    assert "(1 in Column)" in found["into a village"]


def test_the_act_itself_says_the_formation(context: Context) -> None:
    unit = {"class": "wheeled"}
    for act, verdict in (("leave_column", "illegal"), ("enter_column", "legal")):
        question = {"unit": unit, "act": act, "from": {"terrain": "town"}}
        assert ask(context, "step.cost", question)["verdict"] == verdict


MOTORIZED = {"class": "leg", "organic": "tracked", "column": False, "ma": 8}


@pytest.mark.parametrize(
    ("to", "verdict", "said"),
    [
        ("woods", "undetermined", "if it is on its Organic Transport"),
        ("village", "legal", "on foot (4 mounted)"),
        ("clear", "legal", "2 MP"),
    ],
)
def test_whether_it_is_mounted_decides_nothing_in_silence(
    context: Context, to: str, verdict: str, said: str
) -> None:
    asked = {"unit": MOTORIZED, "to": {"terrain": to}}
    answer = ask(context, "step.cost", asked)
    assert answer["verdict"] == verdict
    assert said in answer["summary"]
    for mounted in (True, False):
        known = ask(context, "step.cost", {**asked, "unit": {**MOTORIZED, "mounted": mounted}})
        assert "on foot (" not in known["summary"]
