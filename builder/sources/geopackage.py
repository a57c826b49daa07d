"""Reading a GeoPackage, the file QGIS saves by default, as the items of a FeatureCollection.

A GeoPackage is an SQLite file; each layer is a table with a column of geometries, which are WKB
after a header (OGC 12-128r19, 2.1.3). Coordinates must be longitude and latitude (WGS 84).
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.regular import regular

WGS_84 = 4326
ENVELOPE_BYTES = (0, 32, 48, 48, 64)
"""Bytes of the header's envelope, by the kind its flags tell."""
HEADER_BYTES = 8
MOST_BYTES, MOST_FEATURES = 256 << 20, 500_000
"""Of one file. A layer may be a view, which makes rows of none: hence both."""
MOST_OF_ONE = 16 << 20
"""Bytes of one geometry or text."""
MOST_STEPS, STEPS_AT_ONCE = 5_000, 10_000
"""How often SQLite may work through so many of its instructions, some seconds of work in all."""
EMPTY = 0x10
"""The header's flag of a geometry without positions."""


def geopackage_items(path: Path) -> list[tuple[int, Any]]:
    """Every feature of every layer as a GeoJSON Feature, with its fid in place of a row.

    :raises InputError: no GeoPackage, no layer of features, one in other coordinates, or more than
        any has.
    """
    where = Where.of(path)
    try:
        size = regular(path, where, "a GeoPackage").st_size
    except OSError as error:
        raise InputError(where, error.strerror or "unreadable", "a GeoPackage") from None
    if size > MOST_BYTES:
        raise InputError(where, f"{size} bytes", f"at most {MOST_BYTES} bytes")
    address = path.resolve().as_uri() + "?mode=ro"
    steps = iter(range(MOST_STEPS))
    try:
        with closing(sqlite3.connect(address, uri=True)) as file:
            file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_OF_ONE)
            file.set_progress_handler(lambda: next(steps, None) is None, STEPS_AT_ONCE)
            layers = file.execute(
                "SELECT c.table_name, g.column_name, s.organization, s.organization_coordsys_id"
                " FROM gpkg_contents c JOIN gpkg_geometry_columns g USING (table_name)"
                " JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id"
                " WHERE c.data_type = 'features' ORDER BY c.table_name"
            ).fetchall()
            if not layers:
                raise InputError(where, "no layer of features", "a GeoPackage with one")
            found: list[tuple[int, Any]] = []
            for table, column, authority, number in layers:
                if number != WGS_84:
                    raise InputError(
                        Where(str(path), None, None, str(table)),
                        f"coordinates of {authority}:{number}",
                        "EPSG:4326 (choose it as the CRS in QGIS' “Save Features As”)",
                    )
                found += layer_items(file, path, str(table), str(column))
                if len(found) > MOST_FEATURES:
                    raise InputError(where, "more features", f"at most {MOST_FEATURES}")
            return found
    except sqlite3.Error as error:
        wrong = "a layer that goes on for ever" if str(error) == "interrupted" else str(error)
        raise InputError(where, wrong, "a GeoPackage") from None


def layer_items(
    file: sqlite3.Connection, path: Path, table: str, column: str
) -> list[tuple[int, Any]]:
    """The features of one layer, in the order of their fids."""
    name = table.replace('"', '""')
    rows = file.execute(f'SELECT * FROM "{name}" ORDER BY 1')
    names = [str(description[0]) for description in rows.description]
    found: list[tuple[int, Any]] = []
    for row in islice(rows, MOST_FEATURES + 1):
        cells = dict(zip(names, row, strict=True))
        fid = row[0] if isinstance(row[0], int) else 0
        geometry = geometry_of(cells.pop(column), Where(str(path), fid, None, table))
        cells.pop("fid", None)
        found.append((fid, {"type": "Feature", "properties": cells, "geometry": geometry}))
    return found


def geometry_of(blob: object, where: Where) -> dict[str, Any] | None:
    """A GeoPackage geometry as GeoJSON; None for none or an empty one. :raises InputError:"""
    if blob is None:
        return None
    if not isinstance(blob, bytes) or blob[:2] != b"GP" or len(blob) < HEADER_BYTES:
        raise InputError(where, "no geometry", "a GeoPackage geometry")
    flags = blob[3]
    envelope = flags >> 1 & 0x07  # three bits: which box stands before the geometry
    if flags & EMPTY or envelope >= len(ENVELOPE_BYTES):
        return None
    # Only a GeoPackage pays for this import.

    import shapely

    try:
        shape = shapely.from_wkb(blob[HEADER_BYTES + ENVELOPE_BYTES[envelope] :])
    except shapely.errors.ShapelyError as error:
        raise InputError(where, str(error), "a GeoPackage geometry") from None
    geometry = json.loads(shapely.to_geojson(shape))
    return geometry if isinstance(geometry, dict) else None
