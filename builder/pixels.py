"""From lattice to picture: where every hex of a board lies, in whole pixels.

A scale gives the pixels of one affine unit along the line axis and along the half axis, both
whole numbers, so every centre, vertex and seam is a whole pixel and the same on every board. The
default, 21 × 36 px, draws a hex 84 px wide and 72 px high, columns 63 px apart (regular to 1 %).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.picture_size import A_PICTURE, picture_size
from clubroute.builder.grid import Hex, Lattice, Point
from clubroute.builder.sources.lattice import BoardSource

OUTER_MARGIN = 40


@dataclass(frozen=True, slots=True)
class Scale:
    """Pixels per affine unit: along the line axis, and along the half axis."""

    line: int = 21
    half: int = 36

    def times(self, many: int) -> Scale:
        """A scale so many times as large."""
        return Scale(self.line * many, self.half * many)

    @property
    def line_pitch(self) -> int:
        """Pixels between neighbouring lines (columns of a flat-top map)."""
        return 3 * self.line

    @property
    def hex_pitch(self) -> int:
        """Pixels between neighbours on a line: the height of a flat-top hex."""
        return 2 * self.half


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board's picture: its size in px and the px of its top left corner on the whole map.

    ``map_x`` and ``map_y`` are where the board lies in its VASSAL map window (px). ``blank``: no
    hex of the map lies on it. ``picture`` is the author's own; ``pitch`` tells its hexes where
    they lie otherwise than by ``scale``. ``grid`` and ``choice`` are those of its source.
    """

    name: str
    window: str
    lattice: Lattice
    scale: Scale
    left: int
    top: int
    width: int
    height: int
    map_x: int = 0
    map_y: int = 0
    place: tuple[int, int] = (0, 0)
    blank: bool = False
    picture: Path | None = None
    pitch: tuple[float, float] | None = None
    grid: Path | None = None
    choice: bool = False

    @property
    def pitches(self) -> tuple[float, float]:
        """Px from line to line, and from hex to hex of a line."""
        return self.pitch or (self.scale.line_pitch, self.scale.hex_pitch)

    @property
    def units(self) -> tuple[float, float]:
        """Px of an affine unit across and down."""
        if self.pitch is None:
            return axis_scales(self.lattice, self.scale)
        line, half = self.pitch[0] / 3, self.pitch[1] / 2
        return (line, half) if self.lattice.orientation == "flat" else (half, line)

    def pixel(self, point: Point) -> tuple[int, int]:
        """Board pixel of an affine point (may lie outside the picture)."""
        sx, sy = self.units
        return round(point.x * sx) - self.left, round(point.y * sy) - self.top

    def centre(self, h: Hex) -> tuple[int, int]:
        """Board pixel of a hex centre."""
        return self.pixel(self.lattice.centre(h))

    def polygon(self, h: Hex) -> tuple[tuple[int, int], ...]:
        """Board pixels of the six vertices of a hex, vertex k between neighbours k and k + 1."""
        return tuple(self.pixel(v) for v in self.lattice.vertices(h))

    def affine(self, x: float, y: float) -> tuple[float, float]:
        """Affine point of a board pixel."""
        sx, sy = self.units
        return (x + self.left) / sx, (y + self.top) / sy

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex a board pixel lies in, whether or not any sheet shows it."""
        return self.lattice.nearest(*self.affine(x, y))

    def holds(self, h: Hex) -> bool:
        """Whether the centre of a hex lies on the picture."""
        x, y = self.centre(h)
        return 0 <= x < self.width and 0 <= y < self.height

    def touches(self, h: Hex) -> bool:
        """Whether any part of a hex lies on the picture."""
        x, y = self.centre(h)
        wide, high = self.half_hex
        return -wide <= x < self.width + wide and -high <= y < self.height + high

    @property
    def half_hex(self) -> tuple[int, int]:
        """Pixels from the centre of a hex to its farthest vertex, across and down."""
        sx, sy = map(round, self.units)
        # A vertex is at most 2 off the centre along the line axis, 1 along the half axis.
        return (2 * sx, sy) if self.lattice.orientation == "flat" else (sx, 2 * sy)

    def hexes(self) -> Iterator[Hex]:
        """The hexes of the window whose centre lies on the picture, sorted."""
        return (h for h in self.lattice.hexes(self.window) if self.holds(h))


def axis_scales(lattice: Lattice, scale: Scale) -> tuple[int, int]:
    """Pixels per affine unit of x and of y."""
    if lattice.orientation == "flat":
        return scale.line, scale.half
    return scale.half, scale.line


def board_views(
    lattice: Lattice, boards: tuple[BoardSource, ...], scale: Scale | None = None
) -> tuple[BoardView, ...]:
    """The pictures of a window's boards, laid side by side by their ``place``.

    Boards meet at seams that keep at least a quarter of a hex away from every hex centre, so a
    piece always lies clearly on one board. The outer edges get a margin.
    """
    if not boards:
        return ()
    if all(board.pitch is not None for board in boards):
        return tuple(pictured_views(lattice, boards))
    scale = scale or Scale()
    columns = sorted({b.place[0] for b in boards})
    rows = sorted({b.place[1] for b in boards})
    spans = []
    for board in boards:
        low_x, high_x, low_y, high_y = extent(lattice, board, scale)
        x_edge = (board.place[0] == columns[0], board.place[0] == columns[-1])
        y_edge = (board.place[1] == rows[0], board.place[1] == rows[-1])
        spans.append((edges(low_x, high_x, *x_edge), edges(low_y, high_y, *y_edge)))
    left = min(x[0] for x, _ in spans)
    top = min(y[0] for _, y in spans)
    return tuple(
        BoardView(
            board.name,
            board.window,
            lattice,
            scale,
            x[0],
            y[0],
            x[1] - x[0],
            y[1] - y[0],
            x[0] - left,
            y[0] - top,
            board.place,
            board.blank,
            board.picture,
            None,
            board.grid,
            board.choice,
        )
        for board, (x, y) in zip(boards, spans, strict=True)
    )


def pictured_views(lattice: Lattice, boards: tuple[BoardSource, ...]) -> Iterator[BoardView]:
    """The boards of an author whose pictures say how their hexes lie. As VASSAL lays boards, each
    lies behind what is in its row before it, and below what is in its column above it."""
    sizes: dict[str, tuple[int, int]] = {}
    laid: dict[tuple[int, int], tuple[int, int]] = {}
    for board in boards:
        assert board.picture is not None
        data = board.picture.read_bytes()
        size = picture_size(board.picture.suffix, data)
        if size is None:
            raise InputError(Where.of(board.picture), "no picture", f"a {A_PICTURE} file")
        sizes[board.name] = size
        if not board.choice:
            laid[board.place] = size
    for board in boards:
        assert board.pitch is not None
        width, height = sizes[board.name]
        column, row = board.place
        x = sum(w for (c, r), (w, _) in laid.items() if r == row and c < column)
        y = sum(h for (c, r), (_, h) in laid.items() if c == column and r < row)
        scale = Scale(max(1, round(board.pitch[0] / 3)), max(1, round(board.pitch[1] / 2)))
        found = BoardView(
            *(board.name, board.window, lattice, scale, 0, 0, width, height, x, y, board.place),
            *(board.blank, board.picture, board.pitch, board.grid, board.choice),
        )
        sheet = lattice.window(board.window)[0]
        at = found.centre(sheet.place(board.lines[0], board.numbers[0]))
        yield replace(found, left=at[0] - board.first[0], top=at[1] - board.first[1])


@dataclass(frozen=True, slots=True)
class AxisSpan:
    """Pixels of one axis of a board: where its drawing ends, and where its seam lies."""

    drawn: int
    seam: int


def extent(
    lattice: Lattice, board: BoardSource, scale: Scale
) -> tuple[AxisSpan, AxisSpan, AxisSpan, AxisSpan]:
    """Low and high spans of a board on the x and the y axis, in map px."""
    sheet = lattice.window(board.window)[0]
    a = sheet.place(board.lines[0], board.numbers[0]).line
    b = sheet.place(board.lines[1], board.numbers[0]).line
    along = sorted((a * lattice.line_sign, b * lattice.line_sign))
    pitch, reach = scale.line_pitch, 2 * scale.line
    line_low = AxisSpan(along[0] * pitch - reach, along[0] * pitch - pitch // 2)
    line_high = AxisSpan(along[1] * pitch + reach, along[1] * pitch + pitch - pitch // 2)
    halves = sorted(
        sheet.place(first, second).half * lattice.half_sign
        for first in (board.lines[0], board.lines[0] + 1)
        for second in board.numbers
    )
    # Between the last hexes of one board and the first of the next, half-hex neighbours
    # interlock; a quarter hex from both is the only seam that no centre touches.
    quarter = scale.half // 2
    half_low = AxisSpan((halves[0] - 1) * scale.half, halves[0] * scale.half - quarter)
    half_high = AxisSpan(
        (halves[-1] + 1) * scale.half, halves[-1] * scale.half + scale.half - quarter
    )
    if lattice.orientation == "flat":
        return line_low, line_high, half_low, half_high
    return half_low, half_high, line_low, line_high


def edges(
    low: AxisSpan, high: AxisSpan, low_is_outer: bool, high_is_outer: bool
) -> tuple[int, int]:
    """First and last-plus-one pixel of a board on one axis."""
    return (
        low.drawn - OUTER_MARGIN if low_is_outer else low.seam,
        high.drawn + OUTER_MARGIN if high_is_outer else high.seam,
    )


def image_name(view: BoardView) -> str:
    """The name of a board's picture in the module."""
    name = "".join(c if c.isalnum() else "-" for c in view.name.lower())
    return f"board-{name}{view.picture.suffix if view.picture else '.png'}"
