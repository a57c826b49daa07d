"""Every kind of defect is found; our own maps have no error, and what is odd in them is listed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.cli import main
from clubroute.builder.errors import InputError
from clubroute.builder.lint.finding import Finding, Subject
from clubroute.builder.lint.run import (
    BEYOND,
    RULES,
    in_window,
    lint,
    read_subject,
)
from clubroute.builder.project import Project
from clubroute.builder.sources.vocabulary import HexsideKind
from clubroute.builder.survey.compile import CompiledMap
from tests.cases import each
from tests.lint.planted import (
    DEFECTS,
    RING,
    keeping_apart,
    with_area,
    with_feature,
    with_name,
    with_road,
    with_terrain,
)
from tests.sources.example import ROOT, add_row, example_project

pytestmark = pytest.mark.slow

REPOSITORY = Project(ROOT)
HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def example() -> Subject:
    """Testland; of what is planted in it nothing is kept in the place of a country's plan."""
    return replace(read_subject(REPOSITORY, "example"), kept=None)


@pytest.fixture(scope="module")
def gts(gts_map: CompiledMap) -> Subject:
    """The corridor; its map is where the fixture has put it."""
    return read_subject(REPOSITORY, "gts")


@pytest.fixture(scope="module")
def found_in_ins(ins_map: CompiledMap) -> tuple[Finding, ...]:
    """What lint finds in the maps of It Never Snows."""
    return lint(read_subject(REPOSITORY, "ins"))


@pytest.fixture(scope="module")
def found_in_example(example: Subject) -> tuple[Finding, ...]:
    return lint(example)


@pytest.fixture(scope="module")
def found_in_gts(gts: Subject) -> tuple[Finding, ...]:
    return lint(gts)


def gist(finding: Finding) -> str:
    """A finding without its source row, which every edit above it moves."""
    return replace(finding, source="").line()


@each("name", DEFECTS)
def test_planted_defect_is_found(
    name: str, example: Subject, found_in_example: tuple[Finding, ...]
) -> None:
    plant, *expected = DEFECTS[name]
    before = Counter(gist(f) for f in found_in_example)
    after = lint(plant(example))
    new = [f for f in after if gist(f) not in before]
    assert expected in [[f.level, f.rule, f.place] for f in new]
    assert expected not in [[f.level, f.rule, f.place] for f in found_in_example]


def test_every_rule_has_a_planted_defect() -> None:
    assert {rule for _, _, rule, _ in DEFECTS.values()} == set(RULES) - BEYOND


def with_village(subject: Subject, number: str) -> Subject:
    """A village of one hex, of a kind that often is."""
    words = subject.vocabulary
    village = replace(words.hexes["village"], holds_centre=True)
    settled = replace(words, hexes={**words.hexes, "village": village})
    return with_terrain(replace(subject, vocabulary=settled), "village", number)


def with_ferry(subject: Subject, number: str) -> Subject:
    """A ferry site on a hexside of the river; no Road leads over it."""
    words = subject.vocabulary
    ferry = HexsideKind("ferry", "Ferry", "Testland 9", crosses=("river",))
    known = replace(words, hexsides={**words.hexsides, "ferry": ferry})
    return with_feature(replace(subject, vocabulary=known), "ferry", number)


def with_basin(subject: Subject, number: str) -> Subject:
    """A village where a canal may end; the river's kind stands for it."""
    words = with_village(subject, number).vocabulary
    canal = replace(words.hexsides["river"], basins=True)
    known = replace(words, hexsides={**words.hexsides, "river": canal})
    return replace(with_village(subject, number), vocabulary=known)


SOUND: dict[str, Callable[[Subject], Subject]] = {
    "an area of one part": lambda s: with_area(s, "1.01 1.02 2.01"),
    "a village in an area of one terrain": lambda s: with_area(with_village(s, "3.03"), RING),
    "an area of markers": lambda s: with_area(s, "1.01 3.08 6.04"),
    "a Road from edge to edge": lambda s: with_road(s, "lane", "1.02 2.02 2.01"),
    "a Road that ends at another": lambda s: with_road(s, "lane", "1.02 1.03 1.04 1.05"),
    "a Road that ends in a village": lambda s: with_road(
        with_village(s, "3.02"), "lane", "1.02 2.02 3.02"
    ),
    "a Road that ends at a ferry": lambda s: with_road(
        with_ferry(s, "3.03/4.02"), "lane", "1.02 2.02 3.03"
    ),
    "water that leaves the map and comes back": lambda s: with_feature(
        s,
        "stream",
        *("1.02/1.03", "1.03/2.02", "1.03/2.03", "1.03/1.04"),
        *("6.07/6.08", "5.08/6.08", "5.09/6.08", "6.08/6.09"),
        name="Wander",
    ),
    "a Road that ends in a named place": lambda s: with_road(
        with_name(s, "3.02", "Inn"), "lane", "1.02 2.02 3.02"
    ),
    "a Road that leaves the map between": lambda s: with_road(s, "lane", "1.02 1.01", "6.01 6.02"),
    "a stream that rises inland and meets the river": lambda s: with_feature(
        s, "stream", "2.02/3.03", "3.02/3.03", name="Sike"
    ),
    "a stream that rises inland and leaves the map": lambda s: with_feature(
        s, "stream", "1.03/2.02", "1.02/1.03", name="Sike"
    ),
    "a canal that ends in its basin": lambda s: with_basin(
        with_feature(s, "river", "3.02/3.03", name="Cut"), "3.03"
    ),
    "two woods beside each other": lambda s: with_terrain(s, "woods", "5.08", "5.09"),
    "Roads that are kept apart where they pass": lambda s: keeping_apart(
        s, "5.05", "dam", "north-road"
    ),
    "a short name beside another": lambda s: with_name(s, "4.03", "Inn"),
}


