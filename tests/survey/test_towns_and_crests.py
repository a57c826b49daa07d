"""Towns and crests on the hexes against what is known of the ground from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.sources.tables import read_rows
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.survey.fit import fit_controls, ties, to_metres
from clubroute.builder.survey.inputs import MapSources

ROOT = Path(__file__).resolve().parents[2]
CHECKS = ROOT / "map_sources" / "checks"


@pytest.mark.parametrize("town", ["Eindhoven", "Nijmegen", "Arnhem", "Helmond"])
def test_the_hexes_of_a_large_town_cover_the_ground_of_1950_within_a_fifth(
    sources: MapSources, gts_map: CompiledMap, town: str
) -> None:
    names = {f.id: f.name for f in sources.features}
    rows = read_rows(CHECKS / "towns.csv", {"feature": True, "km2": True, "note": False})
    (row,) = [r for r in rows if names[r.text("feature").split()[0]] == town]
    outlines = {names[one] for one in row.text("feature").split()}
    fit = fit_controls(ties(sources.controls, sources.lattice), "controls.csv")
    hex_km2 = (fit.similarity.hex_metres / 1000) ** 2 * 3**0.5 / 2
    built = [
        h
        for h, info in gts_map.terrain.hexes.items()
        if info.terrain in ("city", "town", "fortified") and info.basis.cite in outlines
    ]
    assert len(built) * hex_km2 == pytest.approx(row.number("km2"), rel=0.2)


def test_all_that_is_high_beside_a_crest_is_higher_than_all_that_is_low(
    sources: MapSources,
) -> None:
    """The line runs with the high ground on its right."""
    from shapely.geometry import LineString, Point

    columns = {"feature": True, "lon": True, "lat": True, "height_m": True, "note": False}
    crests = {
        f.id: LineString([to_metres(*p) for p in f.lines[0]])
        for f in sources.features
        if f.kind == "crest"
    }
    right: dict[str, list[float]] = {one: [] for one in crests}
    left: dict[str, list[float]] = {one: [] for one in crests}
    for row in read_rows(CHECKS / "crest-heights.csv", columns):
        crest = crests[row.text("feature")]
        place = Point(to_metres(row.number("lon"), row.number("lat")))
        along = crest.project(place)
        ends = [crest.interpolate(along + step) for step in (-100, 100)]
        a, b = ends[0], ends[1]
        turn = (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x)
        side = left if turn > 0 else right
        side[row.text("feature")].append(row.number("height_m"))
    judged = [one for one in crests if right[one] and left[one]]
    assert len(judged) >= 7
    for one in judged:
        assert min(right[one]) > max(left[one]), one


@pytest.mark.parametrize(
    ("number", "heights"),
    [("49.72", True), ("46.81", True), ("53.84", False), ("51.66", False)],
    ids=["Berg en Dal", "south of Heilig Landstichting", "Groesbeek", "the Ooij"],
)
def test_heights_are_where_the_ground_is_high(
    gts_map: CompiledMap, number: str, heights: bool
) -> None:
    h = gts_map.terrain.lattice.parse(number)
    assert any(h in area.hexes for area in gts_map.terrain.areas_of("heights")) == heights
