"""Modules of somebody else's, read into the owner's folder: numbering, slips, edits, mistakes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_map import HexsideFeature, TerrainMap
from clubroute.builder.vassal.buildfile import element
from clubroute.builder.vassal.pieces import piece, piece_definition
from clubroute.builder.vassal.traits import BasicPiece, Marks
from clubroute.rules.gts.logcheck.counters import mapping_of
from clubroute.rules.logs.check.series import read_counters
from clubroute.rules.owner.modules.facts import read_facts
from clubroute.rules.owner.modules.importing import (
    import_module,
    import_read,
    mug_of,
    read_module_at,
)
from clubroute.rules.owner.modules.module_file import read_module_file
from clubroute.rules.owner.modules.overlay import LaidGround, lay
from clubroute.rules.owner.modules.report import ImportReport
from tests.engine.foreign_module import foreign_module
from tests.engine.handmade import zip_bytes
from tests.rules.owner.modules.played import company, palette
from tests.rules.owner.modules.writer import Numbers, Sheet, module, written, zipped

EAST = Sheet("East", range(133, 151), range(20, 40))
"""Arnhem and its neighbourhood, on the map of The Devil's Cauldron."""
WEST = Sheet("West", range(113, 133), range(20, 40))


@pytest.fixture(scope="module")
def terrain(gts_map: CompiledMap) -> TerrainMap:
    return gts_map.terrain


@pytest.fixture
def imported(terrain: TerrainMap, tmp_path: Path) -> Callable[[bytes], ImportReport]:
    """Imports the bytes of a module into a folder of its own."""

    def run(data: bytes) -> ImportReport:
        path = tmp_path / "own.vmod"
        path.write_bytes(data)
        return import_module(path, tmp_path / "owner", terrain)

    return run


def laid(report: ImportReport, terrain: TerrainMap) -> LaidGround:
    """The ground of an imported module over our map, from its files."""
    folder = Path(report.folder)
    told = read_module_file(folder / "module.toml")
    return lay(terrain, read_facts(folder / "terrain.csv", terrain.lattice, told.rules), told)


NUMBERINGS = {
    "plain": Numbers(),
    "one more column": Numbers(start=-1, stagger=True),
    "staggered": Numbers(start=1, stagger=True, separator="-"),
    "without separator": Numbers(separator="", less=100),
    "row first": Numbers(separator="", first="V", leading=(2, 2)),
    "from row -1": Numbers(stagger=True, start=-1, top=-1),
    "begun anew": Numbers(less=100),
}


@pytest.mark.parametrize("name", NUMBERINGS)
def test_our_map_comes_back_in_every_numbering(
    name: str, terrain: TerrainMap, imported: Callable[[bytes], ImportReport]
) -> None:
    boards = written(terrain, [replace(EAST, numbers=NUMBERINGS[name])])
    report = imported(module(boards))
    assert report.rules == "tdc"
    assert report.used == report.lines == len(boards[0].lines)
    assert (report.slips, report.remarks) == ([], {})
    assert report.shown == len(boards[0].cells)
    comes_back(report, terrain)


def test_our_map_comes_back_from_two_boards_with_their_seam(
    terrain: TerrainMap, imported: Callable[[bytes], ImportReport]
) -> None:
    east = replace(EAST, numbers=Numbers(less=100), place=(1, 0))
    report = imported(module(written(terrain, [WEST, east])))
    assert report.shown == 38 * 20
    assert (report.slips, report.remarks) == ([], {})
    comes_back(report, terrain)


def test_columns_that_begin_anew_in_a_zone(
    terrain: TerrainMap, imported: Callable[[bytes], ImportReport]
) -> None:
    sheet = Sheet("Seam", range(91, 111), range(110, 130), Numbers(zone=100))
    report = imported(module(written(terrain, [sheet]), ruleset="WED"))
    assert report.rules == "wed"
    assert report.remarks == {}
    comes_back(report, terrain)


def comes_back(report: ImportReport, terrain: TerrainMap) -> None:
    """What the format can say is as it was; what differs is listed, each with its reason."""
    ground = laid(report, terrain)
    told = {one.place for one in (*ground.differences, *ground.open, *ground.bridges)}
    assert not [one for one in ground.differences if one.sort == "hex"]
    for h, info in ground.terrain.hexes.items():
        assert info.terrain == terrain.hexes[h].terrain
        assert info.basis.provenance in ("owner", "rulebook")
    number = terrain.lattice.format_hexside
    inside = ground.terrain.hexes.keys()
    for side in {*terrain.hexsides, *ground.terrain.hexsides}:
        if side.a in inside and side.b in inside and number(side) not in told:
            was, now = terrain.hexsides.get(side, ()), ground.terrain.hexsides.get(side, ())
            assert kinds(was) == kinds(now), number(side)
    for side in {*terrain.links, *ground.terrain.links}:
        if side.a in inside and side.b in inside and number(side) not in told:
            roads = [
                {(link.road, one.roads[link.road].kind) for link in one.links.get(side, ())}
                for one in (terrain, ground.terrain)
            ]
            assert roads[0] == roads[1], number(side)
    lost = [one for one in ground.differences if one.sort == "hexside"]
    assert not lost, lost
    changed = [one for one in ground.differences if one.sort == "line"]
    # Between two hexes that raised Roads lead through the format cannot tell a level line.
    assert all(one.theirs.startswith("raised") for one in changed), changed


