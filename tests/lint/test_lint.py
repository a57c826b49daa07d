"""Every kind of defect is found; our own maps have no error, and what is odd in them is listed."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from builder.cli import main
from builder.errors import InputError
from builder.lint.finding import Finding, Subject
from builder.lint.run import RULES, in_window, lint, read_subject
from builder.project import Project
from tests.lint.planted import DEFECTS, with_area
from tests.sources.example import ROOT, add_row, example_project

REPOSITORY = Project(ROOT)
HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def example() -> Subject:
    return read_subject(REPOSITORY, "example")


@pytest.fixture(scope="module")
def gts() -> Subject:
    return read_subject(REPOSITORY, "gts")


def gist(finding: Finding) -> str:
    """A finding without its source row, which every edit above it moves."""
    return replace(finding, source="").line()


@pytest.mark.parametrize("name", DEFECTS)
def test_planted_defect_is_found(name: str, example: Subject) -> None:
    plant, *expected = DEFECTS[name]
    before = Counter(gist(f) for f in lint(example))
    after = lint(plant(example))
    new = [f for f in after if gist(f) not in before]
    assert expected in [[f.level, f.rule, f.place] for f in new]
    assert expected not in [[f.level, f.rule, f.place] for f in lint(example)]


def test_every_rule_has_a_planted_defect() -> None:
    assert {rule for _, _, rule, _ in DEFECTS.values()} == set(RULES)


def test_a_sound_addition_is_not_reported(example: Subject) -> None:
    assert lint(with_area(example, "1.01 1.02 2.01")) == lint(example)
    assert lint(with_area(example, "1.01 3.08 6.04")) == lint(example)


@pytest.mark.parametrize("lattice", ["gts", "example"])
def test_our_maps_have_no_errors_and_known_warnings(
    lattice: str, request: pytest.FixtureRequest
) -> None:
    """The golden text: after a change that is right, write the new lines into it."""
    subject: Subject = request.getfixturevalue(lattice)
    findings = lint(subject)
    assert [f for f in findings if f.level == "error"] == []
    known = (HERE / f"{lattice}.txt").read_text(encoding="utf-8").splitlines()
    assert [gist(f) for f in findings] == known


def test_the_rulebooks_slips_are_notes(gts: Subject) -> None:
    notes = {f.place: f.text for f in lint(gts) if f.level == "note"}
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


def test_a_window_shows_its_own_findings(gts: Subject) -> None:
    found, lattice = lint(gts), gts.terrain.lattice
    wed, tdc = ({gist(f) for f in in_window(found, lattice, window)} for window in ("wed", "tdc"))
    whole = set((HERE / "gts.txt").read_text(encoding="utf-8").splitlines())
    assert any(" dz-a1:" in line for line in wed - tdc)
    assert any(" stop-38.31:" in line for line in tdc - wed)
    assert wed | tdc == whole


def test_command_prints_a_line_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = example_project(tmp_path)
    assert main(["lint", "testland", "--project", str(project)]) == 0
    add_row(project, "facts.csv", "testland-99,testland,1.01,terrain_in,woods,Testland 9,stated")
    assert main(["lint", "testland", "--project", str(project)]) == 1
    first = capsys.readouterr().out.splitlines()[1]
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
