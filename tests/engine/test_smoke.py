"""Each game in the real engine, in a few strokes: what `make test` has of it.

A module opens, a set-up begins, a game is saved and goes on, a log is replayed, the adviser tells
of a drag. The files beside this one try everything.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.vassal.archive import read_module
from clubroute.rules.logs.grids.maps import read_maps
from tests.engine import checks
from tests.engine.advised import turned, turned_on, waited
from tests.engine.derived import read_trackers
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule, ExpectedSetup
from tests.engine.player import RandomPlayer, record
from tests.engine.reports import Piece
from tests.engine.test_replay import compare

pytestmark = [pytest.mark.engine, pytest.mark.smoke]

DEEDS = 12
"""Of a random player: enough for drags, stacks, undos and lines of the chat."""


MODULES = {
    "wed": "built_module",
    "tdc": "tdc_module",
    "mg": "mg_module",
    "ins": "ins_module",
    "ombrey": "ombrey_module",
}
"""Which fixture has the module of a game."""

TOLD = ("wed", "tdc", "mg", "ins")
"""Games whose drags are told of: of a game that its author's tables judge they are only sent."""


@pytest.fixture(scope="module", params=MODULES)
def game(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture(scope="module")
def module(game: str, request: pytest.FixtureRequest) -> BuiltModule:
    found: BuiltModule = request.getfixturevalue(MODULES[game])
    return found


@pytest.fixture
def engine(game: str, request: pytest.FixtureRequest) -> Engine:
    found: Engine = request.getfixturevalue(f"{game}_engine")
    found.problems.clear()
    return found


@pytest.fixture(scope="module")
def setup(module: BuiltModule) -> ExpectedSetup:
    """The set-up with the fewest counters: the engine takes seconds for hundreds of them."""
    return min(
        (one for one in module.expected.setups if one.pieces), key=lambda one: len(one.pieces)
    )


@pytest.fixture(scope="module")
def begun(game: str, setup: ExpectedSetup, request: pytest.FixtureRequest) -> None:
    """Begin the set-up, once for all: the tests that follow go on with the one game."""
    engine: Engine = request.getfixturevalue(f"{game}_engine")
    engine.start_setup(setup.name)


def test_it_opens_and_has_what_its_build_says(engine: Engine, module: BuiltModule) -> None:
    assert engine.validate() == []
    assert checks.check_slots(engine.slots(), module.expected.pieces) == []
    assert checks.check_sides(engine.build_file(), module.expected.sides) == []
    assert checks.check_setups(engine.setups(), module.expected.setups) == []
    assert engine.problems == []


def test_a_set_up_begins_with_each_counter_in_its_place(
    engine: Engine, module: BuiltModule, setup: ExpectedSetup
) -> None:
    engine.start_setup(setup.name)
    (wanted, *_) = module.expected.maps
    (shown,) = (one for one in engine.maps() if one.name == wanted.name)
    assert checks.check_boards(shown, wanted.boards) == []
    assert checks.check_pieces(engine.pieces(), setup.pieces, engine.slots()) == []
    engine.quiet()
    assert engine.problems == []


def test_a_game_is_saved_and_goes_on(
    engine: Engine, module: BuiltModule, begun: None, tmp_path: Path
) -> None:
    before = engine.position()
    engine.save(tmp_path / "game.vsav")
    unit, place = next_hex(engine, module)
    engine.move(unit.id, module.expected.maps[0].name, place)
    assert engine.position() != before
    engine.load(tmp_path / "game.vsav")
    assert engine.position() == before
    engine.quiet()
    assert engine.problems == []


def test_a_log_is_replayed_as_it_was_played(
    engine: Engine, module: BuiltModule, begun: None, tmp_path: Path
) -> None:
    unit, place = next_hex(engine, module)
    spots = {module.expected.maps[0].name: [(unit.x, unit.y), place]}
    record(engine, RandomPlayer(engine, 0, spots, ()), tmp_path / "game.vlog", DEEDS)
    archive = read_module(module.path)
    stacking = read_maps(archive).stacking
    steps = compare(engine, tmp_path / "game.vlog", stacking, read_trackers(archive))
    assert steps > DEEDS // 3


def test_the_adviser_tells_of_a_drag(
    game: str, engine: Engine, module: BuiltModule, begun: None
) -> None:
    map_ = module.expected.maps[0].name
    unit, _ = next_hex(engine, module)
    # Out of its tray into a hex, if it stands in none yet, and from there into the next.
    engine.move(unit.id, map_, next_hex(engine, module)[1])
    turned_on(engine)
    unit, (x, y) = next_hex(engine, module, unit.id)
    (shown,) = (named.name for named in engine.names(map_, [(x, y)]))
    before = len(engine.chat())
    engine.adviser("hover", id=unit.id, map=map_, x=x, y=y)
    label = ""
    if game in TOLD:
        label = waited(engine, lambda state: bool(state["label"]))["label"]
    engine.adviser("leave")
    engine.move(unit.id, map_, (x, y))
    told = f"- {label}"
    waited(
        engine,
        # What was asked is in nobody's queue while it is answered: its line tells that it is.
        lambda state: (
            state["sent"] == 1
            and not state["waiting"]
            and (game not in TOLD or told in engine.chat()[before:])
        ),
    )
    turned(engine, on=False)
    assert label.startswith(f"{shown}: " if game in TOLD else "")
    assert (told in engine.chat()[before:]) == (game in TOLD), (label, engine.chat()[before:])
    assert engine.problems == []


def next_hex(engine: Engine, module: BuiltModule, id_: str = "") -> tuple[Piece, tuple[int, int]]:
    """Give a unit on the map, or the one of that id, and the middle of a hex beside it."""
    (main, *_) = module.expected.maps
    hexes = {number: at for board in main.boards for number, at in board.hexes.items()}
    pieces = engine.pieces(("UnitId",))
    units = [one for one in pieces if one.properties["UnitId"] and one.deck is None and one.map]
    unit = min(
        units,
        key=lambda one: (one.id != id_, one.map != main.name or one.location not in hexes, one.id),
    )
    places = sorted(hexes.values(), key=lambda at: (at[0] - unit.x) ** 2 + (at[1] - unit.y) ** 2)
    return unit, places[1]
