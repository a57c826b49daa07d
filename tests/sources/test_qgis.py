"""Geography as QGIS saves it, written here by GDAL, the library QGIS saves with."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy
import pyogrio
import pytest
import shapely

from clubroute.builder.cli import main
from clubroute.builder.errors import InputError
from clubroute.builder.sources.features import Feature, read_features, read_geography
from clubroute.builder.sources.vocabulary import read_vocabulary
from tests.sources.example import ROOT, example_project

GEOGRAPHY = ROOT / "map_sources" / "geography"
WORDS = read_vocabulary(ROOT / "map_sources" / "gts" / "terrain.toml")
FILES = sorted(path.name for path in GEOGRAPHY.glob("*.geojson"))


def meaning(feature: Feature) -> tuple[object, ...]:
    """What a feature says, wherever it stands; a MultiPolygon of one is a Polygon."""
    return (
        feature.id,
        feature.kind,
        feature.name,
        feature.lines,
        feature.polygons,
        feature.accuracy_m,
        feature.source,
        feature.licence,
        feature.reason,
    )


def saved_as(source: Path, target: Path, driver: str, crs: str = "EPSG:4326") -> None:
    """“Save Features As” of QGIS: every property as a field, null where a feature has it not."""
    meta, _, geometry, fields = pyogrio.raw.read(source)
    names = list(meta["fields"])
    pyogrio.raw.write(
        target, geometry, fields, names, geometry_type="Unknown", crs=crs, driver=driver
    )


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(("driver", "suffix"), [("GeoJSON", ".geojson"), ("GPKG", ".gpkg")])
def test_every_geography_file_saved_by_gdal_reads_the_same(
    tmp_path: Path, name: str, driver: str, suffix: str
) -> None:
    target = (tmp_path / name).with_suffix(suffix)
    saved_as(GEOGRAPHY / name, target, driver)
    before = [meaning(f) for f in read_features(GEOGRAPHY / name, WORDS)]
    assert [meaning(f) for f in read_features(target, WORDS)] == before


def test_a_road_added_in_place_keeps_the_others_and_has_its_id(tmp_path: Path) -> None:
    path = tmp_path / "roads.geojson"
    shutil.copy(GEOGRAPHY / "roads.geojson", path)
    before = list(read_features(path, WORDS))
    names = list(pyogrio.read_info(path)["fields"])
    told = {"id": "lane-new", "kind": "road", "name": "Lane", "source": "my own map"}
    fields = [numpy.array([told.get(name)], dtype=object) for name in names]
    line = shapely.to_wkb(numpy.array([shapely.LineString([(5.4, 51.4), (5.5, 51.5)])]))
    layer = str(pyogrio.list_layers(path)[0][0])
    pyogrio.raw.write(
        path,
        line,
        fields,
        names,
        geometry_type="LineString",
        crs="EPSG:4326",
        driver="GeoJSON",
        layer=layer,
        append=True,
    )
    *others, lane = read_features(path, WORDS)
    assert [meaning(f) for f in others] == [meaning(f) for f in before]
    assert (lane.id, lane.name, lane.lines) == ("lane-new", "Lane", (((5.4, 51.4), (5.5, 51.5)),))


@pytest.mark.parametrize(("driver", "suffix"), [("GeoJSON", ".geojson"), ("GPKG", ".gpkg")])
def test_other_coordinates_are_refused_with_what_to_choose(
    tmp_path: Path, driver: str, suffix: str
) -> None:
    target = tmp_path / f"roads{suffix}"
    saved_as(GEOGRAPHY / "roads.geojson", target, driver, "EPSG:28992")
    with pytest.raises(InputError) as caught:
        list(read_features(target, WORDS))
    assert "28992" in caught.value.found
    assert "EPSG:4326" in caught.value.expected


def test_a_file_beside_its_geopackage_is_refused_by_the_first_id(tmp_path: Path) -> None:
    shutil.copy(GEOGRAPHY / "borders.geojson", tmp_path)
    saved_as(GEOGRAPHY / "borders.geojson", tmp_path / "borders.gpkg", "GPKG")
    with pytest.raises(InputError, match=r"a new id \(first in .*borders.geojson"):
        read_geography(tmp_path, WORDS)


@pytest.mark.parametrize("data", [b"", b"no database", b"SQLite format 3\0" + b"\0" * 200])
def test_what_is_no_geopackage_is_one_line(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "roads.gpkg"
    path.write_bytes(data)
    with pytest.raises(InputError, match="expected a GeoPackage"):
        list(read_features(path, WORDS))


def test_an_exported_map_comes_back_from_a_geopackage_unchanged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = example_project(tmp_path)
    out = tmp_path / "testland.geojson"
    assert main(["export", "testland", "--project", str(project), "--out", str(out)]) == 0
    saved_as(out, out.with_suffix(".gpkg"), "GPKG")
    arguments = ["import", str(out.with_suffix(".gpkg")), "--cite", "x", "--project", str(project)]
    assert main(arguments) == 0
    assert capsys.readouterr().err.splitlines()[-1] == "0 rows to append"
