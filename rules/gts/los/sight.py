"""One line of sight, fast: whether it is clear, without the working."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from builder.grid import Hex
from rules.gts.los.blocking import BLOCKS, CLEAR, ORCHARD, UNKNOWN, side_effects
from rules.gts.los.ground import Ground
from rules.gts.los.templates import ASIDE, Template, Templates, templates_for

WORDS: Final = {CLEAR: "clear", UNKNOWN: "undetermined", BLOCKS: "blocked"}
"""The verdict for an outcome of :meth:`Sight.look`."""


NEAR: Final = 4
"""Added to the effect of a hex that has marks at most ``ASIDE`` and one more hexes away."""

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
    cells, room = list(with_marks_near(ground)), list(ground.room)
    stride, base = ground.stride, ground.line0 * ground.stride + ground.half0
    templates_at: dict[int, Template] = {}
    known = templates_at.get

    def look(a: Hex, b: Hex) -> int:
        line, half = a
        to_line, to_half = b
        key = (to_line - line) * 65536 + to_half - half
        met = known(key)
        if met is None:
            met = templates_at[key] = templates.template((to_line - line, to_half - half))
        cell = (line * stride + half - base) >> 1
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
        if near and room and crossed(ground, room, met, cell):
            return BLOCKS
        return UNKNOWN if unknown else CLEAR

    return look


def with_marks_near(ground: Ground) -> bytes:
    """The effect of each cell, with NEAR added where a line through it has to look at marks."""
    if not ground.room:
        return ground.effects
    near = bytes(NEAR * (hexes <= ASIDE + 1) for hexes in range(256))
    both = int.from_bytes(ground.effects, "little")
    both += int.from_bytes(ground.room.translate(near), "little")
    return both.to_bytes(len(ground.effects), "little")


def crossed(ground: Ground, room: Sequence[int], met: Template, cell: int) -> bool:
    """Whether a crest or a drawn line blocks a line from a cell.

    Where the nearest is some way off, as many hexes of the path need no look.
    """
    marks = ground.marks
    path, masks, here = met.path, met.marks, 0
    last = len(path)
    while here < last:
        free = room[cell + path[here]] - ASIDE
        if free > 0:
            here += free
            continue
        for step, mask in masks[here]:
            if marks[cell + step] & mask:
                return True
        here += 1
    return met.direction >= 0 and bool(ground.chains[met.direction]) and chained(ground, met, cell)


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
