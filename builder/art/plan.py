"""What a board must know of the whole map it is a part of: courses, names, furniture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.charts import ChartPicture
from clubroute.builder.art.courses import Courses
from clubroute.builder.art.naming.label import Box, MapLabel
from clubroute.builder.art.outlying import Beyond

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
