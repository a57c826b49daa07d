"""How a module opens: its zoom, its view, what the chat says, and titles that can be read."""

from __future__ import annotations

import pytest

from clubroute.builder.art.plate import BOLD, fit
from clubroute.builder.module.parts import opening_zoom
from clubroute.builder.module.setups import where_counters_are
from clubroute.builder.module.trays import BOX, trays
from tests.counters.places import committed


@pytest.mark.parametrize(
    ("size", "zoom"),
    [
        ((836, 479), "1.0"),  # what `clubroute new` makes: whole, and not larger than it is
        ((1361, 800), "0.8"),
        ((1361, 1556), "0.65"),  # never smaller than counters are read at
        ((6000, 9000), "0.65"),
    ],
)
def test_a_small_map_opens_whole_and_a_large_one_where_counters_are_read(
    size: tuple[int, int], zoom: str
) -> None:
    assert opening_zoom(*size) == zoom


@pytest.mark.parametrize("game", ["wed", "tdc", "ins"])
def test_titles_of_trays_are_whole_and_large_enough(game: str) -> None:
    counters = committed(game)
    titles = {tray.title for one in counters.setups for tray in trays(one, counters)}
    assert len(titles) > 50
    for title in titles:
        assert "…" not in title
        assert fit(title, BOX[0] + 12, 34, 16, faces=(BOLD,)).size >= 11, title


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("wed", "Units on the map: 9."),
        (
            "tdc",
            "Units on the map: none. To place: 331 in Set-up. Its rulebook tells no set-up: "
            "place them as your own book of scenarios says.",
        ),
    ],
)
def test_the_chat_says_where_counters_are(game: str, line: str) -> None:
    counters = committed(game)
    assert where_counters_are(counters.setups[0], counters).startswith(line)
