"""The thread of a module beside the rulebook: why both differ, and what is told of it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.grid import Hex
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.owner.commands import own_module
from clubroute.rules.owner.modules.commands import import_here
from clubroute.rules.owner.modules.known import own_modules
from clubroute.rules.owner.sight.compare import CompareWork, reasons, ring_of, sample
from tests.rules.owner.modules.writer import Numbers, Sheet, laid, module

SHEET = Sheet("Sheet", range(41, 61), range(130, 150), Numbers())
"""On Where Eagles Dare's map, where villages do not block; clear but for what is written."""
GROUND = {
    "h": {"44.140": "Village", "48.140": "Orchard", "52.140": "Orchard", "52.138": "Orchard"},
    "e": {
        ("45.145", "45.146"): "Crest",
        ("45.147", "45.148"): "Crest",
        ("53.133", "53.134"): "Crest",
    },
    "a": {"57.140": "Raised Road"},
}


def cell(number: str) -> tuple[int, int]:
    """The grid's own column and row of a number."""
    column, row = number.split(".")
    across, down = laid(SHEET).offsets
    return int(column) - across, int(row) - down


def board_text() -> list[str]:
    """The text of the board."""
    lines = [f"h,{c},{r},Clear" for c, r in laid(SHEET).cells.values()]
    lines += ["h,{},{},{}".format(*cell(n), word) for n, word in GROUND["h"].items()]
    for (a, b), word in GROUND["e"].items():
        lines.append("e,{},{},{},{},{}".format(*cell(a), *cell(b), word))
    lines += ["a,{},{},{},true".format(*cell(n), word) for n, word in GROUND["a"].items()]
    return lines


@pytest.fixture(scope="module")
def made(map_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the module, imported once; no test changes it."""
    folder = tmp_path_factory.mktemp("compared")
    board = laid(SHEET)
    board.lines = board_text()
    path = folder / "compared.vmod"
    path.write_bytes(module([board], name="GTS compared", ruleset="WED"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        import_here(Context(map_folder, owner_folder=folder / "owner"), path)
    return folder


@pytest.fixture
def folder(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """That folder, with its own cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(made / "cache"))
    return made


@pytest.fixture
def changing(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, to be changed."""
    copy = tmp_path / "changing"
    shutil.copytree(made, copy)
    monkeypatch.setenv("XDG_CACHE_HOME", str(copy / "cache"))
    told = copy / "owner" / "modules" / "gts-compared" / "module.toml"
    told.write_text(told.read_text("utf-8").replace(str(made), str(copy)), "utf-8")
    return copy


@pytest.fixture
def work(folder: Path, map_folder: Path) -> CompareWork:
    context = Context(map_folder, owner_folder=folder / "owner")
    return CompareWork.of(context, own_module(context, str(folder / "compared.vmod")))


LINES = {
    ("44.138", "44.142"): ("blocked", "clear", "village"),
    ("48.138", "48.142"): ("possible", "clear", "orchard"),
    ("52.136", "52.142"): ("possible", "blocked", "orchard"),
    ("45.145", "45.148"): ("blocked", "clear", "crest"),
    ("45.145", "45.147"): ("clear", "clear", ""),
    ("53.132", "53.136"): ("blocked", "blocked", ""),
    ("57.138", "57.142"): ("possible", "clear", "raised"),
    ("42.132", "42.136"): ("clear", "clear", ""),
}
"""Lines, and what the thread, the rulebook and the reason are."""


def test_why_both_differ(work: CompareWork) -> None:
    for (start, end), told in LINES.items():
        line = work.between(start, end)
        assert (line.thread, line.rulebook, line.reason) == told, (start, end)
        assert bool(line.painted) == (line.thread != "clear")


def test_a_corner_that_is_touched_has_a_name(work: CompareWork) -> None:
    found = {one.reason for one in work.sampled(400)}
    assert found <= set(reasons()) | {""}
    assert "other" not in found


def test_a_barrage_that_was_lifted_stays(work: CompareWork) -> None:
    line = work.between("48.138", "48.142")
    (left,) = work.left([line])
    assert work.lattice.format(left.hex) == "48.140"
    assert work.between("48.138", "48.142").thread == "blocked"


def test_the_page_has_a_picture_of_each_reason_and_no_picture_of_the_module(
    work: CompareWork,
) -> None:
    lines = [work.between(*ends) for ends in LINES]
    text = work.page(lines, work.left(lines))
    differing = [one for one in lines if one.reason]
    assert len(re.findall("<svg", text)) == len(differing)
    assert f"{len(lines)} lines: {len(lines) - len(differing)} the same" in text
    assert "[WED 2.7]" in text
    assert "left-over barrages" in text
    for forbidden in ("<img", "data:", "http://127", "<script"):
        assert forbidden not in text


def test_the_command_tells_it_and_writes_the_page(
    folder: Path, map_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = ["--owner", str(folder / "owner"), "--maps", str(map_folder)]
    path = str(folder / "compared.vmod")
    page = tmp_path / "page.html"
    assert main(["compare", "los", path, "--lines", "50", "--out", str(page), *own]) == 0
    first = capsys.readouterr().out
    assert first.startswith("GTS compared 1.0: 50 lines, ")
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert main(["compare", "los", "gts-compared", "44.138", "44.142", "--json", *own]) == 0
    told = json.loads(capsys.readouterr().out)["lines"]
    assert (told[0]["reason"], told[0]["painted"]) == ("village", ["44.140 Village"])
    assert main(["compare", "los", path, "--lines", "50", *own]) == 0
    assert capsys.readouterr().out == first


def test_what_is_not_there_is_one_line(
    changing: Path, map_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = ["--owner", str(changing / "owner"), "--maps", str(map_folder)]
    (tmp_path / "other.vmod").write_bytes(module([laid(SHEET)], name="GTS other"))
    for words, told in (
        ([str(tmp_path / "other.vmod")], "a module that is not imported"),
        ([str(tmp_path / "none.vmod")], "no such file"),
        (["gts-compere"], "did you mean gts-compared"),
        (["gts-compared", "44.138"], "FROM TO"),
        (["gts-compared", "44.138", "99.999"], "'99.999'"),
        (["gts-compared", "44.138", "80.120"], "a hex on a board of the module"),
    ):
        assert main(["compare", "los", *words, *own]) == 2, words
        found = capsys.readouterr()
        assert told in found.err, (words, found.err)
        assert "Traceback" not in found.err
    (changing / "compared.vmod").unlink()
    assert main(["compare", "los", "gts-compared", *own]) == 2
    assert "no such file" in capsys.readouterr().err


def test_another_version_is_refused(changing: Path) -> None:
    path = changing / "compared.vmod"
    path.write_bytes(module([laid(SHEET)], name="GTS compared", version="2.0"))
    context = Context(changing, owner_folder=changing / "owner")
    assert own_modules(context).modules
    with pytest.raises(InputError, match="another version than the imported one"):
        own_module(context, str(path))


def test_a_sample_is_the_same_each_time_and_of_ranges_1_to_10() -> None:
    hexes = list(laid(SHEET).cells)
    found = sample(hexes, 200)
    assert found == sample(reversed(hexes), 200)
    assert len(found) == 200
    assert len(ring_of(Hex(50, 101), 3)) == 18
    assert sample(hexes[:1], 10) == []
