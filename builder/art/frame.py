"""What a layer draws from: the plot of a map, and what is worked out from it but once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.numbers import number_places
from clubroute.builder.art.outlying import Beyond, grown
from clubroute.builder.art.plot import Plot
from clubroute.builder.art.regions import regions_of
from clubroute.builder.grid import Hex
from clubroute.builder.survey.country import HEATH

if TYPE_CHECKING:
    from shapely import Geometry


@dataclass(frozen=True)
class Frame(Plot):
    """A plot with the ground of its terrain, the country around it and the places of numbers."""

    @cached_property
    def outlying(self) -> Beyond:
        """The country around the map, in map px."""
        return grown(self.plan.beyond, self.unit) if self.plan is not None else Beyond()

    @cached_property
    def regions(self) -> Mapping[str, Geometry]:
        """The ground of each terrain that can show on the picture, in map px."""
        return regions_of(self)

    @cached_property
    def country(self) -> Geometry:
        """The ground of all terrains together."""
        import shapely

        whole = shapely.union_all(list(self.regions.values()))
        shapely.prepare(whole)
        return whole

    @cached_property
    def heath(self) -> Geometry:
        """Where open ground is heath."""
        import shapely

        rings = [o.line for o in self.outlying.of_kind(HEATH).outlines if len(o.line) > 3]
        whole = shapely.union_all([shapely.make_valid(shapely.Polygon(ring)) for ring in rings])
        shapely.prepare(whole)
        return whole

    @cached_property
    def numbers(self) -> Mapping[Hex, Spot]:
        """Where each hex's number stands, px from its centre at 72 px a hex."""
        return number_places(self)
