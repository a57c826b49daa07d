"""What a player of It Never Snows asks in words, with nothing but the rulebook at hand."""

from __future__ import annotations

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.words.grammar import Here, parse
from tests.cases import each
from tests.rules.needed import needed

EMPTY = "units=none bridges=none ferries=none"
PARA = f"supply C/1/501 C/1/501=E55.20 linked=none {EMPTY}"
AT_THE_BRIDGE = "blow A48.05 21/1Abn movement hex=A49.06 A48.05=prepared"
SAID = "oos=no dg=no attackers.1.hex=E5.04"
AGAINST = " ".join(
    f"defenders.1.{one}" for one in ("defence=3", "dg=no", "oos=no", "ma=5", "kind=infantry")
)

QUESTIONS = (
    # Supply (1.8a)
    (f"{PARA} drop_zones.101=E55.20", "open", "is in supply"),
    (f"{PARA} drop_zones.101=E56.20 German=E56.20", "closed", ""),
    ("supply.link_up 101 map=ins units=none", "decided", "no supplied XXX Corps unit"),
    ("ammo.spend 376/82 yellow scenario=5.1", "undetermined", "state.linked"),
    # Combat (Combat Table, 1.8a)
    (f"combat E5.03 21/1Abn attack=9 {SAID} {AGAINST}", "legal", "is the column 3:1"),
    (f"combat E5.03 21/1Abn attack=9 oos=yes dg=no {AGAINST}", "illegal", "Out of Supply"),
    # Ferries (1.14)
    ("ferry 21/1Abn A44.10/A44.11 A44.10/A44.11.used=3 units=none", "legal", "costs no MP"),
    ("ferry 21/1Abn A44.10/A44.11 A44.10/A44.11.used=4 units=none", "illegal", "carried 4 units"),
    ("ferry 21/1Abn A44.10/A44.11 A44.10/A44.11=ferry units=none", "undetermined", "A44.11.used"),
    ("ferry 21/1Abn A44.10/A44.11 A44.10/A44.11.used=3 units=none ferried", "illegal", "crossed"),
    ("ferry 21/1Abn A44.10/A44.11 A44.10/A44.11.used=0 exploitation", "illegal", "Movement Phase"),
    # Bridges (1.15, 3.2)
    ("bridge 128/XXX E54.24/E55.25 128/XXX=E54.24 dg=no die=5", "decided", "the bridge stands"),
    ("bridge 128/XXX E54.24/E55.25 128/XXX=E54.24 dg=no die=3", "decided", "nothing happens"),
    ("bridge 128/XXX E54.24/E55.25 128/XXX=E54.24 dg=no combat", "illegal", "Movement Phase"),
    ("bridge 128/XXX E54.24/E55.25 128/XXX=E54.24 dg=no emplaced=no", "illegal", "did not begin"),
    ("bridge 128/XXX E54.24/E55.25 128/XXX=E54.24 dg=no begins=no", "undetermined", "emplaced"),
    ("pontoon 9/1Abn 9/1Abn=A49.06 dg=no road", "decided", "stands for good"),
    (f"{AT_THE_BRIDGE} A48.05.blow=4 attempt die=4", "decided", "the bridge is blown"),
    (f"{AT_THE_BRIDGE} A48.05.blow=4 attempt die=5", "decided", "stands"),
    (f"{AT_THE_BRIDGE} attempt", "undetermined", "the highest die that blows it"),
    # Air (1.11, 2.1)
    ("strikes German turn=5 scenario=5.1", "legal", "1 die, at most 5"),
    ("airdrop.points 5.1 ins turn=2 die=3", "decided", "12 Air Drop Points"),
    ("losses 21/1Abn Nijmegen units=none die=4", "decided", "no loss"),
    # Victory (5.6)
    ("score 5.6 map=ins turn=7 held.A49.06=Allied", "decided", "Allied victory"),
    ("score 5.6 map=ins turn=7 held.A49.06=German", "decided", "German"),
    # Movement (1.3a, 1.14)
    (
        "cost ma=9 polder river map=ins",
        "undetermined",
        "3 MP; 7 unless it has DUKWs",
    ),
    ("reach 21/1Abn ma=5 dg=no oos=no from Nijmegen", "legal", "165 hexes within 5 MP"),
    ("reach 21/1Abn ma=5 dg=no oos=no from Nijmegen ferried", "illegal", "crossed by Ferry"),
)


@each(("line", "verdict", "told"), QUESTIONS, ids=[q[0] for q in QUESTIONS])
def test_a_question_in_words(line: str, verdict: str, told: str, all_maps: Context) -> None:
    asked = parse(line, Here(all_maps))
    assert asked.params["map"] == "ins"
    answer = ask(all_maps, asked.method, asked.params)
    assert (answer["verdict"], told.casefold() in str(answer).casefold()) == (verdict, True), (
        answer["summary"]
    )


def test_two_numbers_are_not_one(all_maps: Context) -> None:
    """E5.03 and a 4 are not hex E5.034."""
    with pytest.raises(InputError, match="found '4'"):
        parse("barrage E5.03 4 3", Here(all_maps, "ins"))


def test_what_is_not_known_at_worst_is_not_told(all_maps: Context) -> None:
    asked = parse("supply 1/Aufk/Grabner 1/Aufk/Grabner=A47.05", Here(all_maps))
    answer = ask(all_maps, asked.method, asked.params)
    assert answer["summary"].startswith("1/Aufk/Grabner is in supply")
    assert not any("else undetermined" in need for need in needed(answer))
