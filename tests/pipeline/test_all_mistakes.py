"""All mistakes of a source are told at once, a line each, with what would be right."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from clubroute.builder.cli import main
from clubroute.builder.errors import InputError, Where
from clubroute.builder.sources.mistakes import (
    MOST_SHOWN,
    InputErrors,
    Mistakes,
    mistake_lines,
    read_each,
)
from clubroute.rules.cli import main as with_rules

UNITS, ROWS = "counters/volga/units.csv", "counters/volga/scenarios/bridge.csv"
SIDES, LINKS = "map_sources/volga/hexsides.csv", "map_sources/volga/links.csv"


@pytest.fixture
def volga(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of one's own, as ``clubroute new`` makes it."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "volga"]) == 0
    return tmp_path


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of a build that fails."""
    capsys.readouterr()
    assert main(["build", "volga", "--jobs", "1", "--quiet"]) == 2
    return capsys.readouterr().err.splitlines()


def spoil(file: Path, *changes: tuple[str, str]) -> None:
    """Change words of a file."""
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def test_a_side_a_kind_and_a_hex(volga: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(volga / UNITS, ("blue-1,Blue,", "blue-1,Blau,"), (",infantry,", ",infantri,"))
    spoil(volga / ROWS, ("blue-2,2.04", "blue-2,9.30"))
    lines = told(capsys)
    assert sum("found 'infantri', expected one of" in line for line in lines) == 3
    assert ":3:side: found 'Blau', expected one of Blue, Red (did you mean Blue?)" in lines[0]
    assert "bridge.csv:4:hex: found '9.30'" in lines[-1]
    assert all(line.startswith("clubroute: ") for line in lines)


def test_a_scenario_and_its_rows(volga: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(volga / ROWS, ("blue-1,", "blue-l,"), ("red-2,4.06", "red-2,4.66"))
    lines = told(capsys)
    assert len(lines) == 2
    assert "bridge.csv:3:unit: found 'blue-l', expected one of blue-hq, blue-1" in lines[0]


def test_hexes_that_are_not_adjacent_and_which_are(
    volga: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(volga / SIDES, ("3.01/4.01", "3.01/5.01"), ("1.07/1.08,stream", "1.07/1.09,stream"))
    first, second = told(capsys)
    assert "'3.01/5.01': the two hexes are not adjacent; beside 3.01 lie 4.01, 3.02, 2.01" in first
    assert "'1.07/1.09'" in second


def test_a_decimal_comma_is_told_for_what_it_is(
    volga: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(
        volga / UNITS,
        (
            "blue-1,Blue,1st Blue,infantry,II,reduced,4,",
            "blue-1,Blue,1st Blue,infantry,II,reduced,4,5,",
        ),
    )
    (line,) = told(capsys)
    assert "found 13 cells, expected 12 cells (a decimal comma? 4.5, or in quotes)" in line


def refuse(number: int) -> int:
    """Take even numbers only."""
    if number % 2:
        raise InputError(Where("numbers", number), str(number), "an even number")
    return number


def test_readings_go_on_and_every_mistake_is_kept_once() -> None:
    assert read_each(refuse, (2, 4)) == (2, 4)
    with pytest.raises(InputErrors) as caught:
        read_each(refuse, (1, 2, 3, 3))
    assert str(caught.value) == "numbers:1: found 1, expected an even number (and 1 more)"
    assert [one.where.row for one in caught.value.mistakes] == [1, 3]
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    with pytest.raises(InputError) as single:
        read_each(refuse, (1, 2))
    assert not isinstance(single.value, InputErrors)


def test_a_mistake_in_every_row_is_counted_after_twenty() -> None:
    mistakes = Mistakes()
    mistakes.attempt(lambda: read_each(refuse, range(1, 61)))
    with pytest.raises(InputErrors) as caught:
        mistakes.settle()
    lines = list(mistake_lines(caught.value))
    assert (len(lines), lines[-1]) == (MOST_SHOWN + 1, "and 10 mistakes more")


def test_mistakes_of_every_file_of_a_game_are_told_by_one_build(
    volga: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, ground = volga / "counters/volga", volga / "map_sources/volga"
    spoil(volga / UNITS, ("blue-1,Blue,", "blue-1,Blau,"))
    spoil(volga / ROWS, ("blue-2,2.04", "blue-2,9.30"))
    spoil(own / "windows.toml", ('title = "Losses"', 'titel = "Losses"'))
    spoil(own / "traits.toml", ('key = "Ctrl T"', 'kex = "Ctrl T"'))
    spoil(ground / "hexes.csv", ("5.01,woods", "5.01,wods"))
    spoil(ground / "links.csv", ("1.05 2.05", "1.05 2.95"))
    spoil(volga / SIDES, ("3.01/4.01", "3.01/5.01"))
    spoil(ground / "style.toml", ('"trees"', '"treees"'))
    lines = told(capsys)
    files = [Path(line.split(":")[1].strip()).name for line in lines]
    files_told = set(files)
    assert sorted(files_told) == [
        "bridge.csv",
        "hexes.csv",
        "hexsides.csv",
        "links.csv",
        "style.toml",
        "traits.toml",
        "units.csv",
        "windows.toml",
    ]
    assert len(files) == 8
    spoil(own / "module.toml", ("sides = 6", 'sides = "six"'))
    lines = told(capsys)
    assert "module.toml:21:dice[1].sides: found 'six'" in lines[0]
    assert sum("found 'Blau'" in line for line in lines) == 1
    # A module.toml that is wrong hides nothing of the map, even where it does not tell which.
    spoil(own / "module.toml", ('lattice = "', 'latice = "'), ('file = "volga', 'file = "Volga'))
    lines = told(capsys)
    found = sorted({Path(line.split(":")[1].strip()).name for line in lines})
    assert found == sorted({*files_told, "module.toml"})
    mine = [line for line in lines if "module.toml" in line]
    wrong = [":latice:", ":file:", "expected lattice = …", ":dice[1].sides:", ":dice[2].sides:"]
    assert len(mine) == len(wrong)
    assert all(word in line for word, line in zip(wrong, mine, strict=True))


SLIPS = (
    ("map_sources/volga/lattice.toml", '"pointy"', '"pointed"'),
    ("map_sources/volga/style.toml", '"trees"', '"treez"'),
    ("map_sources/volga/hexes.csv", "5.01,woods", "5.01,wods"),
    (LINKS, "1.05 2.05", "1.05 2.95"),
    ("counters/volga/rules.toml", "horse = 3", "hrose = 3"),
    ("counters/volga/layout.toml", "[41, 41, 58, 58]", "[41, 41, 58]"),
    ("counters/volga/traits.toml", 'is = "moved"', 'is = "movd"'),
    (UNITS, "1st Blue,infantry", "1st Blue,infantri"),
    (ROWS, "blue-2,2.04", "blue-22,2.04"),
)


def test_nine_slips_in_nine_files_are_told_by_two_builds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert with_rules(["new", "volga", "--rules"]) == 0
    for file, right, wrong in SLIPS:
        spoil(tmp_path / file, (right, wrong))
    left = {file: (wrong, right) for file, right, wrong in SLIPS}
    for _ in range(2):
        capsys.readouterr()
        assert with_rules(["build", "volga", "--jobs", "1", "--quiet"]) == 2
        lines = capsys.readouterr().err.splitlines()
        named = [file for file in left if any(file in line for line in lines)]
        for file in named:
            spoil(tmp_path / file, left.pop(file))
    assert left == {}
    assert with_rules(["build", "volga", "--jobs", "1", "--quiet"]) == 0


def test_a_kind_misspelt_in_a_list_of_units_is_told_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert with_rules(["new", "volga", "--rules"]) == 0
    spoil(tmp_path / UNITS, ("1st Blue,infantry", "1st Blue,infantri"))
    capsys.readouterr()
    assert with_rules(["build", "volga", "--quiet"]) == 2
    lines = [one for one in capsys.readouterr().err.splitlines() if one.startswith("clubroute")]
    assert all(f"{UNITS}:3:kind: found 'infantri'" in line for line in lines)
    assert any("(did you mean infantry?)" in line for line in lines)
