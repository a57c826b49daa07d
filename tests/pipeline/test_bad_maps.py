"""Wrong rows of a map, wrong geography: one clear line, exit code 2, nothing half-written."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pipeline.damage import (
    Damage,
    appended,
    check,
    removed,
    replaced,
    written,
)
from tests.pipeline.projects import REPOSITORY

EXAMPLE = "map_sources/example/"

MAP_MISTAKES: dict[str, tuple[Damage, str]] = {
    "unknown terrain": (
        replaced(EXAMPLE + "hexes.csv", "5.01,woods", "5.01,wodos"),
        r"hexes\.csv:\d+:terrain: found 'wodos'.*did you mean woods\?",
    ),
    "hex on no sheet": (
        replaced(EXAMPLE + "hexes.csv", "5.01,woods", "5.91,woods"),
        r"hexes\.csv:\d+:hex: .*5\.91",
    ),
    "hexside of far hexes": (
        replaced(EXAMPLE + "hexsides.csv", "3.01/4.01,river", "3.01/5.01,river"),
        r"hexsides\.csv:\d+:hexside: .*not adjacent",
    ),
    "half a hexside": (
        replaced(EXAMPLE + "hexsides.csv", "3.01/4.01,river", "3.01,river"),
        r"hexsides\.csv:\d+:hexside: ",
    ),
    "unknown hexside kind": (
        replaced(EXAMPLE + "hexsides.csv", "3.01/4.01,river", "3.01/4.01,rivre"),
        r"hexsides\.csv:\d+:kind: found 'rivre'.*did you mean river\?",
    ),
    "Road with a gap": (
        replaced(EXAMPLE + "links.csv", "2.05 3.05 4.05", "2.05 4.05"),
        r"links\.csv:\d+:hexes: ",
    ),
    "Road of two kinds": (
        appended(EXAMPLE + "links.csv", "dam,road,The dam,6.07 6.08,rulebook,Testland 2.10"),
        r"links\.csv:\d+:kind: found 'road', expected raised_road",
    ),
    "unknown area kind": (
        replaced(EXAMPLE + "areas.csv", "bridgend,objective", "bridgend,objetive"),
        r"areas\.csv:\d+:kind: found 'objetive'.*did you mean objective\?",
    ),
    "area of an unknown Road": (
        replaced(EXAMPLE + "areas.csv", "north-road dam", "north-raod dam"),
        r"areas\.csv:\d+:roads: found Road 'north-raod'.*did you mean north-road\?",
    ),
    "duplicate area": (
        replaced(EXAMPLE + "areas.csv", "advance,objective", "bridgend,objective"),
        r"areas\.csv:\d+:id: found 'bridgend' again",
    ),
    "unknown provenance": (
        replaced(EXAMPLE + "hexes.csv", "rulebook", "rulebok"),
        r"hexes\.csv:\d+:provenance: found 'rulebok'.*did you mean rulebook\?",
    ),
    "no citation": (
        replaced(EXAMPLE + "hexes.csv", "Bridgend,rulebook,Testland 2.3", "Bridgend,rulebook,"),
        r"hexes\.csv:\d+:cite: found a blank cell",
    ),
    "odd offsets": (
        replaced(EXAMPLE + "lattice.toml", "hexes = [1, 10]", "hexes = [1, 10]\nline_offset = 1"),
        r"lattice\.toml:.*half_offset: found line_offset 1 with half_offset 0",
    ),
    "vocabulary missing": (
        removed(EXAMPLE + "terrain.toml"),
        r"terrain\.toml: found no such file",
    ),
}


ROADS = "map_sources/geography/roads.geojson"
PLACES = "map_sources/geography/places.geojson"


def first_ring(change: Callable[[list[list[float]]], object]) -> Damage:
    """Damage: something done to the ring of the first place whose outline is one ring."""

    def damage(root: Path) -> None:
        path = root / PLACES
        data = json.loads(path.read_text(encoding="utf-8"))
        shapes = [feature["geometry"] for feature in data["features"]]
        change(next(s["coordinates"][0] for s in shapes if s["type"] == "Polygon"))
        lines = ",\n".join(json.dumps(feature) for feature in data["features"])
        text = '{"type": "FeatureCollection", "features": [\n' + lines + "\n]}\n"
        path.write_text(text, encoding="utf-8")

    return damage


GEOGRAPHY_MISTAKES: dict[str, tuple[Damage, str]] = {
    "not JSON": (replaced(ROADS, '"features"', '"features'), r"roads\.geojson:\d+"),
    "no collection": (written(ROADS, b"[1, 2]"), r"roads\.geojson"),
    "nested too deep": (written(ROADS, b"[" * 100_000), r"roads\.geojson"),
    "unclosed ring": (first_ring(lambda ring: ring.pop()), r"places\.geojson:\d+.*clos"),
    "ring of three points": (
        first_ring(lambda ring: ring.__setitem__(slice(None), [*ring[:2], ring[0]])),
        r"places\.geojson:\d+.*3 positions",
    ),
    "coordinate off the earth": (
        first_ring(lambda ring: ring.__setitem__(1, [5.4, 151.5])),
        r"places\.geojson:\d+.*151\.5",
    ),
    "no number": (
        first_ring(lambda ring: ring.__setitem__(1, [5.4, float("nan")])),
        r"places\.geojson:\d+",
    ),
    "unknown feature kind": (
        replaced(ROADS, '"kind": "road"', '"kind": "raod"'),
        r"roads\.geojson:\d+.*'raod'.*did you mean road\?",
    ),
    "duplicate feature id": (
        lambda root: shutil.copy(root / ROADS, root / "map_sources/geography/roads-2.geojson"),
        r"roads(-2)?\.geojson:\d+.*again",
    ),
}


@pytest.mark.parametrize("name", MAP_MISTAKES)
def test_map_mistakes(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage, expected = MAP_MISTAKES[name]
    root = tmp_path / "project"
    shutil.copytree(REPOSITORY / EXAMPLE, root / EXAMPLE)
    damage(root)
    out = tmp_path / "testland.png"
    check(["draw", "testland", "--project", str(root), "--out", str(out)], expected, capsys)
    assert not out.exists()


@pytest.mark.parametrize("name", GEOGRAPHY_MISTAKES)
def test_geography_mistakes(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage, expected = GEOGRAPHY_MISTAKES[name]
    root = tmp_path / "project"
    for folder in ("map_sources/gts", "map_sources/geography"):
        shutil.copytree(REPOSITORY / folder, root / folder)
    damage(root)
    out = tmp_path / "wed.png"
    check(["draw", "wed", "--project", str(root), "--out", str(out)], expected, capsys)
    assert not out.exists()
