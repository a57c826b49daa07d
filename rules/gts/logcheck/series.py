"""Declares how logs of the Grand Tactical Series are judged. The judge is imported when needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from clubroute.rules.gts.campaign.victory import SCENARIOS
from clubroute.rules.gts.logcheck.counters import mapping_of
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

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context
    from clubroute.rules.logs.check.judge import CounterFile, Record, Referee

COUNTERS = Path(__file__).parent / "mappings" / "clubroute.toml"
"""The file that describes the counters of our modules."""
SLIPS = ("turn", "chit", "mail", "never")
OPTIONS = (
    Option(
        "stacking",
        {"type": "integer", "minimum": 1, "maximum": 99},
        "how many Units of a side a hex holds; stacking is not judged if absent",
        None,
        "--stacking",
        "Units of a side a hex may hold.",
    ),
    Option(
        "second_actions",
        {"type": "boolean"},
        "whether a Unit may have a Second Action the log does not show; true if absent",
        True,
        "--no-second-actions",
        "No Unit has a Second Action.",
    ),
    Option(
        "announced",
        {"type": "string", "maxLength": 200},
        "the words that announce a Second Action in the chat, | between several: one that nobody "
        "announced under its chit is none; if absent they need not be announced",
        None,
        "--announced",
        "Words of chat that announce a Second Action.",
    ),
    Option(
        "announcing_marker",
        {"type": "string", "maxLength": 80},
        "the name of a marker that announces a Second Action: of a Unit in whose hex, or on whose "
        "way, it is put under the chit; where neither words nor a marker are named, none need be",
        None,
        "--announcing-marker",
        "A marker that announces a Second Action.",
    ),
    Option(
        "events",
        {"type": "string", "maxLength": 200},
        "the words of chat that tell of an event, | between several; event if absent, empty where "
        "only an event's card does",
        "event",
        "--events",
        "Words of chat that tell of an event [event].",
    ),
    Option(
        "slips",
        {"type": "string", "enum": list(SLIPS)},
        "until when a slip may be put right: turn (any chit of the turn; the default), chit (the "
        "next chit), mail (the turn, but in the log it was made in), never (only under its own)",
        "turn",
        "--slips",
        "Until when slips are put right [turn].",
    ),
    ROUND,
    PLAY_FROM,
    DICE_ELSEWHERE,
    THROWS,
    ERRORS,
    PILES,
    Option(
        "piles_only",
        {"type": "boolean"},
        "whether eliminated Units lie in the hexes of piles or off the map and nowhere else; false "
        "if absent",
        False,
        "--piles-only",
        "The eliminated lie at --pile or off the map.",
    ),
    Option(
        "retreat",
        {"type": "integer", "minimum": 1, "maximum": 20},
        "how many hexes a retreat goes at most; 4 if absent (a reading: the series rules say it)",
        4,
        "--retreat",
        "Hexes a retreat goes at most [4].",
    ),
)
"""Facts that players know and a log does not tell."""


class GtsSeries(SeriesOfOurs):
    """The Grand Tactical Series (:class:`clubroute.rules.logs.check.judge.JudgedSeries`)."""

    checks: Mapping[str, str] = {
        "move": "move",
        "column": "Column",
        "stacking": "stacking",
        "chit": "chit",
        "club_route": "Club Route",
        "off_map": "trip off the map",
        "marker": "marker",
        "arrival": "arrival",
        "flip": "flip",
        "undo": "undo",
        "dice": "dice",
    }
    """A Unit's move (ways, costs, enemies, bridges, ferries, deployment areas), a change of its
    Column, a stack, the drawing and use of activation chits, the Club Route's markers, what is no
    move and may get round the rules (:mod:`clubroute.rules.gts.logcheck.chits`), what comes
    onto the map (:mod:`clubroute.rules.gts.logcheck.placed`), and who throws a die."""
    options = OPTIONS
    cites = (
        "GTS series",
        "WED 2.1",
        "WED 2.5",
        "WED 2.11",
        "WED 2.12",
        "WED 2.15",
        "WED 3.4",
        "WED 4.3.3",
    )
    counters = COUNTERS
    windows = ("wed", "tdc", "mg")
    standing = "Club Route and Victory Points"
    standing_head = ("Marker", "Attacked", "Closed", "Club Route", "Victory Points")

    def scenarios(self) -> Sequence[str]:
        """List the scenarios that Victory Points can be counted for."""
        return SCENARIOS

    def referee(self, context: Context, counters: CounterFile, scenario: str) -> Referee:
        """Open a referee for modules with such counters. :raises InputError: the file is wrong."""
        from clubroute.rules.gts.logcheck.judge import GtsReferee

        mapping = mapping_of(counters.values, counters.path)
        return GtsReferee(context, mapping, counters.own, scenario)

    def standing_row(self, turn: Record) -> Sequence[str]:
        """Put the markers and the two answers of a turn's end into cells."""
        from clubroute.rules.gts.logcheck.club_route import answer_text

        markers = turn["markers"]
        return (
            markers.get("marker", "unknown"),
            str(markers.get("attacked", "unknown")),
            str(markers.get("closed", "unknown")),
            answer_text(turn["club_route"]),
            answer_text(turn.get("victory", {})),
        )

    def standing_line(self, turn: Record) -> str:
        """Put the two answers of a turn's end on one line, with what the log lacks for them."""
        from clubroute.rules.gts.logcheck.club_route import answer_text, missing_text

        route, points = turn["club_route"], turn.get("victory", {})
        told = f"{answer_text(route)}{missing_text(route)}"
        return f"{told}; Victory Points: {answer_text(points)}{missing_text(points)}"


SERIES = GtsSeries()
"""The series, as :mod:`clubroute.rules.logs.check.series` finds it."""
