"""Reading ``map_sources/checks/``: places known from elsewhere, to hold the drawn country against.

``layers.csv`` has one row a layer; each layer has a CSV file of its own with what is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.grid import Hex, Lattice
from clubroute.builder.sources.cells import hex_word
from clubroute.builder.sources.features import Position
from clubroute.builder.sources.tables import Row, read_rows, unique

# Reading ``controls.csv``: points whose place on the map and in the country are both known.

COLUMNS = {
    "at": True,
    "place": True,
    "lat": True,
    "lon": True,
    "accuracy_m": True,
    "basis": True,
    "role": True,
    "note": False,
}
BASES = ("pub", "geonames", "osm", "mem", "gts")
ROLES = ("control", "check")


@dataclass(frozen=True, slots=True)
class ControlPoint:
    """A control point: the mean of some hex centres is at a latitude and longitude (degrees).

    ``accuracy_m`` is the standard error of the place in metres. Only ``role`` "control" points
    take part in the fit; "check" points are compared with it.
    """

    hexes: tuple[Hex, ...]
    place: str
    lat: float
    lon: float
    accuracy_m: float
    basis: str
    role: str
    row: int


def read_controls(path: Path, lattice: Lattice) -> tuple[ControlPoint, ...]:
    """Read the rows of a ``controls.csv``. :raises InputError: at the cell."""
    controls = []
    for row in read_rows(path, COLUMNS):
        controls.append(
            ControlPoint(
                hexes=control_hexes(row, lattice),
                place=row.text("place"),
                lat=row.number("lat", low=-90, high=90),
                lon=row.number("lon", low=-180, high=180),
                accuracy_m=row.number("accuracy_m", low=1, high=100_000),
                basis=row.choice("basis", BASES),
                role=row.choice("role", ROLES),
                row=row.row,
            )
        )
    return tuple(controls)


def control_hexes(row: Row, lattice: Lattice) -> tuple[Hex, ...]:
    """Return a hex, the two of a hexside (``a/b``) or several (``a+b+c``)."""
    words = [word.strip() for word in re.split(r"[/+]", row.text("at"))]
    return tuple(hex_word(row, "at", lattice, word) for word in words)


T = TypeVar("T")

LAYER_COLUMNS = {
    "layer": True,
    "measure": True,
    "file": True,
    "median": True,
    "ninety": True,
    "before_median": False,
    "before_ninety": False,
    "source": True,
    "licence": True,
}
MEASURES = ("line", "middle", "area")
PLACE_COLUMNS = {"feature": True, "lon": True, "lat": True, "note": False}
AREA_COLUMNS = {"feature": True, "km2": True, "note": False}


@dataclass(frozen=True, slots=True)
class KnownPlace:
    """A place (longitude, latitude in degrees) where a drawn feature ought to be.

    ``features`` are the ids that stand for it together, mostly a single id.
    """

    features: tuple[str, ...]
    place: Position


@dataclass(frozen=True, slots=True)
class KnownArea:
    """An area (km²) that drawn outlines (ids) ought to have together."""

    features: tuple[str, ...]
    km2: float


@dataclass(frozen=True, slots=True)
class CheckLayer:
    """A layer of the geography with facts known from elsewhere.

    ``measure`` "line": metres from a known place to the drawn line; "middle": to the middle of the
    drawn outline; "area": per cent between the known area and the drawn one. ``median`` and
    ``ninety`` (nine tenths) are the bounds it must keep, in that unit; ``before`` the figures of
    the country as it was drawn first, if they are known.
    """

    name: str
    measure: str
    median: float
    ninety: float
    before: tuple[float, float] | None
    source: str
    licence: str
    places: tuple[KnownPlace, ...] = ()
    areas: tuple[KnownArea, ...] = ()


def read_checks(folder: Path, features: Iterable[str]) -> tuple[CheckLayer, ...]:
    """Read every layer of ``layers.csv``, in its order; none if there is no such file.

    :param features: the ids of the features that are drawn.
    :raises InputError: any mistake, or a feature that is not drawn.
    """
    path = folder / "layers.csv"
    if not path.is_file():
        return ()
    rows = read_rows(path, LAYER_COLUMNS)
    unique(rows, "layer")
    known = frozenset(features)
    return tuple(read_layer(row, folder, known) for row in rows)


def read_layer(row: Row, folder: Path, known: frozenset[str]) -> CheckLayer:
    """Read a layer with its file. :raises InputError:"""
    measure = row.choice("measure", MEASURES)
    name = row.text("file")
    if Path(name).name != name or not name.endswith(".csv"):
        raise row.error("file", repr(name), "the name of a CSV file in the same folder")
    before = None
    if row.optional("before_median") is not None:
        before = row.number("before_median", low=0), row.number("before_ninety", low=0)
    read_from = folder / name
    return CheckLayer(
        name=row.text("layer"),
        measure=measure,
        median=row.number("median", low=0),
        ninety=row.number("ninety", low=0),
        before=before,
        source=row.text("source"),
        licence=row.text("licence"),
        places=() if measure == "area" else read_places(read_from, known),
        areas=read_areas(read_from, known) if measure == "area" else (),
    )


def read_places(path: Path, known: frozenset[str]) -> tuple[KnownPlace, ...]:
    """Read the rows ``feature,lon,lat`` of a layer's file. :raises InputError:"""

    def place(row: Row) -> KnownPlace:
        lon, lat = row.number("lon", low=-180, high=180), row.number("lat", low=-90, high=90)
        return KnownPlace(drawn(row, known), (lon, lat))

    return read_known(path, PLACE_COLUMNS, place)


def read_areas(path: Path, known: frozenset[str]) -> tuple[KnownArea, ...]:
    """Read the rows ``feature,km2`` of a layer's file. :raises InputError:"""

    def area(row: Row) -> KnownArea:
        return KnownArea(drawn(row, known), row.number("km2", low=0.01, high=100_000))

    return read_known(path, AREA_COLUMNS, area)


def read_known(path: Path, columns: dict[str, bool], make: Callable[[Row], T]) -> tuple[T, ...]:
    """Read every row of a layer's file as a known place or area. :raises InputError: no row"""
    rows = read_rows(path, columns)
    if not rows:
        raise InputError(Where.of(path), "no rows", "what is known of the layer")
    return tuple(make(row) for row in rows)


def drawn(row: Row, known: frozenset[str]) -> tuple[str, ...]:
    """Return the ids of drawn features, blanks between. :raises InputError: there is none of
    an id."""
    ids = tuple(row.text("feature").split())
    for id_ in ids:
        if id_ not in known:
            raise row.error(
                "feature", repr(id_), "the id of a drawn feature", nearest_name(id_, known)
            )
    return ids
