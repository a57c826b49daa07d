"""What the check says of logs made for one question each, and of generated ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.gts.logcheck.excuses import RETREAT
from clubroute.rules.logs.check.module import Module
from tests.logs.check.game import Game
from tests.logs.check.generated import (
    LOGS,
    checked,
    complaint,
    playing,
)
from tests.logs.check.scenario import Scenario
from tests.logs.check.tables import Recorded


@pytest.fixture
def foot(told: Scenario, module: Module, context: Context) -> Game:
    return Game(told, module, context, "chit-101-501")


@pytest.fixture
def tanks(told: Scenario, module: Module, context: Context) -> Game:
    return Game(told, module, context, "chit-gds-hot")


C, TANK = "101-c-1-501", "gds-3-2-irishgds"


def test_hex_by_hex_is_legal_with_its_cost(foot: Game) -> None:
    foot.put(C, "75.128", "75.127")
    found = foot.of(C)
    assert (found.verdict, found.check) == ("legal", "move")
    assert found.hexes == ("76.128", "75.128", "75.127")
    assert found.why == "at least 4 MP of 7"
    assert found.chit == "501 PIR Formation Activation"
    assert found.turn == "September 20 0900"


def test_one_drag_over_several_hexes_is_possible(foot: Game) -> None:
    foot.put(C, "77.130")
    assert foot.of(C).verdict == "possible"


def test_the_cheapest_way_round_has_its_own_receipt(foot: Game) -> None:
    foot.put("101-a-1-501", "74.129")  # the bridge is destroyed
    found = foot.of("101-a-1-501")
    assert found.verdict == "illegal"
    assert "the cheapest way round costs at least" in found.why
    assert found.receipt is not None
    assert found.around is not None
    assert (found.receipt["verdict"], found.around["verdict"]) == ("illegal", "illegal")
    way = [place["hex"] for place in found.around["path"]]
    assert (way[0], way[-1], len(way) > 3) == ("75.129", "74.129", True)
    assert "    the cheapest way round:" in found.text()
    assert found.record()["around"] == found.around


def test_an_accusation_names_the_cost_its_receipt_proves(foot: Game) -> None:
    # It ends out of Column, which costs more than the cheapest way alone.
    foot.put("101-d-2-501", "44.222")
    foot.goes_on()
    found = foot.of("101-d-2-501")
    assert found.receipt is not None
    assert found.why == f"costs at least {found.receipt['total']:g} MP, more than its 7 MP"


def test_without_an_allowance_nothing_is_said_of_the_cost(
    foot: Game, tmp_path: Path, context: Context
) -> None:
    foot.put(C, "76.129")
    bare = Context(context.folder, owner_folder=tmp_path)
    (found,) = (f for f in foot.report(context=bare).findings if f.unit == C)
    assert found.verdict == "unchecked"
    assert "movement allowance" in found.needs[0]


def test_a_column_the_log_does_not_show_is_possible(tanks: Game) -> None:
    # Out of Column, as shown, 8 hexes of clear ground are 16 MP; along the Road far fewer.
    unit = "gds-2-2-irishgds"
    tanks.form(unit)
    tanks.put(unit, "51.212", "51.211", "52.210", "52.209", "52.208", "53.208", "53.207", "53.206")
    assert tanks.of(unit).verdict == "possible"


def test_undone_steps_do_not_count(foot: Game) -> None:
    foot.put(C, "44.222")
    foot.table.undo()
    foot.put(C, "76.129")
    assert foot.of(C).hexes == ("76.128", "76.129")


def test_after_a_die_a_few_hexes_too_many_may_be_a_retreat(foot: Game) -> None:
    foot.put(C, "74.124")
    foot.table.roll()
    foot.put(C, "71.123")
    foot.goes_on()
    found = foot.of(C, second_actions=False)
    assert (found.verdict, found.needs[0][:17]) == ("possible", "whether a retreat")
    assert found.why.endswith(", unless a die made it retreat")
    assert foot.of(C, second_actions=False, retreat=1).verdict == "illegal"


def test_no_retreat_goes_forty_hexes(foot: Game) -> None:
    foot.put(C, "76.129")
    foot.table.roll()
    foot.put(C, "44.222")
    assert foot.of(C).verdict == "unchecked"  # the next log may put it right
    foot.goes_on()
    assert foot.of(C).verdict == "illegal"


def test_no_retreat_goes_over_a_destroyed_bridge(foot: Game) -> None:
    foot.table.roll()
    foot.put("101-a-1-501", "74.129")
    assert foot.of("101-a-1-501").verdict == "illegal"


def test_no_retreat_goes_towards_the_enemy(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-wal-division")
    game.table.roll()
    game.put("101-d-2-501", "77.131")
    found = game.of("101-d-2-501")
    assert (found.verdict, found.check) == ("illegal", "chit")
    game.put("101-c-1-501", "75.127")
    assert game.of("101-c-1-501").verdict == "possible"


def test_a_die_after_a_fault_explains_nothing(foot: Game) -> None:
    foot.put(C, "44.222")
    foot.table.roll()
    foot.put(C, "44.223")
    found = foot.of(C)
    assert (found.verdict, found.hexes) == ("illegal", ("76.128", "44.222"))


def test_no_die_takes_a_vehicle_past_a_road_block_where_a_dike_is_assumed(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-101-division")
    game.table.roll()
    game.put("101-c-15-19-krh", "18.88")
    found = game.of("101-c-15-19-krh")
    assert found.verdict == "unchecked"
    assert any("17.88" in need for need in found.needs)


def test_a_new_turn_has_no_chit_in_play_before_one_is_drawn(foot: Game) -> None:
    foot.table.turn()
    foot.put(TANK, "46.209")
    found = foot.of(TANK)
    assert (found.verdict, found.why) == ("unchecked", "no chit is in play")


def test_what_is_put_back_is_no_move(foot: Game) -> None:
    foot.put(C, "44.222", "76.128")
    assert not [f for f in foot.report().findings if f.unit == C]


def test_setting_up_is_no_move(told: Scenario, module: Module, context: Context) -> None:
    game = Game(told, module, context)
    game.put(C, "44.222")
    game.draw("chit-101-501")
    report = game.report()
    assert not [f for f in report.findings if f.unit == C]
    assert any("set-up, not judged" in note for note in report.notes)


def test_without_any_chit_nobody_knows_what_is_play(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context)
    game.put(C, "44.222")
    assert game.of(C).verdict == "unchecked"
    game.put("59-2-i-1034-59", "60.141")
    assert game.of(C, play_from=1).verdict == "illegal"


def test_a_second_action_explains_twice_the_allowance(foot: Game) -> None:
    foot.put(C, "74.124", "71.123")
    foot.goes_on()
    found = foot.of(C)
    assert (found.verdict, found.needs[0][:29]) == ("possible", "that it had a Second Action (")
    found = foot.of(C, second_actions=False)
    assert found.verdict == "illegal"
    assert found.receipt is not None
    assert found.receipt["verdict"] == "illegal"


def test_an_enemy_that_leaves_in_the_same_activation_was_assaulted(foot: Game) -> None:
    foot.put("101-e-2-501", "78.132")
    foot.table.recorder.delete(foot.told.ids["wal-3-pz-2107"])
    assert foot.of("101-e-2-501").verdict == "unchecked"  # no die fell
    foot.table.roll()
    assert foot.of("101-e-2-501").verdict == "possible"


def test_an_assault_may_be_in_progress_when_the_log_ends(foot: Game) -> None:
    foot.put("101-e-2-501", "78.132")
    found = foot.of("101-e-2-501")
    assert (found.verdict, "an Assault may be" in found.why) == ("possible", True)
    assert "next chit" in found.needs[0]
    foot.draw("chit-gds-hot")
    assert foot.of("101-e-2-501").verdict == "illegal"


def test_defenders_may_leave_late_after_a_die(foot: Game) -> None:
    foot.put("101-e-2-501", "78.132")
    foot.table.roll()
    foot.draw("chit-gds-hot")
    assert foot.of("101-e-2-501").verdict == "illegal"
    foot.put("wal-3-pz-2107", "79.131")
    assert foot.of("101-e-2-501").verdict == "possible"


def test_out_of_turn_needs_a_die_to_be_explained(foot: Game) -> None:
    foot.put(TANK, "46.209")
    found = foot.of(TANK)
    assert (found.verdict, found.check) == ("illegal", "chit")
    foot.table.roll()
    assert foot.of(TANK).verdict == "illegal"  # a die explains only what comes after it
    foot.put("gds-2-2-irishgds", "51.212")
    assert foot.of("gds-2-2-irishgds").verdict == "possible"


def test_dice_rolled_elsewhere_may_explain_what_costs_too_much(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-101-501", dice=False)
    game.put(C, "74.124", "71.123")
    game.goes_on()
    alone = {"second_actions": False}
    assert game.of(C, **alone).verdict == "illegal"
    assert any("--dice-elsewhere" in note for note in game.report(**alone).notes)
    elsewhere = {"dice_elsewhere": True, "second_actions": False}
    found = game.of(C, **elsewhere)
    assert (found.verdict, found.needs) == ("unchecked", (RETREAT,))
    assert not any("--dice-elsewhere" in note for note in game.report(**elsewhere).notes)


def test_dice_rolled_elsewhere_may_explain_who_moved_and_what_stacks(foot: Game) -> None:
    elsewhere = {"stacking": 2, "dice_elsewhere": True}
    foot.put(TANK, "46.209")
    assert foot.of(TANK, **elsewhere).verdict == "unchecked"
    foot.put(C, "75.129")
    found = [f for f in foot.report(**elsewhere).findings if f.check == "stacking"]
    assert [f.verdict for f in found] == ["possible"]


def test_the_note_on_dice_is_for_logs_without_any(foot: Game) -> None:
    foot.put(C, "44.222")  # a die was rolled before its chit was drawn
    foot.goes_on()
    assert foot.of(C).verdict == "illegal"
    assert not any("--dice-elsewhere" in note for note in foot.report().notes)


def test_a_destroyed_bridge_is_no_way(foot: Game) -> None:
    foot.put("101-a-1-501", "74.129")
    found = foot.of("101-a-1-501")
    assert found.verdict == "illegal"
    assert found.rule.startswith("WED 2.1")


def test_stacking_is_judged_where_somebody_says_how_many(foot: Game) -> None:
    foot.put(C, "75.129")
    foot.goes_on()
    assert any("stacking" in note for note in foot.report().notes)
    found = [f for f in foot.report(stacking=2).findings if f.check == "stacking"]
    assert [f.verdict for f in found] == ["illegal"]
    assert found[0].why == "3 Allied Units in 75.129, more than 2"
    assert not [f for f in foot.report(stacking=3).findings if f.check == "stacking"]


def test_engineers_of_a_ferry_do_not_stack(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-101-502")
    game.put("101-d-2-502", "82.135")
    stacked = [f for f in game.report(stacking=2).findings if f.check == "stacking"]
    assert not stacked
    (found,) = (f for f in game.report(stacking=1).findings if f.check == "stacking")
    assert found.why == "2 Allied Units in 82.135, more than 1"
    # A vehicle of its Formation stands there, on which it may ride.
    assert found.verdict == "possible"
    assert "two such Units count as one" in found.needs[0]


def test_a_die_may_have_brought_units_into_a_stack(foot: Game) -> None:
    foot.put(C, "75.129")
    foot.table.roll()
    (found,) = (f for f in foot.report(stacking=2).findings if f.check == "stacking")
    assert (found.verdict, found.receipt) == ("possible", None)


def test_on_a_map_nobody_saw_surveyed_ground_proves_nothing(foot: Game) -> None:
    """``own=False``: the module shows the printed map, of which we hold surveyed facts."""
    foot.put(C, "75.128", "75.127")
    legal = foot.of(C, own=False)
    assert (legal.verdict, legal.provenance) == ("legal", "survey")
    assert legal.notes == ("rests on survey facts: the printed map decides",)
    assert foot.of(C).notes == ()
    foot.put("101-d-2-501", "76.130")
    canal = foot.of("101-d-2-501", own=False)
    assert (canal.verdict, canal.provenance) == ("unchecked", "survey")
    assert foot.of("101-d-2-501").verdict == "illegal"
    foot.put("101-a-1-501", "74.129")
    assert foot.of("101-a-1-501", own=False).verdict == "illegal"
    foot.put("101-e-2-501", "78.132")
    foot.draw("chit-gds-hot")
    enemy = foot.of("101-e-2-501", own=False)
    assert enemy.verdict == "illegal"
    assert "enemy" in enemy.why


@pytest.mark.parametrize("seed", range(LOGS))
def test_generated_logs(seed: int, told: Scenario, module: Module, context: Context) -> None:
    player, table, planted = playing(
        seed, lambda choose: Recorded(told, module.maps, choose), told, context
    )
    report = checked(context, module, table.data())
    assert complaint(report, planted, told) == "", player.deeds
