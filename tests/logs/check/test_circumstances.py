"""What is known of the time around an activation: logs that begin in the middle, what rides on
what, corrections, slips."""

from __future__ import annotations

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.gts.logcheck.excuses import APART, EARLIER, LEFT
from clubroute.rules.gts.logcheck.excuses import PILE as PILED
from clubroute.rules.logs.check.module import Module
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario

C, TANK, RIDER = "101-c-1-501", "101-a-44-rtr", "101-c-1-506"
GERMAN = "59-1-i-1034-59"


@pytest.fixture
def foot(told: Scenario, module: Module, context: Context) -> Game:
    return Game(told, module, context, "chit-101-501")


def test_a_log_may_begin_with_the_retreat_that_the_one_before_rolled_for(foot: Game) -> None:
    foot.table.roll()
    answer = foot.going_on()
    answer.put(GERMAN, "68.158")
    answer.draw("chit-59-division")
    found = answer.of(GERMAN)
    assert (found.verdict, EARLIER in found.needs) == ("unchecked", True)


def test_a_retreat_may_come_after_the_next_chit_of_the_answer(foot: Game) -> None:
    foot.table.roll()
    answer = foot.going_on()
    answer.draw("chit-wal-division")
    answer.put(GERMAN, "68.158")
    assert answer.of(GERMAN).verdict == "unchecked"


def test_several_chits_may_lie_open_when_a_log_begins(foot: Game) -> None:
    foot.draw("chit-101-502")
    answer = foot.going_on()
    answer.put("101-a-1-501", "74.129")
    answer.put(C, "75.128")
    answer.put("gds-3-2-irishgds", "46.209")
    assert answer.of("101-a-1-501").verdict == "illegal"  # no phase makes it legal
    assert answer.of(C).verdict == "possible"
    assert answer.of("gds-3-2-irishgds").verdict == "unchecked"


def test_who_turned_a_unit_first_is_known_by_what_he_dragged(foot: Game) -> None:
    foot.form(C)
    foot.put(C, "75.128")
    assert foot.of(C).player == "player1"


@pytest.mark.parametrize(("chit", "verdict"), [("chit-101-502", "possible"), ("", "unchecked")])
def test_put_back_under_the_next_chit(foot: Game, chit: str, verdict: str) -> None:
    foot.put(C, "44.222")
    if chit:
        foot.draw(chit)
        foot.put(C, "75.128")
        found = [f.verdict for f in foot.report().findings if f.unit == C]
        assert found == [verdict, verdict]
    else:
        assert foot.of(C).verdict == verdict


def test_to_go_on_under_the_next_chit_is_no_correction(foot: Game) -> None:
    foot.put(C, "75.128")
    foot.draw("chit-101-502")
    foot.put(C, "75.127")
    found = [(f.check, f.verdict) for f in foot.report().findings if f.unit == C]
    assert found == [("move", "legal"), ("chit", "unchecked")]


@pytest.mark.parametrize(("back", "verdict"), [("76.127", "unchecked"), ("44.225", "illegal")])
def test_what_is_put_right_two_chits_later_may_have_been_a_slip(
    back: str, verdict: str, foot: Game
) -> None:
    foot.put(C, "44.224")
    for chit in ("chit-59-division", "chit-wal-division"):
        foot.draw(chit)
    foot.put(C, back)
    foot.goes_on()
    assert {f.verdict for f in foot.report().findings if f.unit == C} == {verdict}


def test_what_is_put_back_in_another_turn_was_no_slip(foot: Game) -> None:
    foot.put(C, "44.224")
    foot.draw("chit-59-division")
    foot.turn()
    foot.draw("chit-wal-division")
    foot.put(C, "76.127")
    foot.goes_on()
    assert [f.verdict for f in foot.report().findings if f.unit == C] == ["illegal", "illegal"]


def test_a_slip_may_be_dragged_straight_to_the_right_hex(foot: Game) -> None:
    foot.put(C, "44.222", "75.128")
    found = foot.of(C)
    assert (found.verdict, "slip" in found.why) == ("possible", True)


