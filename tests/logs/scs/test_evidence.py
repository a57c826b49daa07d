"""What the judge of It Never Snows asks for before it excuses or accuses: overruns, markers lifted,
states taken off, logs that go on, and all that leaves a finding open."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from clubroute.rules.logs.check.excuses import PUT_RIGHT_NEXT, SET_UP, TURN_UNTOLD
from clubroute.rules.scs.logcheck.board import OTHER_READING
from clubroute.rules.scs.logcheck.phases import most_retreat
from tests.logs.scs.games import checked
from tests.logs.scs.scenario import PREPARED, InsGame
from tests.logs.scs.table import AWAY
from tests.logs.scs.test_excuse_rows import ABOUT, FOE, FOOT, OTHER_FOE, TANKS
from tests.logs.scs.test_judge import Log

AIRBORNE = "504-d-2"
OVERRUNS: dict[str, tuple[str, str, str, str, str, str]] = {
    "round the water": (TANKS, "", FOE, "A20.04", "legal", "legal as 4 of 8 MP"),
    "Disorganized": (TANKS, "dg", FOE, "A20.04", "illegal", "a Disorganized unit does not overrun"),
    "starved": (TANKS, "oos", FOE, "A20.04", "illegal", "a unit Out of Supply does not attack"),
    "on foot": (AIRBORNE, "", FOE, "A20.04", "illegal", "only Exploit Capable units overrun"),
    "a village": (TANKS, "", OTHER_FOE, "A21.05", "illegal", "there is no overrun into a Village"),
}
"""By what is in its way: the unit, its state, the enemy and his hex, the verdict and why."""


@pytest.mark.parametrize("name", OVERRUNS)
def test_an_overrun_pays_for_a_way_that_the_rules_leave_it(name: str, ins_game: InsGame) -> None:
    unit, state, foe, hex_, verdict, words = OVERRUNS[name]
    log = Log(ins_game, begun=False)
    if state:
        log.player.show(unit, state)
    log.table.next_turn()
    log.player.roll()
    log.put(unit, hex_)
    log.player.kill(foe)
    found = log.move(unit)
    assert (found.verdict, found.why) == (verdict, words)


LIFTED: dict[str, tuple[str, Sequence[str], bool]] = {
    "passed": ("504-a-1", ("off", "B23.32", "B23.33"), True),
    "passed before": ("504-a-1", ("B23.32", "off", "B23.33"), False),
    "passed elsewhere": (FOOT, ("off", "A44.18", "B23.33"), False),
    "put elsewhere": ("504-a-1", ("off", "B23.32", "B23.35"), False),
    "passed two hexes off": ("504-a-1", ("off", "B23.31", "B23.33"), True),
    "passed three hexes off": ("504-a-1", ("off", "B23.30", "B23.33"), False),
}
"""A bridge's marker is lifted, a unit goes, the marker is put into a hex; whether that is told."""


@pytest.mark.parametrize("name", LIFTED)
def test_a_bridges_marker_that_was_lifted_is_told_where_a_unit_went_meanwhile(
    name: str, ins_game: InsGame
) -> None:
    unit, deeds, told = LIFTED[name]
    log, marker = Log(ins_game), ins_game.told.ids[PREPARED]
    for deed in deeds[:-1]:
        if deed == "off":
            log.table.drag(marker, *AWAY)
        else:
            log.put(unit, deed)
    log.table.drag(marker, "Market-Garden", ins_game.told.pixel(deeds[-1]))
    found = [one for one in log.of("bridge", unit) if "was lifted" in one.why]
    assert [one.hexes for one in found] == ([(deeds[1],)] if told else [])


@pytest.mark.parametrize("state", ["dg", "oos", "reduced"])
@pytest.mark.parametrize("amid", [True, False])
def test_a_state_is_told_that_was_off_while_the_unit_moved(
    state: str, amid: bool, ins_game: InsGame
) -> None:
    log = Log(ins_game, begun=False)
    log.player.show(FOOT, state)
    log.table.next_turn()
    log.player.roll()
    log.player.show(FOOT, state, False)
    if amid:
        log.put(FOOT, "A44.18")
    log.player.show(FOOT, state)
    if not amid:
        log.put(FOOT, "A44.18")
    found = log.of("state", FOOT)
    assert [one.why.endswith("again") for one in found] == [True] * amid


