"""What stands on a player's own counters: asked once on the page, kept in the owner's folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.catalogue import table_spec
from clubroute.rules.owner.read import TableSpec
from clubroute.rules.owner.tables import keep_row, owner_rows
from clubroute.rules.series import series_at

FACES = ("front", "back")


def ratings_spec(name: str) -> TableSpec:
    """The table of what stands on the counters of a map's series. :raises InputError: no map."""
    return table_spec(series_at(name, Where("map")).ratings)


def ratings_record(context: Context, name: str, unit: str) -> dict[str, Any]:
    """The columns of a map's ratings, and both faces of a unit as the owner's table has them.

    :raises InputError: no such map, or the table is wrong.
    """
    spec = ratings_spec(name)
    rows = [one for one in owner_rows(context, spec.name) or () if one.text("unit") == unit]
    return {
        "file": str(context.owner / spec.file),
        "columns": [
            {
                "name": one.name,
                "says": one.summary,
                "kind": one.kind,
                "choices": list(one.choices) or (["yes", "no"] if one.kind == "yes_no" else []),
                "blank": one.blank,
            }
            for one in spec.columns
            if one.name not in spec.keys
        ],
        "faces": {one.text("face"): dict(one.source.cells) for one in rows},
    }


def keep_ratings(context: Context, name: str, cells: Mapping[str, str]) -> dict[str, Any]:
    """Keep one face of a unit. :raises InputError: a cell is not as it must be."""
    if not all(one.isprintable() for one in (*cells, *cells.values())):
        raise InputError(Where("ratings"), "no cells", "a row: each a line of text")
    if not cells.get("unit") or cells.get("face") not in FACES:
        raise InputError(Where("ratings"), "no unit or face", "a unit, and front or back")
    path = keep_row(context.owner, ratings_spec(name), cells)
    return {"file": str(path)}
