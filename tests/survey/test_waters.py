"""Waters together: a tributary reaches its river, and waters side by side keep apart."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from clubroute.builder.grid import (
    Hex,
    Hexside,
    Lattice,
    Sheet,
)
from clubroute.builder.sources.features import Feature
from clubroute.builder.sources.vocabulary import HexsideKind, Vocabulary
from clubroute.builder.survey.inputs import MapSources
from clubroute.builder.survey.plane import Spot, centre_spot
from clubroute.builder.survey.waters import in_order, survey_water, water_lines

FLAT = Lattice("flat", "flat", (Sheet("s", (0, 40), (0, 40)),))
SHOWN = frozenset(FLAT.hexes())
KINDS = {
    kind: HexsideKind(kind, kind.title(), "test", water=True, bars=kind != "stream")
    for kind in ("river", "canal", "stream")
}
WORDS = Vocabulary("clear", {}, KINDS, {}, {}, {})


def water(identity: str, kind: str) -> Feature:
    """A water of the geography; its line is given apart, in hexes."""
    return Feature(identity, kind, identity.title(), (), (), 100, "test", "", "w.geojson", 1)


def sources(*features: Feature) -> MapSources:
    """Sources with these waters and nothing else."""
    return MapSources(Path(), FLAT, WORDS, (), features, (), (), (), ())


def at(column: int, half: int) -> Spot:
    """The centre of a hex."""
    return centre_spot(FLAT, Hex(column, half))


def ends(sides: set[Hexside]) -> set[object]:
    """The points between which the hexsides run."""
    return {end for side in sides for end in FLAT.hexside_ends(side)}


def sides_of(found: dict[tuple[Hexside, str], Feature], name: str) -> set[Hexside]:
    """The hexsides of one water."""
    return {side for (side, _), feature in found.items() if feature.id == name}


MAIN = [at(6, 30), at(34, 30)]


def test_a_tributary_drawn_to_its_river_ends_at_a_hexside_of_it() -> None:
    for x, halves in ((20, (46, 12)), (21, (47, 13)), (13, (41, 17))):
        for first in halves:
            # Its last spot lies on the river's line, wherever that is within the hexes.
            mouth = Spot(at(x, 30 + x % 2).x + 0.3, MAIN[0].y)
            lines = {"brook": [[at(x, first), mouth]], "main": [MAIN]}
            found = survey_water(
                sources(water("brook", "stream"), water("main", "river")), lines, SHOWN
            )
            brook, main = sides_of(found, "brook"), sides_of(found, "main")
            assert brook
            assert main
            assert not brook & main
            assert len(ends(brook) & ends(main)) == 1


def test_a_line_that_ends_short_of_a_river_is_left_where_it_ends() -> None:
    lines = {"brook": [[at(20, 46), at(20, 36)]], "main": [MAIN]}
    found = survey_water(sources(water("brook", "stream"), water("main", "river")), lines, SHOWN)
    assert not ends(sides_of(found, "brook")) & ends(sides_of(found, "main"))


def test_waters_side_by_side_run_along_hexsides_of_their_own() -> None:
    beside = [Spot(a.x, a.y + 0.5) for a in MAIN]
    lines = {"a-canal": [MAIN], "brook": [beside]}
    found = survey_water(sources(water("a-canal", "canal"), water("brook", "stream")), lines, SHOWN)
    canal, brook = sides_of(found, "a-canal"), sides_of(found, "brook")
    assert len(canal) > 30
    assert len(brook & canal) <= 2
    assert len(brook) > 30


def test_waters_that_cross_share_a_hexside_or_two() -> None:
    lines = {"a-canal": [MAIN], "brook": [[at(18, 46), at(22, 14)]]}
    found = survey_water(sources(water("a-canal", "canal"), water("brook", "stream")), lines, SHOWN)
    shared = sides_of(found, "a-canal") & sides_of(found, "brook")
    assert 1 <= len(shared) <= 2


def test_a_water_comes_after_those_it_joins_and_rings_end() -> None:
    a, b, c = (water(name, "stream") for name in ("a", "b", "c"))
    p, q, r = at(10, 20), at(20, 20), at(15, 35)
    chain = {"a": [[p, q]], "b": [[q, r]], "c": [[r, at(15, 39)]]}
    order = [s.feature.id for s in in_order(water_lines((a, b, c), chain))]
    assert sorted(order) == ["a", "b", "c"]
    # A branch that comes first waits for the ring it hangs on.
    branch = {"a": [[at(10, 35), Spot((p.x + q.x) / 2, p.y)]], "b": [[p, q]], "c": [[q, r]]}
    found = [s.feature.id for s in in_order(water_lines((a, b, c), branch))]
    assert found == ["b", "a", "c"] or found == ["b", "c", "a"]
    tree = {"a": [[r, Spot((p.x + q.x) / 2, p.y)]], "b": [[p, q]]}
    assert [s.feature.id for s in in_order(water_lines((a, b), tree))] == ["b", "a"]


def test_a_joined_chain_is_unbroken() -> None:
    lines = {"brook": [[at(13, 45), at(17, 41), Spot(at(20, 30).x, MAIN[0].y)]], "main": [MAIN]}
    found = survey_water(sources(water("brook", "stream"), water("main", "river")), lines, SHOWN)
    for name in ("brook", "main"):
        sides = [side for (side, _), f in found.items() if f.id == name]
        assert all(
            set(FLAT.hexside_ends(a)) & set(FLAT.hexside_ends(b)) for a, b in pairwise(sides)
        )
