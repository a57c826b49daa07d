"""What two authors did at once becomes one module; what they both did to one thing is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.compare.changes import changes_of
from clubroute.builder.compare.gpids import double_gpids
from clubroute.builder.compare.lines import shown_lines
from clubroute.builder.compare.matching import match
from clubroute.builder.compare.merge import (
    Answers,
    MergedFile,
    merge_build_files,
    merge_lines,
    read_answers,
)
from clubroute.builder.compare.merging import MergeQuestion
from clubroute.builder.compare.noise import sift, traits_of
from clubroute.builder.compare.tree import SLOTS, Tree, element_of, shape, tree_of
from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.buildfile import Element, read
from clubroute.builder.vassal.pieces import Piece, piece_definition
from clubroute.builder.vassal.traits import BasicPiece
from tests.cases import each
from tests.command_doors import heard
from tests.compare import made_module as mm
from tests.engine.handmade import zip_bytes

HERE = Where("buildFile.xml")
PAIRS = 200
SAMPLE = 40
BASE_GPIDS = 18
"""The counters that every made module has."""
UNORDERED = (
    mm.LIST,
    "VASSAL.build.module.map.BoardPicker",
    "VASSAL.build.module.PrototypesContainer",
)
"""What both authors add to; who comes first there is nobody's decision."""


def some_edits(base: mm.Made, author: str, chance: random.Random, many: int) -> list[mm.Edit]:
    """Edits of one author, none of which meets another."""
    done: list[mm.Edit] = []
    while len(done) < many:
        another = mm.edits(base, author, chance)
        if not any(mm.clash(another, one) for one in done):
            done.append(another)
    return done


def merged(
    base: mm.Made, ours: list[mm.Edit], theirs: list[mm.Edit], answers: Answers
) -> MergedFile:
    """The merge of what two authors made of a module, each with the noise of his editor."""
    files = (
        mm.file_of(base),
        mm.file_of(mm.edited(base, ours), noise=5),
        mm.file_of(mm.edited(base, theirs), noise=9),
    )
    return merge_build_files(*files, HERE, answers)


def plain(root: Element) -> Tree:
    """A module without what may be either way: numbers of new counters, and who comes first."""

    def one(part: Element) -> Element:
        attributes, text = dict(part.attributes), part.text
        if part.tag.endswith(SLOTS) and int(attributes["gpid"]) > BASE_GPIDS:
            traits = traits_of(text)
            assert traits is not None
            basic = BasicPiece.read(traits[-1])
            assert basic.gpid == attributes["gpid"]
            attributes["gpid"] = "new"
            own = replace(basic, gpid="new").trait()
            text = piece_definition(Piece((*traits[:-1], own)))
        inside = [one(child) for child in part.children]
        if part.tag in UNORDERED:
            inside.sort(key=lambda child: sorted(child.attributes))
        return Element(part.tag, tuple(sorted(attributes.items())), (text, *inside))

    return tree_of(one(root))


def differences(data: bytes, right: mm.Made) -> list[str]:
    """What differs from what is right, noise aside."""
    pairs = match(plain(mm.written(right)), plain(read(data)))
    found = sift(pairs, changes_of(pairs))
    return shown_lines(pairs, found) if found.real else []


def pair_of(seed: int) -> tuple[mm.Made, list[mm.Edit], list[mm.Edit]]:
    """A module, and what two authors made of it."""
    chance = random.Random(f"pair {seed}")
    base = mm.made(seed)
    ours, theirs = (some_edits(base, who, chance, chance.randint(1, 4)) for who in "ab")
    return base, ours, theirs


def meeting(ours: list[mm.Edit], theirs: list[mm.Edit]) -> set[str]:
    """What two authors both did something to, and not the same; ``row`` is the list of traits of a
    counter, where it depends on the places."""
    pairs = [(one, other) for one in ours for other in theirs if one.title != other.title]
    return {
        "row" if all(fact.endswith("row") for fact in one.facts & other.facts) else "thing"
        for one, other in pairs
        if mm.clash(one, other)
    }


def look_at(seeds: range) -> Iterator[str]:
    """Merge pairs: those that meet must be asked about, the others be right without a question."""
    for seed in seeds:
        base, ours, theirs = pair_of(seed)
        result = merged(base, ours, theirs, {})
        told = f"{seed}: {[one.title for one in ours]} + {[one.title for one in theirs]}"
        doubles = double_gpids(tree_of(read(result.data)))
        if doubles:
            yield f"{told}: {doubles}"
        met = meeting(ours, theirs)
        if "thing" in met and not result.open:
            yield f"{told}: not asked"
        if not met and result.open:
            yield f"{told}: asked {[(one.places, one.what) for one in result.open]}"
        if result.open:
            continue
        if wrong := differences(result.data, mm.edited(base, [*ours, *theirs])):
            yield f"{told}: {wrong}"


