"""Reading ``credits.csv``: the thanks that boards and modules print for the country's sources."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.sources.features import Feature
from clubroute.builder.sources.tables import read_rows, unique

COLUMNS = {"licence": True, "credit": True}


def read_credits(folder: Path, features: Iterable[Feature]) -> tuple[str, ...]:
    """Read the credits of the licences that a folder's features name, in the file's order.

    :raises InputError: a licence without a credit, at its feature.
    """
    named: dict[str, Feature] = {}
    for feature in features:
        if feature.licence:
            named.setdefault(feature.licence, feature)
    if not named:
        return ()
    rows = read_rows(folder / "credits.csv", COLUMNS)
    unique(rows, "licence")
    thanks = {row.text("licence"): row.text("credit") for row in rows}
    for licence, feature in named.items():
        if licence not in thanks:
            raise InputError(
                Where(feature.path, feature.row, None, feature.id),
                f"licence {licence!r}",
                "a licence of credits.csv",
                nearest_name(licence, thanks),
            )
    return tuple(credit for licence, credit in thanks.items() if licence in named)
