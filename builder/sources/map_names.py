"""Every name in a map's sources, for readers that cannot wait for the compiler."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from clubroute.builder.project import Project
from clubroute.builder.sources.features import feature_items
from clubroute.builder.sources.text import csv_records, read_text

NAMING = ("name", "id")
"""Columns of tables, and properties of features, from which the compiled map takes its names."""


def map_names(project: Project, lattice: str) -> Iterator[str]:
    """Yield the names in a lattice's sources, also those that no map shows.

    :raises InputError: a source cannot be read.
    """
    for path in project.map_files(lattice):
        if path.suffix == ".csv":
            yield from table_names(path)
        elif path.suffix in (".geojson", ".gpkg"):
            yield from feature_names(path)


def table_names(path: Path) -> Iterator[str]:
    """Yield the names in a CSV source. :raises InputError: it cannot be read."""
    records = csv_records(read_text(path), path)
    rows = (row for _, row in records if any(row) and not row[0].lstrip().startswith("#"))
    header = [cell.strip() for cell in next(rows, [])]
    columns = [at for at, name in enumerate(header) if name in NAMING]
    for row in rows:
        yield from (row[at].strip() for at in columns if at < len(row) and row[at].strip())


def feature_names(path: Path) -> Iterator[str]:
    """Yield the names in a file of geography. :raises InputError: it cannot be read."""
    for _, item in feature_items(path):
        if isinstance(item, dict):
            properties = item.get("properties")
            told = {**item, **(properties if isinstance(properties, dict) else {})}
            geometry = item.get("geometry")
            if isinstance(geometry, dict) and str(geometry.get("type")).endswith("LineString"):
                continue  # a Road or a river: no hex has its name
            yield from (told[key] for key in NAMING if isinstance(told.get(key), str))
