"""Games of one seed draw and roll the same, in every engine and on every day."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine import small_module as small
from tests.engine.driver import Engine

pytestmark = pytest.mark.engine

SEED = 1944
DICE = 6
ROLLED = ["3", "9", "3", "0", "7", "5"]
DRAWN = ["Guards", "XXX Corps", "II SS"]
"""What this seed gives in any engine: Java says how its generator counts and how it shuffles."""


def played(engine: Engine) -> tuple[list[str], list[str]]:
    """Some rolls, and then all chits of the mugs in the order drawn."""
    rolled = engine.dice("d10", DICE)
    return rolled, [
        chit for mug in engine.decks() for chit in engine.draw(mug.name, len(mug.cards), (80, 80))
    ]


def test_a_seed_says_what_is_rolled_and_drawn(small_engine: Engine) -> None:
    small_engine.new_game(seed=SEED)
    assert played(small_engine) == (ROLLED, DRAWN)


def test_each_way_to_begin_a_game_begins_with_the_seed(
    small_engine: Engine, tmp_path: Path
) -> None:
    path = tmp_path / "start.vsav"
    small_engine.new_game(seed=SEED + 1)
    other = played(small_engine)
    small_engine.new_game()
    small_engine.save(path)
    small_engine.load(path, seed=SEED)
    assert played(small_engine) == (ROLLED, DRAWN)
    small_engine.load(path, seed=SEED + 1)
    assert played(small_engine) == other
    assert other != (ROLLED, DRAWN)
    small_engine.start_setup(small.SETUP_NAME, seed=SEED)
    assert played(small_engine) == (ROLLED, [])


def test_who_tells_no_seed_plays_the_same_game_again(small_engine: Engine) -> None:
    games = []
    for _ in range(2):
        small_engine.new_game()
        games.append(played(small_engine))
    assert games[0] == games[1]


def test_a_seed_told_in_a_game_counts_from_there(small_engine: Engine) -> None:
    small_engine.new_game()
    small_engine.dice("d10", 3)
    small_engine.seed(SEED)
    assert played(small_engine) == (ROLLED, DRAWN)


def test_pieces_are_told_in_the_order_they_were_made(small_engine: Engine) -> None:
    for _ in range(2):
        small_engine.new_game()
        names = ["2/HG", *small.CHITS.values()]
        assert [one.name for one in small_engine.position().pieces] == names
        assert [one.name for one in small_engine.pieces()] == names
