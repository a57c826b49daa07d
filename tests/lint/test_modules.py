"""A module's checks find what its author would mend, say where, and leave a good module alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.compare.contents import contents_of
from clubroute.builder.errors import Where
from clubroute.builder.lint.finding import Finding
from clubroute.builder.lint.module_checks import CHECKS, MODULE_RULES, lint_module
from clubroute.builder.vassal.archive import read_module
from tests.cases import each
from tests.command_doors import heard
from tests.compare import made_module as mm
from tests.engine.handmade import zip_bytes
from tests.logs.samples import small_archive

HERE = Where("made.vmod")


def good() -> mm.Made:
    """A module without a fault."""
    base = mm.made(1)
    for number, part in enumerate(base.walk()):
        if part.tag == mm.BOARD:
            part.attributes["image"] = "b.png"
        if part.traits is not None:
            part.traits = [
                (uid, ["piece", "", "", "b.png", str(number)])
                for uid, fields in part.traits
                if fields[0] == "piece"
            ]
    return base


def found(base: mm.Made, **files: bytes) -> tuple[Finding, ...]:
    """What is found of a module with a picture ``b.png`` and further files."""
    named = {name.replace("__", "/").replace("_dot_", "."): data for name, data in files.items()}
    data = zip_bytes({"buildFile.xml": mm.file_of(base), "images/b.png": b"", **named})
    return lint_module(contents_of(data, HERE))


def test_a_good_module_has_no_finding() -> None:
    assert found(good()) == ()
    whole = zip_bytes({one.name: one.data for one in small_archive().entries})
    rules = {one.rule for one in lint_module(contents_of(whole, HERE))}
    assert rules <= {"unused-picture", "missing-picture"}


def with_trait(kind: str, *fields: str) -> mm.Made:
    """The good module, whose first counter has one more trait."""
    base = good()
    slot = next(one for one in base.walk() if one.tag == mm.SLOT)
    assert slot.traits is not None
    slot.traits.insert(0, ("new", [kind, *fields]))
    return base


def with_board(image: str) -> mm.Made:
    """The good module, whose first board has another picture."""
    base = good()
    next(one for one in base.walk() if one.tag == mm.BOARD).attributes["image"] = image
    return base


def with_two_of_a_number() -> mm.Made:
    """The good module with a gpid given twice."""
    base = good()
    slots = [one for one in base.walk() if one.tag == mm.SLOT]
    slots[-1].attributes["gpid"] = slots[0].attributes["gpid"]
    return base


def with_copies() -> mm.Made:
    """The good module, all whose counters have the same four traits."""
    base = good()
    for part in base.walk():
        if part.tag == mm.SLOT and part.traits is not None:
            same = [("t", ["delete", str(n), "<Gone>", ""]) for n in range(4)]
            part.traits = [*same, *part.traits]
    return base


FAULTS = {
    "double-gpid": (with_two_of_a_number(), "gpid 16 again"),
    "missing-picture": (with_board("none.png"), "none.png is not in the module"),
    "no-prototype": (with_trait("prototype", "Prototype 11"), "is it 'Prototype 1'?"),
    "dead-key": (with_trait("macro", "Go", "", "", "", "", "<Nowhere>"), "'Nowhere': nothing"),
    "expression": (with_trait("calcProp", "A", '{playerside == "Red"}'), "is playerSide in VASSAL"),
    "copied-traits": (with_copies(), "18 counters have the same 4 traits"),
}


@each("rule", FAULTS)
def test_a_fault_is_found_at_its_place(rule: str) -> None:
    base, text = FAULTS[rule]
    (one,) = (one for one in found(base) if one.rule == rule)
    assert text in one.line()
    assert one.place
    assert {other.rule for other in found(base)} == {rule}


def test_brackets_that_are_not_even_are_found_and_those_in_quotes_are_not() -> None:
    assert found(with_trait("calcProp", "A", '{"(" + B}')) == ()
    (one,) = found(with_trait("calcProp", "A", "{(B}"))
    assert "brackets are not even" in one.text


def test_pictures_that_nothing_names_are_one_note() -> None:
    (one,) = found(good(), images__c_dot_png=b"", images__d_dot_png=b"")
    assert (one.level, one.rule) == ("note", "unused-picture")
    assert "2 pictures that nothing names: c.png, d.png" in one.text
    page = b'<img src="images/c.png"><img src="images/d.png">'
    assert found(good(), images__c_dot_png=b"", images__d_dot_png=b"", a_dot_html=page) == ()


def test_what_is_switched_off_by_its_name_is_no_finding() -> None:
    parked = with_trait("prototype", "Mask x"), with_trait("prototype", "Stats (disabled)")
    keys = with_trait("macro", "Go", "", "", "", "", "<XNowhere>")
    assert [found(one) for one in (*parked, keys)] == [(), (), ()]


def test_a_guess_that_is_far_off_is_not_made() -> None:
    (one,) = found(with_trait("prototype", "Proto 7 of the enemy"))
    assert "is it" not in one.text


def test_a_function_is_no_property_with_other_capitals() -> None:
    assert found(with_trait("calcProp", "A", '{Sum("B", "{C}") > 1}')) == ()


def test_a_property_misspelt_often_is_one_finding() -> None:
    base = with_trait("calcProp", "A", '{playerside == "Red"}')
    slot = next(one for one in base.walk() if one.tag == mm.SLOT)
    assert slot.traits is not None
    slot.traits.insert(0, ("newer", ["calcProp", "B", "{playerside}"]))
    (one,) = found(base)
    assert one.text.endswith("(and 1 more)")


def test_a_program_of_its_own_may_name_pictures_and_keys() -> None:
    base = with_trait("macro", "Go", "", "", "", "", "<Nowhere>")
    base.inside.append(mm.Made("own", "mine.Chatter", {}))
    assert found(base, images__c_dot_png=b"") == ()


def test_many_missing_pictures_of_one_folder_are_one_finding() -> None:
    base = good()
    boards = [mm.Made(f"b{n}", mm.BOARD, {"name": f"B{n}", "image": f"{n}.png"}) for n in range(7)]
    base.inside.append(
        mm.Made(
            "folder", "VASSAL.build.module.folder.ModuleSubFolder", {"name": "Old"}, None, boards
        )
    )
    (one,) = found(base)
    assert one.text == (
        "7 pictures are not in the module: 0.png, 1.png, 2.png, 3.png, 4.png, 5.png and 1 more"
    )


def test_every_rule_is_tried_or_needs_a_whole_file() -> None:
    assert set(MODULE_RULES) == {*FAULTS, "next-gpid", "unused-picture", "old-setup"}
    assert len(CHECKS) == len(MODULE_RULES)


def test_fix_mends_what_is_safe_into_another_file(tmp_path: Path) -> None:
    base = with_two_of_a_number()
    next(one for one in base.walk() if one.tag == mm.BOARD).attributes["image"] = "B.PNG"
    path, out = tmp_path / "made.vmod", tmp_path / "mended.vmod"
    build = mm.file_of(base).replace(b'nextPieceSlotId="18"', b'nextPieceSlotId="5"')
    path.write_bytes(zip_bytes({"buildFile.xml": build, "images/b.png": b"picture"}))
    before = path.read_bytes()
    code, _, printed = heard(["lint", str(path), "--fix", "--out", str(out)])
    assert (code, path.read_bytes()) == (0, before), printed
    module = read_module(out)
    root = module.build_file()
    numbers = [one.get("gpid") for one in root.walk() if one.get("gpid")]
    assert len(numbers) == len(set(numbers)) == 18
    assert int(root.get("nextPieceSlotId")) > max(map(int, numbers))
    assert "B.PNG" not in build.decode() or "picture B.PNG is now b.png" in printed
    assert module.read("images/b.png") == b"picture"
    assert lint_module(contents_of(out.read_bytes(), HERE)) == ()


@pytest.mark.parametrize("words", [("--json",), ()])
def test_the_command_ends_with_one_where_there_is_an_error(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "buildFile.xml"
    path.write_bytes(mm.file_of(with_two_of_a_number()))
    code, _, printed = heard(["lint", str(path), *words])
    assert code == 1
    assert "double-gpid" in printed
    path.write_bytes(mm.file_of(good()))
    assert heard(["lint", str(path), *words]).code == 0


def test_a_file_is_not_mended_over_itself(tmp_path: Path) -> None:
    path = tmp_path / "buildFile.xml"
    path.write_bytes(mm.file_of(good()))
    code, said, _ = heard(["lint", str(path), "--fix", "--out", str(path)])
    assert code == 2
    assert "the file itself" in said
