"""Wrong input of every kind: one clear line, exit code 2, nothing half-written, no traceback."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.cli import main
from tests.pipeline.projects import REPOSITORY, copy_project, edit, results

Damage = Callable[[Path], object]


def replaced(file: str, old: str, new: str) -> Damage:
    """Damage: one text of a file for another."""
    return lambda root: edit(root / file, old, new)


def written(file: str, data: bytes) -> Damage:
    """Damage: a file with these bytes."""
    return lambda root: (root / file).write_bytes(data) and None


def appended(file: str, line: str) -> Damage:
    """Damage: one more line at the end of a file."""

    def damage(root: Path) -> None:
        with (root / file).open("a", encoding="utf-8", newline="\n") as stream:
            stream.write(line + "\n")

    return damage


def recoded(file: str, encoding: str) -> Damage:
    """Damage: a file in another encoding."""

    def damage(root: Path) -> None:
        text = (root / file).read_text(encoding="utf-8")
        (root / file).write_bytes(text.encode(encoding))

    return damage


def removed(file: str) -> Damage:
    """Damage: a file that is not there."""
    return lambda root: (root / file).unlink()


def folder(file: str) -> Damage:
    """Damage: a folder where a file should be."""

    def damage(root: Path) -> None:
        (root / file).unlink()
        (root / file).mkdir()

    return damage


UNITS = "counters/wed/units.csv"
MARKERS = "counters/wed/markers.csv"
MODULE = "counters/wed/module.toml"
STYLE = "counters/wed/style.toml"
DRIVE = "counters/wed/scenarios/drive-in-the-country.toml"
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
    "UTF-16": (recoded(UNITS, "utf-16"), r"units\.csv: found UTF-16 text"),
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
        r"module\.toml:3:8: .*expected TOML",
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
        replaced(DRIVE, 'hex = "44.223"', 'hex = "44.923"'),
        r"drive-in-the-country\.toml:\d+.*44\.923",
    ),
    "no hex number": (
        replaced(DRIVE, 'hex = "44.223"', 'hex = "44223"'),
        r"drive-in-the-country\.toml:\d+.*44223",
    ),
    "unknown unit": (
        replaced(DRIVE, 'unit = "wed1-kings-1-gg"', 'unit = "wed1-king-1-gg"'),
        r"drive-in-the-country\.toml:\d+.*did you mean wed1-kings-1-gg\?",
    ),
    "unknown state": (
        replaced(DRIVE, 'state = ["column"]', 'state = ["colum"]'),
        r"drive-in-the-country\.toml:\d+.*did you mean column\?",
    ),
    "unknown turn": (
        replaced(DRIVE, 'first = "1300, September 11, 1944"', 'first = "1300, October 11, 1944"'),
        r"October 11",
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


EXAMPLE = "map_sources/example/"

MAP_MISTAKES: dict[str, tuple[Damage, str]] = {
    "unknown terrain": (
        replaced(EXAMPLE + "hexes.csv", "5.01,woods", "5.01,wodos"),
        r"hexes\.csv:\d+:terrain: found 'wodos'.*did you mean woods\?",
    ),
    "hex on no sheet": (
        replaced(EXAMPLE + "hexes.csv", "5.01,woods", "5.91,woods"),
        r"hexes\.csv:\d+:hex: .*5\.91",
    ),
    "hexside of far hexes": (
        replaced(EXAMPLE + "hexsides.csv", "3.01/4.01,river", "3.01/5.01,river"),
        r"hexsides\.csv:\d+:hexside: .*not adjacent",
    ),
    "half a hexside": (
        replaced(EXAMPLE + "hexsides.csv", "3.01/4.01,river", "3.01,river"),
        r"hexsides\.csv:\d+:hexside: ",
    ),
    "unknown hexside kind": (
        replaced(EXAMPLE + "hexsides.csv", "3.01/4.01,river", "3.01/4.01,rivre"),
        r"hexsides\.csv:\d+:kind: found 'rivre'.*did you mean river\?",
    ),
    "Road with a gap": (
        replaced(EXAMPLE + "links.csv", "2.05 3.05 4.05", "2.05 4.05"),
        r"links\.csv:\d+:hexes: ",
    ),
    "Road of two kinds": (
        appended(EXAMPLE + "links.csv", "dam,road,The dam,6.07 6.08,rulebook,Testland 2.10"),
        r"links\.csv:\d+:kind: found 'road', expected raised_road",
    ),
    "unknown area kind": (
        replaced(EXAMPLE + "areas.csv", "bridgend,objective", "bridgend,objetive"),
        r"areas\.csv:\d+:kind: found 'objetive'.*did you mean objective\?",
    ),
    "area of an unknown Road": (
        replaced(EXAMPLE + "areas.csv", "north-road dam", "north-raod dam"),
        r"areas\.csv:\d+:roads: found Road 'north-raod'.*did you mean north-road\?",
    ),
    "duplicate area": (
        replaced(EXAMPLE + "areas.csv", "advance,objective", "bridgend,objective"),
        r"areas\.csv:\d+:id: found 'bridgend' again",
    ),
    "unknown provenance": (
        replaced(EXAMPLE + "hexes.csv", "rulebook", "rulebok"),
        r"hexes\.csv:\d+:provenance: found 'rulebok'.*did you mean rulebook\?",
    ),
    "no citation": (
        replaced(EXAMPLE + "hexes.csv", "Bridgend,rulebook,Testland 2.3", "Bridgend,rulebook,"),
        r"hexes\.csv:\d+:cite: found a blank cell",
    ),
    "odd offsets": (
        replaced(EXAMPLE + "lattice.toml", "hexes = [1, 10]", "hexes = [1, 10]\nline_offset = 1"),
        r"lattice\.toml:.*half_offset: found line_offset 1 with half_offset 0",
    ),
    "vocabulary missing": (
        removed(EXAMPLE + "terrain.toml"),
        r"terrain\.toml: found no such file",
    ),
}

ROADS = "map_sources/geography/roads.geojson"
PLACES = "map_sources/geography/places.geojson"


def first_ring(change: Callable[[list[list[float]]], object]) -> Damage:
    """Damage: something done to the first ring of the first outline of the places."""

    def damage(root: Path) -> None:
        path = root / PLACES
        data = json.loads(path.read_text(encoding="utf-8"))
        change(data["features"][0]["geometry"]["coordinates"][0])
        lines = ",\n".join(json.dumps(feature) for feature in data["features"])
        text = '{"type": "FeatureCollection", "features": [\n' + lines + "\n]}\n"
        path.write_text(text, encoding="utf-8")

    return damage


GEOGRAPHY_MISTAKES: dict[str, tuple[Damage, str]] = {
    "not JSON": (replaced(ROADS, '"features"', '"features'), r"roads\.geojson:\d+"),
    "no collection": (written(ROADS, b"[1, 2]"), r"roads\.geojson"),
    "nested too deep": (written(ROADS, b"[" * 100_000), r"roads\.geojson"),
    "unclosed ring": (first_ring(lambda ring: ring.pop()), r"places\.geojson:\d+.*clos"),
    "ring of three points": (
        first_ring(lambda ring: ring.__setitem__(slice(None), [*ring[:2], ring[0]])),
        r"places\.geojson:\d+.*3 positions",
    ),
    "coordinate off the earth": (
        first_ring(lambda ring: ring.__setitem__(1, [5.4, 151.5])),
        r"places\.geojson:\d+.*151\.5",
    ),
    "no number": (
        first_ring(lambda ring: ring.__setitem__(1, [5.4, float("nan")])),
        r"places\.geojson:\d+",
    ),
    "unknown feature kind": (
        replaced(ROADS, '"kind": "road"', '"kind": "raod"'),
        r"roads\.geojson:\d+.*'raod'.*did you mean road\?",
    ),
    "duplicate feature id": (
        lambda root: shutil.copy(root / ROADS, root / "map_sources/geography/roads-2.geojson"),
        r"roads(-2)?\.geojson:\d+.*again",
    ),
}


def check(arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command fails with exit code 2 and one line that matches."""
    capsys.readouterr()
    code = main(arguments)
    told = capsys.readouterr()
    lines = [line for line in told.err.splitlines() if not line.startswith("…")]
    assert code == 2, told.err
    assert len(lines) == 1, told.err
    assert lines[0].startswith("clubroute: ")
    assert "Traceback" not in told.err + told.out
    assert re.search(expected, lines[0]), lines[0]


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


