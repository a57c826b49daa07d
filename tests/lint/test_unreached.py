"""Ground that no Unit of a class can reach is found by the rules of movement."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.grid import hexsides, neighbours
from clubroute.builder.lint.finding import Finding, Subject
from clubroute.builder.lint.run import lint, read_subject
from clubroute.builder.project import Project
from clubroute.builder.sources.readings import Reading
from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.gts.unreached import unreached
from tests.lint.planted import with_feature
from tests.sources.example import ROOT

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def gts(gts_map: CompiledMap) -> Subject:
    return read_subject(Project(ROOT), "gts")


@pytest.fixture(scope="module")
def findings(gts: Subject) -> tuple[Finding, ...]:
    return tuple(unreached(gts))


def test_what_is_unreached_on_our_maps_is_known(findings: tuple[Finding, ...]) -> None:
    """The golden text: after a change that is right, write the new lines into it."""
    known = (HERE / "unreached.txt").read_text(encoding="utf-8").splitlines()
    assert [replace(finding, source="").line() for finding in findings] == known


def test_infantry_reaches_every_hex(findings: tuple[Finding, ...]) -> None:
    assert not any("Leg" in finding.text for finding in findings)


def test_a_hex_walled_in_by_water_is_named_for_every_class(gts: Subject) -> None:
    terrain = gts.terrain
    plain = next(
        h
        for h in sorted(terrain.hexes)
        if not any(terrain.features(s) or s in terrain.links for s in hexsides(h))
        and set(neighbours(h)) <= set(terrain.hexes)
    )
    number = terrain.lattice.format(plain)
    around = [terrain.lattice.format_hexside(side) for side in hexsides(plain)]
    walled = with_feature(gts, "river", *around)
    (found,) = [f for f in unreached(walled) if f.place == number]
    assert found.text == "no Leg or Wheeled or Tracked Unit can reach it"


def test_other_lattices_are_not_judged_by_these_rules() -> None:
    assert list(unreached(read_subject(Project(ROOT), "example"))) == []


def test_a_reading_may_explain_it_and_is_not_stale_where_nobody_checks(
    gts: Subject, findings: tuple[Finding, ...]
) -> None:
    place, hexes = findings[0].place, findings[0].hexes
    reading = Reading("r", place, hexes, "a flood plain", "no way in", "unreached", "own", "x:1")
    told = replace(gts, readings=(reading,))
    levels = {f.place: f.level for f in lint(told, (lambda _: iter(findings),))}
    assert levels[place] == "note"
    assert not [f for f in lint(told) if f.rule in ("unreached", "reading")]
