"""What every hex of a map sees, at once.

The map's blocking hexes are one whole number with a bit for each cell. Shifted by a step of a
template, it says for every hex at once whether that step is blocked, so all lines of the same
offset are decided by a few shifts.
"""

from __future__ import annotations

from dataclasses import dataclass

from builder.errors import InputError, Where
from builder.grid import Hex, ring
from rules.gts.los.blocking import BLOCKS, CLEAR, ORCHARD, UNKNOWN
from rules.gts.los.geometry import Offset
from rules.gts.los.ground import REACH, Ground
from rules.gts.los.sight import Look, Sight


@dataclass(frozen=True, slots=True, eq=False)
class Visibility:
    """The outcome of every line within a radius.

    ``clear`` and ``unknown`` hold, by the step from cell to cell, a bit for each cell, and how many
    cells further on the bit of a line stands (lines are kept from the lower hex).
    ``look`` gives CLEAR, UNKNOWN or BLOCKS between two hexes of the map, and raises KeyError for
    hexes too far apart.
    """

    ground: Ground
    radius: int
    clear: dict[int, tuple[bytes, int]]
    unknown: dict[int, tuple[bytes, int]]
    look: Look


def visibility(sight: Sight, radius: int) -> Visibility:
    """Every line of sight on the map within a radius. :raises InputError: a radius too big."""
    if not 0 <= radius <= REACH:
        raise InputError(Where("params", part="range"), str(radius), f"0 to {REACH} hexes")
    ground, planes = sight.ground, Planes.of(sight.ground)
    size = len(ground.effects) // 8 + 1
    clear = {0: (planes.shown.to_bytes(size, "little"), 0)}
    unknown = {0: (bytes(size), 0)}
    for r in range(1, radius + 1):
        for target in ring(Hex(0, 0), r):
            if target < (0, 0):
                continue
            hidden = blocked_bits(sight, planes, target)
            doubtful = unknown_bits(sight, planes, target) & ~hidden
            step = sight.templates.step(target)
            for found, bits in ((clear, ~(hidden | doubtful)), (unknown, doubtful)):
                plane = (bits & planes.shown).to_bytes(size, "little")
                found[step], found[-step] = (plane, 0), (plane, -step)
    return Visibility(ground, radius, clear, unknown, looker(ground, clear, unknown))


def looker(
    ground: Ground, clear: dict[int, tuple[bytes, int]], unknown: dict[int, tuple[bytes, int]]
) -> Look:
    """The function that looks from hex to hex; what it needs is at hand, for it is asked a lot."""
    cell_of = ground.cell_of

    def look(a: Hex, b: Hex) -> int:
        cell = cell_of[a]
        way = cell_of[b] - cell
        plane, step = clear[way]
        cell += step
        if plane[cell >> 3] >> (cell & 7) & 1:
            return CLEAR
        return UNKNOWN if unknown[way][0][cell >> 3] >> (cell & 7) & 1 else BLOCKS

    return look


@dataclass(frozen=True, slots=True, eq=False)
class Planes:
    """A ground as one whole number for each thing that may stand in a cell."""

    shown: int
    blocks: int
    orchards: int
    unknown: int
    marks: dict[int, int]
    chains: tuple[dict[int, int], ...]

    @staticmethod
    def of(ground: Ground) -> Planes:
        """The planes of a ground."""
        marks: dict[int, bytearray] = {}
        for cell, bits in ground.bits.items():
            for bit in bits:
                marks.setdefault(bit, bytearray(len(ground.effects)))[cell] = 1
        chains: list[dict[int, int]] = []
        for chain in ground.chains:
            by_links: dict[int, int] = {}
            for cell, links in chain.items():
                by_links[links] = by_links.get(links, 0) | 1 << cell
            chains.append(by_links)
        return Planes(
            plane(ground.shown, 1),
            plane(ground.effects, BLOCKS),
            plane(ground.effects, ORCHARD),
            plane(ground.effects, UNKNOWN),
            {bit: plane(bytes(cells), 1) for bit, cells in marks.items()},
            tuple(chains),
        )


def plane(values: bytes, kept: int) -> int:
    """The cells that hold a value, as bits."""
    digits = bytes(ord("1") if value == kept else ord("0") for value in range(256))
    return int(values[::-1].translate(digits), 2) if values else 0


def shifted(bits: int, step: int) -> int:
    """Bit ``c`` of the result is bit ``c + step`` of the plane."""
    return bits >> step if step >= 0 else bits << -step


def blocked_bits(sight: Sight, planes: Planes, target: Offset) -> int:
    """From which cells the line of an offset is blocked."""
    met = sight.templates.template(target)
    blocked = once = twice = 0
    for step, _ in met.passed:
        blocked |= shifted(planes.blocks, step)
        if planes.orchards:
            orchard = shifted(planes.orchards, step)
            twice |= once & orchard
            once |= orchard
    counts = sight.ground.readings.orchard_side == "counts"
    for left, right, _ in met.beside:
        blocks = shifted(planes.blocks, left), shifted(planes.blocks, right)
        blocked |= blocks[0] & blocks[1]
        if planes.orchards:
            orchards = shifted(planes.orchards, left), shifted(planes.orchards, right)
            if counts:
                off = shifted(planes.unknown, left) | shifted(planes.unknown, right)
                orchard = (orchards[0] | orchards[1]) & ~off
            else:
                orchard = orchards[0] & (orchards[1] | blocks[1]) | orchards[1] & blocks[0]
            twice |= once & orchard
            once |= orchard
    blocked |= twice
    if planes.marks:
        for masks in (*(hex[1] for hex in met.passed), *(sides[2] for sides in met.beside)):
            for step, mask in masks:
                for bit, marked in planes.marks.items():
                    if mask & bit:
                        blocked |= shifted(marked, step)
        if met.direction >= 0:
            for links, cells in planes.chains[met.direction].items():
                for k in range(links + 1, met.hexes):
                    blocked |= shifted(cells, k * met.stride)
    return blocked


def unknown_bits(sight: Sight, planes: Planes, target: Offset) -> int:
    """From which cells the line of an offset passes a hex that is not on the map."""
    if not planes.unknown:
        return 0
    met = sight.templates.template(target)
    unknown = 0
    for step, _ in met.passed:
        unknown |= shifted(planes.unknown, step)
    for left, right, _ in met.beside:
        off = shifted(planes.unknown, left), shifted(planes.unknown, right)
        solid = planes.blocks | planes.orchards | planes.unknown
        unknown |= off[0] & shifted(solid, right) | off[1] & shifted(solid, left)
    return unknown
