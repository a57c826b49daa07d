"""One line of sight, fast: whether it is clear, without the working."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from clubroute.builder.grid import Hex, distance
from clubroute.rules.gts.los.blocking import BLOCKS, CLEAR, ORCHARD, UNKNOWN, side_effects
from clubroute.rules.gts.los.ground import REACH, Ground
from clubroute.rules.gts.los.readings import of_the_line
from clubroute.rules.gts.los.templates import Template, Templates, templates_for

WORDS: Final = {CLEAR: "clear", UNKNOWN: "undetermined", BLOCKS: "blocked"}
"""The verdict for an outcome of :meth:`Sight.look`."""


NEAR: Final = 4
"""Added to the effect of a hex that has marks or is next to one that has."""

Between: TypeAlias = Callable[[int, int], int]


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Lines of sight on one ground. Its templates may be shared by grounds of the same shape.

    ``between`` gives CLEAR, UNKNOWN (passes a hex off the map) or BLOCKS between the cells of two
    hexes of the map.
    """

    ground: Ground
    templates: Templates
    beside: bytes
    between: Between

    def look(self, a: Hex, b: Hex) -> int:
        """CLEAR, UNKNOWN or BLOCKS between two hexes. :raises KeyError: one is not on the map."""
        cell_of = self.ground.cell_of
        return self.between(cell_of[a], cell_of[b])


def sight_on(ground: Ground, templates: Templates | None = None) -> Sight:
    """Lines of sight on a ground; templates that fit it may be given."""
    if templates is None or (templates.stride, templates.readings, templates.drawn) != (
        ground.stride,
        of_the_line(ground.readings),
        bool(ground.marks),
    ):
        templates = templates_for(ground)
    beside = side_effects(ground.readings.orchard_side)
    return Sight(ground, templates, beside, looker(ground, templates, beside))


def looker(ground: Ground, templates: Templates, beside: bytes) -> Between:
    """The function that looks from cell to cell; it has what it needs at hand."""
    cells = with_marks_near(ground)
    templates_at: dict[int, Template] = {}
    known = templates_at.get

    def between(cell: int, other: int) -> int:
        met = known(other - cell)
        if met is None:
            a, b = ground.hex(cell), ground.hex(other)
            met = templates.template((b.line - a.line, b.half - a.half))
            if distance(a, b) <= REACH:  # no other offset on the map is so many cells
                templates_at[other - cell] = met
        orchard = unknown = near = False
        for step in met[0]:
            effect = cells[cell + step]
            if effect:
                if effect >= NEAR:
                    near = True
                    effect -= NEAR
                if effect == BLOCKS or (effect == ORCHARD and orchard):
                    return BLOCKS
                if effect == ORCHARD:
                    orchard = True
                elif effect:
                    unknown = True
        if met[1]:
            near = True
            for left, right in met[1]:
                effect = beside[cells[cell + left] % NEAR * NEAR + cells[cell + right] % NEAR]
                if effect:
                    if effect == BLOCKS or (effect == ORCHARD and orchard):
                        return BLOCKS
                    if effect == ORCHARD:
                        orchard = True
                    else:
                        unknown = True
        if near and crossed(ground, met, cell):
            return BLOCKS
        return UNKNOWN if unknown else CLEAR

    return between


def with_marks_near(ground: Ground) -> bytes:
    """The effect of each cell, with NEAR added where a line through it has to look at marks."""
    if not ground.marks:
        return ground.effects
    both = int.from_bytes(ground.effects, "little") + NEAR * int.from_bytes(ground.near, "little")
    return both.to_bytes(len(ground.effects), "little")


def crossed(ground: Ground, met: Template, cell: int) -> bool:
    """Whether a crest or a drawn line blocks a line from a cell."""
    near, marks = ground.near, ground.marks
    if not near:
        return False
    passed = (*met.passed, *(left for left, _ in met.beside))
    for step, masks in zip(passed, met.masks, strict=True):
        if near[cell + step]:
            for aside, mask in masks:
                if marks[cell + aside] & mask:
                    return True
    if met.direction < 0 or not ground.chains[met.direction]:
        return False
    return chained(ground, met, cell)


def chained(ground: Ground, met: Template, cell: int) -> bool:
    """Whether a drawn line that comes from one hand and runs along the line goes off to the other.

    Only between the end hexes: at hex ``k`` on the way it must have come within ``k - 1`` links.
    """
    chain = ground.chains[met.direction]
    for k in range(2, met.hexes):
        links = chain.get(cell + k * met.stride)
        if links is not None and links < k:
            return True
    return False
