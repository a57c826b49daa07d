"""A map is drawn in the kinds boards know, whatever its lattice calls them."""

from __future__ import annotations

from pathlib import Path

from clubroute.builder.art.legend import as_drawn
from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain.terrain_map import TerrainMap

ROOT = Path(__file__).resolve().parents[2]


def kinds(terrain: TerrainMap) -> set[str]:
    """The hexside and Road kinds of a map."""
    sides = {f.kind for many in terrain.hexsides.values() for f in many}
    return sides | {road.kind for road in terrain.roads.values()}


def test_kinds_are_renamed_to_what_they_are_drawn_as_and_others_stay() -> None:
    terrain = compile_map(ROOT, "example").terrain
    drawn = as_drawn(terrain, {"river": "canal", "main_road": "road"})
    assert {"river", "main_road"} & kinds(terrain)
    assert kinds(drawn) == {
        {"river": "canal", "main_road": "road"}.get(kind, kind) for kind in kinds(terrain)
    }
    assert drawn.hexes == terrain.hexes
    assert as_drawn(terrain, {}) is terrain
