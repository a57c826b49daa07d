"""VASSAL opens the saves that positions are written as, and finds the counters in their places."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from clubroute.builder.authoring.refresh import refresh
from clubroute.builder.errors import Where
from clubroute.builder.vassal.archive import SaveArchive, read_save
from clubroute.builder.vassal.atoms import AddPiece, read_atom
from clubroute.builder.vassal.commands import with_texts
from clubroute.builder.vassal.pieces import Piece, read_piece
from clubroute.builder.vassal.setup import game_archive as vassal_archive
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.game import start
from clubroute.rules.logs.read import log_of
from clubroute.rules.saves.reading import position_at, read_position, save_of
from clubroute.rules.saves.writing import game_archive, laid_out
from tests.engine import small_module as small
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.logs.samples import sample, small_maps
from tests.saves.setups import set_up

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("steps", [0, 4, 11])
def test_a_log_at_a_step_opens_as_it_stood(
    small_engine: Engine, tmp_path: Path, steps: int
) -> None:
    log = log_of(sample(), Where("sample.vlog"))
    game = start(log, small_maps().stacking)
    for one in log.steps[:steps]:
        game.apply(one.commands)
    path = tmp_path / "step.vsav"
    path.write_bytes(game_archive(log, game))
    small_engine.load(path)
    found = small_engine.position()
    ours = {one.id: (one.map, one.x, one.y) for one in game.pieces.values() if one.map}
    assert {one.id: (one.map, one.x, one.y) for one in found.pieces if one.map} == ours
    small_engine.quiet()
    assert small_engine.problems == []


def test_a_position_laid_out_opens_with_its_counters_in_their_hexes(
    wed_engine: Engine, built_module: BuiltModule, tmp_path: Path
) -> None:
    context = Context(built_module.path.parent)
    state = position_at(save_of(context, set_up("wed", "WED-4"), "s.vsav")).state
    path = tmp_path / "laid.vsav"
    path.write_bytes(laid_out(context, "wed", state).data)
    wed_engine.load(path)
    found = Counter((one.name, one.location) for one in wed_engine.pieces())
    wed_engine.quiet()
    assert wed_engine.problems == []
    wed_engine.save(tmp_path / "saved.vsav")
    units = Counter((one["name"], one["hex"]) for one in state["units"])
    assert {key: many for key, many in found.items() if key in units} == units
    # What VASSAL writes back is the position still.
    again = read_position(context, tmp_path / "saved.vsav").state
    assert Counter(map(str, again["units"])) == Counter(map(str, state["units"]))
    assert again["bridges"] == state["bridges"]


def test_a_game_of_an_older_version_goes_on_with_the_traits_of_the_new(
    small_engine: Engine, small_path: Path, tmp_path: Path
) -> None:
    small_engine.start_setup(small.SETUP_NAME)
    turned = next(one for one in small_engine.pieces() if one.location == "98.120")
    small_engine.press(turned.id, "ctrl CLOSE_BRACKET")
    played = small_engine.pieces(["Facing_Facing", "Side"])
    assert {one.properties["Facing_Facing"] for one in played} == {"1", "2"}
    small_engine.save(tmp_path / "played.vsav")
    old = older(read_save(tmp_path / "played.vsav"))
    (tmp_path / "old.vsav").write_bytes(old)
    refresh(tmp_path / "old.vsav", small_path, tmp_path / "new.vsav")
    small_engine.load(tmp_path / "old.vsav")
    answers = small_engine.keys()
    assert {answer.menu for answer in answers} == {"Clockwise", "Back"}
    small_engine.load(tmp_path / "new.vsav")
    assert small_engine.pieces(["Facing_Facing", "Side"]) == played
    answers = small_engine.keys()
    assert {answer.menu for answer in answers} == {"Delete", "Clockwise", "Back"}
    assert all(answer.answered and answer.restored for answer in answers)
    small_engine.quiet()
    assert small_engine.problems == []


def older(save: SaveArchive) -> bytes:
    """The save as an older version of the module made it, whose counters had no delete."""
    tree = save.command()
    texts = []
    for node in tree.walk():
        atom = read_atom(node.text)
        if isinstance(atom, AddPiece):
            whole = read_piece(atom.type, atom.state)
            kept = Piece(tuple(one for one in whole.traits if one.type != small.DELETE))
            texts.append(AddPiece(atom.id, kept.type_text(), kept.state_text()).text())
        else:
            texts.append(node.text)
    return vassal_archive(with_texts(tree, iter(texts)), save.module_metadata())
