"""The six directions of a map by name, and what lies before and behind a unit that faces one."""

from __future__ import annotations

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.grid import NEIGHBOUR_OFFSETS, Lattice
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.plain.position import PlainUnit

SIDES = 6
COMPASS = {
    **{(1, 0): "east", (-1, 0): "west", (0, 1): "south", (0, -1): "north"},
    **{(1, 1): "southeast", (1, -1): "northeast", (-1, 1): "southwest", (-1, -1): "northwest"},
}


def sign(value: int) -> int:
    """-1, 0 or 1."""
    return (value > 0) - (value < 0)


def towards(lattice: Lattice) -> list[str]:
    """The names of the six directions of a lattice, as it lies on the sheet."""
    found = []
    for line, half in NEIGHBOUR_OFFSETS:
        along, across = sign(line) * lattice.line_sign, sign(half) * lattice.half_sign
        east, south = (along, across) if lattice.orientation == "flat" else (across, along)
        found.append(COMPASS[east, south])
    return found


def short(name: str) -> str:
    """The letters of a direction: N, SE."""
    return "".join(word[0] for word in ("north", "south", "east", "west") if word in name).upper()


def letters(country: MapFile) -> tuple[str, ...]:
    """The letters of a map's six directions, by direction."""
    return tuple(map(short, towards(country.lattice)))


def facing_of(country: MapFile, unit: PlainUnit) -> int | None:
    """The direction a unit faces, None if it is not said.

    :raises InputError: the map has none such.
    """
    return None if unit.facing is None else direction_of(country, unit.facing)


def direction_of(country: MapFile, text: str) -> int:
    """The direction of a name or its letters. :raises InputError: the map has none such."""
    names = towards(country.lattice)
    for at, name in enumerate(names):
        if text.strip().lower() in (name, short(name).lower()):
            return at
    known = tuple(map(short, names))
    where = Where("params", part="facing")
    raise InputError(where, repr(text), one_of(known), nearest_name(text, known))


def turns_between(one: int, other: int) -> int:
    """How many hexsides lie between two directions."""
    apart = abs(one - other) % SIDES
    return min(apart, SIDES - apart)


def before(facing: int, front: int) -> frozenset[int]:
    """The directions of the front hexsides of a unit, an odd number of them about the faced one."""
    return frozenset(d for d in range(SIDES) if turns_between(facing, d) <= front // 2)


def side_of(facing: int, front: int, direction: int) -> str:
    """Whether a direction is to the ``front`` of a unit, its ``flank`` or its ``rear``."""
    if direction in before(facing, front):
        return "front"
    return "rear" if turns_between(facing, direction) == SIDES // 2 else "flank"
