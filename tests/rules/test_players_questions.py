"""What players ask at the table, in their words: the answer's first line, and one screen of it.

The questions were written down before any documentation was read; the figures are the rulebook's.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from clubroute.rules.cli import main

pytestmark = pytest.mark.slow

SCREEN = 24
"""Lines of a terminal's screen."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, what its answer's first line must say, and what stands further down."""

    words: str
    command: str
    first: tuple[str, ...]
    below: tuple[str, ...] = ()


QUESTIONS = (
    Asked(
        "Both games joined: how far may the Club Route Marker go?",
        "advance MG",
        ("undetermined: how far the Marker may advance is not known",),
        ("needs: where the Club Route Marker is",),
    ),
    Asked(
        "Is there room where one of ours is?",
        "stack Oosterbeek Allied A/2/1=Oosterbeek limit=4",
        ("legal: 36.26: 1 Allied Unit counts for stacking",),
        ("1 Allied Unit in 36.26", "1 of at most 4"),
    ),
    Asked(
        "Whose is the bridge at Son when the campaign begins?",
        "control Son WED-CAMPAIGN",
        ("controlled: Son Bridge is German controlled",),
        ("as set up, WED-CAMPAIGN", "WED 2.15.5"),
    ),
    Asked(
        "How far do those in 45.223 get when the campaign begins?",
        "reach 1./I./Kerutt 6mp WED-CAMPAIGN",
        ("legal: 1./I./Kerutt reaches", "within 6 MP from 45.223"),
    ),
    Asked(
        "May a Bailey Bridge Unit that stands there repair Son Bridge?",
        "repair Son 14 Field Sqn RE Son=destroyed unit.hex=66.157 column=no check=passed",
        ("decided: the destroyed marker is removed",),
        ("asked as its activation begins, it came in an earlier one; else say placed now",),
    ),
    Asked(
        "How many Air Strikes does the event give on the 18th?",
        "strikes event 18 September 0900 clear",
        ("legal: all are placed before any is resolved",),
        ("WED S3.1",),
    ),
    Asked(
        "A Column of trucks up the road from 44.225 to the Dommel: what does it cost?",
        "move wheeled Allied column 20mp 44.225 55.202",
        ("legal: ", "14½ of 20 MP", "on empty ground"),
        ("44.225 → 44.224 … 55.202", "WED 2.5", "look at yours"),
    ),
    Asked(
        "The 506th out of woods into woods over a stream",
        "cost A/1/506 woods woods stream",
        ("legal", "5 MP"),
        ("WED 2.4", "WED 2.11"),
    ),
    Asked(
        "May a truck in Column leave the road in woods?",
        "cost wheeled column woods",
        ("illegal: ", "woods", "only in Column along a Road"),
        ("WED 2.4",),
    ),
    Asked(
        "May a truck leave Column in a town?",
        "cost wheeled column leave column from town",
        ("illegal: ", "town"),
        ("WED 2.8",),
    ),
    Asked(
        "Son Bridge is blown: across at the bridge?",
        "path wheeled Allied column 66.157 66.156 Son=destroyed",
        ("illegal: ",),
        ("WED 2.15.6",),
    ),
    Asked(
        "Off the side of the raised road south of Arnhem in Column?",
        "path wheeled column 37.58 38.58 map=tdc",
        ("illegal: ", "raised Road"),
        ("TDC 2.16",),
    ),
    Asked(
        "My 88 in 66.153: does it see 66.148?",
        "los 66.153 66.148",
        ("clear: ", "range 5"),
        ("rests on: ",),
    ),
    Asked(
        "My 88 in 66.153: does it see one hex, at night?",
        "los 66.153 66.152 1944-09-17 night",
        ("undetermined: ",),
        ("needs: how many hexes one sees at night",),
    ),
    Asked(
        "A German by the highway in 66.153: is it spoiled?",
        "route German=66.153 fire_zones.German=66.153 marker=61.141 status=open spur=son",
        ("closed: ",),
        ("66.153", "WED 4.2"),
    ),
    Asked(
        "How far may the Marker go from the Dommel?",
        "advance marker=55.202",
        ("undetermined: ", "how far the Marker may advance is not known"),
        ("needs: whether a bridge on Club Route is destroyed", "needs: the German Units"),
    ),
    Asked(
        "Who is released at 1900 on the 18th?",
        "release 1944-09-18 1900",
        ("undetermined: ",),
        ("owner/formations.csv",),
    ),
    Asked(
        "1/506 drops on DZ B and rolls 7",
        "drop DZ B A/1/506 7",
        ("undetermined: ",),
        ("owner/drop.csv",),
    ),
    Asked(
        "Do I blow Son Bridge as he enters it?",
        "blow Son Allied 66.156",
        ("undetermined: ", "whether it is wired"),
        ("5 or less demolishes it", "else illegal"),
    ),
    Asked(
        "Do I blow it in the campaign, with no Fire Zone of mine there?",
        "blow Son Allied 66.156 fire_zones.German=none scenario=campaign",
        ("legal: ", "5 or less"),
        ("as set up, WED-CAMPAIGN", "WED 2.15.6"),
    ),
    Asked(
        "When may 14 Field Squadron put its Bailey at Son?",
        "bailey Son 14 Field Sqn RE",
        ("undetermined: ",),
        ("needs: ",),
    ),
    Asked(
        "The weather of the 19th, rolled 6",
        "weather 1944-09-19 6",
        ("undetermined: ",),
        ("owner/weather.csv",),
    ),
    Asked(
        "Who has won the first scenario, nothing entered yet told?",
        "score WED-1",
        ("undetermined: ",),
        ("D(-)/2HHC",),
    ),
    Asked(
        "Is A/1/501 in command, a Leader three hexes away?",
        "command A/1/501 A/1/501=75.129 Leader/501=73.127",
        ("undetermined: ", "In Command from 3 on"),
        ("Leader/501", "WED S6.6"),
    ),
    Asked(
        "Is it in command, where nobody said where the Leaders are?",
        "command A/1/501",
        ("undetermined: ", "the Leaders on the map"),
        (),
    ),
    Asked(
        "How far does a park of number 4 reach from 45.124?",
        "range 45.124 45.124 52.130 number=4 range=17",
        ("undetermined: range 14",),
        ("WED S1.0", "needs: the minimum of the unit"),
    ),
    Asked(
        "What is the 101st's Troop Quality worth?",
        "supply A/1/501",
        ("undetermined: ", "interdicted"),
        ("if so -1, if not 0",),
    ),
    Asked(
        "What is the Guards' Troop Quality worth with the road Cut?",
        "supply Allied division=Guards status=cut",
        ("-2",),
        ("WED S6.1.2",),
    ),
    Asked(
        "Next to the enemy, from Fire Zone to Fire Zone?",
        "path A/1/501 75.129 75.128 fire_zones.German=75.129 fire_zones.German=75.128",
        ("A/1/501 may go 75.129–75.128", "in enemy Fire Zones in 75.129, 75.128"),
        ("what the enemy Fire Zones in 75.128, 75.129 cost and draw (series rules)",),
    ),
    Asked(
        "May a fourth company stack in Veghel?",
        "stack 75.129 Allied",
        ("undetermined: ", "75.129"),
        ("needs: the Units in 75.129",),
    ),
    Asked(
        "Into a hex with a German in it?",
        "path A/1/501 75.129 75.128 German=75.128",
        ("illegal: ", "by Assault"),
        (),
    ),
    Asked(
        "Tanks over the canal by ferry?",
        "ferry 74.129 75.129 tracked Allied ferry=74.129/75.129",
        ("illegal: ", "leg Units"),
        ("WED 2.18",),
    ),
    Asked(
        "My anti-tank guns fire at a Column at Veghel Bridge: what is added?",
        "fire 75.129 tracked column",
        ("+4",),
        ("in Column: +2", "WED 2.15", "WED 2.16"),
    ),
    Asked(
        "May the 59th come in at 37.136?",
        "behind 37.136",
        ("undetermined: ",),
        ("owner/boxes.csv",),
    ),
)


PAGE = Path(__file__).parents[2] / "docs" / "questions.md"


def test_the_page_for_players_has_every_question_with_its_command() -> None:
    rows = [line.strip("| ").split(" | ") for line in PAGE.read_text("utf-8").splitlines()]
    told = {tuple(row[:2]) for row in rows if len(row) == 3}
    assert {(asked.words, f"`clubroute {asked.command}`") for asked in QUESTIONS} <= told


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked.words)
def test_a_players_question(
    asked: Asked,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)  # nothing of the player's own lies there
    code = main([*asked.command.split(), "--text"])
    told = capsys.readouterr()
    errors = [line for line in told.err.splitlines() if not line.startswith("… compiling")]
    assert (code, errors) == (0, [])
    lines = [line for line in told.out.splitlines() if not line.startswith("map wed: ")]
    for words in asked.first:
        assert words in lines[0]
    for words in asked.below:
        assert words in told.out
    assert len(lines) <= SCREEN
