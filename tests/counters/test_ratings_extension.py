"""``clubroute owner ratings``: the owner's ratings as an extension of a module."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.module.counters import (
    BACK,
    RATED,
    RATED_BACK,
    RATED_FRONT,
    has_blanks,
    in_step,
    module_pieces,
)
from clubroute.builder.module.game import read_game
from clubroute.builder.module.window import ratings_extension
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.vassal import buildfile
from clubroute.builder.vassal.archive import BUILD_FILE
from clubroute.builder.vassal.pieces import Piece
from clubroute.builder.vassal.traits import Layer
from clubroute.rules.cli import main
from clubroute.rules.owner.printed import printed_in
from tests.counters.places import WED
from tests.counters.test_printed import owned

pytestmark = pytest.mark.slow

ROW = "A/1/501,front,6,-1,7,1,,5 white,4"


def written(wed: CounterSet, folder: Path, *rows: str) -> dict[str, bytes]:
    """The files of the extension of some rows."""
    game = read_game(WED / "module.toml")
    data = ratings_extension(game, wed, wed.printed(printed_in(owned(folder, *rows))))
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def test_it_holds_every_face_that_a_rated_layer_of_the_module_names(
    wed: CounterSet, tmp_path: Path
) -> None:
    """A layer without its picture would be an error in VASSAL."""
    layers = [
        layer
        for one in module_pieces(wed)
        for trait in one.definition.traits
        if trait.id == Layer.PREFIX and (layer := Layer.read(trait)) is not None
        if layer.name in (RATED_FRONT, RATED_BACK)
    ]
    named = {image for layer in layers for image in layer.images if image}
    held = {name.removeprefix("images/") for name in written(wed, tmp_path, ROW)}
    assert named == held - {"extensiondata", BUILD_FILE}
    assert len(named) > 600
    assert all(layer.follow and layer.follow_property == RATED for layer in layers)


def test_faces_told_of_differ_from_those_without_ratings(wed: CounterSet, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    told = written(wed, tmp_path, ROW)
    empty = written(wed, tmp_path / "none", "B/1/501,front,,,,,,,")
    differ = {name for name, data in told.items() if empty[name] != data}
    assert differ == {"images/101-a-1-501-rated.svg", "extensiondata", BUILD_FILE}


def test_it_is_for_its_module_alone_and_sets_the_property(wed: CounterSet, tmp_path: Path) -> None:
    root = buildfile.read(written(wed, tmp_path, ROW)[BUILD_FILE])
    game = read_game(WED / "module.toml")
    assert root.get("anyModule") == "false"
    assert (root.get("module"), root.get("moduleVersion")) == (
        game.name,
        game.version,
    )
    (inside,) = root.children
    (told,) = inside.children
    assert (told.get("name"), told.get("initialValue")) == (RATED, "2")


@pytest.mark.parametrize(("back", "rated", "expected"), [("2", "-1", "1"), ("1", "2", "-2")])
def test_the_layer_for_the_rated_back_goes_with_the_back(
    wed: CounterSet, back: str, rated: str, expected: str
) -> None:
    """A save from before that layer, or a set-up, tells of the back alone."""
    made = next(one for one in module_pieces(wed) if one.id == "101-a-1-501").definition
    layers = {
        layer.name: trait
        for trait in made.traits
        if trait.id == Layer.PREFIX and (layer := Layer.read(trait)) is not None
    }
    states = {layers[BACK]: back, layers[RATED_BACK]: rated}
    told = Piece(tuple(replace(one, state=states.get(one, one.state)) for one in made.traits))
    found = in_step(told)
    assert [a.state for a, b in zip(found.traits, told.traits, strict=True) if a != b] == [expected]


def test_a_unit_whose_ratings_are_all_told_has_no_layers(wed: CounterSet, tmp_path: Path) -> None:
    known = wed.printed(printed_in(owned(tmp_path, ROW)))
    unit = next(one for one in known.units if one.id == "101-a-1-501")
    assert not has_blanks(unit, wed.book.layout)
    piece = next(one for one in module_pieces(known) if one.id == unit.id)
    assert b"ated" not in piece.definition.type_text().encode()


@pytest.mark.parametrize(
    ("game", "out", "found"),
    [
        ("wed", "x.zip", "found a file .zip, expected FILE.vmdx"),
        ("wedd", "x.vmdx", "wedd"),
        ("ombrey", "x.vmdx", "found no counter with a blank rating"),
    ],
)
def test_a_mistake_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, out: str, found: str
) -> None:
    told = ["owner", "ratings", game, "--out", str(tmp_path / out)]
    assert main([*told, "--owner", str(owned(tmp_path, ROW))]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert found in error
    assert not (tmp_path / out).exists()


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mine.vmdx"
    told = ["owner", "ratings", "ins", "--out", str(out), "--owner", str(tmp_path)]
    (tmp_path / "ins_ratings.csv").write_text("unit,face,attack,defence,move\n", encoding="utf-8")
    assert main(told) == 0, capsys.readouterr().err
    with zipfile.ZipFile(out) as packed:
        assert sum(name.startswith("images/") for name in packed.namelist()) > 300
