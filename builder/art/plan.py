"""What a board must know of the whole map it is a part of: courses, names, furniture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.charts import ChartPicture
from clubroute.builder.art.courses import Courses
from clubroute.builder.art.naming.label import Box, MapLabel

# What of the country lies around a map: outlines and lines, in map px.


@dataclass(frozen=True)
class Outlying:
    """An outline, or a line, around a map: id and kind, its spots in map px, and the name that
    stands in an outline."""

    id: str
    kind: str
    line: tuple[Spot, ...]
    name: str = ""

    @cached_property
    def box(self) -> Box:
        """The map px it lies in."""
        xs, ys = [x for x, _ in self.line], [y for _, y in self.line]
        return Box(min(xs), min(ys), max(xs), max(ys))

    @property
    def middle(self) -> Spot:
        """The middle of that."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


@dataclass(frozen=True, slots=True)
class Beyond:
    """Outlines and lines around a map in map px at 72 px a hex."""

    outlines: tuple[Outlying, ...] = ()
    lines: tuple[Outlying, ...] = ()

    def of_kind(self, kind: str) -> Beyond:
        """The outlines of one kind."""
        return Beyond(tuple(one for one in self.outlines if one.kind == kind))

    def shown(self, box: Box) -> Beyond:
        """What of it may show in a box of map px."""

        return Beyond(
            tuple(one for one in self.outlines if one.box.meets(box)),
            tuple(one for one in self.lines if one.box.meets(box)),
        )


def grown(country: Beyond, unit: float) -> Beyond:
    """The same, ``unit`` times as large."""
    if unit == 1:
        return country

    def large(many: Sequence[Outlying]) -> tuple[Outlying, ...]:
        return tuple(replace(o, line=tuple((x * unit, y * unit) for x, y in o.line)) for o in many)

    return Beyond(large(country.outlines), large(country.lines))


Group: TypeAlias = Literal["hex", "hexside", "road", "area"]


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One line of the legend: what is shown and what it is called."""

    group: Group
    kind: str
    title: str


@dataclass(frozen=True, slots=True)
class Rule:
    """An upright or level line, its width and where it begins and ends, map px."""

    start: Spot
    end: Spot
    width: float


@dataclass(frozen=True, slots=True)
class Furniture:
    """What stands around a map, in map px at 72 px a hex.

    ``sheet`` is the box around all boards, ``rules`` the lines round all boards together;
    ``panel`` the legend with scale and compass, None if there is no room for it beside
    the map. ``north`` is how many degrees clockwise of the picture's up
    north lies, ``hex_metres`` the distance between adjacent centres; None where the lattice has no
    place on earth. ``credits`` say whom the geography is owed to. ``charts`` stand where beside
    the hexes there is room for them. ``columns`` of entries stand side by side in the legend.
    """

    title: str
    sheet: Box
    rules: tuple[Rule, ...]
    panel: Box | None
    entries: tuple[LegendEntry, ...]
    north: float | None = None
    hex_metres: float | None = None
    credits: tuple[str, ...] = ()
    charts: tuple[tuple[Box, ChartPicture], ...] = ()
    columns: int = 4

    def boxes(self) -> tuple[Box, ...]:
        """The panel and the charts."""
        return (*((self.panel,) if self.panel else ()), *(box for box, _ in self.charts))


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """The names of a map in their places, its furniture, the lines of its Roads and waters, and the
    country around it.

    Without ``courses`` a picture relaxes those of its own map.
    """

    labels: tuple[MapLabel, ...] = ()
    furniture: Furniture | None = None
    courses: Courses | None = None
    beyond: Beyond = Beyond()
