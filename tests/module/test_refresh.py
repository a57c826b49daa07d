"""A counter of an old save with the traits of a new module, and the states of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.authoring.refresh import NewCounters, RefreshReport, refreshed
from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal import commands, obfuscation
from clubroute.builder.vassal.archive import SAVED_GAME, SaveArchive, entries_of, read_module
from clubroute.builder.vassal.atoms import BEGIN_SAVE, END_SAVE, AddPiece, ChangePiece, read_atom
from clubroute.builder.vassal.buildfile import element, write
from clubroute.builder.vassal.commands import Command
from clubroute.builder.vassal.definitions import Definition
from clubroute.builder.vassal.metadata import MODULE_DATA, SAVE_DATA, Metadata
from clubroute.builder.vassal.pieces import Piece, add_piece, piece, piece_definition, read_piece
from clubroute.builder.vassal.traits import (
    BasicPiece,
    DynamicProperty,
    Layer,
    Marks,
    Mask,
    Range,
    Trait,
    TraitValue,
)
from tests.command_doors import heard
from tests.engine.handmade import zip_bytes

HERE = Where("old.vsav")
BASIC = BasicPiece("1st", "old.svg", "7", "Main", 60, 90, (("OldX", "3"),))
STEP = Layer("Step", ("full.svg", "half.svg", "last.svg"))
SPENT = DynamicProperty("Spent", "0", Range(True, 0, 9), ())


def defined(*traits: Trait | TraitValue, name: str = "First", gpid: str = "7") -> Definition:
    """A counter of the new module."""
    return Definition(gpid, name, piece(BasicPiece(name, "new.svg", gpid), traits))


def shown(made: Piece) -> list[tuple[str, str]]:
    """Kind and state of each trait but the innermost."""
    return [(one.id, one.state) for one in made.traits[:-1]]


def with_state(trait: TraitValue, state: str) -> Trait:
    """A trait as play left it."""
    return Trait(trait.trait().type, state)


def test_place_properties_and_number_are_the_old_ones_name_and_picture_the_new() -> None:
    made = refreshed(piece(BASIC), defined()).piece
    assert BasicPiece.read(made.basic) == BasicPiece(
        "First", "new.svg", "7", "Main", 60, 90, (("OldX", "3"),)
    )


@pytest.mark.parametrize(
    ("old", "new", "states", "lost"),
    [
        pytest.param([with_state(STEP, "2")], [STEP], [("emb2;", "2")], [], id="the same trait"),
        pytest.param(
            [with_state(STEP, "2")],
            [Layer("Step", ("a.svg", "b.svg"), x_offset=4)],
            [("emb2;", "2")],
            [],
            id="a trait drawn otherwise",
        ),
        pytest.param(
            [with_state(STEP, "3")],
            [Layer("Step", ("a.svg", "b.svg"))],
            [("emb2;", "2")],
            ["layer 'Step' was at 3, is at 2"],
            id="a level that is no more",
        ),
        pytest.param(
            [with_state(STEP, "-3")],
            [Layer("Step", ("a.svg", "b.svg"))],
            [("emb2;", "-2")],
            ["layer 'Step' was at -3, is at -2"],
            id="a level that is no more, switched off",
        ),
        pytest.param(
            [with_state(STEP, "2")],
            [Layer("Tired", ("z.svg",), level=-1)],
            [("emb2;", "-1")],
            ["emb2; Step '2' is gone"],
            id="a trait that is no more",
        ),
        pytest.param(
            [with_state(SPENT, "5"), with_state(STEP, "2")],
            [STEP, SPENT],
            [("emb2;", "2"), ("PROP;", "5")],
            [],
            id="traits in another order",
        ),
        pytest.param(
            [Marks((("Move", "6"),))],
            [Marks((("Move", "8"),))],
            [("mark;", "8")],
            [],
            id="what is printed is the new module's",
        ),
        pytest.param([], [SPENT], [("PROP;", "0")], [], id="a new trait as the module has it"),
    ],
)
def test_states(
    old: list[Trait | TraitValue],
    new: list[TraitValue],
    states: list[tuple[str, str]],
    lost: list[str],
) -> None:
    made = refreshed(piece(BASIC, old), defined(*new))
    assert (shown(made.piece), list(made.lost)) == (states, lost)


def test_a_masked_counter_stays_hidden() -> None:
    mask = Mask("back.svg", "Ctrl K", "Hide")
    hidden = Trait(mask.trait().type, "secret;")
    assert shown(refreshed(piece(BASIC, [hidden]), defined(mask)).piece) == [("obs;", "secret;")]


def having(report: RefreshReport, *many: Definition) -> NewCounters:
    """What a module with some counters has, and the window they are in."""
    slots = (
        element(
            "VASSAL.build.widget.PieceSlot",
            {"gpid": one.gpid, "entryName": one.name},
            text=piece_definition(one.piece),
        )
        for one in many
    )
    root = element("VASSAL.build.GameModule", {}, element("Map", {"mapName": "Main"}), *slots)
    return NewCounters(root, HERE, report)


def added(id_: str, one: Piece) -> str:
    """The command that brings a counter into a game."""
    return AddPiece(id_, one.type_text(), one.state_text()).text()


def test_a_counter_is_found_by_number_then_by_a_name_that_is_the_only_one() -> None:
    twins = [defined(name="Twin", gpid="8"), defined(name="Twin", gpid="9")]
    report = RefreshReport()
    counters = having(report, defined(name="1st", gpid="70"), *twins)
    by_name = counters.text(added("1", piece(BASIC)), HERE)
    atom = read_atom(by_name)
    assert isinstance(atom, AddPiece)
    assert BasicPiece.read(read_piece(atom.type, atom.state).basic).gpid == "70"
    twin = added("2", piece(BasicPiece("Twin", gpid="99")))
    assert counters.text(twin, HERE) == twin
    assert (report.by_name, report.unknown) == (["1st"], ["Twin"])
    assert list(report.lines()) == [
        "1 counter made anew, 0 as they were",
        "  1st: picture old.svg → new.svg; gpid 7 → 70",
        "found by name, their number is not in the module: 1st",
        "not in the module, left as they were: Twin",
    ]


def test_a_change_of_a_counter_made_anew_is_refused() -> None:
    counters = having(RefreshReport(), defined(STEP))
    counters.text(added("1", piece(BASIC)), HERE)
    with pytest.raises(InputError, match="a change of counter 1, expected a game as VASSAL saves"):
        counters.text(ChangePiece("1", "x", None).text(), HERE)


@pytest.mark.parametrize(
    "state", ["\N{SUPERSCRIPT TWO}", "-\N{SUPERSCRIPT TWO}", "9" * 5000, "--2"]
)
def test_a_level_that_is_no_number_stays_as_it_is(state: str) -> None:
    made = refreshed(piece(BASIC, [with_state(STEP, state)]), defined(STEP))
    assert shown(made.piece) == [("emb2;", state)]
    assert made.lost == ()


def inside_of(folder: Path, *, with_data: bool) -> Path:
    """A module whose counter is newer than the one in its set-up, a save with or without data."""
    old = piece(replace(BASIC, map="Main Map"), [with_state(STEP, "2")])
    text = commands.encode(Command(BEGIN_SAVE, (Command(add_piece("1", old)), Command(END_SAVE))))
    told = {SAVE_DATA: Metadata("1", "3.6.0", 0).write()} if with_data else {}
    setup = zip_bytes({SAVED_GAME: obfuscation.write_text(text), **told})
    new = piece(BasicPiece("First", "new.svg", "7"), [STEP, SPENT])
    root = element(
        "VASSAL.build.GameModule",
        {"name": "M", "version": "2"},
        element("VASSAL.build.module.Map", {"mapName": "Main Map"}),
        element("VASSAL.build.widget.PieceSlot", {"gpid": "7"}, text=piece_definition(new)),
        element(
            "VASSAL.build.module.PredefinedSetup",
            {"name": "Dawn", "file": "dawn.vsav", "useFile": True},
        ),
    )
    path = folder / "m.vmod"
    data = Metadata("2", "3.6.0", 0, name="M").write()
    path.write_bytes(
        zip_bytes({"buildFile.xml": write(root), MODULE_DATA: data, "dawn.vsav": setup})
    )
    return path


@pytest.mark.parametrize("with_data", [True, False])
def test_the_set_ups_inside_a_module_get_its_counters(with_data: bool, tmp_path: Path) -> None:
    path = inside_of(tmp_path, with_data=with_data)
    before = path.read_bytes()
    code, said, printed = heard(["refresh", str(path)])
    assert (code, path.read_bytes()) == (0, before), said
    assert printed.splitlines()[1:] == [
        "Dawn:",
        "  1 counter made anew, 0 as they were",
        "    1st: trait Dynamic Property 'Spent' added (2. from outside); "
        "picture old.svg → new.svg; name 1st → First",
    ]
    inner = entries_of(
        read_module(tmp_path / "m-refreshed.vmod").read("dawn.vsav"), Where("dawn.vsav")
    )
    save = SaveArchive(inner, Where("dawn.vsav"))
    (atom,) = (one for node in save.command().walk() if (one := read_atom(node.text)) and
               isinstance(one, AddPiece))  # fmt: skip
    made = read_piece(atom.type, atom.state)
    assert shown(made) == [("emb2;", "2"), ("PROP;", "0")]
    assert BasicPiece.read(made.basic).map == "Main Map"
    assert (SAVE_DATA in save) == with_data
    assert heard(["refresh", str(path)]).code == 2, "the file is there already"
