"""What every hex of a map sees, at once.

The map's blocking hexes are one whole number with a bit for each cell. Shifted by a step of a
template, it says for every hex at once whether that step is blocked, so all lines of the same
offset are decided by a few shifts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex, ring
from clubroute.rules.gts.los.blocking import BLOCKS, CLEAR, ORCHARD, UNKNOWN
from clubroute.rules.gts.los.geometry import Offset
from clubroute.rules.gts.los.ground import REACH, Ground
from clubroute.rules.gts.los.sight import Between, Sight

Outcomes: TypeAlias = tuple[bytes, bytes, int]
"""A bit for each cell from which a line of one offset is clear, and from which it is unknown (no
bytes if from none); and how many cells further on the bit of a line stands."""


@dataclass(frozen=True, slots=True, eq=False)
class Visibility:
    """The outcome of every line within a radius, by the step from cell to cell.

    ``between`` gives CLEAR, UNKNOWN or BLOCKS between the cells of two hexes of the map, and raises
    KeyError for hexes too far apart.
    """

    ground: Ground
    radius: int
    outcomes: dict[int, Outcomes]
    between: Between

    def look(self, a: Hex, b: Hex) -> int:
        """CLEAR, UNKNOWN or BLOCKS between two hexes.

        :raises KeyError: one is not on the map, or they are too far apart.
        """
        cell_of = self.ground.cell_of
        return self.between(cell_of[a], cell_of[b])


def visibility(sight: Sight, radius: int) -> Visibility:
    """Every line of sight on the map within a radius. :raises InputError: a radius too big."""
    if not 0 <= radius <= REACH:
        raise InputError(Where("params", part="range"), str(radius), f"0 to {REACH} hexes")
    ground, planes = sight.ground, Planes.of(sight.ground)
    size = len(ground.effects) // 8 + 1
    outcomes: dict[int, Outcomes] = {0: (planes.shown.to_bytes(size, "little"), b"", 0)}
    for r in range(1, radius + 1):
        for target in ring(Hex(0, 0), r):
            if target < (0, 0):
                continue
            hidden = blocked_bits(sight, planes, target)
            doubtful = unknown_bits(sight, planes, target) & ~hidden & planes.shown
            clear = (planes.shown & ~(hidden | doubtful)).to_bytes(size, "little")
            unknown = doubtful.to_bytes(size, "little") if doubtful else b""
            step = sight.templates.step(target)
            outcomes[step] = clear, unknown, 0  # lines are kept from the lower hex
            outcomes[-step] = clear, unknown, -step
    return Visibility(ground, radius, outcomes, looker(outcomes))


def looker(outcomes: dict[int, Outcomes]) -> Between:
    """The function that looks from cell to cell."""

    def between(cell: int, other: int) -> int:
        clear, unknown, step = outcomes[other - cell]
        cell += step
        if clear[cell >> 3] >> (cell & 7) & 1:
            return CLEAR
        return UNKNOWN if unknown and unknown[cell >> 3] >> (cell & 7) & 1 else BLOCKS

    return between


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
    for step in met.passed:
        blocked |= shifted(planes.blocks, step)
        if planes.orchards:
            orchard = shifted(planes.orchards, step)
            twice |= once & orchard
            once |= orchard
    counts = sight.ground.readings.orchard_side == "counts"
    for left, right in met.beside:
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
        for masks in met.masks:
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
    for step in met.passed:
        unknown |= shifted(planes.unknown, step)
    for left, right in met.beside:
        off = shifted(planes.unknown, left), shifted(planes.unknown, right)
        solid = planes.blocks | planes.orchards | planes.unknown
        unknown |= off[0] & shifted(solid, right) | off[1] & shifted(solid, left)
    return unknown
