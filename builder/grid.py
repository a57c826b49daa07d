"""The hex lattice: exact integer coordinates, adjacency, and the players' printed numbers.

A lattice is rows of hexes side by side. A *line* is one such row as the map numbers it: a column
of a flat-top map (WED, TDC) or a hexrow of a pointy-top map (INS). Along its line a hex stands at
a *half* position: neighbours on the same line differ by two halves, neighbours on the next line
by one. So ``Hex(line, half)`` is exact and adjacency needs no parity cases; ``line + half`` is odd
for every hex.

Geometry is exact too. In the lattice's affine coordinates a centre is ``(3·line, half)`` and the
vertices lie at ``(±2, 0)`` and ``(±1, ±1)`` from it (axes swapped for pointy-top), x to the
east or sheet-right and y to the south or sheet-down. An affine map keeps lines, crossings and
ratios along a line, so whatever is decided here holds on the printed map.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from clubroute.builder.errors import ClubrouteError

Orientation: TypeAlias = Literal["flat", "pointy"]
Parity: TypeAlias = Literal["even", "odd"]


T = TypeVar("T", bound="Hex | int")
"""A hex, by its place or by its number in a map."""


class Hex(NamedTuple):
    """A hex: its line, and its place along the line counted in half hexes."""

    line: int
    half: int


class Point(NamedTuple):
    """A point in a lattice's affine integer coordinates (x right, y down)."""

    x: int
    y: int


class Hexside(NamedTuple):
    """The side two adjacent hexes share; ``a < b`` always. Make one with :func:`hexside`."""

    a: Hex
    b: Hex


class HexNumberError(ClubrouteError, ValueError):
    """A printed hex number that names no hex, or more than one."""


class NotAdjacentError(ClubrouteError, ValueError):
    """Two hexes that share no hexside."""


# Offsets to the six neighbours, clockwise, starting "up" along a line.
NEIGHBOUR_OFFSETS: tuple[tuple[int, int], ...] = (
    (0, -2),
    (1, -1),
    (1, 1),
    (0, 2),
    (-1, 1),
    (-1, -1),
)
# Vertex offsets in (line axis, half axis) affine units, clockwise; vertex k lies between the
# neighbours k and k + 1.
VERTEX_OFFSETS: tuple[tuple[int, int], ...] = (
    (1, -1),
    (2, 0),
    (1, 1),
    (-1, 1),
    (-2, 0),
    (-1, -1),
)


@lru_cache(1 << 14)  # the hexes of a whole country, each asked about by many
def neighbours(h: Hex) -> tuple[Hex, ...]:
    """The six adjacent hexes, in the fixed order of :data:`NEIGHBOUR_OFFSETS`.

    >>> neighbours(Hex(0, 1))[:2]
    (Hex(line=0, half=-1), Hex(line=1, half=0))
    """
    line, half = h
    return tuple(Hex(line + dl, half + dh) for dl, dh in NEIGHBOUR_OFFSETS)


