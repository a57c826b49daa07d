"""The parts of a scenario beside its unit list: turns, area of play, arrivals.

Each dataclass is one table of the scenario's TOML file; the format is in docs/counters.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from clubroute.builder.errors import Where
from clubroute.builder.grid import NUMBER, Hex, Lattice, Sheet

SHAPES = ("rectangle", "band", "numbers")
TRIGGERS = ("turn", "event", "call", "daily")
BY = ("parachute", "glider")


@dataclass(frozen=True, slots=True)
class Turns:
    """First and last turn as the players say them, how many, the steps of the sequence of play
    that are used (empty: all), the weather and the last turn it is said for (None: the last of
    the scenario); ``first_side`` is the side whose player turn is the first, where the scenario
    says so (the other has none in that turn); ``begins_with`` is the step the first turn begins
    with, ``never`` the steps never taken, ``not_first_day`` those not taken on the first day."""

    first: str
    last: str
    count: int
    steps: tuple[int, ...]
    weather: str
    begins_with: int | None = None
    never: tuple[int, ...] = ()
    not_first_day: tuple[int, ...] = ()
    weather_until: str | None = None
    first_side: str | None = None
    cite: str = ""


@dataclass(frozen=True, slots=True)
class PlayingArea:
    """The four boundary markers: corners of a rectangle of the printed sheets, the ends of the
    northern and of the southern line of a band that runs right across the maps, or corners of the
    hexrows and numbers in play."""

    shape: str
    corners: tuple[str, ...]
    cite: str
    unsure: str


@dataclass(frozen=True, slots=True)
class PlacementArea:
    """An area where units may be placed: by map areas, hexes, kinds of Road in the hex, the units
    of a formation (division and name) they stand with, the unit in whose range they are, or only in
    words."""

    id: str
    text: str
    map_areas: tuple[str, ...]
    hexes: tuple[str, ...]
    roads: tuple[str, ...]
    formation: tuple[str, str] | None
    in_range_of: str | None
    box: bool
    cite: str
    unsure: str
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool of units (ids), from which each row that names it draws one at random."""

    id: str
    units: tuple[str, ...]
    face: str
    text: str
    cite: str


@dataclass(frozen=True, slots=True)
class Points:
    """Points of each kind an arrival adds to a division, or sets it to."""

    division: str
    figures: Mapping[str, int]
    set: bool


@dataclass(frozen=True, slots=True)
class Arrival:
    """A reinforcement and its trigger: a turn, the drawing of an event marker (``draw`` the first,
    second … of them), a release along Club Route, a call, or every day. ``alone``: not where
    another scenario joins this one."""

    id: str
    trigger: str
    when: str
    draw: int | None
    text: str
    chits: tuple[str, ...]
    points: tuple[Points, ...]
    cite: str
    unsure: str
    alone: bool
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class Stick:
    """A stick of a drop: how it comes, its DELAY markers, the areas it may be dropped in."""

    id: str
    drop: int
    number: int
    by: str | None
    delay: int
    zones: tuple[str, ...]
    text: str
    cite: str
    unsure: str
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class Drop:
    """A drop: its number, how many days after the first day it is due, in words, and its
    figures by name."""

    number: int
    day: int
    text: str
    figures: Mapping[str, int | str]
    cite: str


@dataclass(frozen=True, slots=True)
class ScenarioEvent:
    """An event: its markers and how many (None: not printed), its effect in our own words, its
    figures by name."""

    name: str
    markers: tuple[str, ...]
    count: int | None
    text: str
    figures: Mapping[str, int | str]
    cite: str
    unsure: str


@dataclass(frozen=True, slots=True)
class Cup:
    """The cup of events: when one is drawn, whether it goes back, the historical order (marker
    ids)."""

    trigger: str
    goes_back: bool
    order: tuple[str, ...]
    cite: str
    unsure: str


@dataclass(frozen=True, slots=True)
class Available:
    """Counters (ids of units and markers) that are at hand, but not on the map at the start."""

    pieces: tuple[str, ...]
    text: str
    cite: str