def kinds(features: tuple[HexsideFeature, ...]) -> list[str]:
    return sorted(one.kind for one in features)


def test_a_line_over_water_is_an_assumed_bridge(
    terrain: TerrainMap, imported: Callable[[bytes], ImportReport]
) -> None:
    boards = written(terrain, [EAST])
    side = next(
        s
        for s, many in terrain.hexsides.items()
        if s.a in boards[0].cells and s.b in boards[0].cells
        if [f.kind for f in many] == ["river"] and s not in terrain.links
    )
    ends = [boards[0].cells[h] for h in side]
    boards[0].lines.append("l,{},{},{},{},Main Road".format(*ends[0], *ends[1]))
    report = imported(module(boards))
    (bridge,) = [one for one in report.bridges if one.theirs == "bridge"]
    assert bridge.place == terrain.lattice.format_hexside(side)
    made = laid(report, terrain).terrain.features(side, "bridge")
    assert [one.basis.provenance for one in made] == ["assumed"]


def test_a_hex_without_paint_is_clear_where_clear_is_not_painted(
    terrain: TerrainMap, imported: Callable[[bytes], ImportReport]
) -> None:
    boards = written(terrain, [EAST])
    lines = boards[0].lines
    boards[0].lines = [one for one in lines if not one.endswith(",Clear")]
    comes_back(imported(module(boards)), terrain)
    woods = [one for one in lines if one.endswith(",Woods")]
    boards[0].lines = [one for one in lines if one not in woods]
    ground = laid(imported(module(boards, name="Other")), terrain)
    unpainted = {h for h, info in ground.terrain.hexes.items() if info.basis.provenance != "owner"}
    assert len(unpainted) == len(woods)
    assert {terrain.hexes[h].terrain for h in unpainted} == {"woods"}


def test_what_a_rulebook_names_counts(
    terrain: TerrainMap, imported: Callable[[bytes], ImportReport]
) -> None:
    h = next(h for h, one in terrain.hexes.items() if one.basis.provenance == "rulebook")
    start = h.line - 5 if h.line % 2 == 0 else h.line - 4
    row = (h.half - (h.line % 2 == 0)) // 2
    sheet = Sheet("Named", range(start, start + 9), range(row - 3, row + 3))
    boards = written(terrain, [sheet])
    c, r = boards[0].cells[h]
    boards[0].lines = [one for one in boards[0].lines if not one.startswith(f"h,{c},{r},")]
    boards[0].lines.append(f"h,{c},{r},Swamp")
    report = imported(module(boards, ruleset="WED"))
    (told,) = [one for one in report.differences if one.sort == "hex"]
    assert (told.theirs, told.counts) == ("swamp", "rulebook")
    assert laid(report, terrain).terrain.hexes[h] == terrain.hexes[h]


def test_every_line_is_a_fact_or_is_named(
    terrain: TerrainMap, imported: Callable[[bytes], ImportReport]
) -> None:
    boards = written(terrain, [EAST])
    broken = [
        "# a remark",
        "hello,3,3,Woods",
        "h, 4,4,Woods",
        "h,5,5,woods",
        "h,6,6",
        "h,6",
        "e,1,1,2",
        "a,1,1,Nothing,true",
        "a,1,2,Raised Road",
        "a,1,3,Raised Road,maybe",
        "h,900,900,Woods",
        "l,1,1,9,9,Road",
    ]
    many = len(boards[0].lines)
    boards[0].lines += broken
    report = imported(module(boards))
    named = " ".join((*report.slips, *(text for one in report.remarks.values() for text in one)))
    for number in range(many + 1, many + len(broken) + 1):
        assert f"East:{number}:" in named, broken[number - many - 1]


