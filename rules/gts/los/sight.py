"""One line of sight, fast: whether it is clear, without the working."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from builder.grid import Hex
from rules.gts.los.blocking import BLOCKS, CLEAR, ORCHARD, UNKNOWN, side_effects
from rules.gts.los.ground import Ground
from rules.gts.los.templates import LineTemplate, Templates, templates_for

WORDS: Final = {CLEAR: "clear", UNKNOWN: "undetermined", BLOCKS: "blocked"}
"""The verdict for an outcome of :meth:`Sight.look`."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Lines of sight on one ground. Its templates may be shared by grounds of the same shape."""

    ground: Ground
    templates: Templates
    beside: bytes

    def look(self, a: Hex, b: Hex) -> int:
        """CLEAR, UNKNOWN (passes a hex off the map) or BLOCKS between two hexes of the map."""
        ground, templates = self.ground, self.templates
        offset = (b[0] - a[0], b[1] - a[1])
        met = templates.hexes.get(offset) or templates.hex_template(offset)
        cell = ((a[0] - ground.line0) * ground.stride + a[1] - ground.half0) >> 1
        effects = ground.effects
        orchard = unknown = False
        for step in met[0]:
            effect = effects[cell + step]
            if effect:
                if effect == BLOCKS:
                    return BLOCKS
                if effect == UNKNOWN:
                    unknown = True
                elif orchard:
                    return BLOCKS
                else:
                    orchard = True
        for left, right in met[1]:
            effect = self.beside[effects[cell + left] * 4 + effects[cell + right]]
            if effect == BLOCKS or (effect == ORCHARD and orchard):
                return BLOCKS
            if effect == ORCHARD:
                orchard = True
            elif effect == UNKNOWN:
                unknown = True
        if ground.marks:
            marks = ground.marks
            lines = templates.lines.get(offset) or templates.line_template(offset)
            for step, mask in lines[0]:
                if marks[cell + step] & mask:
                    return BLOCKS
            if lines[1] >= 0 and ground.chains[lines[1]] and chained(ground, lines, cell):
                return BLOCKS
        return UNKNOWN if unknown else CLEAR


def sight_on(ground: Ground, templates: Templates | None = None) -> Sight:
    """Lines of sight on a ground; templates of the same stride and readings may be given."""
    if templates is None or (templates.stride, templates.readings) != (
        ground.stride,
        ground.readings,
    ):
        templates = templates_for(ground)
    return Sight(ground, templates, side_effects(ground.readings.orchard_side))


def chained(ground: Ground, lines: LineTemplate, cell: int) -> bool:
    """Whether a drawn line that comes from one hand and runs along the line goes off to the other.

    Only between the end hexes: at hex ``k`` on the way it must have come within ``k - 1`` links.
    """
    chain = ground.chains[lines.direction]
    for k in range(2, lines.hexes):
        links = chain.get(cell + k * lines.step)
        if links is not None and links < k:
            return True
    return False