def test_two_authors_at_once_a_sample() -> None:
    assert list(look_at(range(SAMPLE))) == []


@pytest.mark.slow
def test_two_authors_at_once() -> None:
    assert list(look_at(range(SAMPLE, PAIRS))) == []


@each("seed", range(30))
def test_what_is_asked_becomes_what_is_answered(seed: int) -> None:
    chance = random.Random(f"clash {seed}")
    base = mm.made(seed)
    while True:
        one, other = mm.edits(base, "a", chance), mm.edits(base, "b", chance)
        # Who of two added traits comes first is asked too, but both then stand.
        if "thing" in meeting([one], [other]):
            break
    asked = merged(base, [one], [other], {}).open
    assert asked, (one.title, other.title)
    for side, edit in (("ours", one), ("theirs", other)):
        answers: Answers = {question.key: side for question in asked}  # type: ignore[misc]
        result = merged(base, [one], [other], answers)
        assert result.open == ()
        assert differences(result.data, mm.edited(base, [edit])) == [], (one.title, other.title)


def test_both_add_a_counter_and_each_has_its_number() -> None:
    base = mm.made(1)
    into = next(one.uid for one in base.walk() if one.tag == mm.LIST)
    ours, theirs = (
        mm.Edit(name, frozenset(), lambda m, n=name: mm.add_counter(m, into, n, 1))  # type: ignore[misc]
        for name in ("a1", "b1")
    )
    result = merged(base, [ours], [theirs], {})
    root = read(result.data)
    numbers = [one.get("gpid") for one in root.walk() if one.get("gpid")]
    assert len(numbers) == len(set(numbers)) == BASE_GPIDS + 2
    assert root.get("nextPieceSlotId") > str(BASE_GPIDS + 2)
    assert any("number 19 is taken by ours" in note for note in result.notes)


def test_two_prototypes_of_one_name_are_asked_about_wherever_they_stand() -> None:
    base = mm.made(1)
    holder = next(one for one in base.walk() if one.tag.endswith("PrototypesContainer"))
    window = next(one for one in base.walk() if one.tag.endswith("module.Map"))
    ours, theirs = (
        mm.added(into, mm.Made(f"x{n}", mm.PROTOTYPE, {"name": "Foot", "description": str(n)}, []))
        for n, into in enumerate((holder, window))
    )
    (question,) = merged(base, [ours], [theirs], {}).open
    assert question.what == "both sides added it"
    for side, value in (("ours", "0"), ("theirs", "1")):
        root = read(merged(base, [ours], [theirs], {question.key: side}).data)  # type: ignore[dict-item]
        infantry = [one for one in root.walk() if one.get("name") == "Foot"]
        assert [one.get("description") for one in infantry] == [value]


def test_the_same_edit_of_both_is_made_once() -> None:
    base = mm.made(2)
    edits = some_edits(base, "a", random.Random(2), 4)
    result = merged(base, edits, edits, {})
    assert result.open == ()
    assert differences(result.data, mm.edited(base, edits)) == []


# The bytes of a foreign file.


def foreign(data: bytes) -> bytes:
    """A build file as another program wrote it."""
    text = data.decode("utf-8").replace('standalone="no"?>', "?><!-- made by hand -->")
    text = text.replace("&quot;", "&#34;").replace("x.png", "&#128017;.png")
    return text.replace("\n    <", "\n\t<").replace("\n", "\r\n").encode("utf-8")


@pytest.mark.parametrize("seed", range(6))
def test_what_nobody_changed_keeps_its_bytes(seed: int) -> None:
    base, ours, theirs = pair_of(seed)
    files = [mm.file_of(one) for one in (base, mm.edited(base, ours), mm.edited(base, theirs))]
    result = merge_build_files(*map(foreign, files[:2]), files[2], HERE, {})  # type: ignore[misc]
    assert b"<!-- made by hand -->" in result.data
    assert result.data.count(b"\n") == result.data.count(b"\r\n")
    mine = set(foreign(files[1]).splitlines())
    lines = result.data.splitlines()
    assert sum(line in mine for line in lines) > len(lines) - 40


def test_lines_that_are_apart_merge_and_lines_that_meet_do_not() -> None:
    base = b"".join(b"%d\n" % n for n in range(20))
    ours, theirs = base.replace(b"3\n", b"three\n", 1), base.replace(b"\n9\n", b"\nnine\n")
    both = merge_lines(base, ours, theirs)
    assert both == ours.replace(b"\n9\n", b"\nnine\n")
    assert merge_lines(base, ours, base.replace(b"\n4\n", b"\nfour\n")) is None
    assert merge_lines(base, ours, ours) == ours


