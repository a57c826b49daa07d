"""Movement Trails from before a log began, as the real engine leaves them."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.logcheck.excuses import LEFT
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.module import Module
from tests.engine.driver import Engine
from tests.engine.played import Played
from tests.logs.check.generated import checked, context_in, module_in
from tests.logs.check.scenario import Scenario, scenario

pytestmark = pytest.mark.engine

UNIT = "101-c-1-501"
HERE = "76.128"
ACTIVE = ("chit-101-501", "chit-101-division")


@pytest.fixture(scope="module")
def engine(wed_engine: Engine) -> Engine:
    return wed_engine


@pytest.fixture(scope="module")
def told(gts_map: CompiledMap) -> Scenario:
    return scenario(gts_map.terrain)


@pytest.fixture(scope="module")
def module(told: Scenario) -> Module:
    return module_in(told)


@pytest.fixture(scope="module")
def context(
    gts_map: CompiledMap, told: Scenario, tmp_path_factory: pytest.TempPathFactory
) -> Context:
    return context_in(tmp_path_factory.mktemp("check"), gts_map.terrain, told)


class Halves:
    """An activation of one Unit with the beginning of the log in the middle of it."""

    def __init__(self, engine: Engine, told: Scenario, folder: Path) -> None:
        setup, log = folder / "setup.vsav", folder / "game.vlog"
        setup.write_bytes(told.setup)
        self.table = Played(engine, setup, log, later=True)
        self.told = told

    def draw(self) -> None:
        """Draw until the Unit is active; only that chit lies open then."""
        while self.told.chits[chit := self.table.draw()] not in ACTIVE:
            self.table.remove(chit)

    def put(self, *hexes: str) -> None:
        for number in hexes:
            place = self.told.pixel(number)
            self.table.drag(self.told.ids[UNIT], self.told.game.map, place)

    def finding(self, context: Context, module: Module) -> LogFinding:
        report = checked(context, module, self.table.data())
        (found,) = (f for f in report.findings if f.unit == UNIT)
        return found


@pytest.fixture
def halves(engine: Engine, told: Scenario, tmp_path: Path) -> Halves:
    return Halves(engine, told, tmp_path)


def test_what_came_before_the_log_counts(halves: Halves, context: Context, module: Module) -> None:
    halves.draw()
    halves.put("75.128")
    halves.table.begin()
    halves.put("75.127")
    found = halves.finding(context, module)
    assert (found.verdict, found.why) == ("legal", "at least 2 MP of 7")
    assert found.notes == (
        "with its Movement Trail from before the log (76.128): at least 4 MP of 7",
    )


def test_a_trail_that_is_too_long_is_no_fault(
    halves: Halves, context: Context, module: Module
) -> None:
    halves.draw()
    halves.put("75.128", "75.127", "74.127", "74.126")
    halves.table.begin()
    halves.put("73.127", "73.128")
    found = halves.finding(context, module)
    # What its trail would add is a Second Action's, which nothing in the log speaks against.
    assert found.verdict != "illegal"
    assert "that it had a Second Action" in "".join(found.needs)


def test_a_trail_that_no_move_explains_leaves_it_open(
    halves: Halves, context: Context, module: Module
) -> None:
    # Over the canal, where there is no bridge: it may have been put there in the set-up.
    halves.draw()
    halves.put("76.130", "77.130")
    halves.table.begin()
    halves.put("78.130")
    found = halves.finding(context, module)
    assert found.verdict == "unchecked"
    assert found.needs == (
        "whether its Movement Trail from before the log (76.128 → 76.130) is of this activation",
    )


def test_a_fault_before_any_chit_of_the_log_may_put_something_right(
    halves: Halves, context: Context, module: Module
) -> None:
    halves.draw()
    halves.put("76.129")
    halves.table.begin()
    halves.put("44.222")
    found = halves.finding(context, module)
    assert (found.verdict, found.hexes) == ("unchecked", ("76.129", "44.222"))
    assert LEFT in found.needs


def test_a_trail_that_was_cleared_is_forgotten(
    halves: Halves, context: Context, module: Module
) -> None:
    halves.draw()
    halves.put("76.129", "77.129", "78.129")
    halves.table.unmark(halves.told.ids[UNIT])
    halves.table.begin()
    halves.put("78.130", "77.131")
    found = halves.finding(context, module)
    assert (found.verdict, found.notes) == ("legal", ())


def test_a_trail_is_over_when_a_chit_is_drawn(
    halves: Halves, context: Context, module: Module
) -> None:
    halves.put("44.222", HERE, "77.129")
    halves.table.begin()
    halves.draw()
    halves.put("77.130")
    found = halves.finding(context, module)
    assert (found.verdict, found.notes) == ("legal", ())
