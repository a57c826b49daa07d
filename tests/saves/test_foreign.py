"""A save or log of any game is shown: its pieces by window and place, as its module names them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from clubroute.builder.errors import Where
from clubroute.builder.vassal.archive import SAVED_GAME, SaveArchive, entries_of
from clubroute.builder.vassal.atoms import AddPiece
from clubroute.builder.vassal.pieces import join_chain
from clubroute.rules.logs.read import read_log
from clubroute.rules.logs.replay import final
from tests.cases import each
from tests.command_doors import archive_bytes, heard
from tests.engine.handmade import zip_bytes
from tests.engine.small_board import MAP_NAME
from tests.engine.small_module import SETUP_FILE
from tests.logs.samples import PASSWORD, play, recorder, small_archive


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A log of a module that is none of ours, and the module."""
    return foreign_files(tmp_path_factory.mktemp("foreign"))


def foreign_files(folder: Path) -> tuple[Path, Path]:
    """The same, written into a folder."""
    log, module = folder / "theirs.vlog", folder / "theirs.vmod"
    game = play(recorder())
    own = f"{MAP_NAME};10;10;77;0"
    spy = join_chain(["hide;72,130;Hide;255,255,255", "piece;;;x.png;Spy"])
    game.step(AddPiece("900", spy, join_chain([PASSWORD, own])))
    log.write_bytes(game.log_bytes())
    module.write_bytes(archive_bytes(small_archive()))
    return log, module


def shown(*words: str | Path) -> str:
    """What the command prints."""
    code, said, printed = heard(["position", *map(str, words)])
    assert code == 0, said
    return printed


def test_every_piece_is_listed_once_or_counted_as_hidden(files: tuple[Path, Path]) -> None:
    pieces = final(read_log(files[0])).pieces
    found = json.loads(shown(files[0], "--json"))["pieces"]
    hidden = [one for one in pieces.values() if one.hidden_by or one.masked_by]
    assert [one.name for one in hidden] == ["Spy"]
    assert len(found) == len(pieces) - len(hidden)
    text = shown(files[0])
    assert f"Hidden or masked: {len(hidden)} piece" in text
    assert "Spy" not in text
    assert PASSWORD not in text


def test_places_are_called_as_in_the_module(files: tuple[Path, Path]) -> None:
    log, module = files
    plain, named = shown(log), shown(log, "--module", module)
    assert "With their names: --module FILE.vmod" in plain
    assert "With their names" not in named
    assert "01.117: Allied: 2/HG" in named
    assert "01.117" not in plain
    assert "Allied: 0" not in named


def test_a_step_is_what_was_played_before_it(files: tuple[Path, Path]) -> None:
    log, module = files
    steps = len(read_log(log).steps)
    assert f"theirs.vlog, {steps} of {steps} steps played: " in shown(log)
    assert f", 1 of {steps} steps played: " in shown(f"{log}:1", "--module", module)
    assert shown(log, "--step", "0") != shown(log)
    code, said, _ = heard(["position", str(log), "--step", str(steps + 1)])
    assert (code, said.count("\n")) == (2, 0)
    assert f"a step from 0 to {steps}" in said


def test_a_set_up_that_names_no_module_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "setup.vsav"
    inner = small_archive().read(SETUP_FILE)
    saved = SaveArchive(entries_of(inner, Where("setup")), Where("setup")).read(SAVED_GAME)
    path.write_bytes(zip_bytes({SAVED_GAME: saved}))
    text = shown(path)
    assert text.startswith("setup.vsav: a set-up\n")
    assert "Main Map: " in text


def test_a_file_alone_shows_its_pieces_and_nothing_of_our_games(files: tuple[Path, Path]) -> None:
    code, said, printed = heard([str(files[0])])
    assert code == 0, said
    assert printed.strip() == shown(files[0]).strip()
    assert not re.search(r"(Allied|German):? 0|\bwed\b", printed)