def distance(a: Hex, b: Hex) -> int:
    """Range between two hexes, in hexes (0 for the same hex).

    >>> distance(Hex(0, 1), Hex(0, 5)), distance(Hex(0, 1), Hex(3, 2))
    (2, 3)
    """
    lines = abs(a.line - b.line)
    halves = abs(a.half - b.half)
    return lines + max(0, (halves - lines) // 2)


def adjacent(a: Hex, b: Hex) -> bool:
    """Whether the two hexes share a hexside on paper (roads and water do not matter).

    >>> adjacent(Hex(0, 1), Hex(1, 2)), adjacent(Hex(0, 1), Hex(1, 4))
    (True, False)
    """
    return (b.line - a.line, b.half - a.half) in NEIGHBOUR_OFFSETS


def hexside(a: Hex, b: Hex) -> Hexside:
    """The hexside between two adjacent hexes. :raises NotAdjacentError:

    >>> hexside(Hex(1, 2), Hex(0, 1)) == hexside(Hex(0, 1), Hex(1, 2))
    True
    """
    if not adjacent(a, b):
        raise NotAdjacentError(f"{tuple(a)} and {tuple(b)} share no hexside")
    return Hexside(a, b) if a < b else Hexside(b, a)


def hexsides(h: Hex) -> tuple[Hexside, ...]:
    """The six hexsides of a hex, in neighbour order."""
    return tuple(Hexside(h, n) if h < n else Hexside(n, h) for n in neighbours(h))


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes exactly ``radius`` hexes from ``centre``, clockwise from straight up.

    >>> [len(ring(Hex(0, 1), radius)) for radius in range(4)]
    [1, 6, 12, 18]
    """
    if radius == 0:
        return (centre,)
    line, half = centre.line, centre.half - 2 * radius
    found: list[Hex] = []
    for k in range(6):
        step_line, step_half = NEIGHBOUR_OFFSETS[(k + 2) % 6]
        for _ in range(radius):
            found.append(Hex(line, half))
            line, half = line + step_line, half + step_half
    return tuple(found)


def within(centre: Hex, radius: int) -> Iterator[Hex]:
    """All hexes at most ``radius`` hexes from ``centre``, by ring.

    >>> len(list(within(Hex(0, 1), 2)))
    19
    """
    for r in range(radius + 1):
        yield from ring(centre, r)


DOT = "."
NUMBER = re.compile(r"([A-Za-z]*)([0-9]{1,3})\.([0-9]{1,3})")
BARE = re.compile(r"([A-Za-z]*)([0-9]{2,6})")
LETTERED = re.compile(r"([A-Za-z]{1,4})\.?([0-9]{1,3})")


def is_number(text: str) -> bool:
    """Tell whether a text has the form of a hex number, on some lattice."""
    return any(form.fullmatch(text) for form in (NUMBER, BARE, LETTERED))


def lettered(number: int) -> str:
    """A number from 1 in letters, as VASSAL's grids count.

    >>> lettered(1), lettered(26), lettered(28)
    ('A', 'Z', 'BB')
    """
    return chr(ord("A") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def counted_letters(text: str) -> int | None:
    """The number that letters stand for, None if they are not all the same.

    >>> counted_letters("b"), counted_letters("BB"), counted_letters("AB")
    (2, 28, None)
    """
    letters = text.upper()
    if len(set(letters)) != 1:
        return None
    return 26 * (len(letters) - 1) + ord(letters[0]) - ord("A") + 1


@dataclass(frozen=True, slots=True)
class Sheet:
    """A printed map (or part of one): which hexes it shows and how it numbers them.

    A printed number is ``prefix`` + first + ``separator`` + second. ``line = first + line_offset``
    (the printed first number is taken modulo ``wrap`` if that is set), and
    ``half = 2·second + half_offset``, one more where first is even: even lines lie half a hex
    further along. Where ``low`` is "odd" it is one less there, so that odd lines lie further.

    ``outline`` is a polygon of hexes (centres); a hex on or inside it is on the sheet. Without an
    outline every hex within ``lines`` and ``numbers`` is.

    Without a separator, "", every number has its digits, so that 0304 can be taken apart. With
    ``letters`` the first number is printed as VASSAL counts in letters (A to Z, AA, BB …): B07.
    """

    name: str
    lines: tuple[int, int]
    numbers: tuple[int, int]
    prefix: str = ""
    line_offset: int = 0
    half_offset: int = 0
    wrap: int | None = None
    first_digits: int = 2
    second_digits: int = 1
    outline: tuple[Hex, ...] = ()
    low: Parity = "even"
    separator: str = DOT
    letters: bool = False

    def __post_init__(self) -> None:
        if (self.line_offset + self.half_offset) % 2:
            raise ValueError("line_offset and half_offset must be both even or both odd")

    @property
    def bare(self) -> bool:
        """Whether nothing stands between the two parts of a number."""
        return not self.separator

    @property
    def even(self) -> bool:
        """Whether all second numbers have as many digits, two at least."""
        return self.second_digits > 1 and len(str(self.numbers[1])) <= self.second_digits

    def place(self, first: int, second: int) -> Hex:
        """The hex at a first number (not wrapped) and second number of this sheet."""
        return Hex(first + self.line_offset, 2 * second + self._stagger(first) + self.half_offset)

    def numbers_of(self, h: Hex) -> tuple[int, int]:
        """First (not wrapped) and second number of a hex, whether or not it is on the sheet."""
        first = h.line - self.line_offset
        return first, (h.half - self.half_offset - self._stagger(first)) // 2

    def _stagger(self, first: int) -> int:
        """Halves that a line is further along than the odd ones."""
        return 0 if first % 2 else 1 if self.low == "even" else -1

    def __contains__(self, h: object) -> bool:
        if not isinstance(h, Hex):
            return False
        first, second = self.numbers_of(h)
        if not (self.lines[0] <= first <= self.lines[1]):
            return False
        if not (self.numbers[0] <= second <= self.numbers[1]):
            return False
        return not self.outline or in_polygon(h, self.outline)

    def hexes(self) -> Iterator[Hex]:
        """Every hex of the sheet, by line, then along the line."""
        for first in range(self.lines[0], self.lines[1] + 1):
            for second in range(self.numbers[0], self.numbers[1] + 1):
                h = self.place(first, second)
                if not self.outline or in_polygon(h, self.outline):
                    yield h

    def format(self, h: Hex) -> str:
        """The number printed in the hex."""
        return self.separator.join(self.parts(h))

    def parts(self, h: Hex) -> tuple[str, str]:
        """The number printed in the hex, in two: what stands before its second number, and that."""
        first, second = self.numbers_of(h)
        if self.wrap:
            first %= self.wrap
        front = lettered(first) if self.letters else f"{first:0{self.first_digits}d}"
        return f"{self.prefix}{front}", f"{second:0{self.second_digits}d}"

    def apart(self, text: str) -> tuple[str, int, int] | None:
        """The prefix, first and second number of a text, None if it is no number. With a dot it
        may be written where the sheet prints none, and without one where every second number has
        as many digits."""
        if self.letters:
            match = LETTERED.fullmatch(text)
            first = counted_letters(match[1]) if match is not None else None
            return ("", first, int(match[2])) if match is not None and first is not None else None
        if match := NUMBER.fullmatch(text):
            return match[1], int(match[2]), int(match[3])
        match = BARE.fullmatch(text)
        many = self.second_digits
        if match is None or len(match[2]) <= many:
            return None
        whole = len(match[2]) == self.first_digits + many
        if not (whole if self.bare else self.even):
            return None
        return match[1], int(match[2][:-many]), int(match[2][-many:])


@lru_cache(1 << 14)  # as above
def vertices_of(
    orientation: Orientation, line_sign: int, half_sign: int, h: Hex
) -> tuple[Point, ...]:
    """The six vertices of a hex, as :meth:`Lattice.vertices` has them."""
    along, across = 3 * h.line, h.half
    around = [((along + dl) * line_sign, (across + dh) * half_sign) for dl, dh in VERTEX_OFFSETS]
    return tuple(Point(x, y) if orientation == "flat" else Point(y, x) for x, y in around)


@dataclass(frozen=True, slots=True)
class Lattice:
    """One continuous hex grid with the sheets printed on it.

    ``line_sign`` is +1 where lines grow to the right (flat-top) or downwards (pointy-top),
    ``half_sign`` +1 where halves grow downwards (flat-top) or to the right (pointy-top).

    >>> sheet = Sheet("wed", lines=(36, 119), numbers=(86, 233), wrap=100)
    >>> wed = Lattice("wed", "flat", (sheet,))
    >>> [wed.format(one) for one in neighbours(wed.parse("75.129"))]
    ['75.128', '76.128', '76.129', '75.130', '74.129', '74.128']
    >>> wed.format_hexside(wed.parse_hexside("56.201/55.202"))
    '55.202/56.201'
    >>> wed.nearest(*wed.centre(wed.parse("75.129"))) == wed.parse("75.129")
    True
    """

    name: str
    orientation: Orientation
    sheets: tuple[Sheet, ...]
    line_sign: Literal[1, -1] = 1
    half_sign: Literal[1, -1] = 1
    windows: dict[str, tuple[str, ...]] = field(default_factory=dict)
    listed: dict[str | None, tuple[Hex, ...]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """The hexes of each window, once they have been asked for."""

    def sheet(self, name: str) -> Sheet:
        """The sheet of that name. :raises KeyError:"""
        for sheet in self.sheets:
            if sheet.name == name:
                return sheet
        raise KeyError(name)

    def window(self, name: str | None) -> tuple[Sheet, ...]:
        """The sheets of a window (a map as one game sees it); all sheets for None."""
        if name is None:
            return self.sheets
        return tuple(self.sheet(sheet) for sheet in self.windows[name])

    def hexes(self, window: str | None = None) -> list[Hex]:
        """Every hex of a window (all sheets for None), once each, sorted."""
        if window not in self.listed:
            hexes = {h for sheet in self.window(window) for h in sheet.hexes()}
            self.listed[window] = tuple(sorted(hexes))
        return list(self.listed[window])

    def parse(self, text: str, window: str | None = None) -> Hex:
        """The hex a printed number names.

        :raises HexNumberError: not a number, on no sheet, or naming two hexes.

        Where a map prints its numbers modulo 100, 14 is line 114, as no line 14 is on it:

        >>> sheet = Sheet("wed", lines=(36, 119), numbers=(86, 233), wrap=100)
        >>> Lattice("wed", "flat", (sheet,)).parse("14.89")
        Hex(line=114, half=179)
        """
        number = text.strip()
        if not is_number(number):
            raise HexNumberError(f"{text!r} is no hex number")
        found: set[Hex] = set()
        for sheet in self.window(window):
            apart = sheet.apart(number)
            if apart is None:
                continue
            prefix, first, second = apart
            if prefix.upper() != sheet.prefix.upper():
                continue
            if sheet.wrap and first >= sheet.wrap:
                continue
            step = sheet.wrap or 1
            firsts = (
                range(first, sheet.lines[1] + 1, step) if sheet.wrap else range(first, first + 1)
            )
            for candidate in firsts:
                h = sheet.place(candidate, second)
                if h in sheet:
                    found.add(h)
        if not found and DOT not in number and not any(s.bare for s in self.window(window)):
            raise HexNumberError(f"{text!r} is no hex number")
        if not found:
            raise HexNumberError(f"{text.strip()!r} is on no sheet of {window or self.name}")
        if len(found) > 1:
            raise HexNumberError(f"{text.strip()!r} names {len(found)} hexes of {self.name}")
        return found.pop()

    def format(self, h: Hex) -> str:
        """The number printed in the hex, by the first sheet that shows it.

        A hex on no sheet is numbered as the nearest sheet would go on counting.
        """
        for sheet in self.sheets:
            if h in sheet:
                return sheet.format(h)
        return self.nearest_sheet(h).format(h)

    def parts(self, h: Hex) -> tuple[str, str]:
        """The number of :meth:`format`, in two."""
        sheet = next((one for one in self.sheets if h in one), None)
        return (sheet or self.nearest_sheet(h)).parts(h)

    def numbers(self, h: Hex) -> tuple[str, ...]:
        """Every number printed for the hex, in the sheets' order: adjoining maps may print one hex
        under a number each."""
        return tuple(dict.fromkeys(sheet.format(h) for sheet in self.sheets if h in sheet))

    def nearest_sheet(self, h: Hex) -> Sheet:
        """The sheet whose ranges come closest to a hex that is on none."""

        def gap(sheet: Sheet) -> int:
            first, second = sheet.numbers_of(h)
            low, high = sheet.lines
            bottom, top = sheet.numbers
            return max(low - first, first - high, 0) + max(bottom - second, second - top, 0)

        return min(self.sheets, key=gap)

    def parse_hexside(self, text: str, window: str | None = None) -> Hexside:
        """The hexside ``"55.202/56.201"`` names. :raises HexNumberError: or NotAdjacentError."""
        parts = text.split("/")
        if len(parts) != 2:
            raise HexNumberError(f"{text!r} is no hexside, write 55.202/56.201")
        a, b = (self.parse(part, window) for part in parts)
        if not adjacent(a, b):
            raise NotAdjacentError(
                f"{text.strip()!r}: the two hexes are not adjacent; {self.beside(a)}"
            )
        return hexside(a, b)

    def beside(self, h: Hex) -> str:
        """The printed numbers of the hexes that share a hexside with a hex, as a message tells
        them; those on no sheet are left out."""
        shown = [self.format(n) for n in neighbours(h) if self.numbers(n)]
        return f"beside {self.format(h)} lie {', '.join(shown) or 'none'}"

    def format_hexside(self, side: Hexside) -> str:
        """Both printed numbers with a slash, in the hexside's fixed order."""
        return f"{self.format(side.a)}/{self.format(side.b)}"

    def point(self, along: int, across: int) -> Point:
        """An affine point from its coordinates on the line axis and the half axis."""
        x, y = along * self.line_sign, across * self.half_sign
        return Point(x, y) if self.orientation == "flat" else Point(y, x)

    def centre(self, h: Hex) -> Point:
        """Centre of a hex, affine integer coordinates."""
        return self.point(3 * h.line, h.half)

    def vertices(self, h: Hex) -> tuple[Point, ...]:
        """The six vertices of a hex; vertex k lies between neighbours k and k + 1."""
        return vertices_of(self.orientation, self.line_sign, self.half_sign, h)

    def hexside_ends(self, side: Hexside) -> tuple[Point, Point]:
        """The two vertices a hexside runs between."""
        k = NEIGHBOUR_OFFSETS.index((side.b.line - side.a.line, side.b.half - side.a.half))
        corners = self.vertices(side.a)
        return corners[k - 1], corners[k]

    def nearest(self, x: float, y: float) -> Hex:
        """The hex whose inside holds an affine point (the first in order on a shared edge).

        "Inside" is by the regular hexes of the printed map: y (flat-top) is stretched by √3.
        """
        along, across = (x, y) if self.orientation == "flat" else (y, x)
        along, across = along * self.line_sign, across * self.half_sign
        guess = round(along / 3)
        best: tuple[float, Hex] | None = None
        for line in (guess - 1, guess, guess + 1):
            odd = (line + 1) % 2
            half = 2 * round((across - odd) / 2) + odd
            gap = (along - 3 * line) ** 2 + 3 * (across - half) ** 2
            if best is None or (gap, Hex(line, half)) < best:
                best = (gap, Hex(line, half))
        assert best is not None
        return best[1]


def connected(members: Iterable[T], beside: Callable[[T], Iterable[T]]) -> list[tuple[T, ...]]:
    """The connected parts of some hexes, each sorted, the largest first.

    :param beside: the hexes next to one, whether they are members or not.

    >>> connected([1, 2, 5], lambda n: (n - 1, n + 1))
    [(1, 2), (5,)]
    """
    left, found = set(members), []
    for first in sorted(left):
        if first in left:
            part, front = set[T](), [first]
            while front:
                if (one := front.pop()) in left:
                    left.discard(one)
                    part.add(one)
                    front += beside(one)
            found.append(tuple(sorted(part)))
    return sorted(found, key=lambda part: (-len(part), part))


def in_polygon(h: Hex, outline: tuple[Hex, ...]) -> bool:
    """Whether a hex centre lies inside or on a polygon of hex centres (even-odd rule, exact)."""
    inside = False
    px, py = 3 * h.line, h.half
    for ax, ay, bx, by in edges_of(outline):
        # The lower end comes first: an edge wholly before or behind is neither met nor crossed.
        if ay <= py <= by:
            turn = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            if turn == 0 and (ax <= px <= bx or bx <= px <= ax):
                return True
            if py < by and turn > 0:
                inside = not inside
    return inside


@lru_cache(64)  # the outlines of some sheets, each asked about by every hex of a country
def edges_of(outline: tuple[Hex, ...]) -> tuple[tuple[int, int, int, int], ...]:
    """The edges of a polygon of hex centres in affine units, the end with the lower half first."""
    corners = [(h.half, 3 * h.line) for h in outline]
    edges = (sorted(ends) for ends in zip(corners, corners[1:] + corners[:1], strict=True))
    return tuple((ax, ay, bx, by) for (ay, ax), (by, bx) in edges)
