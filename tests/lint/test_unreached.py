"""Ground that no Unit of a class can reach is found by the rules of movement."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.grid import Hex, hexsides, neighbours
from clubroute.builder.lint.finding import Finding, Subject
from clubroute.builder.lint.run import lint, read_subject
from clubroute.builder.project import Project
from clubroute.builder.sources.facts import Reading
from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.gts.unreached import unreached
from tests.lint.planted import with_feature
from tests.sources.example import ROOT

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def gts(gts_map: CompiledMap) -> Subject:
    return read_subject(Project(ROOT), "gts")


@pytest.fixture(scope="module")
def plain(gts: Subject) -> Hex:
    """A hex with no Road and nothing on its hexsides, amid others."""
    terrain = gts.terrain
    return next(
        h
        for h in sorted(terrain.hexes)
        if not any(terrain.features(s) or s in terrain.links for s in hexsides(h))
        and set(neighbours(h)) <= set(terrain.hexes)
    )


@pytest.fixture(scope="module")
def found(gts: Subject, plain: Hex) -> dict[str, Finding]:
    """What is unreached on our maps, with a hex walled in by a river, by its place."""
    around = [gts.terrain.lattice.format_hexside(side) for side in hexsides(plain)]
    return {found.place: found for found in unreached(with_feature(gts, "river", *around))}


def test_what_is_unreached_on_our_maps_is_known(
    gts: Subject, plain: Hex, found: dict[str, Finding]
) -> None:
    """The golden text: after a change that is right, write the new lines below their reason.

    Of The Devil's Cauldron vehicles once reached 3,290 hexes of 5,340.
    """
    text = (HERE / "unreached.txt").read_text(encoding="utf-8")
    known = sorted(line for line in text.splitlines() if line and not line.startswith("#"))
    walled = gts.terrain.lattice.format(plain)
    others = [finding for place, finding in found.items() if place != walled]
    assert sorted(replace(finding, source="").line() for finding in others) == known
    assert not any("Leg" in finding.text for finding in others)
    assert sum(len(finding.hexes) for finding in others) <= 100
    assert max(len(finding.hexes) for finding in others) <= 15


def test_a_hex_walled_in_by_water_is_named_for_every_class(
    gts: Subject, plain: Hex, found: dict[str, Finding]
) -> None:
    finding = found[gts.terrain.lattice.format(plain)]
    assert finding.text == "no Leg or Wheeled or Tracked Unit can reach it"


def test_other_lattices_are_not_judged_by_these_rules() -> None:
    assert list(unreached(read_subject(Project(ROOT), "example"))) == []


def test_a_reading_may_explain_it_and_is_not_stale_where_nobody_checks() -> None:
    example = read_subject(Project(ROOT), "example")
    first = min(example.terrain.hexes)
    place = example.terrain.lattice.format(first)
    finding = Finding("warning", "unreached", place, "no Unit can reach it", "x:1", (first,))
    reading = Reading("r", place, (first,), "a flood plain", "no way in", "unreached", "own", "x:1")
    told = replace(example, readings=(*example.readings, reading))
    assert finding in lint(example, (lambda _: iter([finding]),))
    levels = {f.level for f in lint(told, (lambda _: iter([finding]),)) if f.rule == "unreached"}
    assert levels == {"note"}
    assert not [f for f in lint(told) if f.rule == "unreached" or f.place == place]
