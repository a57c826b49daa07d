"""GeoJSON geography: what is read, and how its mistakes are told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.sources.features import read_features, read_geography
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.builder.survey.compile import survey_basis
from clubroute.builder.terrain.terrain_map import Basis

ROOT = Path(__file__).resolve().parents[2]
WORDS = read_vocabulary(ROOT / "map_sources" / "gts" / "terrain.toml")
LINE = [[5.4, 51.3], [5.5, 51.4]]
RING = [[5.4, 51.3], [5.5, 51.3], [5.5, 51.4], [5.4, 51.3]]


def feature(
    shape: str = "LineString", coordinates: Any = LINE, kind: str = "river", **more: Any
) -> dict[str, Any]:
    """A GeoJSON Feature as a dictionary."""
    properties = {"kind": kind, "name": "Testa", "source": "test", **more.pop("properties", {})}
    geometry = {"type": shape, "coordinates": coordinates}
    return {
        "type": "Feature",
        "id": "testa",
        "properties": properties,
        "geometry": geometry,
        **more,
    }


def write(path: Path, *features: Any) -> Path:
    """A FeatureCollection with one feature a line, the first in row 2."""
    body = ",\n".join(json.dumps(item) for item in features)
    path.write_text(
        '{"type": "FeatureCollection", "features": [\n' + body + "\n]}\n", encoding="utf-8"
    )
    return path


def test_lines_and_outlines_are_read(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.geojson",
        feature(),
        feature("MultiLineString", [LINE, LINE[::-1]], id="b"),
        feature("Polygon", [RING], "woods", id="c"),
        feature("MultiPolygon", [[RING], [RING, RING]], "village", id="d"),
    )
    found = list(read_features(path, WORDS))
    assert [f.row for f in found] == [2, 3, 4, 5]
    assert [len(f.lines) for f in found] == [1, 2, 0, 0]
    assert [[len(p) for p in f.polygons] for f in found] == [[], [], [1], [1, 2]]
    assert found[0].lines[0] == ((5.4, 51.3), (5.5, 51.4))


def test_a_feature_with_a_reason_is_assumed(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.geojson", feature(), feature(id="b", properties={"reason": "a guess"})
    )
    plain, guess = read_features(path, WORDS)
    assert (plain.reason, guess.reason) == ("", "a guess")
    assert survey_basis(plain).provenance == "survey"
    assert survey_basis(guess) == Basis("assumed", "a guess", guess.where)


MISTAKES = [
    (feature(kind="rivver"), "did you mean river?"),
    (feature(kind="woods"), "kind 'woods'"),
    (feature("Polygon", [RING], "river"), "kind 'river'"),
    (feature("Polygon", [RING[:3]], "woods"), "a closed ring"),
    (feature("Polygon", [[RING[0], RING[1], RING[0]]], "woods"), "four or more"),
    (feature("LineString", [[5.4, 51.3]]), "two or more"),
    (feature("LineString", [[51.3, 105.4], [5.4, 51.3]]), "latitude -90..90"),
    (feature("LineString", [[5.4], [5.4, 51.3]]), "[longitude, latitude]"),
    (feature("LineString", [["5.4", 51.3], [5.4, 51.3]]), "[longitude, latitude]"),
    (feature("LineString", "5.4 51.3"), "a list of positions"),
    (feature("Point", [5.4, 51.3]), "geometry 'Point'"),
    (feature(id=7), "id 7"),
    (feature(id="The Testa"), "small letters"),
    (feature(properties={"source": ""}), "a source"),
    (feature(properties={"kynd": 1}), "did you mean kind?"),
    (feature(properties={"reason": " "}), "a reason"),
    (feature(properties={"accuracy_m": -1}), "metres over 0"),
    (feature() | {"geometry": None}, "geometry None"),
    (feature() | {"properties": None}, "no properties"),
    ("a river", '"type": "Feature"'),
]


@pytest.mark.parametrize(("bad", "message"), MISTAKES)
def test_a_wrong_feature_is_told_by_row_and_id(tmp_path: Path, bad: Any, message: str) -> None:
    path = write(tmp_path / "a.geojson", feature(id="good"), bad)
    with pytest.raises(InputError) as caught:
        list(read_features(path, WORDS))
    assert message in str(caught.value)
    assert caught.value.where.row == 3
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "row", "message"),
    [
        ('{"type": "FeatureCollection",\n "features": [}', 2, "JSON"),
        ('{"type": "FeatureCollection", "features": [\n[NaN]]}', 2, "a finite number"),
        ('{"type": "FeatureCollection", "features": [\n[-Infinity]]}', 2, "a finite number"),
        ('{"type": "Feature"}', None, "FeatureCollection"),
        ('{"type": "FeatureCollection"}', None, "no list of features"),
        ("[" * 100_000, None, "nested too deep"),
    ],
)
def test_a_wrong_file_is_told(tmp_path: Path, text: str, row: int | None, message: str) -> None:
    path = tmp_path / "a.geojson"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        list(read_features(path, WORDS))
    assert message in str(caught.value)
    assert caught.value.where.row == row


def test_an_id_is_used_once_in_the_whole_folder(tmp_path: Path) -> None:
    write(tmp_path / "a.geojson", feature())
    write(tmp_path / "b.geojson", feature(id="other"), feature())
    with pytest.raises(InputError, match=r"first in .*a\.geojson:2") as caught:
        read_geography(tmp_path, WORDS)
    assert caught.value.where.row == 3


def test_the_real_geography_is_one_feature_a_line_and_says_where_it_is_from() -> None:
    folder = ROOT / "map_sources" / "geography"
    features = read_geography(folder, WORDS)
    assert len(features) > 250
    assert len({(f.path, f.row) for f in features}) == len(features)
    for found in features:
        assert found.source
        if "GeoNames" in found.source or "©" in found.source:
            assert found.licence, found.id