# The command.


def laid_out(folder: Path, *, meet: bool) -> list[Path]:
    """Three build files whose authors did, or did not, meet."""
    base = mm.made(1)
    boards = [one.uid for one in base.walk() if one.tag == mm.BOARD]
    paths = []
    for name, uid in (("base", None), ("ours", boards[0]), ("theirs", boards[0 if meet else 1])):
        model = mm.edited(base, [])
        if uid is not None:
            mm.find(model, uid).attributes["image"] = f"{name}.png"
        path = folder / f"{name}.xml"
        path.write_bytes(mm.file_of(model))
        paths.append(path)
    return paths


def test_a_question_is_answered_in_a_file_and_merged_again(tmp_path: Path) -> None:
    words = ["merge", *map(str, laid_out(tmp_path, meet=True)), "--out", str(tmp_path / "out.xml")]
    code, _, printed = heard(words)
    assert code == 1
    assert "image: ours ours.png, theirs theirs.png" in printed
    questions = tmp_path / "out.xml.questions.toml"
    assert b'image="ours.png"' in (tmp_path / "out.xml").read_bytes()
    assert read_answers(questions) == {}
    text = questions.read_text("utf-8").replace('take = ""', 'take = "theirs"')
    questions.write_text(text, encoding="utf-8")
    assert heard([*words, "--answers", str(questions)]).code == 0
    assert b'image="theirs.png"' in (tmp_path / "out.xml").read_bytes()
    questions.write_text(text.replace('take = "theirs"', 'take = "mine"'), encoding="utf-8")
    with pytest.raises(InputError, match=r"question\[1\].take: found 'mine'"):
        read_answers(questions)


def test_the_driver_leaves_a_mark_where_it_cannot_merge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    base, ours, theirs = laid_out(tmp_path, meet=False)
    words = ["merge", "--git", "buildFile.xml", str(base), str(ours), str(theirs)]
    before = ours.read_bytes()
    theirs.write_bytes(b"<<<<<<< no XML")
    code, said, _ = heard(words)
    assert code == 1
    assert said.startswith("buildFile.xml: not merged: ")
    assert ours.read_bytes() == before
    mark = (tmp_path / "buildFile.xml.questions.toml").read_text("utf-8")
    assert "git show ':3:buildFile.xml'" in mark


def test_like_questions_are_one() -> None:
    base = mm.made(1)
    files = [mm.file_of(base)]
    for owner in ("Red", "Blue"):
        model = mm.edited(base, [])
        for one in model.walk():
            if one.tag == mm.STACK:
                one.attributes["owner"] = owner
        files.append(mm.file_of(model))
    (question,) = merge_build_files(*files, HERE, {}).open  # type: ignore[call-arg]
    assert question == MergeQuestion("owner", "(none)", "Red", "Blue")
    assert len(question.places) == 3


def test_modules_merge_with_their_pictures(tmp_path: Path) -> None:
    xml = [path.read_bytes() for path in laid_out(tmp_path, meet=False)]
    pictures = (
        {"images/a.png": b"1", "images/c.png": b"1", "images/gone.png": b"1"},
        {"images/a.png": b"2", "images/c.png": b"2", "images/gone.png": b"1", "images/o.png": b"o"},
        {"images/a.png": b"1", "images/c.png": b"3", "images/t.png": b"t"},
    )
    paths = []
    for number, (build, files) in enumerate(zip(xml, pictures, strict=True)):
        path = tmp_path / f"{number}.vmod"
        path.write_bytes(zip_bytes({"buildFile.xml": build, **files}))
        paths.append(str(path))
    out = tmp_path / "out.vmod"
    code, _, printed = heard(["merge", *paths, "--out", str(out)])
    assert code == 1
    assert "images/c.png: file images/c.png: ours 1 bytes, theirs 1 bytes" in printed
    from clubroute.builder.vassal.archive import read_module

    module = read_module(out)
    names = {entry.name: entry.data for entry in module.entries}
    assert names["images/a.png"] == names["images/c.png"] == b"2"
    assert names["images/t.png"] == b"t"
    assert "images/gone.png" not in names
    images = [one.get("image") for one in module.build_file().walk() if one.tag == mm.BOARD]
    assert images == ["ours.png", "theirs.png", "b2.png"]
    assert shape(tree_of(module.build_file())) == shape(
        tree_of(element_of(tree_of(module.build_file())))
    )