def test_the_room_lists_the_pieces_of_a_game_it_has_no_map_of(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clubroute.rules.room.serve.serve_room", lambda *_: pytest.fail("served"))
    code, said, printed = heard(["room", str(files[0]), "--no-browser"])
    assert code == 0, said
    assert printed.startswith("The room has no map of this game. Its pieces:")
    assert shown(files[0]).strip() in printed


def added(number: int, *traits: tuple[str, str], name: str = "") -> AddPiece:
    """A piece with traits, by their types and states."""
    types = [*(one for one, _ in traits), f"piece;;;b.png;{name}"]
    states = [*(state for _, state in traits), f"{MAP_NAME};20;20;{number};0"]
    return AddPiece(str(number), join_chain(types), join_chain(states))


LABEL = "label;;;40;;0,0,255;c;0;c;0;c;c;$pieceName$ ($label$);Serif;1;0;TextLabel;"
PIECES = {
    "Red: Second": (("mark;Side", "Red"), (LABEL, '{Half == "1" ? "First" : "Second"}')),
    "Blue: 3 steps": (("mark;Side,Left", "Blue,3"), (LABEL, "$Left$ steps")),
    "(label by an expression)": ((LABEL, "$Weather$ of today"),),
    "5 and Sum": (
        ("calcProp;Sum;;{2 + 3}", ""),
        (LABEL, '{Sum + " and Sum"}'),
    ),
    "(layer)": (("emb2;Act;2;;;2;;;2;;;;1;false;0;0;layer.png;;true", "1"), ("mark;X", "")),
}


def test_a_piece_without_a_name_is_called_by_label_or_picture(tmp_path: Path) -> None:
    game = play(recorder())
    for number, traits in enumerate(PIECES.values(), start=900):
        half = ("mark;Half", "2")
        one = added(number, *traits, half)
        game.step(AddPiece(one.id, one.type.replace("b.png", ""), one.state))
    path = tmp_path / "labels.vlog"
    path.write_bytes(game.log_bytes())
    (line,) = (one for one in shown(path).splitlines() if one.startswith("  20,20: "))
    assert set(re.split("; |, ", line.removeprefix("  20,20: "))) == set(PIECES)
    told = shown(path).splitlines()[1]
    assert told == "Sides: Allied 1 piece, German 1 piece, Red 1 piece, Blue 1 piece"


DOUBLED = [(f"calcProp;P{n};;{{P{n + 1} + P{n + 1}}}", "") for n in range(40)]
HOSTILE: dict[str, tuple[tuple[str, str], ...]] = {
    "without an expression": (("calcProp;Sum", ""),),
    "of itself": (("calcProp;Sum;;{Sum + Sum}", ""),),
    "of each other": (("calcProp;Sum;;{Half2 + 1}", ""), ("calcProp;Half2;;{Sum + 1}", "")),
    "doubled by each": (("calcProp;Sum;;{P0}", ""), *DOUBLED, ('calcProp;P40;;{"xx"}', "")),
    "of many by itself": ((f"calcProp;Sum;;{{{' + '.join(['Sum'] * 2000)}}}", ""),),
}


@each("traits", list(HOSTILE.values()), ids=list(HOSTILE))
def test_a_label_that_cannot_be_worked_out_is_said(
    traits: tuple[tuple[str, str], ...], tmp_path: Path
) -> None:
    game = play(recorder())
    one = added(900, (LABEL, "$Sum$"), *traits)
    game.step(AddPiece(one.id, one.type, one.state))
    path = tmp_path / "labels.vlog"
    path.write_bytes(game.log_bytes())
    assert "(label by an expression)" in shown(path)


def test_what_is_no_save_is_refused_as_before(tmp_path: Path) -> None:
    path = tmp_path / "a.vsav"
    path.write_bytes(b"no save")
    code, said, _ = heard(["position", str(path)])
    assert code == 2
    assert "Traceback" not in said
