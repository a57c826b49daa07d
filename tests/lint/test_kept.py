"""Findings are kept while nothing changes, and found anew when anything does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from clubroute.builder.lint.finding import (
    Finding,
    Outside,
    Subject,
    kept_findings,
)
from clubroute.builder.lint.run import lint_lattice
from clubroute.builder.project import Project
from clubroute.builder.terrain.compiled import cache_folder, silent
from clubroute.builder.terrain.shipped_maps import OWN
from tests.hermetic import own_folders
from tests.sources.example import add_row, example_project

FOUND = (Finding("warning", "road-end", "1.01", "ends nowhere", "x:1", ()),)


class Checks:
    """Checks that count how often they are run."""

    def __init__(self) -> None:
        self.runs = 0

    def __call__(self) -> tuple[Finding, ...]:
        self.runs += 1
        return FOUND


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """The example map, with a user's cache of its own."""
    own_folders(tmp_path, monkeypatch)
    return Project(example_project(tmp_path))


def runs(project: Project, checks: Checks, stamp: str = "") -> int:
    assert kept_findings(project, "example", OWN, stamp, silent, checks) == FOUND
    return checks.runs


def test_what_did_not_change_is_not_checked_again(project: Project) -> None:
    checks = Checks()
    assert [runs(project, checks), runs(project, checks)] == [1, 1]


def test_another_row_other_style_or_other_rules_are_checked(project: Project) -> None:
    checks = Checks()
    runs(project, checks)
    assert runs(project, checks, "other rules") == 2
    add_row(project.root, "hexes.csv", "1.02,woods,,rulebook,Testland 9")
    assert runs(project, checks) == 3
    style = project.map_sources / "example" / "style.toml"
    style.write_text("# paler\n", encoding="utf-8")
    assert runs(project, checks) == 4


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b'[{"level": "error"}]'])
def test_damaged_findings_are_found_anew(project: Project, data: bytes) -> None:
    checks = Checks()
    runs(project, checks)
    (kept,) = cache_folder().glob("example-findings-*")
    kept.write_bytes(data)
    assert [runs(project, checks), runs(project, checks)] == [2, 2]


def test_after_a_build_only_checks_from_outside_are_run(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = Finding("warning", "unreached", "1.01", "nobody gets there", "x:1", ())
    seen: list[str] = []

    def check(subject: Subject) -> Iterator[Finding]:
        seen.append(subject.terrain.lattice.name)
        yield outside

    own = lint_lattice(project, "example")
    monkeypatch.setattr("clubroute.builder.lint.run.own_findings", None)
    found = lint_lattice(project, "example", more=Outside((check,), "rules 1"))
    assert found == tuple(sorted((*own, outside), key=Finding.order))
    assert lint_lattice(project, "example", more=Outside((check,), "rules 1")) == found
    assert seen == ["example"]
    assert lint_lattice(project, "example", more=Outside((check,), "rules 2")) == found
    assert seen == ["example", "example"]
    assert lint_lattice(project, "example") == own
