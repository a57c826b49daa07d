"""What is kept of a plan comes back as it was, and an edit of a hex makes no line anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.art.board import plan_of
from clubroute.builder.art.courses import line_courses
from clubroute.builder.art.courses.keep import decode_lines, encode_lines
from clubroute.builder.art.naming.lettering_plan import plan_lettering
from clubroute.builder.files.atomic import Cache
from clubroute.builder.passes import plan
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.terrain.terrain_map import Basis, HexTerrain, TerrainMap

from . import every_kind


@pytest.fixture(scope="module")
def terrain() -> TerrainMap:
    return every_kind.every_kind()


def test_lines_come_back_as_they_were(terrain: TerrainMap, style: BoardStyle) -> None:
    lines = line_courses(terrain, style)
    assert lines.waters
    assert lines.roads
    assert decode_lines(encode_lines(lines)) == lines


def test_a_plan_is_the_same_with_what_was_kept(
    terrain: TerrainMap, style: BoardStyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache, relaxed = Cache(tmp_path), []

    def counted(of: TerrainMap, paint: BoardStyle) -> object:
        relaxed.append(of)
        return line_courses(of, paint)

    monkeypatch.setattr(plan, "line_courses", counted)
    whole = plan_of(terrain, style)
    assert whole.labels
    for _ in range(2):
        assert plan.kept_plan(terrain, style, cache) == whole
    unnamed = plan.kept_plan(terrain, style, cache, named=False)
    assert unnamed == replace(whole, labels=())
    h = every_kind.at(106, 11)
    town = HexTerrain(h, "town", Basis("assumed", "a test"), "Newtown")
    edited = replace(terrain, hexes={**terrain.hexes, h: town})
    again = plan.kept_plan(edited, style, cache)
    assert again == plan_of(edited, style)
    assert again.labels != whole.labels
    assert len(relaxed) == 1


def test_only_hexes_that_names_hang_on_letter_a_map_anew(
    terrain: TerrainMap, style: BoardStyle, tmp_path: Path
) -> None:
    """A key is the same only where the names are."""
    named = plan_lettering(terrain, style)
    key = plan.part_keys(terrain, b"", style)[plan.LETTERING]
    bare = [h for h, one in terrain.hexes.items() if not one.name and one.terrain == "clear"]
    kept = []
    for kind in sorted({one.terrain for one in terrain.hexes.values()}):
        made = HexTerrain(bare[0], kind, Basis("assumed", "a test"))
        edited = replace(terrain, hexes={**terrain.hexes, bare[0]: made})
        if plan.part_keys(edited, b"", style)[plan.LETTERING] == key:
            kept.append(kind)
            assert plan_lettering(edited, style) == named
    assert {"clear", "woods", "polder"} <= set(kept)
    assert {"village", "town", "city"}.isdisjoint(kept)
