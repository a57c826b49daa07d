"""Declares how logs of the Standard Combat Series are judged. The judge is imported when needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from clubroute.rules.logs.check.judge import Option
from clubroute.rules.logs.check.rounds import (
    DICE_ELSEWHERE,
    ERRORS,
    PILES,
    PLAY_FROM,
    ROUND,
    THROWS,
)
from clubroute.rules.logs.check.series import SeriesOfOurs
from clubroute.rules.scs.games import MAPS, house_readings
from clubroute.rules.scs.games import SERIES as GAMES
from clubroute.rules.scs.logcheck.board import mapping_of

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context
    from clubroute.rules.logs.check.judge import CounterFile, Record, Referee

COUNTERS = Path(__file__).parent / "mappings" / "clubroute.toml"
"""The file that describes the counters of our module."""


READINGS = Option(
    "readings",
    {"type": "array", "items": {"type": "string", "maxLength": 80}, "maxItems": 40},
    "how a house reads what the series' rules say, each READING=CHOICE (docs/own-module.md, "
    "readings.csv): a reading that is named is open no longer",
    None,
    "--reading",
    "A house reading, READING=CHOICE (may be given again).",
    check=house_readings,
)


class ScsSeries(SeriesOfOurs):
    """The Standard Combat Series (:class:`clubroute.rules.logs.check.judge.JudgedSeries`)."""

    checks: Mapping[str, str] = {
        "move": "move",
        "stacking": "stacking",
        "drop": "air drop",
        "arrival": "arrival",
        "turn": "player turn",
        "state": "state",
        "bridge": "bridge",
        "off_map": "trip off the map",
        "undo": "undo",
        "dice": "dice",
    }
    """A unit's turn (Road March, movement, overrun, combat, exploitation), a stack, a landing, an
    arrival, who moves in whose turn, what is put on and off a unit, bridge markers, what is no move
    and may get round the rules, and who throws a die."""
    options = (ROUND, PLAY_FROM, DICE_ELSEWHERE, THROWS, PILES, READINGS, ERRORS)
    cites = ("SCS series", "INS 1.1", "INS 1.5", "INS 1.6a", "INS 1.12", "INS 1.17", "INS 3.2")
    counters = COUNTERS
    windows = MAPS
    standing = "Units on the map, and bridges"
    standing_head = ("Allied", "German", "Prepared", "Blown")

    def scenarios(self) -> Sequence[str]:
        """List the scenarios by the names that rules use."""
        return tuple(GAMES.scenarios)

    def referee(self, context: Context, counters: CounterFile, scenario: str) -> Referee:
        """Open a referee for modules with such counters. :raises InputError: the file is wrong."""
        from clubroute.rules.scs.logcheck.judge import ScsReferee

        return ScsReferee(context, mapping_of(counters.values, counters.path), counters.own)

    def standing_row(self, turn: Record) -> Sequence[str]:
        """Put the counts of a turn's end into cells."""
        return tuple(str(turn.get(name.casefold(), "unknown")) for name in self.standing_head)

    def standing_line(self, turn: Record) -> str:
        """Put the counts of a turn's end on one line."""
        cells = zip(self.standing_head, self.standing_row(turn), strict=True)
        return ", ".join(f"{name} {cell}" for name, cell in cells)


SERIES = ScsSeries()
"""The series, as :mod:`clubroute.rules.logs.check.series` finds it."""
