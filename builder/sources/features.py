"""Reading the geography: GeoJSON lines and outlines in longitude and latitude (WGS 84).

Each file is a FeatureCollection, best written with one feature a line: an error names the row its
feature begins in, and the feature's id. What QGIS saves is read as well: an id among the
properties, null for a property that a feature has not, and GeoPackages.
"""

from __future__ import annotations

import json
import math
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.files.atomic import not_staged
from clubroute.builder.files.regular import regular
from clubroute.builder.sources.text import check_count, read_text
from clubroute.builder.sources.vocabulary import Vocabulary

# Reading a GeoPackage, the file QGIS saves by default, as the items of a FeatureCollection.
#
# A GeoPackage is an SQLite file; each layer is a table with a column of geometries, which are WKB
# after a header (OGC 12-128r19, 2.1.3). Coordinates must be longitude and latitude (WGS 84).

WGS_84 = 4326
"""The EPSG code of longitude and latitude on WGS 84."""
ENVELOPE_BYTES = (0, 32, 48, 48, 64)
"""Bytes of the header's envelope, by the kind its flags tell."""
HEADER_BYTES = 8
"""Bytes of the header before its envelope."""
MOST_BYTES, MOST_FEATURES = 256 << 20, 500_000
"""Of one file. A layer may be a view, which makes rows of none: hence both."""
MOST_OF_ONE = 16 << 20
"""Bytes of one geometry or text."""
MOST_STEPS, STEPS_AT_ONCE = 5_000, 10_000
"""How often SQLite may work through so many of its instructions, some seconds of work in all."""
EMPTY = 0x10
"""The header's flag of a geometry without positions."""


