"""The first line of an answer is what was asked (``first_lines.csv``): the questions of the table,
each with the line that a player wants, and what stands further down.

The questions were written down before any documentation was read; the figures are the rulebook's.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubroute.rules.answer.first_line import WIDEST
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.question import ask_text
from clubroute.rules.cli import main
from clubroute.rules.words.grammar import Here, parse, words_of
from clubroute.rules.words.plain import answered, plain_lines
from tests.cases import each

with Path(__file__).with_name("first_lines.csv").open(encoding="utf-8", newline="") as rows:
    ROWS = list(csv.DictReader(rows))
SCREEN = 24
"""Lines of a terminal's screen; two lists may be cut with a line each."""
VERDICTS = re.compile(r"(undetermined|legal|illegal|decided|closed|open|controlled)\b")
EXAMPLES = re.compile(r"\(as: ([^()]+)\)")
PATTERN = re.compile(r"[A-Z]{3,}=")
"""An example that is no word to type but its form: UNIT=HEX."""


def test_there_are_as_many_as_were_asked() -> None:
    assert len(ROWS) == 52
    assert len({row["command"] for row in ROWS}) == 52


@each("row", ROWS, ids=lambda row: row["command"])
def test_the_first_line_is_the_answer(row: dict[str, str], all_maps: Context) -> None:
    asked = parse(row["command"], Here(all_maps))
    lines = plain_lines(answered(asked, Here(all_maps)), asked.window).splitlines()
    assert lines[0] == row["first"]
    assert len(lines[0]) <= WIDEST
    assert not VERDICTS.match(lines[0])
    assert len(lines) <= SCREEN + 3
    for words in filter(None, row["below"].split(" | ")):
        assert words in "\n".join(lines)


@each("row", ROWS, ids=lambda row: row["command"])
def test_every_example_that_an_answer_prints_is_accepted(
    row: dict[str, str], all_maps: Context
) -> None:
    hold_examples(row["command"], Here(all_maps))


# Of each need its example says what the need asks for: a German where only a German counts.
NAMED = (
    ("improve Nijmegen Railroad Bridge engineer map=tdc not column unit.hex=38.62", "=improved"),
    (
        "pontoon 47.29/48.28 9 Fld Coy RE map=tdc unit.hex=47.29 not column history=none",
        "=assembled",
    ),
    ("bulldozer 63.185/63.186 place", "63.185/63.186=unstable"),
    ("special kg chill map=wed 1944-09-20 0700", "as: German"),
    ("special allied ambush map=mg", "as: German"),
    ("score scenario=5.6", "number=7"),
    ("rubble 63.175", "die=0"),
    ("supply German", "1944-09-20 0700"),
    ("garrison Grave map=tdc", "1944-09-17 Night"),
    (
        "bailey Son 128 Bridge RE Son=destroyed released=43rd fire_zones.German=none",
        "activation=43rd",
    ),
    ("barrage 7 Med/XXX E10.10 off_map units=none", "number=3"),
    ("wire Nijmegen Road engineer German unit.hex=41.63 unit.column=no map=tdc", "Campaign 2"),
    (
        "ferry 74.129 75.129 leg Allied ferry=74.129/75.129 Veghel=destroyed units=none",
        "suppressed=no",
    ),
)


@each("command", [command for command, _ in NAMED])
def test_an_example_answers_the_need_it_stands_behind(command: str, all_maps: Context) -> None:
    lines = hold_examples(command, Here(all_maps))
    named = dict(NAMED)[command]
    assert any(named in line for line in lines if "(as: " in line), lines


def hold_examples(command: str, here: Here) -> list[str]:
    """Type every example that an answer prints: each is taken, and its need is gone then."""
    words = words_of(command)
    first = parse(words, here)
    lines = plain_lines(answered(first, here), first.window).splitlines()
    for line in lines:
        for example in examples_in(line):
            asked = parse([*words, *words_of(example)], here)
            told = plain_lines(answered(asked, here), asked.window).splitlines()
            assert need_in(line) not in map(need_in, told), (example, line)
    return lines


