"""The survey on its own, before any rulebook is heard: the outlines' honest check."""

from __future__ import annotations

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.survey.facts import read_map_facts
from clubroute.builder.survey.inputs import MapSources
from clubroute.builder.survey.residuals import BlindHex, blind_hexes, blind_lines

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def blind(sources: MapSources) -> tuple[BlindHex, ...]:
    return blind_hexes(sources, read_map_facts(sources.folder / "facts.csv"))


def test_what_the_rulebooks_correct_is_not_hidden(
    sources: MapSources, blind: tuple[BlindHex, ...], gts_map: CompiledMap
) -> None:
    wrong = {one.fact.subject for one in blind if not one.agrees}
    assert wrong, "the survey knows no rulebook: it cannot agree with all"
    terrain = gts_map.terrain
    for one in blind:
        info = terrain.hexes[sources.lattice.parse(one.fact.subject)]
        allowed = (info.terrain in one.allowed) == (one.fact.predicate == "terrain_in")
        assert allowed, one.fact.subject


def test_landing_grounds_are_mostly_open_even_to_the_survey_alone(
    blind: tuple[BlindHex, ...],
) -> None:
    grounds = [one for one in blind if one.fact.predicate == "terrain_not_in"]
    assert len(grounds) == 208
    assert sum(one.agrees for one in grounds) >= 0.95 * len(grounds)


def test_documented_terrain_is_mostly_what_the_survey_alone_has(
    blind: tuple[BlindHex, ...],
) -> None:
    named = [one for one in blind if one.fact.predicate == "terrain_in"]
    assert len(named) == 18
    assert sum(one.agrees for one in named) >= 15


def test_a_window_holds_its_own_statements(
    sources: MapSources, blind: tuple[BlindHex, ...]
) -> None:
    facts = read_map_facts(sources.folder / "facts.csv")
    shown = frozenset(sources.lattice.hexes("wed"))
    own = [one for one in blind if sources.lattice.parse(one.fact.subject) in shown]
    assert list(blind_hexes(sources, facts, "wed")) == own
    assert 0 < len(own) < len(blind)


def test_the_lines_count_every_statement(blind: tuple[BlindHex, ...]) -> None:
    lines = blind_lines(blind)
    counts = [line.rsplit(": ", 1)[1].split() for line in lines[1:]]
    assert sum(int(words[2]) for words in counts) == len(blind)
    assert sum(int(words[0]) for words in counts) == sum(one.agrees for one in blind)
