"""Long logs to audit: 500 steps and more, played by the rules on the real map.

A *typical* one is an honest game: every chit is drawn once a turn, the turns go on, each clears the
marks and trails of what has moved, and some three of a hundred moves go too far. A *disorderly* one
puts its chits back early, so that nearly every draw is a fault, never moves the turn tracker, and
lets its trails grow.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path

from clubroute.builder.errors import Where
from clubroute.builder.module.parts import turn_state
from clubroute.builder.survey.compile import compile_map
from clubroute.builder.vassal.atoms import ChangePiece, MovePiece, TurnState
from clubroute.rules.logs.pieces import GamePiece, PieceGroup, outer_of
from clubroute.rules.logs.read import log_of
from tests.conftest import ROOT
from tests.logs.check.generated import context_in, module_in
from tests.logs.check.player import (
    MOST_UNITS,
    Player,
    Unit,
    UnluckyError,
)
from tests.logs.check.scenario import Scenario, scenario
from tests.logs.check.tables import MUG, Recorded

STEPS = 500
TRIES = 100
FAULTS = 0.03
"""How many of the moves in a typical log go too far."""
UNMOVED = {"markmoved;": "false", "footprint;": "false;;0"}
"""The states of a Unit that has not moved, by its trait."""


def write_logs(folder: Path, count: int) -> None:
    """Play so many logs of each kind, beside the map, the module and the owner's table that they
    are audited with: ``typical0.vlog``…, ``disorderly0.vlog``…"""
    terrain = compile_map(ROOT, "gts").terrain
    game = scenario(terrain)
    context = context_in(folder, terrain, game)
    module = module_in(game)
    (folder / "build" / "scenario.vmod").write_bytes(game.module)
    for (kind, play), number in product(KINDS.items(), range(count)):
        path = folder / f"{kind}{number}.vlog"
        for seed in range(number * TRIES, (number + 1) * TRIES):
            table = Recorded(game, module.maps, seed)
            try:
                play(Player(table, game, context, random.Random(seed)), table)
            except UnluckyError:
                continue
            table.recorder.write(path)
            break
        else:
            raise AssertionError(f"{path.name}: nobody is ever lucky")


def typical(player: Player, table: Recorded) -> None:
    """Turn after turn, every chit once."""
    player.begin()
    turns = turns_of(player.scenario)
    cards = mug_of(table).pieces
    while not is_long(table):
        if not mug_of(table).pieces:
            end_turn(table, cards, next(turns))
        if player.chance.random() < FAULTS * MOST_UNITS:
            player.draw()
            go_too_far(player, player.chance.choice(player.active()))
        else:
            player.activation()


def disorderly(player: Player, table: Recorded) -> None:
    """Activations; chits go back into the mug when one is left."""
    player.begin()
    cards = mug_of(table).pieces
    while not is_long(table):
        if len(mug_of(table).pieces) == 1:
            for card in cards:
                if card not in mug_of(table).pieces:
                    table.recorder.step(put_back(table, card))
        player.activation()


TYPICAL = "typical"
KINDS: Mapping[str, Callable[[Player, Recorded], None]] = {
    TYPICAL: typical,
    "disorderly": disorderly,
}
"""The kinds of logs, each with who plays it."""


def go_too_far(player: Player, unit: Unit) -> None:
    """One drag that no two Actions pay for."""
    near = player.reach(unit, 2 * unit.ma)
    far = sorted(hex for hex in player.reach(unit, 2 * unit.ma + 3) if hex not in near)
    if not far:
        raise UnluckyError
    player.put(unit, player.chance.choice(far))


def end_turn(table: Recorded, cards: tuple[str, ...], turn: TurnState) -> None:
    """Clear what shows who has moved, put the chits back and set the tracker."""
    moved = [piece for piece in table.recorder.game.pieces.values() if "footprint;" in piece.type]
    table.recorder.step(*map(unmarked, moved))
    for card in cards:
        table.recorder.step(put_back(table, card))
    table.recorder.turn("* Turn", turn)


def unmarked(piece: GamePiece) -> ChangePiece:
    """The command that takes a Unit's mark and trail off it."""
    states = [
        next((state for head, state in UNMOVED.items() if trait.type.startswith(head)), trait.state)
        for trait in piece.traits
    ]
    after = piece._replace(outer=outer_of(states))
    return ChangePiece(piece.id, after.state_text(), piece.state_text())


def put_back(table: Recorded, card: str) -> MovePiece:
    """The command that puts a chit on top of the mug."""
    deck, here = mug_of(table), table.recorder.game.pieces[card]
    place = deck.map, deck.x, deck.y, deck.pieces[-1] if deck.pieces else None
    return MovePiece(card, *place, here.map, here.x, here.y, None, "not-a-password")


def mug_of(table: Recorded) -> PieceGroup:
    """The mug as it is now."""
    return next(g for g in table.recorder.game.groups.values() if g.deck_name == MUG)


def turns_of(scenario: Scenario) -> Iterator[TurnState]:
    """The turns after the one the set-up begins with."""
    game = scenario.game
    turns = list(product(game.days, game.times))
    for day, time in turns[turns.index((scenario.stage.day, scenario.stage.time)) + 1 :]:
        yield turn_state(game, day, time)


def is_long(table: Recorded) -> bool:
    """Whether the log has its steps."""
    return len(log_of(table.recorder.log_bytes(), Where("(log)")).steps) >= STEPS