def need_in(line: str) -> str:
    """What a line asks for, without how that is said."""
    return EXAMPLES.sub("", line.removeprefix("Say also: ").removeprefix("Tell me "))


# What a first line says of a check, of what must not be, and of a need: never cut before its
# condition.
FIRST = {
    "repair Son 14 Field Sqn RE Son=destroyed fire_zones.German=none unit.hex=66.157 not column": (
        "The destroyed marker is removed if the check is passed; else the bridge stays destroyed"
    ),
    "ferry.create 66.157 66.156 engineer German unit.hex=66.157 not column Son=destroyed": (
        "A ferry in 66.157 that points to 66.156 if the check is passed; else no ferry"
    ),
    "riders direct": (
        "The rider stays on, or it dismounts and the Vehicle's Activation ends if either Unit "
        "takes a result"
    ),
    "riders dismount": (
        "Fire at the Infantry alone if it comes after the dismounting; else at the Vehicle and its "
        "rider"
    ),
    "bulldozer 63.185/63.186 repair die=3 63.185/63.186=unstable activation=Guards "
    "fire_zones.German=none": "3 is too high, Men at Work markers aside",
    "special oranje-bon map=tdc 1944-09-22 0700 units=none": "Yes unless they have come before",
    "special oranje-bon map=tdc 1944-09-22 0700": (
        "Only if no German Unit is in city-limits-nijmegen, unless they have come before"
    ),
    "path leg Hohenstaufen 49.30 49.31 map=tdc": (
        "No if it is in Column; else it depends on whether the Arnhem Road Bridge is German "
        "controlled"
    ),
    "cost leg column=no to.raised=yes to.road_block=yes to.terrain=woods stream": (
        "8 MP: woods hex 3, doubled 3, leaves across a stream without a Road 2 "
        "[WED 2.4, 2.16, 2.11]"
    ),
    "bailey Son 128 Bridge RE Son=destroyed released=none fire_zones.German=none": (
        "No: 128 Bridge, RE and 15 Bridge, RE may not be used before a Formation of 43rd Infantry "
        "is released"
    ),
}


@each("command", FIRST)
def test_a_first_line_is_not_cut_before_its_condition(command: str, all_maps: Context) -> None:
    here = Here(all_maps)
    asked = parse(words_of(command), here)
    line = plain_lines(answered(asked, here), asked.window).splitlines()[0]
    assert line == FIRST[command]
    assert len(line) <= WIDEST


def test_a_table_is_named_whole_where_the_first_line_has_no_room(all_maps: Context) -> None:
    asked = {"side": "Allied", "division": "82nd Airborne Division"}
    state = {"turn": {"date": "1944-09-22", "time": "0700"}}
    params = {"map": "tdc", "unit": asked, "hex": "46.64", "act": "move", "state": state}
    first, *others = ask_text(all_maps, "deploy.check", params, "text").splitlines()
    assert first == "Fill in owner/areas.csv: 82nd-airborne-deployment"
    assert any("stay inside the green deployment line" in line for line in others)


def examples_in(line: str) -> Iterator[str]:
    """The words that a line says may be typed."""
    for told in EXAMPLES.findall(line):
        for one in re.split(r", or: |, ", told):
            if not PATTERN.match(one):
                yield one


@pytest.mark.usefixtures("gts_map")
def test_the_command_line_prints_it_without_a_word_of_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)  # nothing of the player's own lies there
    code = main([*ROWS[0]["command"].split(), "--text"])
    told = capsys.readouterr()
    errors = [line for line in told.err.splitlines() if not line.startswith("… compiling")]
    assert (code, errors) == (0, [])
    assert told.out.splitlines()[0] == ROWS[0]["first"]
