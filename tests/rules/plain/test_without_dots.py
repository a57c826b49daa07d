"""A game whose hex numbers have nothing between column and row is a game everywhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clubroute.builder.cli import main as build
from clubroute.builder.errors import InputError
from clubroute.builder.grid import HexNumberError, Lattice, Sheet
from clubroute.builder.project import Project
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.room.pictures import country_record
from clubroute.rules.room.positions import scenario_tape
from clubroute.rules.saves.reading import position_at, save_of
from clubroute.rules.saves.writing import laid_out
from clubroute.rules.words.grammar import Here, parse
from tests.rules.plain.without_dots import undotted


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Context:
    """The surroundings of a question in a folder with the game ``bare``."""
    undotted(tmp_path, "bare")
    monkeypatch.chdir(tmp_path)
    return Context(tmp_path / "build", maps=CompiledMaps(Project(tmp_path), tmp_path / "build"))


@pytest.mark.parametrize(
    ("words", "verdict", "told"),
    [
        ("distance 0105 0405 map=bare", "decided", "0105 to 0405: 3 hexes"),
        ("cost blue-1 0205 0305 unit.state=none map=bare", "legal", "0.5 MP"),
        ("move blue-1 0205 0405 unit.state=none map=bare", "legal", "1 of 4 MP"),
        ("path blue-1 0205 0305 0405 unit.state=none map=bare", "legal", "1 of 4 MP"),
        ("path blue-1 path=0205,0305,0405 unit.state=none map=bare", "legal", "1 of 4 MP"),
        (
            "move blue-1 2.05 4.05 unit.state=none map=bare",
            "legal",
            "1 of 4 MP",
        ),  # some write the dot all the same
        ("reach blue-1 from 0205 turn=1 unit.state=none map=bare", "legal", "hexes within 4 MP"),
        ("zones Red map=bare scenario=BRIDGE", "decided", "12 hexes in Red"),
        ("stack 0205 Blue map=bare scenario=BRIDGE", "legal", "1 Blue unit in 0205"),
        ("combat 0405 blue-1 map=bare scenario=BRIDGE", "illegal", "0205 is not next to 0405"),
        ("retreat red-1 map=bare scenario=BRIDGE", "legal", "4 hexes"),
        ("supply blue-1 map=bare scenario=BRIDGE", "open", "in supply"),
    ],
)
def test_a_question_in_words(bare: Context, words: str, verdict: str, told: str) -> None:
    asked = parse(words, Here(bare))
    found = ask(bare, asked.method, asked.params)
    assert found["verdict"] == verdict, found
    assert told in found["summary"]


def test_answers_and_the_room_write_numbers_as_printed(bare: Context) -> None:
    found = ask(bare, "move.best", {"map": "bare", "unit": "blue-1", "from": "0205", "to": "0405"})
    assert [one["hex"] for one in found["path"]] == ["0205", "0305", "0405"]
    units = scenario_tape(bare, "bare", "BRIDGE")["first"]["units"]
    assert ("blue-2", "0204") in {(one["id"], one["hex"]) for one in units}
    country = country_record(bare, Project(bare.folder.parent), "bare")
    assert "0410" in json.dumps(country)


def test_its_module_is_built_and_its_saves_are_read(bare: Context) -> None:
    for command in ("build", "lint"):
        assert build([command, "bare", "--quiet"][: 3 if command == "build" else 2]) == 0
    state = {"units": [{"id": "blue-1", "hex": "0305", "back": False, "state": []}], "turn": 2}
    saved = laid_out(bare, "bare", state)
    assert saved.left_out == ()
    found = position_at(save_of(bare, saved.data, "mine.vsav"))
    assert [one["hex"] for one in found.state["units"]] == ["0305"]


def test_samples_are_tried_and_kept(bare: Context, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["try", "bare", "--keep"]) == 0
    kept = Path("counters/bare/checks.csv").read_text(encoding="utf-8")
    assert "0105" in kept
    assert (
        main(
            ["draw", "bare", "--reach", "blue-1 from 0205 turn=1 unit.state=none", "--out", "r.png"]
        )
        == 0
    )
    capsys.readouterr()


def test_a_number_that_a_spreadsheet_shortened_is_told(bare: Context) -> None:
    path = Path("map_sources/bare/hexes.csv")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("0501,", "501,"), encoding="utf-8")
    with pytest.raises(InputError, match=r"found '501', expected 0501 \(a spreadsheet drops"):
        ask(bare, "hex.distance", {"map": "bare", "from": "0101", "to": "0102"})


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        (("first_digits = 2", "first_digits = 1"), None),
        (("hexrows = [1, 6]", "hexrows = [1, 100]"), "first_digits: found 2 for 100"),
        (("hexes = [1, 10]", "hexes = [1, 100]"), "second_digits: found 2 for 100"),
        (('separator = ""', 'separator = "-"'), "separator: found '-', expected"),
    ],
)
def test_numbers_that_cannot_be_taken_apart_are_refused(
    tmp_path: Path, edit: tuple[str, str], found: str | None
) -> None:
    undotted(tmp_path, "bare")
    path = tmp_path / "map_sources" / "bare" / "lattice.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(*edit), encoding="utf-8")
    if found is None:
        assert read_lattice(path).lattice.sheets[0].first_digits == 1
        return
    with pytest.raises(InputError, match=found):
        read_lattice(path)


@pytest.mark.parametrize("text", ["30", "304", "00304", "A0304", "0300", "0361", "03-04", ""])
def test_what_is_no_number_of_the_map(text: str) -> None:
    sheet = Sheet("s", (1, 40), (1, 60), second_digits=2, separator="")
    lattice = Lattice("s", "flat", (sheet,))
    assert lattice.format(lattice.parse("0304")) == "0304"
    with pytest.raises(HexNumberError):
        lattice.parse(text)


def test_a_map_with_dots_takes_a_number_without_one_that_can_be_read_in_one_way() -> None:
    lattice = Lattice("s", "flat", (Sheet("s", (1, 40), (1, 60), second_digits=2),))
    assert lattice.format(lattice.parse("0304")) == lattice.format(lattice.parse("304")) == "03.04"
    uneven = Lattice("s", "flat", (Sheet("s", (1, 40), (1, 200)),))
    with pytest.raises(HexNumberError, match="'0304' is no hex number"):
        uneven.parse("0304")


LETTERED = [
    ("distance A05 d05 map=lettered", "decided", "A05 to D05: 3 hexes"),
    ("cost blue-1 B05 C05 unit.state=none map=lettered", "legal", "0.5 MP"),
    ("move blue-1 B05 D05 unit.state=none map=lettered", "legal", "1 of 4 MP"),
    ("path blue-1 path=B05,C05,D05 unit.state=none map=lettered", "legal", "1 of 4 MP"),
    ("stack B05 Blue map=lettered scenario=BRIDGE", "legal", "1 Blue unit in B05"),
    ("supply blue-1 map=lettered scenario=BRIDGE", "open", "in supply"),
]


def test_columns_counted_in_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    undotted(tmp_path, "lettered", letters=True)
    monkeypatch.chdir(tmp_path)
    context = Context(tmp_path / "build", maps=CompiledMaps(Project(tmp_path), tmp_path / "build"))
    for words, verdict, told in LETTERED:
        asked = parse(words, Here(context))
        found = ask(context, asked.method, asked.params)
        assert (found["verdict"], told in found["summary"]) == (verdict, True), found
    assert build(["build", "lettered", "--quiet"]) == 0
    state = {"units": [{"id": "blue-1", "hex": "C05", "back": False, "state": []}], "turn": 2}
    saved = laid_out(context, "lettered", state)
    found = position_at(save_of(context, saved.data, "mine.vsav"))
    assert [one["hex"] for one in found.state["units"]] == ["C05"]


def test_letters_go_on_as_vassal_counts() -> None:
    sheet = Sheet("s", (1, 30), (1, 60), second_digits=2, separator="", letters=True)
    lattice = Lattice("s", "flat", (sheet,))
    assert [lattice.format(lattice.parse(text)) for text in ("z01", "AA1", "BB60")] == [
        "Z01",
        "AA01",
        "BB60",
    ]
    with pytest.raises(HexNumberError, match="'AB01' is on no sheet"):
        lattice.parse("AB01")
