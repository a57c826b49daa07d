"""Wrong counters, module or lattice: one clear line, exit code 2, nothing half-written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.pipeline.damage import (
    Damage,
    appended,
    check,
    folder,
    recoded,
    removed,
    replaced,
    written,
)
from tests.pipeline.projects import copy_project, results

UNITS = "counters/wed/units.csv"
MARKERS = "counters/wed/markers.csv"
MODULE = "counters/wed/module.toml"
STYLE = "counters/wed/style.toml"
DRIVE = "counters/wed/scenarios/wed-1.toml"
DRIVE_UNITS = "counters/wed/scenarios/wed-1.csv"
LATTICE = "map_sources/gts/lattice.toml"


COUNTER_MISTAKES: dict[str, tuple[Damage, str]] = {
    "unknown division": (
        replaced(UNITS, "101st Airborne Division", "101st Airborn Division"),
        r"units\.csv:2:division: .*did you mean 101st Airborne Division\?",
    ),
    "duplicate unit id": (
        replaced(UNITS, "101-b-1-501,", "101-a-1-501,"),
        r"units\.csv:4:id: found '101-a-1-501' again",
    ),
    "unknown kind": (
        replaced(UNITS, ",parachute,", ",parachut,"),
        r"units\.csv:\d+:kind: found 'parachut'.*did you mean parachute\?",
    ),
    "unknown column": (
        replaced(UNITS, "id,side,division", "id,sides,division"),
        r"units\.csv:1:2: found column 'sides'.*did you mean side\?",
    ),
    "missing column": (
        replaced(MARKERS, "id,name,kind", "id,kind,name"),
        r"markers\.csv:2:kind: ",
    ),
    "a cell too many": (appended(MARKERS, "x," * 40), r"markers\.csv:\d+: found \d+ cells"),
    "unclosed quote": (appended(MARKERS, '"open,x'), r"markers\.csv:\d+: "),
    "bad UTF-8": (
        appended(MARKERS, "\udcff".encode("utf-8", "surrogateescape").decode("latin-1")),
        r"markers\.csv",
    ),
    "Latin-1": (
        recoded(MARKERS, "cp1252"),
        r"markers\.csv:\d+:\d+: found byte 0x92, expected UTF-8",
    ),
    "NUL": (written(MARKERS, b"id,name\0\n"), r"markers\.csv:1: found a NUL character"),
    "empty file": (written(UNITS, b""), r"units\.csv: found an empty file"),
    "only blank lines": (written(UNITS, b"\n\r\n  \n"), r"units\.csv: found an empty file"),
    "missing file": (removed(UNITS), r"units\.csv: found no such file"),
    "a directory": (folder(UNITS), r"units\.csv: found a directory"),
    "TOML syntax": (
        replaced(MODULE, 'name = "Where', "name = Where"),
        r"module\.toml:3:8: .*expected a \"text\", a number",
    ),
    "unknown key": (
        replaced(MODULE, "window =", "windows ="),
        r"module\.toml.*did you mean window\?",
    ),
    "missing key": (
        replaced(MODULE, 'window = "wed"', ""),
        r"module\.toml.*window: found no such key",
    ),
    "wrong type": (
        replaced(MODULE, 'map = "Market-Garden"', "map = 7"),
        r"module\.toml:\d+:map: found 7, expected a text",
    ),
    "path escape": (
        replaced(MODULE, 'file = "where-eagles-dare"', 'file = "../../etc/x"'),
        r"module\.toml:\d+:file: found '\.\./\.\./etc/x'",
    ),
    "nested too deep": (
        written(MODULE, b"a = " + b"[" * 50_000),
        r"module\.toml: found arrays nested too deeply",
    ),
    "unknown lattice": (
        replaced(MODULE, 'lattice = "gts"', 'lattice = "gtx"'),
        r"lattice\.toml: found no such file",
    ),
    "unknown window": (
        replaced(MODULE, 'window = "wed"', 'window = "wad"'),
        r"module\.toml:.*'wad'.*did you mean wed\?",
    ),
    "hex off the map": (
        replaced(DRIVE_UNITS, "44.223", "44.923"),
        r"wed-1\.csv:3:hex: .*44\.923",
    ),
    "no hex number": (
        replaced(DRIVE_UNITS, "44.223", "44223"),
        r"wed-1\.csv:3:hex: .*44223",
    ),
    "unknown unit": (
        replaced(DRIVE_UNITS, "wed1-kings-1-gg", "wed1-king-1-gg"),
        r"wed-1\.csv:3:unit: .*did you mean wed1-kings-1-gg\?",
    ),
    "unknown state": (
        replaced(DRIVE_UNITS, ",column,", ",colum,"),
        r"wed-1\.csv:2:state: .*did you mean column\?",
    ),
    "unknown turn": (
        replaced(DRIVE, 'first = "1300, September 11, 1944"', 'first = "1300, October 11, 1944"'),
        r"October 11",
    ),
    "a hex outside the playing area": (
        replaced(DRIVE_UNITS, "56.201", "66.157"),
        r"wed-1\.csv:10: found 66\.157 outside the playing area",
    ),
    "both sides in a hex": (
        replaced(DRIVE_UNITS, "46.223", "44.223"),
        r"wed-1\.csv:9: found both sides in 44\.223",
    ),
    "a count of turns that is wrong": (
        replaced(DRIVE, "count = 1", "count = 2"),
        r"wed-1\.toml:turns\.count: found 2, expected 1",
    ),
    "bad colour": (replaced(STYLE, '"#', '"@'), r"style\.toml:\d+"),
    "unknown sheet": (
        replaced(LATTICE, 'wed = ["wed"]', 'wed = ["wid"]'),
        r"lattice\.toml:\d+:windows\.wed: found 'wid'.*did you mean wed\?",
    ),
    "outline of two corners": (
        replaced(LATTICE, "[[36, 136], [36, 233], [54, 233], [119, 135], [119, 86], [69, 86]]",
                 "[[36, 136], [36, 233]]"),
        r"lattice\.toml:\d+:sheets\[1\]\.outline: found 2 corners",
    ),
    "board of no window": (
        replaced(LATTICE, 'window = "wed"', 'window = "wex"'),
        r"lattice\.toml:\d+:boards\[1\]\.window: found 'wex'",
    ),
    "range backwards": (
        replaced(LATTICE, "rows = [86, 117]", "rows = [117, 86]"),
        r"lattice\.toml:\d+:boards\[1\]\.rows: found \[117, 86\]",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_project(tmp_path_factory.mktemp("clean"), "gts", "wed", geography=False)


@pytest.mark.parametrize("name", COUNTER_MISTAKES)
def test_counter_mistakes(
    name: str, clean: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage, expected = COUNTER_MISTAKES[name]
    root = tmp_path / "project"
    shutil.copytree(clean, root)
    damage(root)
    check(
        ["build", "wed", "--project", str(root), "--out", str(tmp_path / "out")], expected, capsys
    )
    assert results(tmp_path / "out") == {}


def test_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    check(["build", "wedd"], r"wedd.*did you mean wed\?", capsys)


def test_no_project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(["build", "--project", str(tmp_path)], r"no folder map_sources", capsys)


def test_out_is_a_file(clean: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out").write_bytes(b"mine")
    check(["build", "wed", "--project", str(clean), "--out", str(tmp_path / "out")], r"out", capsys)
    assert (tmp_path / "out").read_bytes() == b"mine"


def test_bad_source_date_epoch(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, clean: Path, tmp_path: Path
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    check(
        ["build", "wed", "--project", str(clean), "--out", str(tmp_path / "out")],
        r"SOURCE_DATE_EPOCH",
        capsys,
    )


@pytest.mark.parametrize("form", ["byte-order mark", "CR LF", "both"])
def test_what_spreadsheets_write_is_accepted(form: str, clean: Path, tmp_path: Path) -> None:
    from clubroute.builder.sources.counter_set import read_counter_set

    root = tmp_path / "project"
    shutil.copytree(clean, root)
    for name in ("units.csv", "markers.csv", "chits.csv"):
        path = root / "counters" / "wed" / name
        data = path.read_bytes()
        if form != "byte-order mark":
            data = data.replace(b"\n", b"\r\n")
        if form != "CR LF":
            data = b"\xef\xbb\xbf" + data
        path.write_bytes(data)
    ours, theirs = (read_counter_set(p / "counters/wed") for p in (root, clean))
    assert (ours.units, ours.markers, ours.chits) == (theirs.units, theirs.markers, theirs.chits)