def test_units_on_jeeps_are_of_the_independent_formation(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-101-502")
    game.play("chit-101-independent")
    game.put(C, "75.128")
    assert game.of(C).verdict == "illegal"
    game = Game(told, module, context)
    game.put("101-divisional-jeep", "76.128")
    game.draw("chit-101-502")
    game.play("chit-101-independent")
    game.put("101-divisional-jeep", "75.128")
    game.put(C, "75.128")
    assert game.of(C).verdict == "legal"


def test_a_rider_may_be_dragged_after_its_vehicle(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-101-division")
    for unit in (TANK, RIDER):
        game.put(unit, "64.167", "63.173", "66.171")
    assert game.of(RIDER, second_actions=False).verdict == "possible"


def test_a_vehicle_and_its_rider_may_count_as_one(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-gds-hot")
    game.put("gds-1-3-irishgds", "50.212")
    found = game.report(stacking=1).findings
    assert [f.verdict for f in found if f.check == "stacking"] == ["possible"]


def test_the_label_may_contradict_the_table(foot: Game) -> None:
    foot.table.recorder.change(foot.told.ids[C], "label;", "30 MP")
    foot.put(C, "71.123")
    found = foot.of(C, second_actions=False)
    assert found.verdict == "unchecked"
    assert found.notes[0] == "its label says 30 MP, owner/ratings.csv 7 MP"


def test_a_pile_of_eliminated_units_is_no_assault(foot: Game) -> None:
    recorder = foot.table.recorder
    pile = foot.told.pixel("95.110")
    for unit in ("101-h-3-502", GERMAN):
        recorder.move(foot.told.ids[unit], foot.told.game.map, *pile)
    foot = foot.going_on()
    foot.draw("chit-wal-division")
    foot.table.roll()
    foot.put("wal-3-pz-2107", "95.110")
    foot.draw("chit-101-502")
    assert foot.of("wal-3-pz-2107").verdict == "unchecked"


PILE = "95.110"
"""A hex without a Road, and with nobody near."""


def test_the_first_on_a_pile_is_not_accused_where_nobody_is_near(foot: Game) -> None:
    foot.table.roll()
    foot.put(C, PILE)
    foot.put("wal-3-pz-2107", PILE)
    foot.goes_on()
    found = {one.unit: one for one in foot.report().findings if one.check in ("move", "chit")}
    for unit in (C, "wal-3-pz-2107"):
        assert (found[unit].verdict, APART in found[unit].needs) == ("unchecked", True)


@pytest.mark.parametrize("hex_", ["44.224", "96.113"])
def test_nobody_is_piled_without_a_die_or_among_others(foot: Game, hex_: str) -> None:
    if hex_ == "44.224":
        foot.table.roll()
    foot.put(C, hex_)
    foot.goes_on()
    assert foot.of(C).verdict == "illegal"


def test_who_was_near_by_slip_is_not_near(foot: Game) -> None:
    foot.put("101-d-2-501", "94.111")
    foot.table.roll()
    foot.put(C, PILE)
    foot.goes_on()
    (found,) = (one for one in foot.report().findings if one.unit == C)
    assert found.verdict == "illegal"
    foot.put("101-d-2-501", "77.130")
    (found,) = (one for one in foot.report().findings if one.unit == C)
    assert (found.verdict, APART in found.needs) == ("unchecked", True)


def test_where_such_of_both_sides_end_up_is_a_pile(foot: Game) -> None:
    foot.table.roll()
    foot.put(C, "44.224")
    foot.goes_on()
    assert foot.of(C).verdict == "illegal"
    assert foot.of(C).notes[-1].endswith("--pile 44.224")
    foot.table.roll()
    foot.put("wal-3-pz-2107", "44.224")
    found = {one.unit: one for one in foot.report().findings if one.hexes[-1:] == ("44.224",)}
    for unit in (C, "wal-3-pz-2107"):
        assert (found[unit].verdict, PILED in found[unit].needs) == ("unchecked", True)


def test_who_moves_on_was_not_piled(foot: Game) -> None:
    foot.table.roll()
    foot.put(C, PILE)
    foot.goes_on()
    foot.draw("chit-101-division")
    foot.put(C, "94.110")
    first, *_ = (one for one in foot.report().findings if one.unit == C)
    assert first.verdict == "illegal"


def test_the_last_chit_may_be_laid_aside_without_a_turn_tracker(foot: Game) -> None:
    foot.draw("chit-gds-hot")
    game = foot.going_on()
    game.back("chit-101-501")
    game.back("chit-gds-hot")
    game.draw("chit-101-502")
    game.play("chit-allied-direct")
    (found,) = (f for f in game.report().findings if f.unit == "chit-allied-direct")
    assert found.verdict == "unchecked"


def test_a_slip_out_of_its_area_may_be_put_right_in_the_next_log(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-59-division")
    game.put("59-3-i-1034-59", "44.232")  # south of the Frontline
    answer = game.going_on()
    answer.put("59-3-i-1034-59", "47.228")
    answer.draw("chit-101-501")
    answer.put(C, "76.127")
    answer.draw("chit-wal-107")
    found = answer.of("59-3-i-1034-59")
    assert (found.verdict, found.needs) == ("unchecked", (LEFT,))
