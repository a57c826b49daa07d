"""What a player does with the small module, done through the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine import small_board
from tests.engine import small_module as small
from tests.engine.driver import Engine, EngineError

pytestmark = pytest.mark.engine


def test_wrapped_hex_numbers_lead_both_ways(small_engine: Engine) -> None:
    small_engine.new_game()
    centres = small_board.hex_centres()
    names = ["98.120", "99.120", "00.120", "01.120", "98.87", "01.87"]
    found = small_engine.names(small_board.MAP_NAME, [centres[name] for name in names])
    assert [(one.name, (one.x, one.y)) for one in found] == [(one, centres[one]) for one in names]
    places = small_engine.places(small_board.MAP_NAME, small_board.BOARD_NAME, names)
    assert places == [centres[name] for name in names]


def test_even_columns_lie_half_a_hex_lower(small_engine: Engine) -> None:
    small_engine.new_game()
    places = small_engine.places(small_board.MAP_NAME, small_board.BOARD_NAME, ["99.120", "00.120"])
    assert places[0] is not None
    assert places[1] == (places[0][0] + small_board.HEX_DX, places[0][1] + small_board.HEX_DY // 2)


def test_every_pixel_near_a_centre_snaps_to_it(small_engine: Engine) -> None:
    small_engine.new_game()
    for name in ("99.119", "00.119", "98.88", "01.120"):
        x, y = small_board.hex_centres()[name]
        near = [(x + dx, y + dy) for dx in range(-9, 10, 3) for dy in range(-15, 16, 3)]
        assert {one.name for one in small_engine.names(small_board.MAP_NAME, near)} == {name}


@pytest.mark.parametrize("name", ["97.120", "02.120", "198.120", "120.98", "nowhere", ""])
def test_names_off_the_board_have_no_place(small_engine: Engine, name: str) -> None:
    small_engine.new_game()
    assert small_engine.places(small_board.MAP_NAME, small_board.BOARD_NAME, [name]) == [None]


def test_new_game_places_the_reserve(small_engine: Engine) -> None:
    small_engine.new_game("Allied")
    on_map = [piece for piece in small_engine.pieces(["Side"]) if piece.deck is None]
    assert [(one.name, one.gpid, one.location) for one in on_map] == [
        ("2/HG", small.RESERVE_GPID, small.RESERVE_HEX)
    ]
    assert on_map[0].properties == {"Side": "Allied"}


def test_setup_keeps_the_order_of_its_stacks(small_engine: Engine) -> None:
    small_engine.start_setup(small.SETUP_NAME)
    stack = [one for one in small_engine.pieces() if one.location == "98.120"]
    assert [(one.gpid, one.index) for one in stack] == [("1", 0), ("2", 1)]
    assert len({one.stack for one in stack}) == 1


def test_every_key_changes_the_game(small_engine: Engine) -> None:
    small_engine.start_setup(small.SETUP_NAME)
    answers = small_engine.keys()
    assert {answer.menu for answer in answers} == {"Delete", "Clockwise", "Back"}
    assert all(answer.answered and answer.restored for answer in answers)


def test_every_key_of_the_palette_changes_the_game(small_engine: Engine) -> None:
    small_engine.new_game()
    before = small_engine.state()
    answers = small_engine.slot_keys(small_board.MAP_NAME, small_board.hex_centres()["98.100"])
    assert [(one.piece, one.menu) for one in answers] == [
        ("2/HG", "Delete"),
        ("2/HG", "Clockwise"),
        ("2/HG", "Back"),
        ("Guards", "Delete"),
    ]
    assert all(answer.answered and answer.restored for answer in answers)
    assert sorted(small_engine.state()) == sorted(before)


def test_d10_gives_0_to_9(small_engine: Engine) -> None:
    small_engine.new_game()
    rolls = small_engine.dice("d10", 300)
    assert set(rolls) == {str(face) for face in range(10)}
    assert small_engine.global_property("d10_result") == rolls[-1]


def test_mug_gives_every_chit_once_in_any_order(small_engine: Engine) -> None:
    place = (80, 80)
    orders = set()
    for seed in range(3):
        small_engine.new_game(seed=seed)
        (mug,) = small_engine.decks()
        assert sorted(mug.cards) == sorted(small.CHITS.values())
        drawn = small_engine.draw("Mug", len(mug.cards) + 1, place)
        assert sorted(drawn) == sorted(mug.cards)
        assert small_engine.decks()[0].cards == ()
        orders.add(tuple(drawn))
    assert len(orders) == 3


def test_turn_tracker_counts(small_engine: Engine) -> None:
    small_engine.new_game()
    assert small_engine.turn(3) == ["Turn 1", "Turn 2", "Turn 3", "Turn 4"]
    assert small_engine.global_property("turnNumber") == "4"


def test_screenshot_shows_the_pieces(small_engine: Engine, tmp_path: Path) -> None:
    from PIL import Image

    small_engine.start_setup(small.SETUP_NAME)
    path = tmp_path / "shots" / "map.png"
    shot = small_engine.screenshot(small_board.MAP_NAME, path)
    assert (shot.width, shot.height) == (small_board.BOARD_WIDTH, small_board.BOARD_HEIGHT)
    assert shot.colours > 4
    with Image.open(path) as picture:
        assert picture.convert("RGB").getpixel(small_board.hex_centres()["00.119"]) == (
            130,
            130,
            130,
        )


def test_screenshot_of_a_part_at_half_size(small_engine: Engine, tmp_path: Path) -> None:
    small_engine.new_game()
    shot = small_engine.screenshot(
        small_board.MAP_NAME, tmp_path / "part.png", scale=0.5, region=(0, 1100, 100, 100)
    )
    assert (shot.width, shot.height) == (50, 50)
    assert shot.colours > 1


def test_errors_say_what_is_wrong(small_engine: Engine) -> None:
    with pytest.raises(EngineError, match="no map is named Nowhere"):
        small_engine.names("Nowhere", [(1, 1)])
    with pytest.raises(EngineError, match="no predefined setup is named Never"):
        small_engine.start_setup("Never")
    assert small_engine.validate() == []
