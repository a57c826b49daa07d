"""What a hex sees within a range: every line of sight at once, as bits.

A template turned round: for every cell near the hex, the *shadow* of something that blocks there,
as the set of targets whose line it blocks. A fan is then the union of the shadows of what stands
around the hex. Target number ``n`` is bit ``n``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import compress
from operator import itemgetter, or_

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import NEIGHBOUR_OFFSETS, Hex, ring
from clubroute.rules.gts.los.blocking import BLOCKS, CLEAR, ORCHARD, UNKNOWN
from clubroute.rules.gts.los.geometry import Offset
from clubroute.rules.gts.los.ground import MARKED, REACH, Ground
from clubroute.rules.gts.los.sight import Sight
from clubroute.rules.gts.los.templates import Templates, hexes_met, marks_met

ONLY_BLOCKS, ONLY_ORCHARD, ONLY_UNKNOWN = (
    bytes(int(cell % MARKED == kept) for cell in range(256)) for kept in (BLOCKS, ORCHARD, UNKNOWN)
)
OTHERS = bytes(cell % MARKED % BLOCKS for cell in range(256))
ONLY_MARKED = bytes(int(cell >= MARKED) for cell in range(256))
"""Translations of cells to 1 for one effect, or where there are marks, and 0 for the others;
OTHERS to the effect unless it is BLOCKS."""
LEFT, RIGHT = (bytes(cell % MARKED * times for cell in range(256)) for times in (4, 1))
"""Translations of cells to the two parts of an index into ``Sight.beside``."""


@dataclass(frozen=True, slots=True, eq=False)
class Shadows:
    """The shadows of one radius, for one stride and one set of readings.

    ``targets`` are all offsets within the radius, nearest first, without the hex itself.
    ``parts`` are the stretches of cells within the radius: first step of cells, and the step after
    the last. Over all of them in a row, ``steps`` are the steps of cells, ``inside`` the shadows of
    a hex passed inside and ``bits`` the bits of the targets. ``lefts`` and ``rights`` pick the
    pairs the lines run between, ``beside`` are their shadows. ``rays`` are the hexes in a straight
    row, by step: direction, how far, targets beyond. ``marks`` is by step the shadow of each bit.
    """

    radius: int
    targets: tuple[Offset, ...]
    numbers: dict[Offset, int]
    parts: tuple[tuple[int, int], ...]
    steps: tuple[int, ...]
    inside: tuple[int, ...]
    bits: tuple[int, ...]
    lefts: Callable[[bytes], tuple[int, ...]] | None
    rights: Callable[[bytes], tuple[int, ...]] | None
    beside: tuple[int, ...]
    rays: dict[int, tuple[int, int, int]]
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
    places = {h: place for place, h in enumerate(near)}
    return Shadows(
        radius,
        targets,
        numbers,
        tuple(parts),
        tuple(map(templates.step, near)),
        tuple(inside.get(h, 0) for h in near),
        tuple(bit_of.get(h, 0) for h in near),
        itemgetter(*(places[left] for left, _ in between)) if between else None,
        itemgetter(*(places[right] for _, right in between)) if between else None,
        tuple(between.values()),
        {
            templates.step((dl * k, dh * k)): (direction, k, beyond)
            for direction, (dl, dh) in enumerate(NEIGHBOUR_OFFSETS)
            for k, beyond in ray_shadows(numbers, (dl, dh), radius)
        },
    )


def ray_shadows(numbers: dict[Offset, int], step: Offset, radius: int) -> Iterator[tuple[int, int]]:
    """For each hex along a direction, how far it is and the targets beyond it."""
    beyond = 0
    for k in range(radius - 1, 0, -1):
        beyond |= 1 << numbers[step[0] * (k + 1), step[1] * (k + 1)]
        yield k, beyond


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
    cell = ground.cell(origin)
    near = shadows.around(ground.cells, cell)
    blocked = reduce(or_, compress(shadows.inside, near.translate(ONLY_BLOCKS)), 0)
    unknown = 0
    orchards: list[int] = []
    others = near.translate(OTHERS)
    if UNKNOWN in others:
        unknown = reduce(or_, compress(shadows.inside, near.translate(ONLY_UNKNOWN)), 0)
    if ORCHARD in others:
        orchards += compress(shadows.inside, near.translate(ONLY_ORCHARD))
    if shadows.lefts and shadows.rights:
        sides = better_sides(sight, shadows.lefts(near), shadows.rights(near))
        blocked = reduce(or_, compress(shadows.beside, sides.translate(ONLY_BLOCKS)), blocked)
        if UNKNOWN in others:
            unknown = reduce(or_, compress(shadows.beside, sides.translate(ONLY_UNKNOWN)), unknown)
        if ORCHARD in others:
            orchards += compress(shadows.beside, sides.translate(ONLY_ORCHARD))
    once = 0
    for shadow in orchards:
        blocked |= once & shadow
        once |= shadow
    if ground.marks:
        blocked |= marked_shadow(sight, shadows, cell, near.translate(ONLY_MARKED))
    return Fan(ground, origin, shadows, blocked, unknown & ~blocked)


def better_sides(sight: Sight, lefts: tuple[int, ...], rights: tuple[int, ...]) -> bytes:
    """What a line meets between each two cells."""
    both = int.from_bytes(bytes(lefts).translate(LEFT), "little")
    both += int.from_bytes(bytes(rights).translate(RIGHT), "little")
    return both.to_bytes(len(lefts), "little").translate(sight.beside)


def marked_shadow(sight: Sight, shadows: Shadows, cell: int, marked: bytes) -> int:
    """The targets that crests and drawn lines hide. ``marked`` is 1 where there are some nearby."""
    at = marked.find(1)
    if at < 0:
        return 0
    marks, bits = mark_shadows(shadows, sight.templates), sight.ground.bits
    chains, rays, steps = sight.ground.chains, shadows.rays, shadows.steps
    blocked = 0
    while at >= 0:
        step = steps[at]
        shadow_of = marks.get(step)
        if shadow_of:
            for bit in bits[cell + step]:
                if bit in shadow_of:
                    blocked |= shadow_of[bit]
        if step in rays:
            direction, hexes, beyond = rays[step]
            if chains[direction].get(cell + step, hexes) < hexes:
                blocked |= beyond
        at = marked.find(1, at + 1)
    return blocked
