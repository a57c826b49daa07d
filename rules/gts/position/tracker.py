"""Reads the turns that a module's turn tracker shows, for the rules' methods."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from clubroute.rules.gts.position.turns import Now
from clubroute.rules.position.record import read_record

MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
TURN = re.compile(r"(?P<month>[A-Za-z]+) (?P<day>\d{1,2}),? (?P<time>\d{4}|Night)", re.IGNORECASE)


@lru_cache(maxsize=256)
def turn_record(text: str, year: int | None) -> Mapping[str, str] | None:
    """Read a turn's text for the rules' methods; None if it is no date and time."""
    match = TURN.fullmatch(text)
    if match is None or year is None:
        return None
    word = match["month"].lower()
    months = [one for one in MONTHS if one == word or (len(word) > 2 and one.startswith(word))]
    if not months:
        return None
    month = MONTHS.index(months[0]) + 1
    time = match["time"] if match["time"].isdigit() else "Night"
    return {"date": f"{year:04}-{month:02}-{int(match['day']):02}", "time": time}


def time_of(now: Mapping[str, str] | None) -> str:
    """A turn as limits are dated, ``1944-09-17 0900``."""
    return read_record(Now, now, "turn").stamp if now else ""