def test_all_that_leaves_an_accusation_open_is_named(ins_game: InsGame) -> None:
    log = Log(ins_game)
    log.put(AIRBORNE, "A21.04", "A22.05")
    found = log.move(AIRBORNE, over=False)
    reading = OTHER_READING.asks("a unit stops on entering an enemy Zone of Control (zoc_stops)")
    assert (found.verdict, found.needs) == ("unchecked", (*PUT_RIGHT_NEXT.needs, reading))


def test_a_log_that_goes_on_adds_to_the_way_of_the_same_turn(ins_game: InsGame) -> None:
    log = Log(ins_game)
    log.put(FOOT, "A40.18")
    at = len(log.table.recorder.steps)
    log.put(FOOT, "A38.18")
    log.table.next_turn()
    first, second = (half.data() for half in log.table.cut(at))
    left = checked(ins_game, first).leaves
    alone, after = (checked(ins_game, second, before) for before in (None, left))
    assert [one.verdict for one in alone.findings] == ["legal"]
    assert [one.verdict for one in after.findings] == ["illegal"]


def test_a_log_that_begins_in_another_turn_adds_nothing(ins_game: InsGame) -> None:
    log = Log(ins_game)
    log.put(FOOT, "A40.18")
    at = len(log.table.recorder.steps)
    log.table.next_turn()  # between the logs
    log.player.roll()
    log.put(FOOT, "A38.18")
    log.table.next_turn()
    (first, _), (_, second) = log.table.cut(at), log.table.cut(at + 1)
    left = checked(ins_game, first.data()).leaves
    assert [one.verdict for one in checked(ins_game, second.data(), left).findings] == ["legal"]


def test_a_landing_accuses_nobody_where_the_log_never_moves_the_tracker(ins_game: InsGame) -> None:
    log = Log(ins_game)
    _, log.table = log.table.cut(len(log.table.recorder.steps))
    log.lands("1al-a-ksb", "A45.20")
    (found,) = log.of("drop", over=False)
    assert (found.verdict, found.needs) == ("unchecked", TURN_UNTOLD.needs)


def test_a_mark_put_on_in_set_up_needs_only_that_play_had_begun(ins_game: InsGame) -> None:
    log = Log(ins_game, begun=False)
    log.player.show(FOOT, "exploited")
    (found,) = log.of("state", FOOT)
    assert (found.verdict, found.needs) == ("unchecked", SET_UP.needs)


def test_an_overrun_from_too_far_is_proved_by_the_way_there(ins_game: InsGame) -> None:
    log = Log(ins_game)
    log.put(TANKS, "A10.03")
    log.table.next_turn()
    log.player.roll()
    log.put(TANKS, "A20.04")
    log.player.kill(FOE)
    *_, found = log.of("move", TANKS)
    assert (found.verdict, found.why) == ("illegal", "11.5 MP are spent, of 8")


def test_a_marker_that_goes_along_with_a_unit_was_not_lifted_before_it_passed(
    ins_game: InsGame,
) -> None:
    log, marker = Log(ins_game), ins_game.told.ids[PREPARED]
    log.put("504-a-1", "B23.33")
    recorder = log.table.recorder
    stack = recorder.game.stack_of(recorder.game.pieces[marker])
    assert stack is not None
    assert len(stack.pieces) > 1
    recorder.move_stack(stack.id, "Market-Garden", *ins_game.told.pixel("B23.32"))
    log.table.drag(marker, "Market-Garden", ins_game.told.pixel("B23.33"))
    assert not [one for one in log.of("bridge", "504-a-1") if "was lifted" in one.why]


def test_a_way_of_drags_that_are_too_much_together_is_proved_by_the_steps_of_each(
    ins_game: InsGame,
) -> None:
    log = Log(ins_game)
    log.put(FOOT, *ABOUT)
    found = log.move(FOOT)
    assert (found.verdict, found.why) == (
        "illegal",
        "its ways together are more than one phase allows",
    )
    assert found.receipt is not None
    assert len(found.receipt["steps"]) > len(ABOUT)


def test_a_unit_retreats_as_far_as_the_combat_table_says_and_no_farther() -> None:
    assert most_retreat() == 6


def test_a_hex_left_before_the_other_sides_turn_is_not_advanced_into(ins_game: InsGame) -> None:
    log = Log(ins_game)
    log.put(OTHER_FOE, "A11.03")
    log.table.next_turn()
    log.player.roll()
    log.put(FOE, "A18.11")
    log.put(AIRBORNE, "A22.04", "A21.04")
    log.player.roll()
    log.put(AIRBORNE, "A20.04")
    assert log.move(AIRBORNE).why.startswith(
        "legal as 2.5 of 5 MP, if what lies between were slips"
    )
