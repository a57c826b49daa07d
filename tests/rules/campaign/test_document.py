"""docs/campaign.md: its questions can be asked, and it names what there is."""

from __future__ import annotations

import re
from pathlib import Path

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Registry
from clubroute.rules.gts.position.turns import EVENTS
from clubroute.rules.series import all_series
from clubroute.rules.words.grammar import Here, parse

TEXT = (Path(__file__).parents[3] / "docs" / "campaign.md").read_text(encoding="utf-8")
FAMILIES = (
    *("bridge", "ferry", "weather", "drop", "supply", "air", "artillery", "command"),
    *("victory", "off_map", "flank", "rout", "garrison", "deploy", "turn", "scenario"),
    *("fire", "roadblock", "stacking", "area", "special"),
)


def test_the_questions_can_be_asked(real_context: Context) -> None:
    asked = re.findall(r"^clubroute ((?:blow|fog) .*)$", TEXT, re.MULTILINE)
    questions = [parse(line, Here(real_context)) for line in asked]
    assert [one.method for one in questions] == ["bridge.demolish", "weather.fog"]
    answers = [ask(real_context, one.method, one.params) for one in questions]
    assert [answer["verdict"] for answer in answers] == ["decided", "legal"]
    assert (answers[0]["number"], answers[0]["result"]) == (6, "demolished")


METHODS = [
    one for one in Registry(series=all_series()[:1]).all() if one.name.partition(".")[0] in FAMILIES
]


def test_every_method_is_named() -> None:
    for method in METHODS:
        name = method.name.partition(".")[2]
        assert f"`{method.name}`" in TEXT or f"`{name}`" in TEXT, method.name


def test_every_reading_is_named_with_its_values() -> None:
    options = [
        param.kind.schema() for one in METHODS for param in one.params if param.name == "options"
    ]
    assert options
    for reading, schema in (item for one in options for item in one["properties"].items()):
        row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{reading}`"))
        assert all(f"`{value}`" in row for value in schema["enum"]), reading


def test_the_events_named_are_known() -> None:
    table = TEXT[TEXT.index("| event | |") : TEXT.index("`rules/gts/position/turns.py`")]
    named = [name for line in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", line[:50])]
    assert {"entered", "supply_drop"} <= set(named)
    firsts = {line.split("`")[1] for line in table.splitlines() if line.startswith("| `")}
    assert firsts <= set(EVENTS)
