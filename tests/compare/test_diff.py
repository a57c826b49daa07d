"""A diff has all that changed, says it once, and leaves the editor's noise out."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from clubroute.builder.compare.changes import apply, changes, read_change
from clubroute.builder.compare.contents import contents_of, read_contents
from clubroute.builder.compare.diff import (
    Diff,
    as_json,
    as_text,
    diff,
    patched,
)
from clubroute.builder.compare.tree import shape, tree_of
from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.buildfile import Element, read
from tests.cases import each
from tests.command_doors import heard
from tests.compare import made_module as mm
from tests.engine.handmade import zip_bytes
from tests.logs.recorder import Recorder
from tests.logs.samples import (
    PASSWORD,
    play,
    recorder,
    small_archive,
)

HERE = Where("buildFile.xml")


def compared(old: bytes, new: bytes) -> Diff:
    """The diff of the bytes of two files."""
    return diff(contents_of(old, HERE), contents_of(new, HERE))


@each("seed", range(60))
def test_a_file_with_its_diff_is_the_other_file(seed: int) -> None:
    chance = random.Random(seed)
    base = mm.made(seed)
    done = [mm.edits(base, "a", chance)]
    for _ in range(chance.randrange(6)):
        another = mm.edits(base, "a", chance)
        if not any(mm.clash(another, one) for one in done):
            done.append(another)
    old, new = (tree_of(mm.written(one)) for one in (base, mm.edited(base, done)))
    made = json.loads(json.dumps([one.as_json() for one in changes(old, new)]))
    assert shape(apply(old, map(read_change, made))) == shape(new)


@each("seed", range(60))
def test_every_edit_is_shown_and_the_noise_beside_it_is_not(seed: int) -> None:
    chance = random.Random(seed)
    base = mm.made(seed)
    edit = mm.edits(base, "a", chance)
    found = compared(mm.file_of(base), mm.file_of(mm.edited(base, [edit]), noise=17))
    assert found.is_real, edit.title
    shown = [line for line in found.lines() if line.startswith(" ")]
    assert 1 <= len(shown) <= 2, (edit.title, shown)


def test_noise_alone_is_counted_and_nothing_else() -> None:
    base = mm.made(1)
    found = compared(mm.file_of(base), mm.file_of(base, noise=17))
    assert not found.is_real
    assert as_text(found).splitlines()[0] == "Nothing that anybody changed differs."
    assert found.noise.keys() == {
        "numbers of named keys",
        "places of counters in the editor's window",
        "sizes of palettes",
        "the number of the next counter",
    }
    assert len(found.lines(everything=True)) > len(found.lines())


@pytest.mark.parametrize(
    ("of", "attribute", "value", "line"),
    [
        ("Board 0", "image", "c.png", "Board 'Board 0': image b0.png → c.png"),
        ("Board 1", "name", "Old", "Board 'Old': name Board 1 → Old"),
        ("Value 1", "initialValue", "", "Global Property 'Value 1': initialValue 0 → (empty)"),
    ],
)
def test_a_change_is_a_plain_line_at_its_place(
    of: str, attribute: str, value: str, line: str
) -> None:
    base = mm.made(1)
    new = mm.edited(base, [])
    part = next(one for one in new.walk() if one.attributes.get("name") == of)
    part.attributes[attribute] = value
    assert f"  {line}" in compared(mm.file_of(base), mm.file_of(new)).lines()


def test_like_changes_in_one_place_are_one_line() -> None:
    base = mm.made(1)
    new = mm.edited(base, [])
    for part in new.walk():
        if part.tag == mm.STACK:
            part.attributes["owner"] = "Board 1"
    (_, line) = compared(mm.file_of(base), mm.file_of(new)).lines()
    names = "'Stack 0', 'Stack 1', 'Stack 2'"
    assert line == f"  3 × At-Start Stack {names}: owner set to Board 1"


def test_settings_of_a_newer_vassal_are_noise_only_when_nobody_set_them() -> None:
    base = mm.made(1)
    for value, is_real in (("", False), ("yes", True)):
        new = mm.edited(base, [])
        new.attributes["VassalVersion"] = "3.7.9"
        for part in new.walk():
            if part.tag == mm.BOARD:
                part.attributes["newer"] = value
        lines = compared(mm.file_of(base), mm.file_of(new)).lines()
        shown = [line for line in lines if not line.startswith("Left out")]
        assert any("newer" in line for line in shown) == is_real, lines


def test_a_module_with_its_diff_is_the_other_module() -> None:
    base = mm.made(3)
    edit = mm.edits(base, "a", random.Random(3))
    old = zip_bytes({"buildFile": mm.file_of(base), "images/a.png": b"a", "gone.txt": b""})
    new = zip_bytes(
        {
            "buildFile.xml": mm.file_of(mm.edited(base, [edit])),
            "images/a.png": b"other",
            "images/b.png": b"new",
        }
    )
    first, second = contents_of(old, HERE), contents_of(new, HERE)
    found = diff(first, second)
    made = patched(first, json.loads(as_json(found)))
    assert made.files == second.files
    assert {name: shape(tree) for name, tree in made.trees.items()} == {
        name: shape(tree) for name, tree in second.trees.items()
    }
    assert found.lines()[-3:] == [
        "File removed: 'gone.txt'",
        "File in images/ changed: 'a.png'",
        "File in images/ added: 'b.png'",
    ]


def played() -> tuple[bytes, bytes]:
    """A log before and after something happened in it."""
    games: list[Recorder] = [recorder(), play(recorder())]
    return games[0].log_bytes(), games[1].log_bytes()


def test_a_log_with_its_diff_is_the_other_log_and_shows_no_password() -> None:
    old, new = (contents_of(one, Where("a.vlog")) for one in played())
    found = diff(old, new)
    text = as_json(found)
    made = patched(old, json.loads(text))
    assert shape(made.trees["game"]) == shape(new.trees["game"])
    assert PASSWORD not in text
    assert any("Step" in line for line in found.lines())


def test_files_of_two_kinds_are_one_line() -> None:
    module = zip_bytes({one.name: one.data for one in small_archive().entries})
    with pytest.raises(InputError, match="found a game, expected a module"):
        diff(contents_of(module, HERE), contents_of(played()[0], HERE))


def test_the_command_ends_with_one_where_something_changed(tmp_path: Path) -> None:
    base = mm.made(1)
    edit = mm.edits(base, "a", random.Random(1))
    one, other = tmp_path / "buildFile", tmp_path / "buildFile.xml"
    one.write_bytes(mm.file_of(base))
    other.write_bytes(mm.file_of(mm.edited(base, [edit])))
    assert heard(["diff", str(one), str(other)]).code == 0
    assert heard(["diff", str(one), str(other), "--exit-code"]).code == 1
    assert heard(["diff", str(one), str(one), "--exit-code"]).code == 0
    by_git = ["name.xml", str(one), "0" * 40, "100644", str(other), "0" * 40, "100644"]
    assert heard(["diff", "--git", *by_git]).printed.startswith("name.xml\n")
    assert "```" in heard(["diff", str(one), str(other), "--markdown"]).printed
    assert read_contents(one).kind == "build file"


def test_a_dump_of_a_bare_build_file_is_that_of_its_module(tmp_path: Path) -> None:
    path = tmp_path / "buildFile.xml"
    path.write_bytes(mm.file_of(mm.made(1)))
    assert "    @name = Made" in heard(["dump", str(path)]).printed.splitlines()


def test_what_is_read_says_where_it_stood() -> None:
    data = b'<?xml version="1.0"?>\r\n<a x="1">\n <b/>\n <c>t&#65;</c></a>\n'
    root = read(data)
    places: list[tuple[bytes, bytes]] = []

    def see(one: Element) -> None:
        places.append((data[one.at : one.at + 2], data[one.end : one.end + 2]))
        for child in one.children:
            see(child)

    see(root)
    assert places == [(b"<a", b"</"), (b"<b", b"\n "), (b"<c", b"</")]