def test_what_the_owner_changes_is_kept(
    terrain: TerrainMap, imported: Callable[[bytes], ImportReport]
) -> None:
    boards = written(terrain, [EAST])
    first = imported(module(boards))
    assert first.changed == first.kept == []
    path = Path(first.folder) / "terrain.csv"
    lines = path.read_text("utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if ",Polder," in line)
    mended = lines[at].replace(",polder,", ",swamp,")
    lines[at] = mended
    path.write_text("\n".join(lines) + "\n", "utf-8")
    words = Path(first.folder) / "module.toml"
    words.write_text(
        words.read_text("utf-8").replace('"Town" = "town"', '"Town" = "city"'), "utf-8"
    )
    again = imported(module(boards, version="1.1"))
    assert len([one for one in again.kept if one.startswith("terrain.csv")]) == 1
    assert any("'Town' = 'city'" in one for one in again.kept)
    assert mended in path.read_text("utf-8")
    assert '"Town" = "city"' in words.read_text("utf-8")
    assert again.changed[0] == "version 1.0, now 1.1"
    # A third time nothing is new, and what was changed stays.
    third = imported(module(boards, version="1.1"))
    assert third.changed == []
    assert mended in path.read_text("utf-8")


def test_a_second_module_of_one_name_has_a_folder_of_its_own(
    terrain: TerrainMap, tmp_path: Path
) -> None:
    boards = written(terrain, [EAST])
    owner, paths = tmp_path / "owner", {}

    def put(file: str, **told: Any) -> ImportReport:
        paths[file] = tmp_path / f"{file}.vmod"
        paths[file].write_bytes(module(boards, **told))
        return import_module(paths[file], owner, terrain)

    first = put("first")
    words = Path(first.folder) / "module.toml"
    words.write_text(words.read_text("utf-8").replace('"Town" = "town"', '"Town" = "city"'))
    before = {path: path.read_bytes() for path in Path(first.folder).iterdir()}
    namesake = put("namesake", saved=1)
    newer = put("newer", version="1.1")
    names = [Path(one.folder).name for one in (first, namesake, newer)]
    assert names == ["gts-written", f"gts-written-{namesake.digest[:8]}", "gts-written-1-1"]
    assert {path: path.read_bytes() for path in before} == before
    assert any("GTS written 1.0 in gts-written is another" in note for note in namesake.notes)
    assert not any("is another module" in note for note in first.notes)

    # The same file again, wherever it lies, is the same module.
    copy = put("copy", saved=1)
    assert (copy.folder, copy.changed) == (
        namesake.folder,
        [f"file {paths['namesake']}, now {paths['copy']}"],
    )
    # The owner may say so, and is told what is left over.
    read = read_module_at(paths["copy"])
    updated = import_read(read, owner, terrain, Path(newer.folder))
    assert (updated.folder, updated.digest) == (newer.folder, namesake.digest)
    assert updated.changed[0] == "version 1.1, now 1.0"
    assert f"{names[1]} is of the same file: delete that folder unless you need it" in updated.notes
    # One that has taken the place of another is a newer file of it, and keeps what was changed.
    paths["first"].unlink()
    later = put("later", version="1.2")
    assert later.folder == first.folder
    assert any("'Town' = 'city'" in one for one in later.kept)


def test_what_the_module_says_anew_is_told(
    terrain: TerrainMap, imported: Callable[[bytes], ImportReport]
) -> None:
    boards = written(terrain, [EAST])
    imported(module(boards))
    at = next(n for n, line in enumerate(boards[0].lines) if line.endswith(",Woods"))
    boards[0].lines[at] = boards[0].lines[at].replace("Woods", "Swamp")
    again = imported(module(boards))
    (told,) = again.changed
    assert "word was Woods, is Swamp" in told


def test_a_module_without_terrain_files_is_imported(
    terrain: TerrainMap, imported: Callable[[bytes], ImportReport]
) -> None:
    report = imported(module(written(terrain, [replace(EAST, text=False)])))
    assert report.lines == 0
    assert any("the ground is our map's" in line for line in report.summary())
    ground = laid(report, terrain)
    assert all(info == terrain.hexes[h] for h, info in ground.terrain.hexes.items())


def test_of_a_module_of_another_game_nothing_of_our_maps_is_said(
    imported: Callable[[bytes], ImportReport],
) -> None:
    first, second = imported(zip_bytes(foreign_module())).summary()
    assert ": of no game with rules here, in " in first
    assert second == "its saves and logs are shown and not judged: clubroute position FILE"


def test_odd_columns_that_are_the_low_ones_are_another_map(
    terrain: TerrainMap, imported: Callable[[bytes], ImportReport]
) -> None:
    boards = written(terrain, [EAST])
    boards[0].offsets = boards[0].offsets[0] + 1, boards[0].offsets[1]
    report = imported(module(boards))
    assert [one.why for one in report.boards] == [
        "numbers that lie otherwise than those of our map"
    ]
    assert report.used == 0


def hostile() -> dict[str, bytes]:
    """Files that are no module, each in its own way."""
    name = b'<VASSAL.build.GameModule name="X"/>'
    return {
        "nothing": b"",
        "no zip": b"PK\x03\x04 cut short",
        "no build file": zipped({"moduledata": b"<data/>"}),
        "a DOCTYPE": zipped({"buildFile.xml": b"<!DOCTYPE x><a/>"}),
        "cut short": zipped({"buildFile.xml": b"<VASSAL.build.GameModule name='X'"}),
        "no name": zipped({"buildFile.xml": b"<VASSAL.build.GameModule/>"}),
        "out of the folder": zipped({"buildFile.xml": name, "../../evil.txt": b"x"}),
        "twice": zipped({"buildFile.xml": name})[:-30],
        "a bomb": zipped({"buildFile.xml": name, "terrainMaps/A.txt": b"\n" * (90 << 20)}),
    }


@pytest.mark.parametrize("what", hostile())
def test_what_is_no_module_is_one_line(what: str, terrain: TerrainMap, tmp_path: Path) -> None:
    path = tmp_path / "bad.vmod"
    path.write_bytes(hostile()[what])
    with pytest.raises(InputError) as error:
        import_module(path, tmp_path / "owner", terrain)
    assert "\n" not in str(error.value)
    assert not (tmp_path / "owner").exists()


def test_hostile_names_stay_in_the_folder(
    terrain: TerrainMap, imported: Callable[[bytes], ImportReport], tmp_path: Path
) -> None:
    boards = written(terrain, [replace(EAST, name='"East"\n[boards] #')])
    for name in ("../../up", "CON", "ß\u202e/..", '"]\nname = "y'):
        report = imported(module(boards, name=name))
        folder = Path(report.folder)
        assert folder.parent == tmp_path / "owner" / "modules"
        assert read_module_file(folder / "module.toml").name == name
        assert report.used == report.lines


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("terrain.csv", ",village,", ",vilage,", "terrain.csv:"),
        ("ratings.csv", "gpid,name", "gpid,nmae", "ratings.csv:3"),
        ("module.toml", '"tdc"', '"tcd"', "module.toml:rules"),
        ("module.toml", 'version = "1.0"', "version = 1", "module.toml:version"),
    ],
)
def test_a_folder_edited_wrong_is_one_line(
    file: str,
    old: str,
    new: str,
    said: str,
    terrain: TerrainMap,
    imported: Callable[[bytes], ImportReport],
) -> None:
    data = module(written(terrain, [EAST]))
    path = Path(imported(data).folder) / file
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    before = path.read_bytes()
    with pytest.raises(InputError, match=said):
        imported(data)
    assert path.read_bytes() == before


