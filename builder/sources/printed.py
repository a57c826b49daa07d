"""What an owner says stands on the counters: ratings for the boxes of a module's faces.

The table is read by whoever knows its columns; here its rows go onto the faces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from clubroute.builder.sources.counters import Marks, Ratings, UnitCounter, marks, ratings
from clubroute.builder.sources.layout import Layout
from clubroute.builder.sources.tables import Row

Faces: TypeAlias = Mapping[tuple[str, str], Row]
"""By id and face (front, back) the row whose columns are named as the boxes of the layout."""


@dataclass(frozen=True, slots=True)
class Printed:
    """An owner's table. ``of`` finds the rows of some units; ``stamp`` changes with the table."""

    of: Callable[[Sequence[UnitCounter]], Faces]
    stamp: str


def with_printed(
    units: Sequence[UnitCounter], faces: Faces, layout: Layout
) -> tuple[UnitCounter, ...]:
    """The units with the ratings and marks of their rows over their own.

    :raises InputError: a cell that is no rating, or neither yes nor no.
    """

    def given(unit: UnitCounter, face: str, own: Ratings) -> Ratings:
        row = faces.get((unit.id, face))
        return own if row is None else {**own, **ratings(row, layout, "")}

    def marked(unit: UnitCounter, face: str, own: Marks) -> Marks:
        row = faces.get((unit.id, face))
        return own if row is None else {**own, **marks(row, layout, "")}

    return tuple(
        replace(
            unit,
            front_ratings=given(unit, "front", unit.front_ratings),
            back_ratings=given(unit, "back", unit.back_ratings),
            marks=marked(unit, "front", unit.marks),
            back_marks=marked(unit, "back", unit.back_marks),
        )
        for unit in units
    )
