"""The six directions of a map by name, and what lies before and behind a unit that faces one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.grid import NEIGHBOUR_OFFSETS, Lattice
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import HEX
from clubroute.rules.asking.methods import method
from clubroute.rules.ground.hex_facts import around, hex_facts
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.plain.game import AboutOwnState, PlainUnit
from clubroute.rules.position.record import needed

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


# ``hex.describe`` of a game of one's own: what its map shows in a hex.


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnHexAsked(AboutOwnState):
    """The parameters of ``hex.describe``."""

    hex: str = needed(HEX, "a printed hex number")


@method("hex.describe", answers={"type": "object"})
def describe(context: Context, asked: OwnHexAsked) -> Any:
    """A hex: terrain, hexsides, Roads, areas, who stands there, and what each fact rests on."""
    country = asked.country
    here = country.id(asked.hex)
    record = hex_facts(country, here)
    units = [one.call for one in asked.state.in_hex({record["hex"]})]
    name = f" {record['name']}" if "name" in record else ""
    told = [record["terrain"].replace("_", " ")]
    beyond = around(country, here, towards(country.lattice))
    for side in beyond["hexsides"]:
        lines = [one["kind"].replace("_", " ") for one in side.get("features", ())]
        lines += [one["name"] or one["kind"] for one in side.get("roads", ())]
        if lines:
            told.append(f"{side['direction']} {', '.join(lines)}")
    if units:
        told.append(f"there {'stands' if len(units) == 1 else 'stand'} {', '.join(units)}")
    summary = f"{record['hex']}{name}: {'; '.join(told)}"
    more = {"units": units} if units else {}
    return {"hex": record["hex"], "summary": summary, **record, **more, **beyond}
