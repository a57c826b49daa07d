"""Sources that would fill memory or time are refused before anything is made of them."""

from __future__ import annotations

import sqlite3
import struct
import time
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.files.picture_size import picture_size
from clubroute.builder.sources import features
from clubroute.builder.sources.features import feature_items
from clubroute.builder.sources.tables import read_rows, read_toml
from clubroute.builder.sources.text import MOST_ROWS

SECONDS = 5.0


def refused(path: Path, text: str) -> str:
    """What is said of a source with a text, within seconds of CPU time."""
    path.write_text(text, encoding="utf-8")
    begun = time.process_time()
    with pytest.raises(InputError) as caught:
        {".csv": lambda p: read_rows(p, {"a": True}), ".toml": read_toml}.get(
            path.suffix, feature_items
        )(path)
    assert time.process_time() - begun < SECONDS
    return str(caught.value)


def test_a_table_longer_than_a_spreadsheet_is_refused(tmp_path: Path) -> None:
    said = refused(tmp_path / "a.csv", "a\n" + "1\n" * MOST_ROWS)
    assert said.endswith(f"found {MOST_ROWS + 1} rows, expected at most {MOST_ROWS}")
    assert "cells, expected at most" in refused(tmp_path / "a.csv", "a\n" + "," * 5_000_000)


def test_toml_that_takes_the_square_of_its_length_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    assert "a.toml:2: found 4999 dots" in refused(path, "b = 1\n" + ".".join("a" * 5000) + " = 1")
    assert "letters, expected at most" in refused(path, "a = 1 #" + "x" * (1 << 20))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"type": "FeatureCollection", "features": [' + "1," * 5_000_000 + "1]}", "5000001"),
        ("[" * 100_000, "brackets nested too deep"),
        ('{"a": ' + "9" * 5000 + "}", "a number within reason"),
    ],
    ids=["many", "deep", "long number"],
)
def test_geography_beyond_all_measure_is_refused(tmp_path: Path, text: str, said: str) -> None:
    assert said in refused(tmp_path / "a.geojson", text)


def geopackage_of(path: Path, view: str) -> Path:
    """A GeoPackage whose only layer is a view."""
    with closing(sqlite3.connect(path)) as file:
        file.executescript(
            "CREATE TABLE gpkg_contents (table_name, data_type);"
            "CREATE TABLE gpkg_geometry_columns (table_name, column_name, srs_id);"
            "CREATE TABLE gpkg_spatial_ref_sys (srs_id, organization, organization_coordsys_id);"
            "INSERT INTO gpkg_contents VALUES ('endless', 'features');"
            "INSERT INTO gpkg_geometry_columns VALUES ('endless', 'geom', 4326);"
            "INSERT INTO gpkg_spatial_ref_sys VALUES (4326, 'EPSG', 4326);"
            f"CREATE VIEW endless AS {view};"
        )
    return path


NUMBERS = "WITH RECURSIVE n(fid) AS (SELECT 1 UNION ALL SELECT fid + 1 FROM n {})"


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (NUMBERS.format("LIMIT 1100") + " SELECT fid, NULL AS geom FROM n", "more features"),
        (NUMBERS.format("") + " SELECT fid, NULL AS geom FROM n", "goes on for ever"),
        ("SELECT 1 AS fid, NULL AS geom, zeroblob(1000000000) AS name", "too big"),
    ],
    ids=["too many rows", "rows without end", "a gigabyte"],
)
def test_a_layer_that_never_ends_is_left(
    view: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(features, "MOST_FEATURES", 1000)
    monkeypatch.setattr(features, "MOST_STEPS", 100)
    with pytest.raises(InputError, match=said):
        feature_items(geopackage_of(tmp_path / "a.gpkg", view))


def test_a_geopackage_larger_than_any_is_refused_unopened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = geopackage_of(tmp_path / "a.gpkg", "SELECT 1 AS fid, NULL AS geom")
    assert len(feature_items(path)) == 1
    monkeypatch.setattr(features, "MOST_BYTES", 1000)
    with pytest.raises(InputError, match="expected at most 1000 bytes"):
        feature_items(path)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("side", [9_000, 20_000, 100_000])
def test_a_picture_that_unpacks_to_gigabytes_is_no_picture(side: int) -> None:
    head = b"IHDR" + struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    chunk = struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    assert picture_size(".png", b"\x89PNG\r\n\x1a\n" + chunk) is None
    assert picture_size(".svg", f'<svg width="{side}" height="{side}">'.encode()) is None


def test_the_longest_of_our_own_is_far_from_any_limit() -> None:
    root = Path(__file__).parents[2]
    texts = [path.read_text("utf-8") for path in root.glob("map_sources/geography/*.geojson")]
    assert 0 < 10 * max(text.count(",") for text in texts) < features.MOST_PARTS
    tables = [path.read_text("utf-8") for path in root.glob("counters/*/*.csv")]
    assert 0 < 10 * max(text.count("\n") for text in tables) < MOST_ROWS


def test_a_geopackage_whose_names_are_no_text_is_one_line(tmp_path: Path) -> None:
    path = geopackage_of(tmp_path / "a.gpkg", "SELECT 1 AS fid, NULL AS geom")
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE", b"CREATE \x8bABLE"))
    with pytest.raises(InputError) as caught:
        features.geopackage_items(path)
    assert "0x8b in a name" in str(caught.value)