@pytest.mark.parametrize("name", SOUND)
def test_what_is_sound_is_not_reported(
    name: str, example: Subject, found_in_example: tuple[Finding, ...]
) -> None:
    assert lint(SOUND[name](example)) == found_in_example


@pytest.mark.parametrize("lattice", ["gts", "ins", "example"])
def test_our_maps_have_no_errors_and_known_warnings(
    lattice: str, request: pytest.FixtureRequest
) -> None:
    """The golden text: after a change that is right, write the new lines into it."""
    findings: tuple[Finding, ...] = request.getfixturevalue(f"found_in_{lattice}")
    assert [f for f in findings if f.level == "error"] == []
    known = (HERE / f"{lattice}.txt").read_text(encoding="utf-8").splitlines()
    assert [gist(f) for f in findings] == known


def test_the_rulebooks_slips_are_notes(found_in_gts: tuple[Finding, ...]) -> None:
    notes = {f.place: f.text for f in found_in_gts if f.level == "note"}
    assert "71.25 is printed" in notes["dz-a1"]
    assert "read as 71.125" in notes["dz-a1"]
    assert "77.12127" in notes["76.127/77.127"]
    assert "38.21" in notes["stop-38.31"]
    assert "53.113 and 51.115" in notes["entry-d"]
    assert "is in 2 parts" in notes["dz-c"]


def test_errors_come_first(example: Subject) -> None:
    plant, *_ = DEFECTS["river without bridge"]
    levels = [f.level for f in lint(plant(example))]
    assert levels == sorted(levels, key=["error", "warning", "note"].index)
    assert levels[0] == "error"


def test_a_window_shows_its_own_findings(gts: Subject, found_in_gts: tuple[Finding, ...]) -> None:
    found, lattice = found_in_gts, gts.terrain.lattice
    wed, tdc = ({gist(f) for f in in_window(found, lattice, window)} for window in ("wed", "tdc"))
    whole = set((HERE / "gts.txt").read_text(encoding="utf-8").splitlines())
    assert any(" dz-a1:" in line for line in wed - tdc)
    assert any(" stop-38.31:" in line for line in tdc - wed)
    assert wed | tdc == whole


def test_a_map_of_the_package_is_checked_and_drawn_beside_maps_of_ones_own(tmp_path: Path) -> None:
    own = ["--project", str(tmp_path)]
    assert main(["new", "island", *own]) == 0
    assert main(["lint", "testland", *own]) == 0
    out = tmp_path / "part.png"
    assert main(["draw", "testland", "--hexes", "1.01,2.02", "--out", str(out), *own]) == 0
    assert out.is_file()


def test_command_prints_a_line_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = example_project(tmp_path)
    assert main(["lint", "testland", "--project", str(project)]) == 0
    add_row(project, "facts.csv", "testland-99,testland,1.01,terrain_in,woods,Testland 9,stated")
    assert main(["lint", "testland", "--project", str(project)]) == 1
    first = capsys.readouterr().out.splitlines()[0]
    assert first == (
        "error fact 1.01: testland-99 (Testland 9) says terrain_in woods, but is clear"
        " [example/facts.csv:13]"
    )
    assert main(["lint", "--json", "--project", str(project)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["counts"]["error"] == 1
    assert told["findings"][0]["source"] == "example/facts.csv:13"


def test_bad_input_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = example_project(tmp_path)
    assert main(["lint", "testlnd", "--project", str(project)]) == 2
    assert "did you mean testland?" in capsys.readouterr().err
    add_row(project, "facts.csv", "testland-99,testland,9.99,terrain_in,woods,Testland 9,stated")
    assert main(["lint", "testland", "--project", str(project)]) == 2
    assert "facts.csv:13:testland-99: found '9.99' is on no sheet" in capsys.readouterr().err


def test_a_reading_that_explains_no_known_rule(tmp_path: Path) -> None:
    project = example_project(tmp_path)
    path = project / "map_sources" / "example" / "readings.csv"
    path.write_text(
        "id,subject,hexes,printed,read,explains,cite\nslip,1.01,1.01,x,y,area-part,Testland 1\n",
        encoding="utf-8",
    )
    with pytest.raises(InputError, match=r"readings\.csv:2:explains: .*did you mean area-parts"):
        read_subject(Project(project), "example")


def test_a_reading_about_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = example_project(tmp_path)
    path = project / "map_sources" / "example" / "readings.csv"
    path.write_text(
        "id,subject,hexes,printed,read,cite\nslip,bridgent,1.01,x,y,Testland 1\n", encoding="utf-8"
    )
    assert main(["lint", "testland", "--project", str(project)]) == 2
    assert "example/readings.csv:2:subject: found 'bridgent' is no hex" in capsys.readouterr().err
