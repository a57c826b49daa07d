"""What a map's legend says, and what stands beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clubroute.builder.art.charts import Chart
from clubroute.builder.survey.country import Stretch
from clubroute.builder.whereabouts import Whereabouts


@dataclass(frozen=True, slots=True)
class MapWords:
    """What stands in a map's legend: its title, what its kinds are called, where on earth it is,
    and whom its geography is owed to; the country that lies around the map, and the charts to set
    beside it."""

    title: str
    titles: Mapping[str, str]
    where: Whereabouts
    credits: tuple[str, ...] = ()
    country: tuple[Stretch, ...] = ()
    charts: tuple[Chart, ...] = ()
