"""Crossings by ferry (WED 2.18): what is legal, what is refused and why, what stays open."""

from __future__ import annotations

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.games import tables_of
from clubroute.rules.gts.logcheck.board import ShownBridges, Snapshot, Standing
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.gts.logcheck.excuses import RETREAT
from clubroute.rules.gts.logcheck.proof import (
    WORKS,
    Site,
    kinds_of,
    sites_between,
)
from clubroute.rules.gts.position.markers import FERRIES
from clubroute.rules.logs.check.module import Module
from tests.logs.check.conftest import Staged
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario

HERE, THERE = "82.135", "83.136"
"""The hex of the ferry's marker, and where the bridge led."""
COLUMN, PLAIN, LATE, TANK = "101-d-2-502", "101-e-2-502", "101-f-2-502", "101-a-15-19-krh"


@pytest.fixture
def game(told: Scenario, module: Module, context: Context) -> Game:
    return Game(told, module, context, "chit-101-division")


def test_a_leg_unit_in_column(game: Game) -> None:
    game.put(COLUMN, HERE)
    found = game.of(COLUMN)
    assert (found.verdict, found.why) == ("legal", f"by ferry to {HERE}")
    assert found.receipt is not None
    assert found.receipt["steps"][0]["rule"] == "WED 2.18.2"


def test_a_vehicle(game: Game) -> None:
    game.put(TANK, THERE)
    found = game.of(TANK)
    assert (found.verdict, found.rule) == ("illegal", "WED 2.18.2")
    assert found.why.startswith("this ferry takes Leg Units only")


def test_a_unit_not_in_column(game: Game) -> None:
    game.put(PLAIN, HERE)
    found = game.of(PLAIN)
    assert (found.verdict, found.rule) == ("illegal", "WED 2.18.2")
    assert found.why.startswith("a Unit must be in Column to use a ferry")


def test_a_unit_that_gets_into_column_first(game: Game) -> None:
    game.form(PLAIN)
    game.put(PLAIN, HERE)
    assert game.of(PLAIN).verdict == "illegal"


def test_a_unit_that_comes_to_the_ferry_first(game: Game) -> None:
    game.put(LATE, HERE, THERE)
    found = game.of(LATE)
    assert (found.verdict, found.rule) == ("illegal", "WED 2.18.2")
    assert "begins its activation" in found.why


def test_a_unit_that_goes_on(game: Game) -> None:
    game.put(COLUMN, HERE, "82.136")
    found = game.of(COLUMN)
    assert (found.verdict, found.rule) == ("illegal", "WED 2.18.2")
    assert found.why.startswith("using a ferry is the whole activation")


def test_after_a_die_what_follows_the_crossing_may_be_a_retreat(game: Game) -> None:
    game.put(COLUMN, HERE)
    game.table.roll()
    game.put(COLUMN, "82.136")
    found = game.of(COLUMN)
    assert found.verdict == "possible"
    assert found.needs == (RETREAT,)


def test_put_back_by_hand_before(game: Game) -> None:
    game.put(COLUMN, "92.118", THERE, HERE)
    found = game.of(COLUMN)
    assert found.verdict == "possible"
    assert found.needs == ("that it was put back by hand where it had been",)


def test_into_enemies(game: Game) -> None:
    place = game.told.pixel(HERE)
    game.table.drag(game.told.ids["wal-3-pz-2107"], game.told.game.map, place)
    game.put(COLUMN, HERE)
    found = game.of(COLUMN)
    assert found.verdict == "illegal"
    assert found.why.startswith("enemy Units are in the hex ferried into")


def test_over_another_hexside(game: Game) -> None:
    game.put(TANK, "83.135")
    found = game.of(TANK)
    assert (found.verdict, found.rule) == ("illegal", "WED 2.12")


def test_a_ferry_that_is_suppressed_perhaps(game: Game) -> None:
    game.put("suppressed", HERE)
    game.put(COLUMN, HERE)
    found = game.of(COLUMN)
    assert (found.verdict, found.why) == (
        "possible",
        f"legal if the ferry took it to {HERE}, where no bridge stands",
    )
    assert found.needs == (WORKS,)


def board(hex_: int, destroyed: tuple[str, ...] = (), opened: tuple[str, ...] = ()) -> Snapshot:
    """A board with a ferry in a hex, and what is known of bridges."""
    marker = Counter("marker", "1", "ferry", "Ferry", kind="ferry")
    bridges = ShownBridges(dict.fromkeys(destroyed, "destroyed"), frozenset(opened))
    return Snapshot({}, {"1": Standing(hex_, marker)}, {}, bridges, frozenset())


@pytest.mark.parametrize(
    ("destroyed", "opened", "sure"),
    [
        (("82.135/83.136",), (), True),
        ((), ("82.135/83.136",), False),
        # Nobody can tell which of two the arrow points to.
        (("82.135/83.136", "82.134/82.135"), (), False),
        ((), (), None),
    ],
)
def test_a_ferry_is_where_a_bridge_is_destroyed(
    context: Context, destroyed: tuple[str, ...], opened: tuple[str, ...], sure: bool | None
) -> None:
    mapfile = map_of(context, "wed")
    here, there = mapfile.id(HERE), mapfile.id(THERE)
    tables = tables_of(context)
    found = sites_between(mapfile, tables, board(here, destroyed, opened), there, here)
    expected = [] if sure is None else [Site(here, there, sure, False, ("ferry",))]
    assert found == expected


def test_printed_ferries_may_point_anywhere(context: Context) -> None:
    """The Devil's Cauldron has its ferries printed, which no marker tells (TDC 2.18)."""
    mapfile = map_of(context, "tdc")
    here, there = mapfile.id("34.60"), mapfile.id("33.61")
    found = sites_between(mapfile, tables_of(context), board(here), here, there)
    assert found == [Site(here, there, False, False, FERRIES)]


@pytest.mark.parametrize(
    ("window", "shown", "wanted"),
    [
        ("wed", "ferry", ("ferry",)),
        ("wed", "improved_ferry", ("ferry",)),
        ("tdc", "ferry", FERRIES),
        ("tdc", "improved_ferry", ("improved_ferry",)),
        ("tdc", "assault_ferry", ("assault_ferry",)),
    ],
)
def test_which_ferries_a_marker_stands_for(
    context: Context, window: str, shown: str, wanted: tuple[str, ...]
) -> None:
    assert kinds_of(tables_of(context)[window].ferry, shown) == wanted


def test_an_assault_ferry_takes_leg_units_as_they_are(staged: Staged) -> None:
    """Over the Waal, as the 504th went (TDC 2.18.6)."""
    game = Game(*staged("tdc"), "chit-82-82nd-airborne-division-activation")
    game.put("82-g-3-504", "36.61")
    game.put("82-82-recon", "41.71", "36.62", "36.61")
    assert game.of("82-g-3-504").verdict == "possible"
    found = game.of("82-82-recon")
    assert (found.verdict, found.rule) == ("illegal", "TDC 2.18.6")
