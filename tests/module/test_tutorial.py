"""The tutorial of a module: a scenario, and steps that are played and told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.module.counters import module_pieces
from clubroute.builder.module.game import game_views, read_game
from clubroute.builder.module.setups import Shelf, setup_commands
from clubroute.builder.module.tutorial import tutorial_log
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import read_counter_set
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.vassal.atoms import (
    AddPiece,
    ChangePiece,
    MovePiece,
    read_atom,
)
from clubroute.builder.vassal.commands import LOG, Command
from tests.conftest import ROOT

BEGIN = 'title = "T"\nwelcome = "W"\nscenario = "BRIDGE"\n'


def steps(tmp_path: Path, text: str | None) -> tuple[Command, ...] | None:
    """The commands of a tutorial of Testland that says so."""
    folder = Path(shutil.copytree(ROOT / "counters" / "testland", tmp_path / "testland"))
    (folder / "tutorial.toml").unlink()
    if text is not None:
        (folder / "tutorial.toml").write_text(text)
    game = read_game(folder / "module.toml")
    lattice = read_lattice(ROOT / "map_sources" / game.lattice / "lattice.toml")
    views = game_views(game, lattice, folder / "module.toml")
    counters = read_counter_set(folder, HexNumbers(lattice.lattice))
    pieces = {one.id: one for one in module_pieces(counters)}
    shelf = Shelf(game, views, counters, pieces)
    saved = setup_commands(shelf)
    found = tutorial_log(shelf, saved)
    return None if found is None else found.children[len(saved["BRIDGE"].children) :]


def test_a_game_without_the_file_has_no_tutorial(tmp_path: Path) -> None:
    assert steps(tmp_path, None) is None


def test_a_step_that_only_speaks_is_a_line_of_the_chat(tmp_path: Path) -> None:
    (step,) = steps(tmp_path, BEGIN + '[[step]]\nsays = ["one", "two"]\n') or ()
    assert step.text == "LOG\tCHAT- one"
    assert [child.text for child in step.children] == ["LOG\tCHAT- two"]


def test_a_counter_changes_where_it_is_and_then_moves_on_to_a_new_stack(tmp_path: Path) -> None:
    told = '[[step]]\ncounter = "blue-1"\nto = "3.05"\nlayers = { Tired = 2 }\n'
    (step,) = steps(tmp_path, BEGIN + told) or ()
    change, move, stack = (read_atom(one.text.removeprefix(LOG)) for one in (step, *step.children))
    assert isinstance(change, ChangePiece)
    assert isinstance(move, MovePiece)
    assert isinstance(stack, AddPiece)
    assert change.id == move.id
    assert (move.from_x, move.from_y) != (move.to_x, move.to_y)
    assert move.to_under is None
    assert stack.state.split(";")[1:4] == [str(move.to_x), str(move.to_y), move.id]


def test_a_counter_comes_to_lie_on_one_that_is_there(tmp_path: Path) -> None:
    told = '[[step]]\ncounter = "blue-1"\nto = "2.04"\n'
    (step,) = steps(tmp_path, BEGIN + told) or ()
    move = read_atom(step.text.removeprefix(LOG))
    assert isinstance(move, MovePiece)
    assert move.to_under is not None
    assert step.children == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (BEGIN, "tutorial.toml:step: found no steps, expected at least one"),
        (
            BEGIN.replace("BRIDGE", "BRIDG") + '[[step]]\nsays = ["one"]\n',
            "tutorial.toml:3:scenario: found 'BRIDG', expected one of BRIDGE",
        ),
        (
            BEGIN + '[[step]]\nto = "3.05"\n',
            "tutorial.toml:4:step[1].counter: found no such key, expected the id of the counter",
        ),
        (
            BEGIN + '[[step]]\ncounter = "blue-9"\n',
            "tutorial.toml:5:step[1].counter: found 'blue-9', expected one of ",
        ),
        (
            BEGIN + '[[step]]\ncounter = "blue-1"\n',
            "tutorial.toml:5:step[1].counter: found a step in which nothing happens, expected ",
        ),
        (
            BEGIN + '[[step]]\ncounter = "blue-1"\nto = "9.99"\n',
            "tutorial.toml:6:step.to: found hex 9.99, expected a hex of map testland",
        ),
        (
            BEGIN + '[[step]]\ncounter = "blue-1"\nlayers = { Tyred = 2 }\n',
            "tutorial.toml:6:step[1].layers: found 'Tyred', expected one of Tired, DugIn, Back",
        ),
    ],
)
def test_a_mistake_is_told_with_its_row(text: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        steps(tmp_path, text)
    assert told in str(caught.value)