def geopackage_items(path: Path) -> list[tuple[int, Any]]:
    """Return every feature of every layer as a GeoJSON Feature, with its fid in place of a row.

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
            items: list[tuple[int, Any]] = []
            for table, column, authority, number in layers:
                if number != WGS_84:
                    raise InputError(
                        Where(str(path), None, None, str(table)),
                        f"coordinates of {authority}:{number}",
                        "EPSG:4326 (choose it as the CRS in QGIS' “Save Features As”)",
                    )
                items += layer_items(file, path, str(table), str(column))
                if len(items) > MOST_FEATURES:
                    raise InputError(where, "more features", f"at most {MOST_FEATURES}")
            return items
    except sqlite3.Error as error:
        wrong = "a layer that goes on for ever" if str(error) == "interrupted" else str(error)
        raise InputError(where, wrong, "a GeoPackage") from None
    except UnicodeDecodeError as error:
        # SQLite tells what is wrong in the file's own bytes, which need be no text.
        raise InputError(where, f"0x{error.object[error.start]:02x} in a name", "UTF-8") from None


def layer_items(
    file: sqlite3.Connection, path: Path, table: str, column: str
) -> list[tuple[int, Any]]:
    """Return the features of one layer, in the order of their fids."""
    name = table.replace('"', '""')
    rows = file.execute(f'SELECT * FROM "{name}" ORDER BY 1')
    names = [str(description[0]) for description in rows.description]
    items: list[tuple[int, Any]] = []
    for row in islice(rows, MOST_FEATURES + 1):
        cells = dict(zip(names, row, strict=True))
        fid = row[0] if isinstance(row[0], int) else 0
        geometry = geometry_of(cells.pop(column), Where(str(path), fid, None, table))
        cells.pop("fid", None)
        items.append((fid, {"type": "Feature", "properties": cells, "geometry": geometry}))
    return items


def geometry_of(blob: object, where: Where) -> dict[str, Any] | None:
    """Return a GeoPackage geometry as GeoJSON, or None if it is absent or empty. :raises
    InputError:"""
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


Position: TypeAlias = tuple[float, float]
Path2D: TypeAlias = tuple[Position, ...]

MOST_PARTS = 4_000_000
"""Numbers and properties of one file; the longest of ours has ten thousand."""
PROPERTIES = (
    "kind",
    "name",
    "width_m",
    "accuracy_m",
    "source",
    "licence",
    "note",
    "radius_m",
    "reason",
)
GEOMETRIES = {
    "LineString": ("line", 0),
    "MultiLineString": ("line", 1),
    "Polygon": ("outline", 1),
    "MultiPolygon": ("outline", 2),
}


@dataclass(frozen=True, slots=True)
class Feature:
    """A line or outline of the country.

    ``parts`` are polylines (a line) or rings (an outline: each polygon is a list of rings, the
    first its border, the others holes), positions (longitude, latitude) in degrees. A ``reason``
    says that the feature is assumed, and why.
    """

    id: str
    kind: str
    name: str
    lines: tuple[Path2D, ...]
    polygons: tuple[tuple[Path2D, ...], ...]
    accuracy_m: float
    source: str
    licence: str
    path: str
    row: int
    reason: str = ""

    @property
    def where(self) -> str:
        """Short place of the feature: file:row."""
        return "/".join(self.path.replace("\\", "/").split("/")[-2:]) + f":{self.row}"


def read_geography(folder: Path, vocabulary: Vocabulary) -> tuple[Feature, ...]:
    """Read every feature of a folder's GeoJSON files and GeoPackages, by file name, then in file
    order.

    :raises InputError: any mistake, or an id used twice in the folder.
    """
    features: list[Feature] = []
    seen: dict[str, Feature] = {}
    for path in geography_files(folder):
        for feature in read_features(path, vocabulary):
            if feature.id in seen:
                first = seen[feature.id]
                raise InputError(
                    Where(feature.path, feature.row, None, feature.id),
                    f"id {feature.id!r} again",
                    f"a new id (first in {first.where})",
                )
            seen[feature.id] = feature
            features.append(feature)
    return tuple(features)


def geography_files(folder: Path) -> list[Path]:
    """Return the files of a folder that hold geography, by name."""
    return sorted(
        path
        for path in not_staged(folder.glob("*"), folder)
        if path.suffix in (".geojson", ".gpkg")
    )


def read_features(path: Path, vocabulary: Vocabulary) -> Iterator[Feature]:
    """Yield the features of one GeoJSON file. :raises InputError:"""
    for row, item in feature_items(path):
        yield read_feature(item, Where(str(path), row), vocabulary)


def feature_items(path: Path) -> list[tuple[int, Any]]:
    """Return the features of a GeoJSON file or GeoPackage with the row (or fid) of each."""
    if path.suffix == ".gpkg":
        return geopackage_items(path)
    text, where = read_text(path), Where.of(path)
    check_count(text, ",", "numbers and properties", MOST_PARTS, where)
    decoder = json.JSONDecoder(parse_constant=refuse_constant)
    try:
        whole = decoder.decode(text)
    except json.JSONDecodeError as error:
        raise InputError(Where(str(path), error.lineno, error.colno), error.msg, "JSON") from None
    except NotANumberError as error:
        name = str(error)
        row = next(n for n, line in enumerate(text.split("\n"), 1) if name in line)
        raise InputError(Where(str(path), row), name, "a finite number") from None
    except RecursionError:
        raise InputError(where, "brackets nested too deep", "GeoJSON") from None
    except ValueError as error:  # a number of too many digits
        raise InputError(where, str(error), "a number within reason") from None
    if not isinstance(whole, dict) or whole.get("type") != "FeatureCollection":
        raise InputError(where, "something else", 'a GeoJSON {"type": "FeatureCollection", …}')
    if not isinstance(whole.get("features"), list):
        raise InputError(where, "no list of features", '"features": […]')
    check_crs(whole.get("crs"), where)
    items: list[tuple[int, Any]] = []
    start = re.search(r'"features"\s*:\s*\[', text)
    at = start.end() if start else 0
    line, counted = 1, 0
    for item in whole["features"]:
        at = skip_blanks(text, at)
        line += text.count("\n", counted, at)
        counted = at
        items.append((line, item))
        _, at = decoder.raw_decode(text, at)
    return items


def check_crs(crs: Any, where: Where) -> None:
    """Check the old ``crs`` member that GDAL still writes. :raises InputError: not WGS 84."""
    properties = crs.get("properties") if isinstance(crs, dict) else None
    name = properties.get("name") if isinstance(properties, dict) else None
    if isinstance(name, str) and not re.search(r"CRS84$|EPSG:+4326$", name):
        raise InputError(
            where,
            f"coordinates of {name}",
            "EPSG:4326 (choose it as the CRS in QGIS' “Save Features As”)",
        )


class NotANumberError(ValueError):
    """The error that JSON text has NaN or Infinity."""


def refuse_constant(name: str) -> float:
    """Refuse NaN and ±Infinity for the JSON decoder. :raises NotANumberError: always."""
    raise NotANumberError(name)


def skip_blanks(text: str, at: int) -> int:
    """Return the index of the next character that is neither blank nor a comma."""
    while at < len(text) and text[at] in " \t\r\n,":
        at += 1
    return at


def read_feature(item: Any, where: Where, vocabulary: Vocabulary) -> Feature:
    """Read one GeoJSON Feature. :raises InputError: at its row and id."""
    if not isinstance(item, dict) or item.get("type") != "Feature":
        raise InputError(where, "something else", 'a {"type": "Feature", …}')
    own = item.get("properties")
    # A geographic program writes null for what a feature of the layer does not have.
    properties = {k: v for k, v in own.items() if v is not None} if isinstance(own, dict) else None
    named = properties.pop("id", None) if properties else None
    identity = item.get("id") if named is None else named
    if not isinstance(identity, str) or not re.fullmatch(r"[a-z0-9][a-z0-9._-]*", identity):
        expected = "an id of small letters, digits and hyphens"
        raise InputError(where, f"id {identity!r}", expected)
    here = Where(where.path, where.row, None, identity)
    if properties is None:
        raise InputError(here, "no properties", "properties with a kind and a source")
    properties.pop("fid", None)
    for key in properties:
        if key not in PROPERTIES:
            raise InputError(
                here,
                f"property {key!r}",
                one_of(PROPERTIES),
                nearest_name(key, PROPERTIES),
            )
    geometry = item.get("geometry")
    shape = geometry.get("type") if isinstance(geometry, dict) else None
    if not isinstance(geometry, dict) or not isinstance(shape, str) or shape not in GEOMETRIES:
        raise InputError(here, f"geometry {shape!r}", one_of(GEOMETRIES))
    form, depth = GEOMETRIES[shape]
    kind = text_property(properties, "kind", here)
    valid = vocabulary.line_kinds() if form == "line" else vocabulary.outline_kinds()
    if kind not in valid:
        raise InputError(here, f"kind {kind!r}", one_of(valid), nearest_name(kind, valid))
    coordinates = geometry.get("coordinates")
    lines = read_lines(geometry, here)
    polygons: tuple[tuple[Path2D, ...], ...] = ()
    if form == "outline":
        many = coordinates if depth == 2 else [coordinates]
        polygons = tuple(
            tuple(read_path(ring, here, closed=True) for ring in as_list(rings, here))
            for rings in as_list(many, here)
        )
    # A line of general knowledge, drawn without a map, is off by about so much.
    accuracy = properties.get("accuracy_m", 500)
    if isinstance(accuracy, bool) or not isinstance(accuracy, int | float) or accuracy <= 0:
        raise InputError(here, f"accuracy_m {accuracy!r}", "metres over 0")
    reasons = [text_property(properties, "reason", here)] if "reason" in properties else []
    reasons += filter(None, [vocabulary.reason_of(kind)])
    return Feature(
        identity,
        vocabulary.line_stands_for(kind) if form == "line" else kind,
        str(properties.get("name", "")),
        lines,
        polygons,
        float(accuracy),
        text_property(properties, "source", here),
        str(properties.get("licence", "")),
        where.path,
        where.row or 0,
        "; ".join(reasons),
    )


def read_lines(geometry: Mapping[str, Any], where: Where) -> tuple[Path2D, ...]:
    """Read the polylines of a geometry; none of another sort of geometry. :raises InputError:"""
    form, depth = GEOMETRIES.get(str(geometry.get("type")), ("", 0))
    if form != "line":
        return ()
    coordinates = geometry.get("coordinates")
    parts = coordinates if depth else [coordinates]
    return tuple(read_path(part, where, closed=False) for part in as_list(parts, where))


def text_property(properties: Mapping[str, Any], key: str, where: Where) -> str:
    """Return a property that must be a text. :raises InputError:"""
    value = properties.get(key)
    if not isinstance(value, str) or not value.strip():
        raise InputError(where, f"{key} {value!r}", f"a {key}")
    return value


def as_list(value: Any, where: Where) -> list[Any]:
    """Return a non-empty JSON list. :raises InputError:"""
    if not isinstance(value, list) or not value:
        raise InputError(where, f"coordinates {value!r}", "a list of positions")
    return value


def read_path(value: Any, where: Where, *, closed: bool) -> Path2D:
    """Read a polyline of two or more positions, or a closed ring of four or more."""
    positions = tuple(read_position(item, where) for item in as_list(value, where))
    if closed:
        if positions[0] != positions[-1]:
            raise InputError(
                where,
                f"a ring from {positions[0]} to {positions[-1]}",
                "a closed ring (the last position is the first again)",
            )
        if len(positions) < 4:
            raise InputError(where, f"a ring of {len(positions)} positions", "four or more")
    elif len(positions) < 2:
        raise InputError(where, "a line of one position", "two or more")
    return positions


def read_position(value: Any, where: Where) -> Position:
    """Read [longitude, latitude] in degrees; a height after them is ignored."""
    if (
        not isinstance(value, list)
        or len(value) not in (2, 3)
        or any(isinstance(v, bool) or not isinstance(v, int | float) for v in value)
        or not all(math.isfinite(v) for v in value)
    ):
        raise InputError(where, f"position {value!r}", "[longitude, latitude]")
    lon, lat = float(value[0]), float(value[1])
    if not (-180 <= lon <= 180 and -90 <= lat <= 90):
        raise InputError(
            where, f"position [{lon}, {lat}]", "longitude -180..180 and latitude -90..90"
        )
    return lon, lat
