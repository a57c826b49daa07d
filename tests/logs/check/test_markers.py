"""The Club Route's markers: judged a turn at a time, and not before play begins."""

from __future__ import annotations

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.gts.logcheck.club_route import answer_text, brief, missing_text
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.module import Module
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario
from tests.logs.check.tables import ROUTE_MAP

MARKER, ATTACKED, SECOND = "club-route", "club-route-attacked", "club-route-attacked-2"


class Route(Game):
    """A log about markers."""

    def into_box(self, marker: str) -> None:
        self.table.drag(self.told.ids[marker], ROUTE_MAP, self.told.box)

    def found(self, **told: int) -> list[LogFinding]:
        report = self.report(**told)
        return [f for f in report.findings if f.check == "club_route"]


@pytest.fixture
def route(told: Scenario, module: Module, context: Context) -> Route:
    return Route(told, module, context, "chit-101-501")


def test_put_wrong_and_back_is_no_move(route: Route) -> None:
    route.put(MARKER, "76.126", "61.141")
    assert route.found() == []


def test_put_wrong_and_put_right_is_the_move_that_is_left(route: Route) -> None:
    route.put(MARKER, "76.126", "61.141", "42.229")
    (found,) = route.found()
    assert (found.verdict, found.hexes) == ("illegal", ("61.141", "42.229"))


def test_put_down_on_its_way_to_where_it_may_not_be(route: Route) -> None:
    route.put(MARKER, "60.142", "42.229")
    (found,) = route.found()
    assert (found.verdict, found.hexes) == ("illegal", ("61.141", "60.142", "42.229"))
    assert found.steps == (2, 3)
    assert found.why == "42.229 is south of the Marker: it never goes back"


def test_put_down_beside_its_way(route: Route) -> None:
    """Whether 74.129 is a Stop nobody says: only that keeps it open, not the hex by the way."""
    route.put(MARKER, "76.126", "74.129")
    (found,) = route.found()
    assert (found.verdict, found.hexes) == ("unchecked", ("61.141", "76.126", "74.129"))
    assert any("stops.csv" in need for need in found.needs)


def test_each_turn_is_judged_by_itself(route: Route) -> None:
    route.put(MARKER, "42.229")
    route.table.turn()
    route.put(MARKER, "61.141")
    first, _ = route.found()
    assert (first.verdict, first.hexes) == ("illegal", ("61.141", "42.229"))


def test_off_the_map_and_in_again_is_no_advance(route: Route) -> None:
    route.put(MARKER, "42.229")
    route.into_box(MARKER)
    route.put(MARKER, "45.224")
    (found,) = route.found()
    assert found.hexes == ("61.141", "42.229")


def test_a_marker_that_is_taken_out_of_the_box_again(route: Route) -> None:
    route.table.turn()
    route.draw("chit-gds-hot")
    route.into_box(ATTACKED)
    route.put(ATTACKED, "90.110")
    assert route.found() == []
    route.into_box(SECOND)
    (found,) = route.found()
    assert (found.verdict, found.why) == ("legal", "Attacked marker 1 of at most 1 this turn")
    route.into_box(ATTACKED)
    found = route.found()[-1]
    assert (found.verdict, found.why) == (
        "illegal",
        "Attacked marker 2 this turn: at most 1 is earned",
    )
    assert len(found.steps) == 2


def test_before_the_first_chit_it_may_be_set_up(
    told: Scenario, module: Module, context: Context
) -> None:
    route = Route(told, module, context)
    route.put(MARKER, "42.229")
    route.into_box(ATTACKED)
    route.into_box(SECOND)
    route.draw("chit-101-501")
    assert [f.verdict for f in route.found()] == ["unchecked"] * 3
    assert all("--play-from" in f.needs[-1] for f in route.found())
    assert route.found(play_from=0)[0].verdict == "illegal"


def test_a_standing_is_told_in_words_not_in_names_of_parameters() -> None:
    needs = ["state.club_route.released: the Formations released", "the Marker's hex"]
    needs.append("state.club_route.marker: the Marker's hex")  # which is said once
    answer = brief({"verdict": "undetermined", "summary": "needs state", "needs": needs})
    assert answer_text(answer) == "not known"
    told = " (the log does not hold the Formations released; the Marker's hex)"
    assert missing_text(answer) == told
    decided = brief({"verdict": "decided", "summary": "Open", "score": 4})
    assert (answer_text(decided), missing_text(decided)) == ("Open; score 4", "")
