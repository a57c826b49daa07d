"""Games written down from the rulebooks: nobody is accused of a legal one, the others are found."""

from __future__ import annotations

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import check_bytes
from clubroute.rules.logs.check.finding import CheckReport
from tests.logs.referee.played import Played, games, played
from tests.logs.referee.scoreboard import outcome, with_ratings

FILES = ("played.txt", "second.txt", "third.txt")
GAMES = tuple(one for file in FILES for one in games(file))
OPEN = {
    "wed-v41": "whether a retreat or an event moved it",
    "wed-v50": "that it has no movement is assumed of its counter",
    "wed-v64": "the dice: they are not in the log",
    "wed-v71": "whether this put its last activation right",
    "tdc-v46": "the Unit's class",
}
"""Plain violations that are named and not accused, and what the finding asks for."""


@pytest.fixture(scope="module")
def table(
    gts_map: CompiledMap, ins_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory
) -> Context:
    """Surroundings with ratings, and the maps compiled."""
    return with_ratings(tmp_path_factory.mktemp("played"))


def report_on(one: Played, context: Context) -> CheckReport:
    name = f"{one.label.name}.vlog"
    return check_bytes(context, played(one, context), name, told=one.label.told())[0]


@pytest.mark.parametrize("one", GAMES, ids=lambda one: one.label.name)
def test_a_game_comes_out_as_its_rulebook_has_it(one: Played, table: Context) -> None:
    report, label = report_on(one, table), one.label
    accused = [found.line() for found in report.of("illegal")]
    if label.verdict in ("legal", "arguable"):
        assert accused == []
    elif label.name in OPEN:
        assert outcome(label, report) == "named"
        needs = " ".join(need for found in report.findings for need in found.needs)
        assert OPEN[label.name] in needs
    elif label.piece:
        assert outcome(label, report) == "found", [found.line() for found in report.findings]
    else:
        assert accused


def test_seventy_plain_violations_and_as_many_legal_games_are_written_down() -> None:
    verdicts = [one.label.verdict for one in GAMES]
    assert verdicts.count("legal") >= 76
    assert verdicts.count("illegal") >= 76
    assert len(OPEN) <= verdicts.count("illegal") // 10
    assert len({one.label.name for one in GAMES}) == len(GAMES)
