"""The armament of units for which a rule asks by name: ``armament.csv``."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from clubroute.builder.errors import Where
from clubroute.builder.sources.order_of_battle import PROVENANCES
from clubroute.builder.sources.tables import read_rows, unique

FILE = "armament.csv"


@dataclass(frozen=True, slots=True)
class Armament:
    """One row: a unit (id) and its armament; ``reason`` says why it is assumed."""

    unit: str
    armament: str
    provenance: str
    reason: str
    cite: str
    where: Where = field(compare=False)


def read_armaments(
    path: Path, units: Collection[str], known: Collection[str]
) -> tuple[Armament, ...]:
    """Read the rows of ``armament.csv``. :param known: the armaments of the layout.

    :raises InputError: an unknown column, unit or armament (with the nearest name); a unit twice;
        an assumed row without its reason.
    """
    columns = {"unit": True, "armament": True, "provenance": True, "reason": True, "cite": True}
    rows = read_rows(path, columns)
    unique(rows, "unit")
    armaments = []
    for row in rows:
        provenance = row.choice("provenance", PROVENANCES)
        reason = row.optional("reason") or ""
        if provenance == "assumed" and not reason:
            raise row.error("reason", "a blank cell", "why it is assumed")
        armaments.append(
            Armament(
                row.choice("unit", units),
                row.choice("armament", known),
                provenance,
                reason,
                row.text("cite"),
                row.where(),
            )
        )
    return tuple(armaments)
