"""By how much a board of somebody else's counts its hexes otherwise than our map of them."""

from __future__ import annotations

from typing import NamedTuple


class Shift(NamedTuple):
    """What is added to a board's columns and rows to have ours, and the letter before our numbers
    of the map it shows, where several maps of a game number alike."""

    column: int = 0
    row: int = 0
    sheet: str = ""


NO_SHIFT = Shift()
