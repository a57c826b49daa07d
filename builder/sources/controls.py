"""Reading ``controls.csv``: points whose place on the map and in the country are both known."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.grid import Hex, Lattice
from clubroute.builder.sources.cells import hex_word
from clubroute.builder.sources.tables import Row, read_rows

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
    """The rows of a ``controls.csv``. :raises InputError: at the cell."""
    found = []
    for row in read_rows(path, COLUMNS):
        found.append(
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
    return tuple(found)


def control_hexes(row: Row, lattice: Lattice) -> tuple[Hex, ...]:
    """One hex, the two of a hexside (``a/b``) or several (``a+b+c``)."""
    words = [word.strip() for word in re.split(r"[/+]", row.text("at"))]
    return tuple(hex_word(row, "at", lattice, word) for word in words)
