"""A tool call is a question in words: answered as words are, with nothing filled in."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Registry
from clubroute.rules.assistant.protocol import tools_listed
from clubroute.rules.assistant.tools import MOST_LETTERS, ToolReply, call, tool_table
from clubroute.rules.series import own_games
from tests.cases import each

TABLE = tool_table()


def asked(context: Context, tool: str, **told: Any) -> ToolReply:
    """The reply to a call."""
    return call(context, TABLE.tools[tool], told)


def test_every_method_is_asked_by_a_tool_or_left_out_for_a_reason() -> None:
    asks = {method for tool in TABLE.tools.values() for method in tool.asks.values()}
    every = {method.name for method in Registry().all()}
    assert asks <= every
    left = {name for name in every if name.partition(".")[0] in TABLE.left_out}
    assert every - asks == left
    assert all(TABLE.left_out.values())


def test_the_list_of_tools_is_short() -> None:
    listed = json.dumps({"tools": tools_listed()}, ensure_ascii=False, separators=(",", ":"))
    # Each game that somebody has laid out in this checkout is among the maps of many tools.
    assert len(listed.encode()) <= 12_000 + 200 * len({*own_games()} - {"ombrey"})


CALLS: list[tuple[str, Mapping[str, Any], str]] = [
    # A step is summed with others; on ins the hex left is no second terrain.
    (
        "step_cost",
        {
            "game": "ins",
            "unit": {"ma": 12, "dukw": True},
            "features": ["sea_line"],
            "to": ["clear"],
        },
        r"^legal: 4 MP",
    ),
    (
        "step_cost",
        {
            "game": "wed",
            "unit": {"class": "leg", "column": False},
            "steps": [{"to": {"terrain": "woods"}}, {"to": {"terrain": "polder"}}],
        },
        r"^legal: [\d.]+ MP in 2 steps\nstep 1: legal",
    ),
    (
        "step_cost",
        {
            "game": "wed",
            "unit": {"class": "wheeled", "column": False},
            "steps": [{"to": {"terrain": "clear"}}, {"to": {"terrain": "woods"}}],
        },
        r"^illegal: step 2 of 2",
    ),
    ("move", {"game": "wed", "question": "best", "unit": "A/1/501", "from": "60.140",
              "to": "61.141"}, r"^legal: .*2 MP"),
    ("fire", {"game": "wed", "question": "modifier", "terrain": "woods", "raised": True,
              "column": True}, r"woods: -2 \[WED 2.4\]"),
    ("sight", {"game": "wed", "question": "line", "from": "75.129", "to": "78.127"}, r"^No: 77"),
    ("bridge", {"game": "tdc", "question": "demolish", "bridge": "Grave", "die": 3,
                "say": "Grave=wired Grave.wired_by=German"}, r"^undetermined.*\n(.*\n)*TELL ME: "),
    ("bridge", {"game": "wed", "question": "list"}, r"Son Bridge"),
    ("ferry", {"game": "wed", "question": "after", "event": "cohesion_hit"}, r"until it Rallies"),
    ("club_route", {"game": "tdc", "question": "status"}, r"^undetermined.*\n(.*\n)*TELL ME: "),
    ("scenario_facts", {"game": "ins", "question": "values", "scenario": "INS-5.7",
                        "topic": "rations"}, r"none of \d+ lines has 'rations'\nTHE RULES SAY:"),
    ("scenario_facts", {"game": "wed", "question": "values", "scenario": "WED-4",
                        "topic": "chits"}, r"^Hell’s Highway: .*\nin the mug: (.*\n)+RESTS ON"),
    ("turn", {"game": "wed", "question": "fog", "time": "0900", "die": 0,
              "fog_number": 4}, r"^The die is 0: clear"),
    ("attack", {"game": "ins", "question": "table", "odds": "3:1", "terrain": ["woods"],
                "dice": [3, 4]}, r"^D1r1d1: the defender"),
    ("unit_state", {"game": "ins", "question": "supply", "unit": "Beek"}, r"TELL ME: where it is"),
    ("drop", {"game": "wed", "question": "timing", "date": "1944-09-18", "weather": "clear"},
     r"^The drop comes at 0900 or 1100"),
    ("place", {"game": "wed", "question": "distance", "from": "75.129", "to": "75.131"}, r"\b2\b"),
    ("look_up_rule", {"game": "wed", "about": "2.15.6"}, r"\[WED 2\.15\.6"),
    # What a game has not is said so: no error, no guess.
    ("attack", {"game": "wed", "question": "table"}, r"^NO SUCH THING in wed: ask on ins"),
    ("turn", {"game": "ins", "question": "weather"}, r"^NO SUCH THING in ins: ask on wed, tdc, mg"),
]  # fmt: skip


@each(("tool", "told", "says"), CALLS, ids=[f"{t}-{s}" for t, _, s in CALLS])
def test_a_call_is_answered(
    tool: str, told: Mapping[str, Any], says: str, both_maps: Context
) -> None:
    reply = asked(both_maps, tool, **told)
    assert re.search(says, reply.text), reply.text
    assert not reply.wrong
    assert len(reply.text) <= MOST_LETTERS


@pytest.mark.parametrize(
    ("tool", "told", "says"),
    [
        ("bridge", {"game": "ins", "question": "blo", "bridge": "x"}, "did you mean blow?"),
        ("place", {"game": "wde", "question": "describe", "hex": "75.129"}, "wde"),
        ("place", {"game": "wed", "question": "describe", "hex": "999.999"}, "999.999"),
        ("place", {"game": "wed", "question": "describe"}, "missing"),
        ("place", {"game": "wed", "question": "describe", "hex": "75.129", "say": 3}, "say"),
        ("move", {"game": "wed", "question": "best", "unit": "Nobody's", "from": "75.129",
                  "to": "75.130"}, "Nobody"),
        ("step_cost", {"game": "wed", "steps": []}, "steps"),
        ("step_cost", {"game": "wed", "steps": "all"}, "steps"),
        ("step_cost", {"game": "wed", "unit": "leg", "to": {"terrain": "lava"}}, "lava"),
    ],
)  # fmt: skip
def test_a_call_that_cannot_be_understood_says_why(
    tool: str, told: Mapping[str, Any], says: str, both_maps: Context
) -> None:
    reply = asked(both_maps, tool, **told)
    assert reply.wrong
    assert reply.text.startswith("NOT UNDERSTOOD: ")
    assert says in reply.text


HOSTILE: list[Any] = [
    *(None, True, -1, 1e308, "", " ", "=", "a=b=c", "map=ins", "--help", "'\"", "\x00", "\ud800"),
    *("x" * 5000, "²", "../../etc/passwd", [], [[]], {}, {"": {"": 1}}, {"a": [1, {"b": []}]}),
]


@pytest.mark.parametrize("tool", list(TABLE.tools))
def test_whatever_is_said_the_reply_is_a_text_of_some_length(tool: str, both_maps: Context) -> None:
    for question in TABLE.tools[tool].asks:
        for number, value in enumerate(HOSTILE):
            name = [*TABLE.tools[tool].params, "say", "topic", "state"][number % 4]
            reply = asked(both_maps, tool, **{"game": "wed", "question": question, name: value})
            assert 0 < len(reply.text) <= MOST_LETTERS


def test_nothing_that_was_not_said_is_filled_in(both_maps: Context) -> None:
    said = {"game": "wed", "unit": {"class": "leg"}, "to": {"terrain": "woods"}}
    reply = asked(both_maps, "step_cost", **said)
    assert reply.asked[0] == "step.cost"
    assert reply.asked[1].keys() <= {"map", "unit", "to"}
    ferry = asked(both_maps, "ferry", game="wed", question="use", hex="66.157", to="66.156",
                  unit={"class": "leg"})  # fmt: skip
    assert ferry.answer["verdict"] == "undetermined"
    assert "TELL ME" in ferry.text


def test_a_topic_is_looked_for_before_anything_is_cut(both_maps: Context) -> None:
    whole = asked(both_maps, "scenario_facts", game="ins", question="setup", scenario="INS-5.7")
    found = re.search(r"\((\d+) more lines: name a topic", whole.text)
    assert found is not None
    last = asked(both_maps, "scenario_facts", game="ins", question="setup", scenario="INS-5.7",
                 topic="Guards")  # fmt: skip
    assert "Guards" in last.text
    assert "Guards" not in whole.text


def test_no_heading_stands_without_lines_and_no_line_is_told_twice(both_maps: Context) -> None:
    reply = asked(both_maps, "scenario_facts", game="ins", question="setup", scenario="INS-5.4",
                  topic="Pol")  # fmt: skip
    lines = reply.text.splitlines()
    assert [line for line in lines if line.endswith(":")] == []
    assert [line for line in lines[1:] if lines[0] in line] == []
