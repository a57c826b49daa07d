"""Windows of boxes: names of one size within the width of their boxes, one line between boxes."""

from __future__ import annotations

from itertools import groupby

import pytest

from clubroute.builder.art.plate import BOLD, BoxFrame, captions, draw_panel, width_of
from clubroute.builder.module.trays import BOX, trays
from tests.counters.places import committed

TRACK = tuple(BoxFrame(str(k), (20 + 56 * k, 80), (56, 72), 18) for k in range(3))


def test_boxes_that_touch_share_one_line() -> None:
    image = draw_panel((220, 180), "Track", TRACK)
    row = [image.getpixel((x, 140)) for x in range(15, 205)]
    runs = [(colour, len(list(same))) for colour, same in groupby(row)]
    lines = [wide for colour, wide in runs if colour == runs[1][0]]
    assert lines == [2, 2, 2, 2]


def test_names_above_boxes_are_of_one_size() -> None:
    names = ("Mug", "Drawn 1", "Event drawn")
    settings = captions([BoxFrame(name, (0, 0), (96, 96)) for name in names])
    assert {(one.size, len(one.lines)) for one in settings} == {(settings[0].size, 1)}


def test_a_long_name_breaks_in_two_and_all_stay_of_one_size() -> None:
    long = "any hex of Club Route, here from 66.163 to 94.112 by Son"
    short, broken = captions([BoxFrame(name, (0, 0), (262, 96)) for name in ("markers", long)])
    assert short.lines == ("markers",)
    assert len(broken.lines) == 2
    assert short.size == broken.size >= 14


@pytest.mark.parametrize("game", ["wed", "tdc", "ins"])
def test_names_of_trays_stay_within_their_trays(game: str) -> None:
    counters = committed(game)
    for scenario in counters.setups:
        frames = [BoxFrame(one.title, one.at, one.size) for one in trays(scenario, counters)]
        for setting in captions(frames):
            assert max(width_of(line, BOLD) for line in setting.lines) * setting.size <= BOX[0]
            assert setting.size >= 11
