"""Units that are said beside a set-up: which of its counters each of them is."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.gts.position.units import Unit
from clubroute.rules.position.beside import laid_over, still_to_place
from clubroute.rules.position.names import first_unplaced

WAITING = Unit(id="r", name="Rearguard")
STANDING = Unit(id="r", name="Rearguard", hex="1.01")
LEADER = Unit(id="l", name="Leader/1", hex="2.02", back=True, column=True)


@pytest.mark.parametrize(
    ("begun", "said", "left"),
    [
        ([LEADER], {"id": "l", "hex": "3.03"}, []),
        ([LEADER], {"name": "leader / 1", "hex": "3.03"}, []),
        ([LEADER], {"id": "other", "name": "Leader/1", "hex": "3.03"}, [0]),
        ([LEADER], {"side": "German", "hex": "3.03"}, [0]),
        ([STANDING, WAITING, WAITING], {"id": "r", "hex": "3.03"}, [0, 2]),
        ([STANDING, STANDING], {"id": "r", "hex": "3.03"}, [0, 1]),
    ],
)
def test_a_unit_said_is_its_counter_and_of_copies_one_still_to_be_placed(
    begun: list[Unit], said: dict[str, Any], left: list[int]
) -> None:
    assert laid_over(begun, [Unit(**said)])[0] == left


def test_a_unit_that_has_left_its_hex_keeps_the_side_up_and_no_more() -> None:
    _, (moved,) = laid_over([LEADER], [Unit(id="l", hex="3.03")])
    _, (stayed,) = laid_over([LEADER], [Unit(id="l", hex="2.02")])
    assert (moved.back, moved.column) == (True, None)
    assert (stayed.back, stayed.column) == (True, True)


def test_two_said_are_two_copies_of_a_set_up() -> None:
    two = [Unit(id="r", hex="3.03"), Unit(id="r", hex="4.04")]
    assert laid_over([WAITING, WAITING, WAITING], two)[0] == [2]


def test_of_many_to_be_placed_the_first_six_are_named() -> None:
    line = still_to_place([f"{one} (anywhere)" for one in range(9)], "X-1", "unit")
    assert line.startswith("9 units of X-1 still to be placed, neither there nor absent: 0 ")
    assert line.endswith("5 (anywhere); … (scenario.setup lists all 9)")


@pytest.mark.parametrize(("many", "told"), [(1, 1), (7, 7), (8, 7), (60, 7)])
def test_of_many_units_without_a_hex_the_first_six_are_asked_for(many: int, told: int) -> None:
    needs = first_unplaced([f"state.units[{one}].hex: where {one} is" for one in range(many)])
    assert len(needs) == told
    if many > told:
        assert needs[-1] == f"state.units: where {many - 6} more units are"
