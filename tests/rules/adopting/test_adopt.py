"""A module of anybody's becomes a game folder that builds, and says what it lost."""

from __future__ import annotations

import csv
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.picture_size import picture_size
from clubroute.builder.files.staging import content_of
from clubroute.builder.module.adviser import extension
from clubroute.builder.module.game import VASSAL
from clubroute.builder.vassal import commands, obfuscation
from clubroute.builder.vassal.archive import (
    SAVED_GAME,
    ModuleArchive,
    SaveArchive,
    entries_of,
    read_module,
    write_archive,
)
from clubroute.builder.vassal.atoms import BEGIN_SAVE, END_SAVE, AddPiece, read_atom
from clubroute.builder.vassal.commands import Command
from clubroute.builder.vassal.definitions import definitions
from clubroute.builder.vassal.pieces import join_chain
from clubroute.rules.adopting.adopt import adopt, plain_setup
from clubroute.rules.adopting.counters import Losses
from clubroute.rules.cli import main
from clubroute.rules.logs.grids.hexgrid import Snapping
from clubroute.rules.logs.grids.maps import read_maps
from tests.command_doors import heard
from tests.engine.foreign_corps import foreign_corps
from tests.engine.foreign_module import foreign_module
from tests.engine.handmade import png, write_module, zip_bytes
from tests.engine.small_board import MAP_NAME
from tests.engine.small_module import SETUP_FILE, small_module
from tests.rules.plain.without_dots import undotted

pytestmark = pytest.mark.slow

MODULES = {"small": small_module, "foreign": foreign_module, "corps": foreign_corps}


