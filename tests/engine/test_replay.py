"""After every step of a log our game is what the engine's is."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path

import pytest

from clubroute.builder.vassal.archive import read_module
from clubroute.builder.vassal.atoms import TurnState
from clubroute.builder.vassal.pieces import split_chain
from clubroute.rules.logs.game import Game, PropertyKey, start
from clubroute.rules.logs.grids.maps import read_maps
from clubroute.rules.logs.pieces import PLAIN_STACKING, Stacking, version_number
from clubroute.rules.logs.read import read_log
from clubroute.rules.logs.replay import replay
from tests.engine import foreign_module as foreign
from tests.engine import small_module as small
from tests.engine.derived import Tracker, derived_properties, read_trackers
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.engine.player import (
    Places,
    RandomPlayer,
    keys_of,
    record,
)
from tests.engine.reports import Position
from tests.engine.small_board import MAP_NAME, hex_centres
from tests.logs.samples import small_archive

pytestmark = pytest.mark.engine

Row = tuple[object, ...]

NO_TRACKERS: Mapping[str, Tracker] = {}
DICE = ("_result", "_total", "_keep", "_summary")
REPLAYS_DICE = (3, 7, 23, 0)
"""From this version on the engine sets the properties of dice when it steps through a log; before
it leaves them as they were, though the log tells them."""
STARTS_TRAILS = (3, 7, 0, 0)
"""From this version on a trail has begun anew by the time its piece is asked on another map; before
it does so when it is next drawn."""
TRAIL = re.compile(r"\A(true|false);[^;]*;\d+(?:;-?\d+,-?\d+)*(?:;(?:true|false)(?:;\d+)?)?\Z")
"""The state of a movement trail: whether it is shown, and then its map and its points."""
OLD = (0, 0, 0, 0)

PASSWORD = "not-a-password"
"""The id of the driver's player, which we never show."""


def _ours(game: Game) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    for piece in game.pieces.values():
        group = game.stack_of(piece)
        height = -1 if group is None else group.pieces.index(piece.id)
        mates = () if group is None else group.pieces
        place = (piece.map, piece.x, piece.y) if piece.map is not None else None
        rows[piece.id] = _row(piece.name, place, height, mates, piece.gpid, piece.states)
    return rows


def _row(
    name: str,
    place: tuple[str, int, int] | None,
    height: int,
    mates: tuple[str, ...],
    gpid: str,
    states: tuple[str, ...],
) -> Row:
    """A piece as compared: off the map it does not matter which removed stack it is left in."""
    return (name, place, *((height, mates) if place else ()), gpid, states)


def _theirs(position: Position) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    stacks: dict[str, dict[int, str]] = {}
    for piece in position.pieces:
        if piece.stack is not None:
            stacks.setdefault(piece.stack, {})[piece.index] = piece.id
    for piece in position.pieces:
        members = stacks.get(piece.stack or "", {})
        state = piece.state.replace(PASSWORD, "player1")
        states = split_chain(state, len(split_chain(piece.type)))
        place = (piece.map, piece.x, piece.y) if piece.map is not None else None
        rows[piece.id] = _row(
            piece.name,
            place,
            piece.index,
            tuple(members[index] for index in sorted(members)),
            states[-1].split(";")[3],
            tuple(states[:-1]),
        )
    return rows


def _compared(rows: dict[str, Row], version: tuple[int, ...]) -> dict[str, Row]:
    """The rows of pieces, the points of their trails left out where the engine adds its own."""
    if version < STARTS_TRAILS:
        return rows
    return {
        id_: (*row, tuple(TRAIL.sub(r"\1", state) for state in states))
        for id_, (*row, states) in rows.items()
    }


def _decks(position: Position) -> dict[str, Row]:
    return {d.id: (d.map, d.x, d.y, d.cards) for d in position.decks}


def _properties(
    game: Game,
    trackers: Mapping[str, Tracker],
    played: Collection[str],
    before: Mapping[PropertyKey, str],
    replays_dice: bool,
) -> dict[PropertyKey, str]:
    """Our global properties; those of which a log says nothing are as the module makes them."""
    found = {
        key: value
        for key, value in game.properties.items()
        if key not in before or replays_dice or not key[1].endswith(DICE)
    }
    return {**before, **found, **derived_properties(game, trackers, played)}