@pytest.mark.parametrize("name", MAP_MISTAKES)
def test_map_mistakes(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage, expected = MAP_MISTAKES[name]
    root = tmp_path / "project"
    shutil.copytree(REPOSITORY / EXAMPLE, root / EXAMPLE)
    damage(root)
    out = tmp_path / "testland.png"
    check(["draw", "testland", "--project", str(root), "--out", str(out)], expected, capsys)
    assert not out.exists()


@pytest.mark.parametrize("name", GEOGRAPHY_MISTAKES)
def test_geography_mistakes(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage, expected = GEOGRAPHY_MISTAKES[name]
    root = tmp_path / "project"
    for folder in ("map_sources/gts", "map_sources/geography"):
        shutil.copytree(REPOSITORY / folder, root / folder)
    damage(root)
    out = tmp_path / "wed.png"
    check(["draw", "wed", "--project", str(root), "--out", str(out)], expected, capsys)
    assert not out.exists()


BOMB_XML = b"""<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;">]>
<VASSAL.build.GameModule name="&lol2;"/>"""


def zipped(path: Path, entries: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> None:
    """A zip with these entries."""
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)


def bomb(path: Path) -> None:
    """A zip of a few hundred kB that unpacks to hundreds of MB."""
    zipped(path, {"buildFile.xml": b"\0" * (300 << 20)}, zipfile.ZIP_DEFLATED)


def cut(path: Path) -> None:
    """A zip without its end."""
    zipped(path, {"buildFile.xml": b"<x/>" * 100})
    path.write_bytes(path.read_bytes()[:-30])


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "zip bomb": (bomb, r"x\.vmod.*: found "),
    "escaping name": (lambda p: zipped(p, {"../evil": b"x"}), r"x\.vmod:\.\./evil: "),
    "absolute name": (lambda p: zipped(p, {"/etc/passwd": b"x"}), r"x\.vmod:/etc/passwd: "),
    "drive name": (lambda p: zipped(p, {"C:\\x": b"x"}), r"x\.vmod:"),
    "entity bomb": (lambda p: zipped(p, {"buildFile.xml": BOMB_XML}), r"x\.vmod:2.*buildFile\.xml"),
    "broken XML": (
        lambda p: zipped(p, {"buildFile.xml": b"<a>\n<b></a>"}),
        r"x\.vmod:2:\d+:buildFile\.xml",
    ),
    "cut zip": (cut, r"x\.vmod: found "),
    "no zip": (lambda p: p.write_bytes(b"hello there, no zip"), r"x\.vmod: found another kind"),
    "empty": (lambda p: p.write_bytes(b""), r"x\.vmod: found "),
    "no VASSAL file": (lambda p: zipped(p, {"readme.txt": b"x"}), r"x\.vmod: found a zip without"),
    "bad save": (lambda p: zipped(p, {"savedGame": b"!VCSK0012zz"}), r"x\.vmod:.*savedGame"),
    "odd save": (lambda p: zipped(p, {"savedGame": b"!VCSK00123"}), r"x\.vmod:.*savedGame"),
    "directory": (lambda p: p.mkdir(), r"x\.vmod: found "),
    "missing": (lambda p: None, r"x\.vmod: found "),
    "damaged terrain": (
        lambda p: p.write_bytes(b"clubroute-terrain 2 sha256:00\n{}"),
        r"x\.vmod:1: found a digest that does not match",
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_files_to_dump(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make, expected = FILES[name]
    path = tmp_path / "x.vmod"
    make(path)
    check(["dump", str(path)], expected, capsys)


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
    from builder.sources.counter_set import read_counter_set

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
