"""A position for people, whatever sides are on it."""

from __future__ import annotations

import pytest

from clubroute.rules.saves.at import At
from clubroute.rules.saves.text import position_lines


@pytest.mark.parametrize(
    ("sides", "heads"),
    [
        ((), ["Allied: 0", "German: 0"]),
        (("Blue",), ["Blue: 1"]),
        (("Blue", "Red"), ["Blue: 1", "Red: 1"]),
        (("Allied",), ["Allied: 1", "German: 0"]),
        (("Blue", "Red", "White"), ["Blue: 1", "Red: 1", "White: 1"]),
        (("Blue", "Green", "Red", "White"), ["Blue: 1", "Green: 1", "Red: 1", "White: 1"]),
        (("Allied", "German", "Partisans"), ["Allied: 1", "German: 1", "Partisans: 1"]),
    ],
)
def test_every_side_on_the_map_is_shown_once(sides: tuple[str, ...], heads: list[str]) -> None:
    units = [{"name": f"1/{side}", "side": side, "hex": "2.05"} for side in sides]
    lines = list(position_lines(At("bridge", {"units": units}), "mine.vsav"))
    text = "\n".join(lines)
    for word in (*heads, *(f"1/{side}" for side in sides)):
        assert text.count(word) == 1, word
    assert text.count(": 1") == len(sides)