def places(module: ModuleArchive) -> dict[str, list[tuple[str, int, int, str | None]]]:
    """The boards of every window where they lie, and the name of a point in the middle of each."""
    found = {}
    for title, one in read_maps(module).maps.items():
        laid = one.laid_out(None, Snapping.HEXES)
        found[title] = [
            (b.name, b.x, b.y, laid.hex_at(b.x + b.width // 2, b.y + b.height // 2))
            for b in laid.boards
        ]
    return found


def counters(module: ModuleArchive) -> list[tuple[str, str, tuple[str, ...]]]:
    """Every counter with its number, and what it can do, without the marks a build adds."""
    faults: list[str] = []
    found = []
    for one in definitions(module.build_file(), Where("(module)"), faults):
        does = sorted(t.type for t in one.piece.traits[:-1] if t.id != "mark;")
        found.append((one.gpid, one.name, tuple(does)))
    assert faults == []
    return sorted(found)


@pytest.mark.parametrize("name", MODULES)
def test_what_is_adopted_builds_into_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counters").mkdir()
    old = write_module(MODULES[name](), tmp_path / f"{name}.vmod")
    assert main(["adopt", str(old)]) == 0
    assert main(["build", name, "--quiet"]) == 0
    before, after = read_module(old), read_module(tmp_path / "build" / f"{name}.vmod")
    assert counters(after) == counters(before)
    assert places(after) == places(before)
    with (tmp_path / "counters" / name / "adopted.csv").open(encoding="utf-8") as stream:
        rows = [*csv.DictReader(stream)]
    assert {row["part"] for row in rows} <= {"board"}
    assert all(row["name"] and row["what"] for row in rows)


@pytest.mark.parametrize("letters", [True, False])
def test_numbers_without_a_dot_stay_as_they_are_printed_letters_too(
    letters: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B05 was once 2.5, and 0205 was 02.05: nobody could ask by the number on the board."""
    undotted(tmp_path, "printed", letters=letters)
    monkeypatch.chdir(tmp_path)
    assert main(["build", "printed", "--quiet"]) == 0
    assert main(["adopt", "build/printed.vmod", "--name", "taken"]) == 0
    with (tmp_path / "counters" / "taken" / "adopted.csv").open(encoding="utf-8") as stream:
        assert [row for row in csv.DictReader(stream) if row["part"] == "board"] == []
    number = "B05" if letters else "0205"
    code, said, printed = heard(["hex", number, "--map", "taken"])
    assert (code, number in printed) == (0, True), said
    assert main(["build", "taken", "--quiet"]) == 0
    before, after = (read_module(tmp_path / "build" / f"{n}.vmod") for n in ("printed", "taken"))
    assert places(after) == places(before)


OLD = b'VassalVersion="3.2.17"'


def test_a_part_of_a_program_without_a_package_is_left_out_and_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counters").mkdir()
    files = small_module()
    files["buildFile.xml"] = re.sub(
        rb"(<VASSAL[^>]*>)", rb"\1<MyCounterFactory/>", files["buildFile.xml"], count=1
    )
    assert main(["adopt", str(write_module(files, tmp_path / "own.vmod"))]) == 0
    assert main(["build", "own", "--quiet"]) == 0
    assert b"MyCounterFactory" not in read_module(tmp_path / "build" / "own.vmod").read(
        "buildFile.xml"
    )
    lost = (tmp_path / "counters" / "own" / "adopted.csv").read_text(encoding="utf-8")
    assert "MyCounterFactory of the module's own program: left out" in lost


def test_a_module_of_an_old_vassal_says_a_version_that_finds_its_build_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """VASSAL goes by the version a module asks for, whether its build file has an ending."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counters").mkdir()
    files = small_module()
    build, told = re.subn(rb'VassalVersion="[^"]*"', OLD, files.pop("buildFile.xml"), count=1)
    assert told == 1
    old = write_module({**files, "buildFile": build}, tmp_path / "old.vmod")
    assert main(["adopt", str(old)]) == 0
    assert main(["build", "old", "--quiet"]) == 0
    built = read_module(tmp_path / "build" / "old.vmod")
    assert built.build_file().get("VassalVersion") == built.metadata().vassal_version == VASSAL
    lost = (tmp_path / "counters" / "old" / "adopted.csv").read_text(encoding="utf-8")
    assert f"is 3.2.17, here {VASSAL}" in lost


def test_an_adopted_module_has_its_own_parts_and_none_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counters").mkdir()
    old = write_module(foreign_module(), tmp_path / "foreign.vmod")
    assert main(["adopt", str(old)]) == 0
    assert main(["build", "foreign", "--quiet"]) == 0
    before = [one.kind for one in read_module(old).build_file().children]
    after = [one.kind for one in read_module(tmp_path / "build/foreign.vmod").build_file().children]
    assert set(after) - set(before) <= {"GlobalProperties"}, "which is empty"
    assert [one for one in before if before.count(one) != after.count(one)] == []
    names = {one.name for one in read_module(tmp_path / "build" / "foreign.vmod").entries}
    assert not [name for name in names if name.endswith(".class")]


def as_of_old(data: bytes) -> bytes:
    """A save as a VASSAL of old writes it: pieces have no number, and only stacks say where they
    stand."""
    save = SaveArchive(entries_of(data, Where("old.vsav")), Where("old.vsav"))
    tree = save.command()
    texts = []
    for node in tree.walk():
        atom = read_atom(node.text)
        if isinstance(atom, AddPiece) and atom.type.endswith("stack") is False:
            state = re.sub(rf"{MAP_NAME};([0-9]+);([0-9]+);[0-9]*;", r"null;\1;\2;;", atom.state)
            texts.append(AddPiece(atom.id, atom.type, state).text())
        else:
            texts.append(node.text)
    game = obfuscation.write_text(commands.encode(commands.with_texts(tree, iter(texts))))
    entries = (replace(one, data=game) if one.name == SAVED_GAME else one for one in save.entries)
    return write_archive(entries)


def test_a_set_up_of_an_adopted_game_comes_back_as_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counters").mkdir()
    files = small_module()
    old = write_module(files, tmp_path / "small.vmod")
    assert main(["adopt", str(old)]) == 0
    printed = {}
    for name, data in (("new", files[SETUP_FILE]), ("old", as_of_old(files[SETUP_FILE]))):
        (tmp_path / f"{name}.vsav").write_bytes(data)
        code, said, out = heard(["scenario", "from", f"{name}.vsav", "--game", "small"])
        assert code == 0, said
        printed[name] = out.splitlines()
    rows = [line for line in printed["new"] if re.match(r"[a-z0-9-]+,[0-9.]+,", line)]
    assert len(rows) == 3, printed["new"]
    assert not [line for line in printed["new"] if "not of this game" in line]
    # Without numbers a name of two counters is nobody's.
    assert [line for line in rows if line not in printed["old"]] == rows[:1]
    assert "# not of this game: 2/HG" in printed["old"]


def test_a_set_up_loses_the_traits_of_a_program_that_is_left_out() -> None:
    """VASSAL would complain of each when the set-up is opened."""
    types, states = ["ratings;5", "mark;Side", "piece;;;a.png;A"], ["", "Red", "Main Map;1;2;7;0"]
    added = AddPiece("1", join_chain(types), join_chain(states)).text()
    tree = Command(BEGIN_SAVE, (Command(added), Command(END_SAVE)))
    game = obfuscation.write_text(commands.encode(tree))
    old = zip_bytes({SAVED_GAME: game, "moduledata": b"<data/>"})
    losses = Losses()
    made = entries_of(plain_setup("dawn.vsav", old, losses), Where("dawn.vsav"))
    save = SaveArchive(made, Where("dawn.vsav"))
    (atom,) = (one for n in save.command().walk() if isinstance(one := read_atom(n.text), AddPiece))
    assert (atom.type, atom.state) == (join_chain(types[1:]), join_chain(states[1:]))
    assert save.read("moduledata") == b"<data/>"
    assert [one.what for one in losses.found] == [
        "trait ratings; of the module's own program: left out"
    ]
    assert plain_setup("dawn.vsav", write_archive(made), losses) == write_archive(made)
    assert plain_setup("a.png", b"PK no zip", losses) == b"PK no zip"


def test_an_extension_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "adviser.vmdx"
    path.write_bytes(extension())
    assert main(["adopt", str(path), "--name", "mine", "--project", str(tmp_path)]) == 2
    assert "adviser.vmdx: found an extension, expected a module" in capsys.readouterr().err


def test_a_board_whose_picture_cannot_be_read_has_no_hexes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was a fault of ours: its hexes were counted, and then nothing could be written of it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counters").mkdir()
    files = small_module()
    boards = [name for name in files if name.startswith("images/") and "board" in name.lower()]
    assert boards
    old = write_module(
        {**files, **dict.fromkeys(boards, b"GIF89a, and no more")}, tmp_path / "s.vmod"
    )
    assert main(["adopt", str(old)]) == 0
    assert "no board has hexes and a picture that can be read" in capsys.readouterr().out
    assert main(["build", "s", "--quiet"]) == 0
    assert counters(read_module(tmp_path / "build" / "s.vmod")) == counters(read_module(old))


ODD_SVGS = {
    "a box of no numbers": 'viewBox="0 0 1.5.5 2"',
    "a box of dots": 'viewBox="0 0 . ."',
    "a box of 400 digits": f'viewBox="0 0 {"9" * 400} {"9" * 400}"',
    "a side of 400 digits": f'width="{"9" * 400}" height="2.5"',
    "a side of 400 decimals": f'width="2.{"9" * 400}" height="2.5"',
    "other digits": 'width="\N{SUPERSCRIPT TWO}\N{ARABIC-INDIC DIGIT TWO}" height="2.5"',
}


@pytest.mark.parametrize("odd", ODD_SVGS)
def test_a_damaged_svg_is_one_line_and_its_counter_clear(
    odd: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counters").mkdir()
    files = small_module()
    faces = [name for name in files if name.startswith("images/") and "board" not in name.lower()]
    assert faces
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {ODD_SVGS[odd]}></svg>'.encode()
    old = write_module({**files, **dict.fromkeys(faces, svg)}, tmp_path / "odd.vmod")
    assert main(["adopt", str(old)]) == 0
    assert "Traceback" not in capsys.readouterr().err
    told = (tmp_path / "counters" / "odd" / "adopted.csv").read_text(encoding="utf-8")
    assert "cannot be read: the counter is clear" in told


def test_what_cannot_be_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counters" / "small").mkdir(parents=True)
    old = write_module(small_module(), tmp_path / "small.vmod")
    bad = tmp_path / "bad.vmod"
    bad.write_bytes(b"no zip")
    for words, told in (
        (["adopt", str(old)], "small: found a folder, expected none: choose another name"),
        (["adopt", str(old), "--name", "9 x"], "NAME: found '9 x', expected lower-case letters"),
        (["adopt", str(bad)], "bad.vmod: found damaged or no zip data"),
        (["adopt", "none.vmod"], "none.vmod: found no such file"),
    ):
        assert main(words) == 2
        assert told in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "counters").iterdir()] == ["small"]
    assert not (tmp_path / "map_sources").exists()


def test_two_modules_adopted_at_once_by_one_name_are_not_mixed(tmp_path: Path) -> None:
    project = tmp_path / "project"
    files = [write_module(MODULES[name](), tmp_path / f"{name}.vmod") for name in MODULES]

    def taken(file: Path) -> str:
        try:
            return adopt(file, project, "mine")[0]
        except InputError as error:
            return str(error)

    with ThreadPoolExecutor(len(files)) as pool:
        told = list(pool.map(taken, files))
    done = [line for line in told if line.endswith("map_sources/mine: the map")]
    assert (len(done), sum("found a folder, expected none" in line for line in told)) == (1, 2)
    adopt(files[told.index(done[0])], tmp_path / "alone", "mine")
    assert content_of(project) == content_of(tmp_path / "alone")


SIZED_SVGS = {
    'width="30.4px" height="20.6px"': (30, 21),
    'width="30mm" height="20mm"': (30, 20),
    'width="100%" height="100%" viewBox="0 0 44.6 21"': (45, 21),
    'viewBox="0 0 44.6 21"': (45, 21),
}
"""How an SVG says its size, and the whole px it is taken for."""


@pytest.mark.parametrize("said", SIZED_SVGS)
def test_an_svg_of_an_odd_size_keeps_its_picture(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counters").mkdir()
    files = small_module()
    faces = [name for name in files if name.startswith("images/") and "board" not in name.lower()]
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {said}><rect width="9" height="9"/></svg>'
    made = {**files, **dict.fromkeys(faces, svg.encode())}
    assert main(["adopt", str(write_module(made, tmp_path / "odd.vmod"))]) == 0
    assert main(["build", "odd", "--quiet"]) == 0
    pictures = [*(tmp_path / "counters" / "odd" / "art").glob("*.svg")]
    sizes = {picture_size(".svg", one.read_bytes()) for one in pictures if one.stem != "clear"}
    assert sizes == {SIZED_SVGS[said]}


ODD_FILES = {
    "images/legend.png": png(30, 30, (9, 9, 9)),
    "images/Legend.PNG": png(20, 20, (7, 7, 7)),
    "images/counter-2-hg.png": png(10, 10, (8, 8, 8)),
    "help/intro.html": "Gru\N{LATIN SMALL LETTER SHARP S}".encode("cp1252"),
    "help/rules.pdf": b"%PDF-1.4 \xff\xfe",
    "help/bXr.txt": b"",
    "data/units.csv": b"not,ours",
}
"""Files that a module may have: names that a build takes itself or that differ in capitals alone,
pages that are no UTF-8, a name of another code page."""


def test_files_of_odd_names_and_codes_stay_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counters").mkdir()
    old = write_module({**small_module(), **ODD_FILES}, tmp_path / "odd.vmod")
    # The name as a program of 1995 packed it: a byte of code page 437, and no word of that.
    old.write_bytes(old.read_bytes().replace(b"help/bXr.txt", b"help/b\x84r.txt"))
    assert main(["adopt", str(old)]) == 0
    assert main(["build", "odd", "--quiet"]) == 0
    built = {one.name: one.data for one in read_module(tmp_path / "build" / "odd.vmod").entries}
    lost = (tmp_path / "counters" / "odd" / "adopted.csv").read_text(encoding="utf-8")
    assert "images/Legend.PNG,is called images/legend.png but for capitals" in lost
    for name, data in ODD_FILES.items():
        assert built[name.replace("bXr", "b\N{LATIN SMALL LETTER A WITH DIAERESIS}r")] == data
