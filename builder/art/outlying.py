"""What of the country lies around a map: outlines and lines, in map px."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.naming.label import Box


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
