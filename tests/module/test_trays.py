"""Trays hold their counters: whatever their number, no stack reaches out of its tray or meets
another, and those of a line stand on it."""

from __future__ import annotations

import pytest

from clubroute.builder.module.trays import (
    FAN,
    TRAY_MAP,
    Tray,
    arrival_trays,
    set_up_trays,
    size,
    trays,
)
from tests.counters.places import committed

HALF = 30
"""Half a counter, px: the largest of our games."""
TITLE = 48
"""Px above a tray for its title."""


def hold(tray: Tray) -> None:
    """Look at each stack of a tray: all its counters lie inside."""
    left, top = tray.at
    wide, high = tray.size
    spots = [tray.spot(index) for index in range(len(tray.pieces))]
    for x, y in set(spots):
        fan = FAN * (spots.count((x, y)) - 1)
        assert left <= x - HALF, tray.title
        assert x + HALF + fan <= left + wide, tray.title
        assert top <= y - HALF - fan, tray.title
        assert y + HALF <= top + high, tray.title
    tops = {
        (x + FAN * (spots.count((x, y)) - 1), y - FAN * (spots.count((x, y)) - 1)): spots.count(
            (x, y)
        )
        for x, y in spots
    }
    for (x, y), many in tops.items():
        for across, down in tops.keys() - {(x, y)}:
            beside = abs(across - x) >= 2 * HALF + FAN * (many - 1)
            assert beside if down == y else abs(down - y) >= 2 * HALF + FAN * (many - 1), tray.title
    assert max(tops.values()) - min(tops.values()) <= 1, "single where there is room"


@pytest.mark.parametrize("many", [1, 4, 5, 19, 20, 21, 27, 40, 41, 69, 200])
def test_any_number_of_counters_lies_in_a_tray(many: int) -> None:
    hold(Tray(TRAY_MAP, "Many", (("one", ()),) * many, (24, 84)))


@pytest.mark.parametrize("game", ["wed", "tdc", "mg", "ins"])
def test_no_tray_of_our_games_is_left_or_meets_another(game: str) -> None:
    counters = committed(game)
    for scenario in counters.setups:
        found = trays(scenario, counters)
        for window in {tray.window for tray in found}:
            there = [tray for tray in found if tray.window == window]
            wide, high = size(there)
            for tray in there:
                hold(tray)
                assert not tray.title[0].islower()
                assert tray.at[0] + tray.size[0] <= wide
                assert tray.at[1] + tray.size[1] <= high
            spots = [(*tray.at, *tray.size) for tray in there]
            for n, (x, y, w, h) in enumerate(spots):
                for left, top, across, down in spots[n + 1 :]:
                    apart = x + w <= left or left + across <= x
                    assert apart or y + h + TITLE <= top or top + down + TITLE <= y


def test_a_row_is_as_high_as_its_tallest_tray() -> None:
    ten, many = (("one", ()),) * 10, (("one", ()),) * 45
    plain = list(set_up_trays({(0, f"{n}"): ten for n in range(5)}))
    tall = list(set_up_trays({(0, f"{n}"): many if n == 3 else ten for n in range(5)}))
    assert [tray.at[1] for tray in tall[:4]] == [tray.at[1] for tray in plain[:4]]
    assert tall[4].at[1] - plain[4].at[1] == tall[3].size[1] - plain[3].size[1] > 0
    came = list(arrival_trays({(1, "a"): many, (2, "b"): ten, (2, "c"): ten}, "Arrivals"))
    assert came[1].at[1] == came[2].at[1] >= came[0].at[1] + came[0].size[1] + TITLE


def test_the_window_beside_the_board_leaves_the_board_the_larger_part_of_a_screen() -> None:
    found = trays(committed("tdc").setups[0], committed("tdc"))
    wide, high = size(found)
    assert wide <= 0.4 * 1600
    assert high <= 5000
