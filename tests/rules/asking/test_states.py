"""Open states: handles, counts, limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import States
from clubroute.rules.gts.games import SERIES


def state(number: int) -> dict[str, object]:
    """A small state."""
    return {"units": [], "turn": {"date": f"1944-09-{17 + number}"}}


def test_the_handle_is_the_content() -> None:
    states = States()
    handle = states.open({"units": [], "turn": {}})
    assert states.open({"turn": {}, "units": []}) == handle
    assert States().open({"turn": {}, "units": []}) == handle
    assert states.open(state(1)) != handle
    assert len(states) == 2


def test_closed_as_often_as_opened() -> None:
    states = States()
    handle = states.open(state(1))
    states.open(state(1))
    assert not states.close(handle)
    assert states.position(handle) == SERIES.read_state(state(1))
    assert states.close(handle)
    for use in (states.close, states.position):
        with pytest.raises(InputError, match="open it again"):
            use(handle)


def test_the_longest_unused_makes_room() -> None:
    states = States(most=2)
    first, second = states.open(state(1)), states.open(state(2))
    states.position(first)
    third = states.open(state(3))
    assert states.position(first) == SERIES.read_state(state(1))
    assert states.position(third) == SERIES.read_state(state(3))
    with pytest.raises(InputError):
        states.position(second)


def test_room_is_counted_in_bytes_too() -> None:
    states = States(most_bytes=100)
    handles = [states.open(state(number)) for number in range(10)]
    assert 0 < len(states) <= 100 // 25
    assert states.position(handles[-1]) == SERIES.read_state(state(9))
    with pytest.raises(InputError, match="at most 100 bytes"):
        states.open({"club_route": {"via": ["75.129"] * 20}})
    assert states.position(handles[-1]) == SERIES.read_state(state(9))


@given(st.lists(st.tuples(st.sampled_from(["open", "close"]), st.integers(0, 3))))
def test_opening_and_closing_count(steps: list[tuple[str, int]]) -> None:
    states = States()
    handles = [States().open(state(number)) for number in range(4)]
    opened = [0] * 4
    for step, number in steps:
        if step == "open":
            assert states.open(state(number)) == handles[number]
            opened[number] += 1
        elif opened[number]:
            opened[number] -= 1
            assert states.close(handles[number]) == (opened[number] == 0)
        else:
            with pytest.raises(InputError):
                states.close(handles[number])
    assert len(states) == sum(map(bool, opened))
