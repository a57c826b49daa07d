"""What a hex sees within a range: every line of sight at once, as bits.

A template turned round: for every cell near the hex, the *shadow* of something that blocks there,
as the set of targets whose line it blocks. A fan is then the union of the shadows of what stands
around the hex. Target number ``n`` is bit ``n``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import compress
from operator import or_

from builder.errors import InputError, Where
from builder.grid import NEIGHBOUR_OFFSETS, Hex, ring
from rules.gts.los.blocking import BLOCKS, CLEAR, ORCHARD, UNKNOWN
from rules.gts.los.geometry import Offset
from rules.gts.los.ground import REACH, Ground
from rules.gts.los.sight import Sight
from rules.gts.los.templates import Templates, hexes_met, marks_met

ONLY_BLOCKS, ONLY_ORCHARD, ONLY_UNKNOWN = (
    bytes(int(effect == kept) for effect in range(256)) for kept in (BLOCKS, ORCHARD, UNKNOWN)
)
"""Translations of effects to 1 for one of them and 0 for the others."""


@dataclass(frozen=True, slots=True, eq=False)
class Shadows:
    """The shadows of one radius, for one stride and one set of readings.

    ``targets`` are all offsets within the radius, nearest first, without the hex itself.
    ``parts`` are the stretches of cells within the radius: first step of cells, and the step after
    the last. Over all of them in a row, ``steps`` are the steps of cells, ``inside`` the shadows of
    a hex passed inside and ``bits`` the bits of the targets;
    ``beside`` the shadow of each pair the lines run between; ``marks`` the shadow of each bit of a
    mark by step; ``rays`` for each direction the targets beyond each hex along it.
    """

    radius: int
    targets: tuple[Offset, ...]
    numbers: dict[Offset, int]
    parts: tuple[tuple[int, int], ...]
    steps: tuple[int, ...]
    inside: tuple[int, ...]
    bits: tuple[int, ...]
    beside: tuple[tuple[int, int, int], ...]
    rays: tuple[tuple[int, tuple[int, ...]], ...]
    marks: dict[int, dict[int, int]] = field(default_factory=dict)

    def around(self, cells: bytes, cell: int) -> bytes:
        """What stands in the cells within the radius of a cell, in the order of ``steps``."""
        return b"".join([cells[cell + first : cell + last] for first, last in self.parts])


@dataclass(frozen=True, slots=True, eq=False)
class Fan:
    """What a hex sees: outcome of each target as bits by target number.

    ``blocked`` and ``unknown`` have no bit in common and may hold targets off the map.
    """

    ground: Ground
    origin: Hex
    shadows: Shadows
    blocked: int
    unknown: int

    def outcome(self, h: Hex) -> int:
        """CLEAR, UNKNOWN or BLOCKS for a hex within the radius. :raises KeyError: beyond it."""
        offset = (h[0] - self.origin[0], h[1] - self.origin[1])
        if offset == (0, 0):
            return CLEAR
        bit = 1 << self.shadows.numbers[offset]
        return BLOCKS if self.blocked & bit else UNKNOWN if self.unknown & bit else CLEAR

    def hexes(self, bits: int) -> Iterator[Hex]:
        """The hexes of a set of target numbers, nearest first."""
        line, half = self.origin
        for text, (dl, dh) in zip(reversed(f"{bits:b}"), self.shadows.targets, strict=False):
            if text == "1":
                yield Hex(line + dl, half + dh)

    def shown(self) -> int:
        """The targets that are on the map."""
        near = self.shadows.around(self.ground.shown, self.ground.cell(self.origin))
        return reduce(or_, compress(self.shadows.bits, near), 0)


def shadows_of(templates: Templates, radius: int) -> Shadows:
    """Turn the templates of a radius round. :raises InputError: a radius beyond the cells."""
    if not 0 <= radius <= REACH:
        raise InputError(Where("params", part="range"), str(radius), f"0 to {REACH} hexes")
    origin = Hex(0, 0)
    targets = tuple(h for r in range(1, radius + 1) for h in ring(origin, r))
    inside: dict[Offset, int] = {}
    between: dict[tuple[Offset, Offset], int] = {}
    for number, target in enumerate(targets):
        bit = 1 << number
        passed, beside = hexes_met(target, templates.readings)
        for h in passed:
            inside[h] = inside.get(h, 0) | bit
        for sides in beside:
            between[sides] = between.get(sides, 0) | bit
    numbers: dict[Offset, int] = {target: number for number, target in enumerate(targets)}
    bit_of: dict[Offset, int] = {target: 1 << number for target, number in numbers.items()}
    parts: list[tuple[int, int]] = []
    near: list[Offset] = []
    for line in range(-radius, radius + 1):
        reach = 2 * radius - abs(line)
        stretch = [(line, half) for half in range(-reach, reach + 1, 2)]
        first = templates.step(stretch[0])
        parts.append((first, first + len(stretch)))
        near += stretch
    return Shadows(
        radius,
        targets,
        numbers,
        tuple(parts),
        tuple(map(templates.step, near)),
        tuple(inside.get(h, 0) for h in near),
        tuple(bit_of.get(h, 0) for h in near),
        tuple((templates.step(a), templates.step(b), bits) for (a, b), bits in between.items()),
        tuple(
            (templates.step((dl, dh)), ray_shadows(numbers, (dl, dh), radius))
            for dl, dh in NEIGHBOUR_OFFSETS
        ),
    )


def ray_shadows(numbers: dict[Offset, int], step: Offset, radius: int) -> tuple[int, ...]:
    """For hex ``k`` along a direction, the targets beyond it in that direction."""
    found = [0] * (radius + 1)
    for k in range(radius - 1, -1, -1):
        found[k] = found[k + 1] | 1 << numbers[step[0] * (k + 1), step[1] * (k + 1)]
    return tuple(found)


def mark_shadows(shadows: Shadows, templates: Templates) -> dict[int, dict[int, int]]:
    """The shadow of every bit of a mark, by step of cells and bit; made when first needed."""
    if not shadows.marks:
        found: dict[int, dict[int, int]] = {}
        for number, target in enumerate(shadows.targets):
            for offset, mask in marks_met(target, templates.readings):
                row = found.setdefault(templates.step(offset), {})
                row[mask] = row.get(mask, 0) | 1 << number
        shadows.marks.update(found)
    return shadows.marks


def fan(sight: Sight, shadows: Shadows, origin: Hex) -> Fan:
    """Every line of sight from a hex of the map within the shadows' radius."""
    ground = sight.ground
    effects = ground.effects
    cell = ground.cell(origin)
    near = shadows.around(effects, cell)
    blocked = reduce(or_, compress(shadows.inside, near.translate(ONLY_BLOCKS)), 0)
    seen_once = seen_twice = unknown = 0
    if ORCHARD in near:
        for shadow in compress(shadows.inside, near.translate(ONLY_ORCHARD)):
            seen_twice |= seen_once & shadow
            seen_once |= shadow
    if UNKNOWN in near:
        unknown = reduce(or_, compress(shadows.inside, near.translate(ONLY_UNKNOWN)), 0)
    beside = sight.beside
    for left, right, shadow in shadows.beside:
        effect = beside[effects[cell + left] * 4 + effects[cell + right]]
        if effect == BLOCKS:
            blocked |= shadow
        elif effect == ORCHARD:
            seen_twice |= seen_once & shadow
            seen_once |= shadow
        elif effect == UNKNOWN:
            unknown |= shadow
    blocked |= seen_twice
    if ground.marks:
        blocked |= marked_shadow(sight, shadows, cell)
    return Fan(ground, origin, shadows, blocked, unknown & ~blocked)


def marked_shadow(sight: Sight, shadows: Shadows, cell: int) -> int:
    """The targets that crests and drawn lines hide."""
    ground = sight.ground
    hits = list(compress(shadows.steps, shadows.around(ground.marked, cell)))
    if not hits:
        return 0
    marks, bits = mark_shadows(shadows, sight.templates), ground.bits
    blocked = 0
    for step in hits:
        shadow_of = marks.get(step)
        if shadow_of:
            for bit in bits[cell + step]:
                blocked |= shadow_of.get(bit, 0)
    for chain, (step, beyond) in zip(ground.chains, shadows.rays, strict=True):
        if chain:
            for k in range(2, shadows.radius):
                links = chain.get(cell + k * step)
                if links is not None and links < k:
                    blocked |= beyond[k]
                    break
    return blocked
