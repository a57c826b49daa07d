"""One line of sight, fast: whether it is clear, without the working."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from builder.grid import Hex
from rules.gts.los.blocking import BLOCKS, CLEAR, ORCHARD, UNKNOWN, side_effects
from rules.gts.los.ground import REACH, Ground
from rules.gts.los.templates import Template, Templates, templates_for

WORDS: Final = {CLEAR: "clear", UNKNOWN: "undetermined", BLOCKS: "blocked"}
"""The verdict for an outcome of :meth:`Sight.look`."""


NEAR: Final = 4
"""Added to the effect of a hex that has marks or is next to one that has."""

Look: TypeAlias = Callable[[Hex, Hex], int]


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Lines of sight on one ground. Its templates may be shared by grounds of the same shape.

    ``look`` gives CLEAR, UNKNOWN (passes a hex off the map) or BLOCKS between two hexes of the map.
    """

    ground: Ground
    templates: Templates
    beside: bytes
    look: Look


def sight_on(ground: Ground, templates: Templates | None = None) -> Sight:
    """Lines of sight on a ground; templates that fit it may be given."""
    if templates is None or (templates.stride, templates.readings, templates.drawn) != (
        ground.stride,
        ground.readings,
        bool(ground.marks),
    ):
        templates = templates_for(ground)
    beside = side_effects(ground.readings.orchard_side)
    return Sight(ground, templates, beside, looker(ground, templates, beside))


def looker(ground: Ground, templates: Templates, beside: bytes) -> Look:
    """The function that looks from hex to hex; what it needs is at hand, for it is asked a lot."""
    # Lists are quicker to look into than bytes, and a number quicker to look up than a pair.
    cells, marks, cell_of = list(with_marks_near(ground)), ground.marks, ground.cell_of
    templates_at: dict[int, Template] = {}
    known = templates_at.get

    def look(a: Hex, b: Hex) -> int:
        cell = cell_of[a]
        way = cell_of[b] - cell
        met = known(way)
        if met is None:
            met = templates.template((b[0] - a[0], b[1] - a[1]))
            if (
                abs(b[1] - a[1]) <= 2 * REACH
            ):  # no other two hexes of the map are so many cells apart
                templates_at[way] = met
        orchard = unknown = False
        for step, masks in met[0]:
            effect = cells[cell + step]
            if effect:
                if effect >= NEAR:
                    for aside, mask in masks:
                        if marks[cell + aside] & mask:
                            return BLOCKS
                    effect -= NEAR
                if effect == BLOCKS or (effect == ORCHARD and orchard):
                    return BLOCKS
                if effect == ORCHARD:
                    orchard = True
                elif effect:
                    unknown = True
        if met[1]:
            for left, right, masks in met[1]:
                if cells[cell + left] >= NEAR:
                    for aside, mask in masks:
                        if marks[cell + aside] & mask:
                            return BLOCKS
                effect = beside[cells[cell + left] % NEAR * NEAR + cells[cell + right] % NEAR]
                if effect:
                    if effect == BLOCKS or (effect == ORCHARD and orchard):
                        return BLOCKS
                    if effect == ORCHARD:
                        orchard = True
                    else:
                        unknown = True
        if met[2] >= 0 and ground.chains[met[2]] and chained(ground, met, cell):
            return BLOCKS
        return UNKNOWN if unknown else CLEAR

    return look


def with_marks_near(ground: Ground) -> bytes:
    """The effect of each cell, with NEAR added where a line through it has to look at marks."""
    if not ground.marks:
        return ground.effects
    both = int.from_bytes(ground.effects, "little") + NEAR * int.from_bytes(ground.near, "little")
    return both.to_bytes(len(ground.effects), "little")


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
