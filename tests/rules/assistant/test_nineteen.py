"""Nineteen faults that an assistant met while it answered players: each by a call of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import ClubrouteError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.question import ask_text
from clubroute.rules.assistant.protocol import tools_listed
from clubroute.rules.assistant.tools import MOST_LETTERS, call, tool_table
from clubroute.rules.words.grammar import Here
from clubroute.rules.words.plain import answered, in_plain_words
from clubroute.rules.words.sentence import parse
from tests.cases import each


@dataclass(frozen=True)
class Door:
    """A way to ask: words, a method with its parameters, or a tool with its arguments."""

    context: Context

    def words(self, sentence: str) -> str:
        here = Here(self.context)
        with in_plain_words() as asking:
            asking.question = parse(sentence, here)
            return answered(asking.question, here)

    def method(self, name: str, params: dict[str, Any]) -> str:
        return ask_text(self.context, name, params, "text")

    def tool(self, name: str, told: dict[str, Any]) -> str:
        return call(self.context, tool_table().tools[name], told).text


def reply(door: Door, how: str, asked: Any) -> str:
    """What a call is answered, or why it is refused."""
    ways: dict[str, Callable[..., str]] = {
        "words": door.words,
        "method": door.method,
        "tool": door.tool,
    }
    given = (asked,) if isinstance(asked, str) else asked
    try:
        return ways[how](*given)
    except ClubrouteError as error:
        return f"refused: {error}"


LEG = {"class": "leg", "column": True}
RELEASED_ALREADY = {
    "turn": {"date": "1944-09-18", "time": "1900"},
    "history": [
        {
            "event": "released",
            "formation": "Group Hot",
            "turn": {"date": "1944-09-18", "time": "1900"},
        }
    ],
}
COLD = [{"formation": "Group Cold", "number": 5, "division": "Guards Armored"}]

FAULTS: list[tuple[int, str, Any, str]] = [
    # On ins the hex left is no second terrain of the hex entered.
    (1, "words", "cost ma=12 dukw sea_line from woods to clear ins", r"^4 MP"),
    (1, "words", "cost 21/1Abn from woods to clear ins", r"^1 MP"),
    # A sentence reaches its method.
    (2, "words", "A Wheeled Unit in Column crosses a stream along a railroad into a polder hex. "
     "Cost and may it? tdc", r"^2 MP: along the railroad"),
    # One stray word or full stop keeps nobody from the rules.
    (3, "words", "Who can build the Arnhem Pontoon Bridge. ins", r"Pontoon"),
    (3, "words", "Can the Allies trace supply over a Prepared Bridge. ins", r"cross a Prepared"),
    (3, "words", "What is the Bulldozer's modifier for release? wed", r"release modifier"),
    (3, "tool", ("bridge", {"game": "tdc", "question": "pontoon", "say": "both sides fires"}),
     r"NOT UNDERSTOOD(.*\n)+THE RULES SAY:(.*\n)*.*for the Allies alone"),
    # Titles are names.
    (4, "words", "scenario The Best Laid Plans", r"^The Best Laid Plans: 0700"),
    (4, "words", "setup Hail Mary", r"^Hail Mary, Full of Grace: 45 units"),
    (4, "tool", ("scenario_facts", {"game": "ins", "question": "values", "scenario": "Hail Mary"}),
     r"^Hail Mary, Full of Grace: turns 6 to 14"),
    # Whose scenario it is, is said.
    (5, "method", ("scenario.setup", {"scenario": "INS-5.7"}), r"params:map: .*of ins"),
    # An error names the right parameter.
    (6, "words", "bridge.demolish Grave Grave=wired Grave.wired=German tdc", r"mean wired_by"),
    (6, "method", ("drop.roll", {"map": "wed"}), r"zone, unit"),
    (6, "tool", ("drop", {"game": "wed", "question": "result"}), r"TAKES: zone, unit, germans"),
    # Steps are added up.
    (7, "tool", ("step_cost", {"game": "wed", "unit": {"class": "leg"}, "steps": [
        {"act": "leave_column", "unit": {"column": True}},
        {"to": {"terrain": "woods"}, "unit": {"column": False}},
    ]}), r"^legal: [\d½]+ MP in 2 steps"),
    # No real hex where the question has none.
    (8, "method", ("fire.ground", {"map": "wed", "unit": LEG, "terrain": "clear",
                                   "moves": ["ferry"]}), r"^\+4 at a unit in Column"),
    (8, "method", ("ferry.use", {"map": "wed", "unit": {"class": "tracked"}}), r"^No: only leg"),
    (8, "method", ("bridge.demolish", {"map": "tdc", "in_fire_zones": True}), r"blown on 0–6"),
    (8, "method", ("clubroute.release", {"map": "wed", "roll": {
        "baileys": 1, "bulldozers": 2, "cut": True, "entered": 1, "dispatch": 3}}), r"^\+4 in all"),
    # What is known is said, though something else is not.
    (9, "method", ("barrage.table", {"map": "ins", "terrain": ["woods", "village"]}),
     r"^\+1 to the die"),
    # What belongs to it is pointed at.
    (10, "words", "strikes opening WED-CAMPAIGN", r"besides them: 8 strikes within 10 hexes"),
    # A rule that an example contradicts says so.
    (11, "words", "rule 4.3.2 wed", r"Add 1 .*the example of 4\.3\.1 takes the entries off"),
    # What came earlier in the turn counts.
    (12, "method", ("clubroute.release", {"map": "wed", "formations": COLD,
                                          "state": RELEASED_ALREADY}),
     r"Group Hot entered this turn before: nobody comes automatically"),
    # A reading that a game ignores is refused.
    (13, "method", ("ferry.use", {"map": "wed", "unit": LEG, "options": {"ferry_hit": "works"}}),
     r"refused: .*options\.ferry_hit.*it on tdc, mg"),
    (13, "method", ("ferry.after", {"map": "wed", "event": "cohesion_hit",
                                    "options": {"ferry_hit": "works"}}), r"refused: .*ferry_hit"),
    # One text of 5.8.
    (14, "words", "rule 5.8 supply ins", r"Entry Hex C or D, C18\.01 or C22\.01"),
    (14, "method", ("scenario.values", {"map": "ins", "scenario": "5.8", "topic": "supply"}),
     r"German supply: From Entry Hex C or D, C18\.01 or C22\.01"),
    # What a game has not is an answer.
    (15, "words", "rule weather ins", r"^No such thing in ins"),
    (15, "tool", ("look_up_rule", {"game": "ins", "about": "rain"}), r"^No such thing in ins"),
    (15, "tool", ("turn", {"game": "ins", "question": "weather"}), r"^NO SUCH THING in ins"),
    # No bare "closed" whose subject may be another.
    (16, "tool", ("bridge", {"game": "tdc", "question": "works", "bridge": "Grave",
                             "say": "step_loss"}), r"^It has lost a Step: it is removed"),
    # What was asked stands in a line, also where the answer is yes.
    (17, "method", ("move.check", {"map": "ins", "phase": "exploitation",
                                   "unit": {"ma": 8, "ferried": True, "exploit": True},
                                   "path": ["A48.20", "A48.21"]}),
     r"a Ferry used in the Movement Phase ends its moves of that phase only"),
    (17, "method", ("step.cost", {"map": "tdc", "unit": {"class": "wheeled", "column": True},
                                  "features": ["stream"], "via": "railroad",
                                  "to": {"terrain": "polder"}}), r"over the stream by a Road"),
    (17, "method", ("clubroute.status", {"map": "tdc", "state": {
        "club_route": {"route": ["15.86", "14.86"]}, "bridges": {}, "units": [],
        "markers": [{"kind": "light barrage", "hex": "15.86"}]}}), r"whosever it is"),
    # A topic keeps the lines that were asked for.
    (18, "tool", ("scenario_facts", {"game": "ins", "question": "setup", "scenario": "INS-5.7",
                                     "topic": "Beek"}), r"only what has 'Beek'(.*\n)+.*A24\.01"),
    # What could not be had.
    (19, "words", "rule O3.0 tdc", r"Pio-Lehr.Btl 9 .*KG Höxter"),
    (19, "method", ("drop.roll", {"map": "wed", "zone": "DZ", "unit": {"arrival": "glider"},
                                  "modified": 7}), r"owner/drop\.csv"),
    (19, "method", ("ferry.create", {"map": "tdc", "hex": "75.129", "to": "74.129",
                                     "unit": {"name": "x"}}), r"refused|Second Action"),
    (19, "tool", ("look_up_rule", {"game": "wed", "about": "leaving a Fire Zone"}),
     r"a series rule may tell it, which is not held"),
]  # fmt: skip


def test_every_fault_has_its_call() -> None:
    assert {number for number, *_ in FAULTS} == set(range(1, 20))


@each(
    ("number", "how", "asked", "says"),
    FAULTS,
    ids=[f"{number}-{at}" for at, (number, *_) in enumerate(FAULTS)],
)
def test_a_fault_that_an_assistant_met_is_mended(
    number: int, how: str, asked: Any, says: str, both_maps: Context
) -> None:
    text = reply(Door(both_maps), how, asked)
    assert re.search(says, text), f"{number}: {text}"
    assert len(text) <= MOST_LETTERS or how != "tool"


def test_what_programs_read_is_short_enough_to_be_read(both_maps: Context) -> None:
    """Of fault 2 the tools' list, and the registry that was 3.7 MB."""
    listed = json.dumps({"tools": tools_listed()}, ensure_ascii=False, separators=(",", ":"))
    assert len(listed.encode()) <= 12_000
    told = json.dumps(ask(both_maps, "rpc.discover", {}), ensure_ascii=False, separators=(",", ":"))
    assert len(told.encode()) <= 300_000
