"""A conversation: sentences, beginnings of names, what is denied, and what follows a question."""

from __future__ import annotations

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.words.items import Here, told_back
from clubroute.rules.words.sentence import parse
from clubroute.rules.words.shell import Talk

SAID_SO = (
    ("Can A/1/501 see 78.127 A/1/501=75.129?", "los 75.129 78.127 A/1/501=75.129"),
    ("How far does A/1/501 get from 75.129 with 8mp?", "reach A/1/501 from 75.129 8mp"),
    ("what does it cost leg woods stream", "cost leg woods stream"),
    ("how many hexes from Veghel to 66.153 distance?", "distance Veghel 66.153"),
    ("what is in 75.129?", "where 75.129"),
    ("Veghel?", "where Veghel"),
    ("bailey Son 14 Field", "bailey Son 14 Field Sqn, RE"),
    ("repair Son 14 Field Squadron RE", "repair Son 14 Field Sqn, RE"),
    ("march A/2 HHC E21.15", "march A/2 HHC/Gds E21.15"),
    ("reach A/1/501 not in column 8mp 75.129", "reach A/1/501 column=no 8mp 75.129"),
    ("reach wheeled dismounted 8mp 75.129", "reach wheeled mounted=no 8mp 75.129"),
    ("cost leg no enemy woods", "cost leg woods to.enemy=no"),
    ("move A/1/501 76.127 A/1/501=75.129", "move A/1/501 75.129 76.127 A/1/501=75.129"),
)


@pytest.mark.parametrize(("said", "meant"), SAID_SO, ids=[said for said, _ in SAID_SO])
def test_a_question_may_be_put_as_one_says_it(said: str, meant: str, all_maps: Context) -> None:
    one, other = (parse(line, Here(all_maps)) for line in (said, meant))
    assert one.method == other.method
    assert {**one.params, "state": 0} == {**other.params, "state": 0}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("reach A/1/50 8mp 75.129", "which are several, expected one of A/1/501, A/1/502, A/1/506"),
        ("Can A/1/501 see 78.127?", "where it is: A/1/501=75.129"),
        ("cost leg not woods", "found 'not woods', expected what can be so or not so: a condition"),
        ("cost leg raised from.terrain=woods to.terrain=clear", "which hex it describes"),
    ],
)
def test_what_cannot_be_understood_says_what_is_missing(
    line: str, expected: str, all_maps: Context
) -> None:
    with pytest.raises(InputError, match=expected):
        parse(f"{line}", Here(all_maps))


TALK = (
    ("move A/1/501 75.129 76.127", "unit=A/1/501 from=75.129 to=76.127"),
    ("8mp", "unit.name=A/1/501 unit.ma=8 from=75.129 to=76.127"),
    ("and to 75.131?", "unit.name=A/1/501 unit.ma=8 from=75.129 to=75.131"),
    ("not in column", "unit.name=A/1/501 unit.ma=8 unit.column=no from=75.129 to=75.131"),
    ("los 75.129 78.127", "from=75.129 to=78.127"),
    ("and from Veghel", "to=78.127 from=77.127"),
    ("cost leg woods", "to.terrain=woods unit.class=leg"),
    ("and over a stream", "to.terrain=woods unit.class=leg features=stream"),
    ("column", "to.terrain=woods unit.class=leg unit.column=yes features=stream"),
    (
        "into raised",
        "to.terrain=woods to.raised=yes unit.class=leg unit.column=yes features=stream",
    ),
    ("weather 1944-09-18", "date=1944-09-18"),
    ("6", "date=1944-09-18 die=6"),
)


def test_a_line_goes_on_with_the_question_before(all_maps: Context) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    for line, understood in TALK:
        said = next(one for one in talk.answer(line).splitlines() if one.startswith("understood: "))
        meant = " ".join(map(told_back, understood.split()))
        assert sorted(said.partition("; ")[0].split()[1:]) == sorted(meant.split()), line


def test_what_is_missing_may_be_said_in_the_next_line(all_maps: Context) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    with pytest.raises(InputError, match="expected the unit's hex"):
        talk.answer("reach leg 8mp")
    assert "understood: from=75.129 leg 8mp" in talk.answer("75.129")


def test_a_word_that_could_mean_two_things_is_not_guessed_in_a_conversation_either(
    all_maps: Context,
) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    talk.answer("cost leg from clear to woods")
    with pytest.raises(InputError, match=r"from\.raised=yes .* or to\.raised=yes"):
        talk.answer("raised")


def test_a_mistyped_command_is_no_part_of_the_question_before(all_maps: Context) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    talk.answer("los 75.129 78.127")
    with pytest.raises(InputError, match=r"did you mean los\?"):
        talk.answer("lso 75.129 78.128")


@pytest.mark.parametrize(
    ("before", "line", "goes_on"),
    [
        ("dispatch kangaroo courts", "railroad closed", False),
        ("railroad bridge blown", "railroad closed", False),
        ("railroad bridge blown", "and railroad closed", True),
    ],
)
def test_what_no_rule_fits_is_nothing_to_go_on_with(
    before: str, line: str, goes_on: bool, all_maps: Context
) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    talk.answer("move A/1/501 75.129 76.127")
    talk.answer(before)
    alone = Talk(Here(all_maps), lambda _: Here(all_maps)).answer("railroad closed")
    assert (talk.answer(line) == alone) is not goes_on


def test_some_other_unit_without_its_name_is_asked_about(all_maps: Context) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    talk.answer("move A/1/501 75.129 76.127")
    with pytest.raises(InputError, match="'the other battalion', expected a unit by its name"):
        talk.answer("same for the other battalion")
    assert "understood: " in talk.answer("same for B/1/501")


@pytest.mark.parametrize("line", ["deploy 1/1 Para 49.28", "can 1/1 para enter 49.28"])
def test_of_a_battalion_the_companies_are_offered(line: str, all_maps: Context) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    with pytest.raises(InputError, match=r"several, expected one of R/1/1, .*S/1/1, T/1/1"):
        talk.answer(line)


@pytest.mark.parametrize(
    ("line", "understood"),
    [
        (
            "paras over a stream from clear to clear",
            "from clear to clear features=stream leg",
        ),
        ("tracked into polder", "to polder tracked"),
    ],
)
def test_a_line_that_says_what_moves_and_where_keeps_nothing_of_the_question_before(
    line: str, understood: str, all_maps: Context
) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    talk.answer("foot column along the railway")
    assert f"understood: {understood}" in talk.answer(line).splitlines()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("fire at a column on Son bridge", "a hex: it lies at 66.156/66.157, not the town"),
        ("move leg 10mp Son bridge 70.150", "a hex: it lies at 66.156/66.157, not the town"),
    ],
)
def test_a_bridge_is_not_taken_for_the_hex_of_its_town(
    line: str, told: str, all_maps: Context
) -> None:
    with pytest.raises(InputError, match=told):
        Talk(Here(all_maps), lambda _: Here(all_maps)).answer(line)


def test_who_sees_a_unit_that_went_somewhere_is_asked_of_where_it_came(all_maps: Context) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    talk.answer("move A/1/501 from 75.129 to 76.130 6mp")
    assert "understood: from=76.130" in talk.answer("who can see it")