@dataclass(frozen=True, slots=True)
class KnownAtStart:
    """A fact known at the start, and where it comes from."""

    what: str
    text: str
    provenance: str
    cite: str


@dataclass(frozen=True, slots=True)
class Unsettled:
    """An open question of the rulebook, in our own words."""

    text: str
    cite: str


# The playing area of a scenario, in exact integers.
#
# Boundary markers are corners of a figure (WED Scenario General Comments), or the hexrows and
# numbers that are in play are told (INS 5.5 to 5.8).


def playing(lattice: Lattice, window: str | None, area: PlayingArea) -> Callable[[Hex], bool]:
    """Tell of any hex whether it lies in a playing area, or is touched by its boundary."""
    if area.shape == "numbers":
        return partial(in_numbers, [on_sheet(lattice, corner) for corner in area.corners])
    corners = [lattice.parse(corner, window) for corner in area.corners]
    return within(bounds(corners, area.shape == "band"))


def on_sheet(lattice: Lattice, corner: str) -> tuple[Sheet, int, int]:
    """Return the sheet of a corner, and its two numbers there."""
    match = NUMBER.fullmatch(corner)
    prefix, first, second = match.groups() if match else ("", "0", "0")
    sheet = next(sheet for sheet in lattice.sheets if sheet.prefix.upper() == prefix.upper())
    return sheet, int(first), int(second)


def in_numbers(corners: Sequence[tuple[Sheet, int, int]], here: Hex) -> bool:
    """Tell whether a hex lies in the hexrows and between the numbers of the corners, or in those.

    A corner's numbers are counted on its own sheet, even if the hex is on another.
    """
    gaps = []
    for sheet, first, second in corners:
        hexrow, number = sheet.numbers_of(here)
        gaps.append((hexrow - first, number - second))
    return all(min(found) <= 0 <= max(found) for found in zip(*gaps, strict=True))


def bounds(corners: Sequence[Hex], band: bool) -> list[tuple[Hex, Hex]]:
    """Return the lines of a boundary, what it holds to the right of each.

    :param corners: of a rectangle in any order; of a band the ends of its northern, then of its
        southern line.
    """
    if band:
        north, south = sorted(corners[:2]), sorted(corners[2:])
        return [(north[0], north[1]), (south[1], south[0])]
    ring = around(corners)
    return [*zip(ring, [*ring[1:], ring[0]], strict=True)]


def around(corners: Sequence[Hex]) -> list[Hex]:
    """Return four corners in order around the figure, its inside to the right (rows grow
    southward)."""
    first = corners[0]
    opposite = next(
        c for c in corners[1:] if turn(first, c, *(o for o in corners[1:] if o != c)) < 0
    )
    one, other = (c for c in corners[1:] if c != opposite)
    if cross(first, one, opposite) < 0:
        one, other = other, one
    return [first, one, opposite, other]


def turn(a: Hex, b: Hex, one: Hex, other: Hex) -> int:
    """Return a negative number if two hexes lie on different sides of the line a-b."""
    return cross(a, b, one) * cross(a, b, other)


def cross(a: Hex, b: Hex, c: Hex) -> int:
    """Return twice the area of a triangle in lattice units, positive if c lies right of a-b."""
    return (b.line - a.line) * (c.half - a.half) - (b.half - a.half) * (c.line - a.line)


def within(lines: Sequence[tuple[Hex, Hex]]) -> Callable[[Hex], bool]:
    """Tell of any hex whether it lies right of all lines, or its centre at most half a hex left of
    them."""
    # The distance is side·√3/2 over √(3·along² + across²) hexes; half a hex is the limit.
    told = [(*a, b.line - a.line, b.half - a.half) for a, b in lines]
    limits = [(*one, 3 * one[2] * one[2] + one[3] * one[3]) for one in told]

    def plays(here: Hex) -> bool:
        for line, half, along, across, limit in limits:
            side = along * (here.half - half) - across * (here.line - line)
            if side < 0 and 3 * side * side > limit:
                return False
        return True

    return plays