def compare(
    engine: Engine,
    log_path: Path,
    stacking: Stacking = PLAIN_STACKING,
    trackers: Mapping[str, Tracker] = NO_TRACKERS,
) -> int:
    """Step both through a log; the number of steps, all the same."""
    log = read_log(log_path)
    assert PASSWORD not in repr(log)
    engine.load(log_path)
    moments = [moment for moment in log.steps if moment.commands]
    steps = 0
    game = start(log, stacking)
    version = version_number(engine.engine_version) or OLD
    assert _compared(_ours(game), version) == _compared(_theirs(engine.position()), version)
    made = {key: v for key, v in engine.properties().items() if key not in game.properties}
    dice = version >= REPLAYS_DICE
    played: set[str] = set()
    assert _properties(game, trackers, played, made, dice) == engine.properties()
    before = game.digest()
    changes = []
    for moment in replay(log, stacking, game):
        if not moment.step.commands:
            continue
        assert engine.step()
        steps += 1
        position = engine.position()
        ours, theirs = (_compared(rows, version) for rows in (_ours(game), _theirs(position)))
        wrong = {
            id_: (ours.get(id_), theirs.get(id_))
            for id_ in ours.keys() | theirs.keys()
            if ours.get(id_) != theirs.get(id_)
        }
        assert not wrong, (moment.index, moment.step, wrong)
        decks = {g.id: (g.map, g.x, g.y, g.pieces) for g in game.groups.values() if g.is_deck}
        assert decks == _decks(position)
        assert engine.turns() == {turn.text() for turn in game.turns.values()}
        played |= {c.tracker for c in moment.step.commands if isinstance(c, TurnState)}
        wanted = _properties(game, trackers, played, made, dice)
        assert wanted == engine.properties(), moment.step
        changes.append(moment.change)
    assert not engine.step()
    assert steps == len(moments)
    # And back to the start, change by change.
    for change in reversed(changes):
        game.undo(change)
    assert game.digest() == before
    return steps


def test_small_module(small_engine: Engine, tmp_path: Path) -> None:
    centres = list(hex_centres().values())
    trackers = read_trackers(small_archive())
    for seed in range(2):
        small_engine.start_setup(small.SETUP_NAME)
        keys = keys_of(small_engine.keys())
        small_engine.start_setup(small.SETUP_NAME)
        player = RandomPlayer(small_engine, seed, {MAP_NAME: centres[10:14]}, keys, ["d10"])
        log = tmp_path / f"{seed}.vlog"
        record(small_engine, player, log, 120)
        assert compare(small_engine, log, trackers=trackers) > 50


OUTSIDE = "locate Global Property in Named Zone"
"""What the engine says of a dump that is told to change its yard's fuel outside the yard."""


def test_foreign_module(foreign_engine: Engine, foreign_path: Path, tmp_path: Path) -> None:
    module = read_module(foreign_path)
    maps, trackers = read_maps(module), read_trackers(module)
    places: Places = {
        foreign.SEA: [(90, 110), (150, 160), (500, 250)],
        foreign.BOX: [(75, 75), foreign.DECK_PLACE],
    }
    keys = [f"ctrl {letter}" for letter in "FXMCDIKSEG"]
    for seed in range(3):
        foreign_engine.new_game()
        player = RandomPlayer(foreign_engine, seed, places, keys, ["2d6"])
        log = tmp_path / f"{seed}.vlog"
        record(foreign_engine, player, log, 150)
        assert compare(foreign_engine, log, maps.stacking, trackers) > 50
    assert [one for one in foreign_engine.problems if OUTSIDE not in one] == []


def test_built_module(wed_engine: Engine, built_module: BuiltModule, tmp_path: Path) -> None:
    module = read_module(built_module.path)
    maps, trackers = read_maps(module), read_trackers(module)
    setup = built_module.expected.setups[0]
    first = setup.pieces[0]
    spots = [(first.x + 63 * dx, first.y + 72 * dy) for dx, dy in ((0, 0), (2, 1), (4, -1))]
    wed_engine.start_setup(setup.name)
    keys = keys_of(wed_engine.keys())
    assert keys
    wed_engine.start_setup(setup.name)
    player = RandomPlayer(wed_engine, 0, {first.map: spots}, keys)
    log = tmp_path / "game.vlog"
    record(wed_engine, player, log, 150)
    assert compare(wed_engine, log, maps.stacking, trackers) > 50
