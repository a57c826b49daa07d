"""Lines of text on boards: where their characters stand, and how often that is worked out."""

from __future__ import annotations

import pytest

from clubroute.builder.art import canvas
from clubroute.builder.art.canvas import PillowCanvas, line_starts
from clubroute.builder.art.plate import MEDIUM, font

CREDITS = "drawn from the country by nobody in particular · for this test alone"


def test_characters_stand_where_the_line_set_as_a_whole_has_them() -> None:
    starts = line_starts(CREDITS, MEDIUM, 42)
    assert len(starts) == len(CREDITS) + 1
    assert starts == tuple(
        round(font(MEDIUM, 42).getlength(CREDITS[:k])) for k in range(len(CREDITS) + 1)
    )


def test_a_line_that_stands_on_many_tiles_is_measured_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line_starts.cache_clear()
    asked = []

    def counted(face: str, points: int) -> object:
        asked.append((face, points))
        return font(face, points)

    monkeypatch.setattr(canvas, "font", counted)
    for left in (0, 100, 200):
        tile = PillowCanvas(left, 0, 100, 30, (255, 255, 255))
        tile.text((150.0, 15.0), CREDITS.upper(), MEDIUM, 14.0, (0, 0, 0), (255, 255, 255), 0.0)
    of_characters = len(set(CREDITS.upper()) - {" "})
    assert len(asked) <= 1 + of_characters
