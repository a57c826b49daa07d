"""The playable area: the maps' assumed outlines hold every documented hex, with a margin."""

from __future__ import annotations

from pathlib import Path

from clubroute.builder.grid import neighbours
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.survey.facts import read_map_facts

ROOT = Path(__file__).resolve().parents[2]
FACTS = read_map_facts(ROOT / "map_sources" / "gts" / "facts.csv")
EDGES = frozenset({"entry_hex", "exit_hex", "scenario_boundary"})
"""Areas the rulebooks themselves put at the edge of a map."""


def test_every_documented_hex_is_on_the_map_with_a_hex_of_margin(gts_map: CompiledMap) -> None:
    terrain = gts_map.terrain
    lattice = terrain.lattice
    areas = {area.id for area in terrain.areas}
    at_edge = {h for a in terrain.areas if a.kind in EDGES for h in a.hexes}
    at_edge |= {h for a in terrain.areas if a.kind in ("club_route", "spur") for h in a.hexes}
    edge_facts = {f.subject for f in FACTS if f.predicate in ("at_edge", "road_to_edge")}
    seen = 0
    for fact in FACTS:
        if fact.subject in areas or fact.subject in edge_facts:
            continue
        if "/" in fact.subject:
            named = set(lattice.parse_hexside(fact.subject))
        elif "." in fact.subject:
            named = {lattice.parse(fact.subject)}
        else:
            continue
        for h in named:
            seen += 1
            assert h in terrain.hexes, fact.subject
            if h not in at_edge:
                missing = [n for n in neighbours(h) if n not in terrain.hexes]
                assert not missing, (fact.id, fact.subject)
    assert seen > 700