def test_the_report_is_json_too(
    terrain: TerrainMap, imported: Callable[[bytes], ImportReport]
) -> None:
    report = imported(module(written(terrain, [EAST])))
    told = json.loads((Path(report.folder) / "report.json").read_text("utf-8"))
    assert told == json.loads(report.json())


@pytest.mark.parametrize(
    ("decks", "mug"),
    [
        (("Occupied", "Smuggled goods"), ""),
        (("Spent chits", "The Mug"), "The Mug"),
        (("Teacups", "Chits"), "Chits"),
        (("Reserve", "Cup 2"), "Cup 2"),
    ],
)
def test_the_mug_is_known_by_a_word_of_its_name(decks: tuple[str, ...], mug: str) -> None:
    of = "VASSAL.build.module.map.DrawPile"
    root = element("VASSAL.build.GameModule", {}, *(element(of, {"name": one}) for one in decks))
    assert mug_of(root) == mug


def test_what_lies_in_the_mug_is_a_chit_whatever_it_is_called(
    imported: Callable[[bytes], ImportReport], terrain: TerrainMap
) -> None:
    names = ("Frost (1)", "Reserve", "Direct Command")
    cards = []
    for gpid, name in enumerate(names, 11):
        one = piece(BasicPiece(name, gpid=str(gpid)), [Marks((("Army", "British"),)).trait()])
        attributes = {"entryName": name, "gpid": str(gpid)}
        cards.append(
            element("VASSAL.build.widget.CardSlot", attributes, text=piece_definition(one))
        )
    mug = element("VASSAL.build.module.map.DrawPile", {"name": "Chit cup", "x": 0, "y": 0}, *cards)
    beside = palette({"1": company("A Company", "1"), "2": company("Reserve 2", "2")})
    report = imported(module(written(terrain, [EAST]), more=[mug, beside]))
    path = Path(report.folder) / "counters.toml"
    told = read_counters(path)
    assert told["mug"] == "Chit cup"
    chits = [row for row in mapping_of(told, path).rows if row.role == "chit"]
    assert len(chits) == len(told["chits"]) > len(names)
    patterns = [row["match"]["BasicName"] for row in told["chits"]]
    assert patterns[: len(names)] == ["Frost\\ \\(1\\)", "Reserve", "Direct\\ Command"]
    for pattern, name in zip(patterns, names, strict=False):
        assert re.fullmatch(pattern, name)
        assert not re.fullmatch(pattern, "Reserve 2")
