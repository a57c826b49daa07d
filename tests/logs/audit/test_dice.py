"""What is made of dice: faces from the module, chat as a fall-back, dice rolled again."""

from __future__ import annotations

import pytest

from clubroute.rules.logs.audit.dice import (
    DiceButton,
    Thrown,
    dice_records,
    die,
    remarkable,
    reported,
    rerolls,
    thrown,
)
from clubroute.rules.logs.chat import Roll, read_chat

D10 = die("d10", 1, 10, 0, -1)


def rolled(values: list[int], who: str = "", button: str = "d10") -> list[Thrown]:
    return [Thrown(n, button, (v,), who, "property") for n, v in enumerate(values)]


def test_a_d10_shows_0_to_9() -> None:
    assert D10.values == tuple(range(10))
    assert D10.chances == (0.1,) * 10


def test_a_total_of_two_dice_is_not_even() -> None:
    two = die("2d6", 2, 6, 0, 0)
    assert two.values == tuple(range(2, 13))
    assert two.chances[5] == pytest.approx(6 / 36)
    assert sum(two.chances) == pytest.approx(1)


def test_the_player_is_who_the_report_names() -> None:
    (roll,) = thrown(3, [Roll("d10", ("7",), "** d10 = 7 *** <Ann>")], False)
    assert (roll.who, roll.results, roll.source) == ("Ann", (7,), "property")


@pytest.mark.parametrize(
    ("line", "results"),
    [
        ("* d10 = 7 *** &lt;Ann&gt;", (7,)),
        ("** 2d6 = 3, 4 *** &lt;Ann&gt;", (3, 4)),
        ("* Supply = 4", (4,)),
        ("&lt;Ann&gt; - * d10 = 9", None),
        ("* 3rd Guards moves 01.02 -> 01.03", None),
    ],
)
def test_chat_is_read_only_where_it_reports(line: str, results: tuple[int, ...] | None) -> None:
    found = reported(0, [read_chat(line)], False)
    assert [roll.results for roll in found] == ([] if results is None else [results])
    assert all(roll.source == "chat" for roll in found)


def test_dice_rolled_again_are_found() -> None:
    first = Thrown(4, "d10", (1,), "", "property", undone=True)
    other = Thrown(5, "d6", (3,), "", "property")
    again = Thrown(6, "d10", (9,), "", "property")
    assert rerolls([first, other, again]) == [(first, again)]
    assert rerolls([first, other]) == []


def test_fair_dice_are_plain_and_loaded_ones_are_not() -> None:
    fair = dice_records(rolled([n % 10 for n in range(200)]), {"d10": D10})
    assert not remarkable(fair)
    assert [test["test"] for test in fair[0]["tests"]] == ["even", "mean"]
    loaded = dice_records(rolled([0] * 60 + [n % 10 for n in range(100)]), {"d10": D10})
    assert remarkable(loaded)
    assert loaded[0]["power"]["rolls_needed"] > 100


def test_players_are_tested_apart_but_not_twice() -> None:
    two = rolled([1] * 20, "Ann") + rolled([2] * 20, "Bob")
    assert [r["player"] for r in dice_records(two, {"d10": D10})] == ["", "Ann", "Bob"]
    one = rolled([1] * 20, "Ann")
    assert [r["player"] for r in dice_records(one, {"d10": D10})] == ["Ann"]


def test_no_test_without_the_faces() -> None:
    (unknown,) = dice_records(rolled([1] * 50), {})
    assert unknown["tests"] == []
    assert "supply the module" in unknown["unknown"]
    (strange,) = dice_records(rolled([1] * 50 + [11]), {"d10": D10})
    assert strange["tests"] == []
    assert "show 11" in strange["unknown"]
    (few,) = dice_records(rolled([1]), {"d10": DiceButton("d10", D10.values, D10.chances)})
    assert few["unknown"] == "too few rolls for a test"
