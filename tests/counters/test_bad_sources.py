"""Every mistake in a counter source is one line that names its file, row and column."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.lattice import read_lattice
from tests.counters.places import copy_of_wed, spoil

pytestmark = pytest.mark.slow

DRIVE = "scenarios/wed-1.toml"
DRIVE_UNITS = "scenarios/wed-1.csv"
LEADER = "101-leader-501,Allied,101st Airborne Division,501 PIR,Leader/501,,leader,,,same,,1,"

MISTAKES = [
    # file, what is replaced, by what; the place and the hint the error must show
    ("units.csv", "id,side,", "id,sidde,", "1:2", "did you mean side?"),
    ("units.csv", ",cite,note", ",note,note", "1", "twice"),
    ("units.csv", "101-a-1-501,", "101-b-1-501,", ":id", "again"),
    ("units.csv", "101-a-1-501,", "101 A/1/501,", "3:id", "lower-case"),
    ("units.csv", LEADER, LEADER.replace("Allied", "Alied"), "2:side", "did you mean Allied?"),
    ("units.csv", LEADER, LEADER.replace("Allied", "German"), "2:division", "German"),
    (
        "units.csv",
        LEADER,
        LEADER.replace("101st Airborne", "101st Airbone"),
        "2:division",
        "did you mean 101st Airborne Division?",
    ),
    ("units.csv", LEADER, LEADER.replace("501 PIR", "501 PIRR"), "2:formation", "501 PIR"),
    ("units.csv", LEADER, LEADER.replace(",leader,", ",leeder,"), "2:kind", "leader?"),
    ("units.csv", LEADER, LEADER.replace(",leader,,,", ",leader,legs,,"), "2:class", "leg"),
    ("units.csv", LEADER, LEADER.replace(",same,,1,", ",same,x,1,"), "2:steps", "a number"),
    ("units.csv", LEADER, LEADER.replace(",same,,1,", ",same,2.5,1,"), "2:steps", "whole"),
    ("units.csv", LEADER, LEADER.replace(",same,,1,", ",same,9,1,"), "2:steps", "4"),
    ("units.csv", LEADER, LEADER.replace(",same,,1,", ",same,,0,"), "2:copies", "1"),
    ("units.csv", "WED-4;WED-CAMPAIGN", "WED-4;WED-CAMPAING", ":scenarios", "WED-CAMPAIGN?"),
    ("units.csv", ",101-e-2-506,WED-2", ",101-e-2-507,WED-2", ":variant_of", "101-e-2-506?"),
    ("units.csv", "WED-2=101st Airborne Division:", "WED-2=101st:", ":attached", "101st Airborne"),
    ("units.csv", "WED-2=101st Airborne Division:", "WED-2:", ":attached", "SCENARIO="),
    ("units.csv", ",rulebook,", ",rulebok,", "2:provenance", "did you mean rulebook?"),
    ("units.csv", ",kind;back,", ",kind;bakc,", ":assumed", "did you mean back?"),
    ("units.csv", LEADER, '"' + LEADER, ".csv:2", "a CSV record"),
    ("groups.csv", "59-flak-1;", "59-flak-0;", ":members", "the id of a unit"),
    ("formations.csv", ",502 PIR,", ",501 PIR,", "3:formation", "again"),
    ("divisions.csv", "KG Walther,German", "KG Walther,Dutch", "6:side", "Allied, German"),
    ("markers.csv", ",state-bad,", ",state-bed,", "3:colour", "did you mean state-bad?"),
    ("markers.csv", "COHESION|HIT", "A|B|C|D", "4:front", "at most three"),
    ("markers.csv", "suppressed,Supp", "101-a-1-501,Supp", "3:id", "first at"),
    ("chits.csv", "Allied,,Direct", "Allied,KG Walther,Direct", "2:division", "the Allied"),
    ("chits.csv", ",Formation,501 PIR,", ",Formation,,", "5:formation", "a Formation chit"),
    ("armament.csv", "wal-1-pz-2107", "wal-1-pz-2108", ":unit", "did you mean"),
    ("armament.csv", ",Panther,", ",Panter,", ":armament", "did you mean Panther?"),
    ("armament.csv", "an 88 in It Never Snows", "", "2:reason", "why it is assumed"),
    ("style.toml", "counter = 60", "counter = 6", ":6:size", "24 to 400"),
    ("style.toml", "#6f9f52", "#6f9f5", "fill", "a colour such as"),
    ("style.toml", 'ink = "light"', 'ink = "lihgt"', "43rd Infantry Division", "light?"),
    ("style.toml", '[division."KG Walther"]', '[division."KG Walter"]', "division", "Walther?"),
    ("style.toml", "[size]", "[size", ".toml:5:", "TOML"),
    (DRIVE_UNITS, "44.224", "44-224", "2:hex", "a hex number"),
    (DRIVE_UNITS, "44.224", "", "2:hex", "found 0 places"),
    (DRIVE_UNITS, "wed1-2-fj", "wed1-22-fj", "9:unit", "wed1-2-fj?"),
    (DRIVE_UNITS, "wed1-2-fj", "wed1-1-fj", "9:unit", "at most 1"),
    (DRIVE_UNITS, "wed1-2-fj", "59-1-erz-59", "9:unit", "found '59-1-erz-59'"),
    (DRIVE_UNITS, "wed1-2-fj", "", "9:unit", "one unit, pool or formation"),
    (DRIVE_UNITS, ",column,", ",colum,", "2:state", "did you mean column?"),
    (DRIVE_UNITS, ",column,", ",piggybacked,", "2:on", "a carrier"),
    (DRIVE_UNITS, "unit,hex,state,cite", "unit,hexx,state,cite", "1:2", "did you mean hex?"),
    (DRIVE, 'hex = "52.210"', "hex = 52.210", "marker[5].hex", "a text"),
    (DRIVE, 'hex = "52.210"', 'hexx = "52.210"', "marker[5].hexx", "did you mean hex?"),
    (DRIVE, 'corners = ["46.226", ', "corners = [", "playing_area.corners", "four"),
    (DRIVE, '"rectangle"', '"rectangel"', "playing_area.shape", "did you mean rectangle?"),
    (DRIVE, '"55.202/56.201"', '"55.202"', "bridge[1].hexside", "a hexside such as"),
    (DRIVE, '["intact"]', '["intakt"]', "bridge[1].state", "did you mean intact?"),
    (DRIVE, '["event-wed-1-cafe"]', '["event-wed-1-caffe"]', "event[2].markers", "wed-1-cafe?"),
    (DRIVE, "chit-gds-artillery", "chit-101-501", "mug.chits", "one of"),
    (DRIVE, "command_points = 4", "command_points = -4", "command[1]", "0 to 99"),
    (DRIVE, "[victory]", "[victry]", "victry", "victory?"),
    (DRIVE, 'id = "WED-1"', 'id = "WED-9"', ".toml:4:id", "one of WED-1"),
]

MAPS = Path(__file__).parents[2] / "map_sources"


@pytest.mark.parametrize(("name", "old", "new", "place", "hint"), MISTAKES)
def test_a_mistake_is_one_line_with_its_place(
    tmp_path: Path, name: str, old: str, new: str, place: str, hint: str
) -> None:
    folder = copy_of_wed(tmp_path)
    spoil(folder / name, old, new)
    with pytest.raises(InputError) as caught:
        read_counter_set(folder)
    message = str(caught.value)
    assert message.startswith(str(folder / name) + ":")
    assert place in message
    assert hint in message
    assert "\n" not in message


def test_the_row_of_a_mistake_is_told_of_a_file_saved_as_utf_16(tmp_path: Path) -> None:
    folder = copy_of_wed(tmp_path)
    spoil(folder / "style.toml", "counter = 60", "counter = 6")
    style = folder / "style.toml"
    style.write_bytes(style.read_text(encoding="utf-8").encode("utf-16"))
    with pytest.raises(InputError, match=r"style\.toml:6:size.*24 to 400"):
        read_counter_set(folder)


def test_the_row_of_a_toml_mistake_is_the_row_of_the_key(tmp_path: Path) -> None:
    folder = copy_of_wed(tmp_path)
    spoil(folder / DRIVE, 'hex = "52.210"', 'hex = "52-210"')
    with pytest.raises(InputError) as caught:
        read_counter_set(folder)
    row = caught.value.where.row
    assert row is not None
    assert (folder / DRIVE).read_text().splitlines()[row - 1] == 'hex = "52-210"'
    spoil(folder / DRIVE, 'hex = "52-210"', 'hex = "52.210"')
    spoil(folder / "style.toml", '"#8fbfe0"', '"blue"')
    with pytest.raises(InputError) as caught:
        read_counter_set(folder)
    row = caught.value.where.row
    assert row is not None
    assert (folder / "style.toml").read_text().splitlines()[row - 1] == 'fill = "blue"'


SOURCES = [
    "units.csv",
    "groups.csv",
    "markers.csv",
    "chits.csv",
    "divisions.csv",
    "formations.csv",
    "scenarios.csv",
    "style.toml",
    DRIVE_UNITS,
    DRIVE,
    "armament.csv",
    "club_route.toml",
]


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize(
    ("content", "hint"),
    [
        (b"", "an empty file"),
        (b"\xff\xfei\x00d", "UTF-8"),
        (b"id,side\n\xc3\x28\n", "UTF-8"),
        (b"id,si\0de\n", "NUL"),
        (None, "a directory"),
    ],
)
def test_unreadable_files(tmp_path: Path, name: str, content: bytes | None, hint: str) -> None:
    folder = copy_of_wed(tmp_path)
    path = folder / name
    path.unlink()
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(InputError, match=hint) as caught:
        read_counter_set(folder)
    assert str(caught.value).startswith(str(path))


@pytest.mark.parametrize("name", ["units.csv", "style.toml", "club_route.toml"])
def test_a_missing_file(tmp_path: Path, name: str) -> None:
    folder = copy_of_wed(tmp_path)
    (folder / name).unlink()
    with pytest.raises(InputError, match=f"no such file|found '{name}'"):
        read_counter_set(folder)


def test_a_hex_off_the_map(tmp_path: Path) -> None:
    folder = copy_of_wed(tmp_path)
    example = read_lattice(MAPS / "example" / "lattice.toml").lattice
    with pytest.raises(InputError, match=r"hex: found '44\.224'.*on no sheet"):
        read_counter_set(folder, HexNumbers(example))


@pytest.mark.parametrize(("printed", "shortened"), [("66.150", "66.15"), ("66.150", "66150")])
def test_a_hex_that_a_spreadsheet_shortened(tmp_path: Path, printed: str, shortened: str) -> None:
    folder = copy_of_wed(tmp_path)
    listed = folder / "scenarios" / "wed-4.csv"
    text = listed.read_text(encoding="utf-8")
    assert f",{printed}," in text
    listed.write_text(text.replace(f",{printed},", f",{shortened},"), encoding="utf-8")
    lattice = read_lattice(MAPS / "gts" / "lattice.toml").lattice
    with pytest.raises(InputError, match=rf"hex: found '{shortened}', expected .*66\.150"):
        read_counter_set(folder, HexNumbers(lattice, "wed"))


def test_what_a_spreadsheet_writes_is_accepted(tmp_path: Path, wed: CounterSet) -> None:
    folder = copy_of_wed(tmp_path)
    for name in SOURCES:
        data = (folder / name).read_bytes()
        (folder / name).write_bytes(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
    found = read_counter_set(folder)
    # Scenarios and windows know the folder they are in.
    assert found == replace(wed, scenarios=found.scenarios, windows=found.windows)


def test_an_owner_can_fill_in_ratings(tmp_path: Path) -> None:
    folder = copy_of_wed(tmp_path)
    text = (folder / "units.csv").read_text(encoding="utf-8").splitlines()
    header = text[0].split(",")
    cells = text[2].split(",")
    cells[header.index("fire")] = "5 white"
    cells[header.index("move")] = "12.5"
    cells[header.index("back_tq")] = "*"
    text[2] = ",".join(cells)
    (folder / "units.csv").write_text("\n".join(text) + "\n", encoding="utf-8")
    unit = read_counter_set(folder).units[1]
    assert "fire" in unit.front_ratings
    assert (unit.front_ratings["fire"].value, unit.front_ratings["fire"].colour) == ("5", "white")
    assert "move" in unit.front_ratings
    assert unit.front_ratings["move"].value == "12.5"
    assert "tq" in unit.back_ratings
    for wrong in ("five", "5 mauve", "5white", "--1", "1e3"):
        cells[header.index("fire")] = wrong
        text[2] = ",".join(cells)
        (folder / "units.csv").write_text("\n".join(text) + "\n", encoding="utf-8")
        with pytest.raises(InputError, match=r"units\.csv:3:fire"):
            read_counter_set(folder)
