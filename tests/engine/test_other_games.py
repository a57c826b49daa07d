"""The Devil's Cauldron and the combined game as modules, in the real engine."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.engine.first_turn import first_turn
from tests.engine.inspection import (
    CHECKS,
    Findings,
    inspect_hover,
    inspect_open,
)
from tests.engine.played import Played
from tests.engine.prepare import EngineFiles
from tests.engine.tutorials import play_tutorial, tutorial_checked
from tests.logs.check.generated import context_in, module_in
from tests.logs.check.habitual import Table, accusations, named
from tests.logs.check.scenario import scenario
from tests.logs.check.stages import STAGES

pytestmark = pytest.mark.engine


@dataclass(frozen=True, slots=True)
class Game:
    """A module of the series, and what must be in it."""

    id: str
    hexes: int
    boards: tuple[str, ...]
    setups: dict[str, int]
    tutorial: dict[str, str]  # what its tutorial moves → where that stands at its end


GAMES = (
    Game(
        "tdc",
        60 * 89,
        ("Arnhem", "Island", "Nijmegen", "Grave and Groesbeek"),
        {"The Devil’s Cauldron in Market-Garden": 343, "Empty map": 0},
        {"1ab-a-2-1": "21.22", "1ab-r-1-1": "Eliminated units"},
    ),
    Game(
        "mg",
        13487,
        ("Arnhem", "Nijmegen", "Grave", "Veghel", "Son", "Eindhoven", "Valkenswaard"),
        {"Operation Market-Garden": 751, "Empty map": 0},
        {"1ab-a-2-1": "21.22", "1ab-r-1-1": "Eliminated units", "gds-4-3-irishgds": "44.226"},
    ),
)


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.id)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


@pytest.fixture(scope="module")
def module(game: Game, request: pytest.FixtureRequest) -> BuiltModule:
    found: BuiltModule = request.getfixturevalue(f"{game.id}_module")
    return found


@pytest.fixture(scope="module")
def engine(game: Game, request: pytest.FixtureRequest, engine_files: EngineFiles) -> Engine:
    found: Engine = request.getfixturevalue(f"{game.id}_engine")
    return found


@pytest.fixture(scope="module")
def findings(engine: Engine, module: BuiltModule) -> Findings:
    # In setups the keys are those of Where Eagles Dare, whose test presses them there.
    return inspect_open(engine, module.path, module.expected, setup_keys=False)


@pytest.mark.parametrize("check", CHECKS)
def test_check(check: str, findings: Findings) -> None:
    assert findings.get(check) == [], findings.get(check, findings)


def test_the_boards_show_the_whole_map(game: Game, module: BuiltModule) -> None:
    (one,) = module.expected.maps
    assert tuple(board.name for board in one.boards) == game.boards
    assert sum(len(board.hexes) for board in one.boards) == game.hexes


def test_every_piece_of_every_setup_is_counted(game: Game, module: BuiltModule) -> None:
    assert {setup.name: len(setup.pieces) for setup in module.expected.setups} == game.setups


def test_the_viewer_tells_what_the_map_says_of_a_hex(
    game: Game, engine: Engine, module: BuiltModule, gts_map: CompiledMap
) -> None:
    engine.new_game()
    assert inspect_hover(engine, module.expected, gts_map.terrain, game.id) == []


@pytest.fixture(scope="module")
def begun(engine: Engine, module: BuiltModule) -> Engine:
    """The engine with the first set-up begun: to begin so many counters takes it seconds.

    The next three tests go on with this one game. None needs it as it began.
    """
    engine.start_setup(module.expected.setups[0].name)
    return engine


def test_what_stands_nowhere_yet_is_said_and_the_view_is_where_it_begins(
    game: Game, begun: Engine, module: BuiltModule
) -> None:
    (one,) = module.expected.maps
    setup = module.expected.setups[0]
    x, y, width, height = begun.seen(one.name)
    bare = not any(piece.map == one.name for piece in setup.pieces)
    assert bare == (game.id == "tdc")
    told = [line for line in begun.chat() if line.startswith("- Units on the map: ")][-1]
    assert ("none" in told and "tells no set-up" in told) == bare
    if bare:
        # Nijmegen, which the module names.
        (spot,) = begun.places(one.name, "Nijmegen", ["41.64"])
        assert spot is not None
        assert x < spot[0] < x + width
        assert y < spot[1] < y + height


def test_the_mug_gives_every_chit_once(begun: Engine, module: BuiltModule) -> None:
    setup = module.expected.setups[0]
    (mug,) = [deck for deck in begun.decks() if "mug" in deck.name.lower()]
    lying = [piece.name for piece in setup.pieces if piece.hex == mug.name]
    drawn = begun.draw(mug.name, len(mug.cards) + 1, (mug.x + 300, mug.y))
    assert sorted(drawn) == sorted(mug.cards) == sorted(lying)


def test_the_turns_go_on(begun: Engine) -> None:
    texts = begun.turn(5)
    assert all(before != after for before, after in itertools.pairwise(texts))


def test_the_tutorial_plays_a_step_a_click(game: Game, engine: Engine) -> None:
    played = play_tutorial(engine)
    assert {unit: played[unit].location for unit in game.tutorial} == game.tutorial


def test_the_tutorial_keeps_to_the_rules(module: BuiltModule, tmp_path: Path) -> None:
    assert "the way is legal" in tutorial_checked(module, tmp_path)


def test_a_first_turn_can_be_played_in_every_setup(
    game: Game, engine: Engine, module: BuiltModule
) -> None:
    for setup in (one for one in module.expected.setups if one.pieces):
        turn = first_turn(engine, module.expected, setup)
        said = "\n".join(turn.chat)
        assert (turn.chit is None) == (game.id == "tdc")  # what is in its mug is not in the text
        assert turn.at.location != turn.moved_from
        assert f"{turn.unit} " in said
        assert turn.at.location in said
        assert "Column" in said
        assert "d10 = " in said
        assert f"Turn: {turn.turn} " in said


HABITS = {"tdc": ((11, 27), ("too_far_hex_by_hex", "over_water")), "mg": ((17,), ())}
"""By game, seeds of legal games of habits, and kinds of faults, that are played in the engine;
``python -m tests.bench.bench_habits 60 --game tdc --engine`` plays as many as you like."""


def test_no_habit_is_a_fault_and_a_fault_is_one(
    game: Game, engine: Engine, gts_map: CompiledMap, tmp_path: Path
) -> None:
    told = scenario(gts_map.terrain, STAGES[game.id])
    setup, log = tmp_path / "setup.vsav", tmp_path / "game.vlog"
    setup.write_bytes(told.setup)
    context = context_in(tmp_path, gts_map.terrain, told)
    module = module_in(told)
    table = Table(told, module, context, lambda seed: Played(engine, setup, log, seed=seed))
    seeds, kinds = HABITS[game.id]
    for seed in seeds:
        person = table.legal(seed)
        assert accusations(table.check(person.table).findings) == [], person.deeds
    for kind in kinds:
        person, misdeed = table.faulty(1, kind)
        assert named(table.check(person.table), misdeed) == "illegal", person.deeds
