"""Traits about moving: the moved flag, the movement trail, sending to a place, not stacking."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.sources.strokes import stroke
from clubroute.builder.sources.toml_table import TomlTable
from clubroute.builder.vassal.buildfile import boolean, encode, number
from clubroute.builder.vassal.traits.base import Fields, Trait, fields


@dataclass(frozen=True, slots=True)
class MovedMark:
    """``markmoved;``: a flag on a counter that has moved. Offsets in pixels."""

    moved: bool = False
    icon: str = "/images/moved.gif"
    x_offset: int = 0
    y_offset: int = 0
    menu: str = "Mark Moved"
    key: str = ""
    description: str = ""
    ignore_same_place: bool = False
    mark: tuple[str, str] = ("", "")
    unmark: tuple[str, str] = ("", "")

    PREFIX = "markmoved;"

    def trait(self) -> Trait:
        """``mark`` and ``unmark`` are (text, key) pairs, VASSAL 3.7 and later."""
        values = (self.icon, str(self.x_offset), str(self.y_offset), self.menu, self.key)
        later = (
            (boolean(self.ignore_same_place), "false"),
            *((self.mark[0], ""), (self.mark[1], "")),
            *((self.unmark[0], ""), (self.unmark[1], "")),
        )
        type_ = fields(self.PREFIX, (*values, self.description), later)
        return Trait(type_, boolean(self.moved))

    @classmethod
    def read(cls, trait: Trait) -> MovedMark:
        f = Fields.of(trait)
        return cls(
            trait.state == "true",
            f.text(),
            f.integer(),
            f.integer(),
            f.text("Mark Moved"),
            f.text(),
            f.text(),
            f.truth(),
            (f.text(), f.text()),
            (f.text(), f.text()),
        )


@dataclass(frozen=True, slots=True)
class Trail:
    """``footprint;``: the movement trail. Sizes in pixels, transparency in per cent.

    ``points`` are the places left, map pixels; ``start_map`` is a map's internal id (``Map0``).
    ``on``, ``off``, ``clear`` are key strokes.
    """

    key: str = ""
    menu: str = "Movement Trail"
    initially_visible: bool = False
    globally_visible: bool = False
    radius: int = 10
    fill: str = "255,255,255"
    line: str = "0,0,0"
    selected_opacity: int = 100
    unselected_opacity: int = 50
    edge_point_buffer: int = 20
    edge_display_buffer: int = 30
    width: float = 1.0
    on: str = ""
    off: str = ""
    clear: str = ""
    description: str = ""
    ignore_same_place: bool = False
    visible: bool = False
    start_map: str = ""
    points: tuple[tuple[int, int], ...] = ()
    state_tail: tuple[str, ...] = ()

    PREFIX = "footprint;"
    KIND = "trail"

    def trait(self) -> Trait:
        """``state_tail`` are the state's fields behind the points (3.6.x and later)."""
        values = (
            *(self.key, self.menu),
            *(boolean(self.initially_visible), boolean(self.globally_visible)),
            *(str(self.radius), self.fill, self.line),
            *(str(self.selected_opacity), str(self.unselected_opacity)),
            *(str(self.edge_point_buffer), str(self.edge_display_buffer), number(self.width)),
            *(self.on, self.off, self.clear, self.description),
        )
        later = ((boolean(self.ignore_same_place), "false"),)
        spots = [f"{x},{y}" for x, y in self.points]
        state = (boolean(self.visible), self.start_map, str(len(spots)), *spots, *self.state_tail)
        return Trait(fields(self.PREFIX, values, later), encode(state, ";"))

    @classmethod
    def read(cls, trait: Trait) -> Trail:
        f, state = Fields.of(trait), Fields(trait.state)
        visible, start_map, count = state.truth(), state.text(), max(state.integer(), 0)
        rest = state.rest()
        return cls(
            f.text(),
            f.text("Movement Trail"),
            f.truth(),
            f.truth(),
            f.integer(10),
            f.text("255,255,255"),
            f.text("0,0,0"),
            f.integer(100),
            f.integer(50),
            f.integer(20),
            f.integer(30),
            f.decimal(1.0),
            f.text(),
            f.text(),
            f.text(),
            f.text(),
            f.truth(),
            visible,
            start_map,
            tuple(_point(spot) for spot in rest[:count]),
            rest[count:],
        )

    @classmethod
    def of_table(cls, table: TomlTable) -> Trail:
        """``menu``, ``key``, ``radius`` px [8], ``line``: a colour as VASSAL writes it."""
        table.only(("is", "key", "menu", "radius", "line"))
        radius = table.number("radius", 1, 200) if "radius" in table.table else 8
        menu, line = table.optional("menu", "Movement Trail"), table.optional("line", "120,0,0")
        return cls(key=stroke(table, "key"), menu=menu, radius=radius, line=line, width=2.0)


@dataclass(frozen=True, slots=True)
class SendTo:
    """``sendto;``: a command that sends the piece to a place.

    ``destination`` is the engine's letter for it: L (location), G (grid location), Z (zone),
    R (region), A, C, N (another counter: first, next in turn, nearest). Coordinates and offsets are
    expressions, hence text. The state keeps the way back.
    """

    menu: str = ""
    key: str = ""
    map: str = ""
    board: str = ""
    x: str = "0"
    y: str = "0"
    back: tuple[str, str] = ("", "")
    x_index: str = "0"
    y_index: str = "0"
    x_offset: str = "1"
    y_offset: str = "1"
    description: str = ""
    destination: str = "L"
    zone: str = ""
    region: str = ""
    counter_filter: str = ""
    grid_location: str = ""
    state: str = ";;"

    PREFIX = "sendto;"

    def trait(self) -> Trait:
        values = (
            *(self.menu, self.key, self.map, self.board, self.x, self.y),
            *self.back,
            *(self.x_index, self.y_index, self.x_offset, self.y_offset),
            *(self.description, self.destination, self.zone, self.region),
            *(self.counter_filter, self.grid_location),
        )
        return Trait(fields(self.PREFIX, values), self.state)

    @classmethod
    def read(cls, trait: Trait) -> SendTo:
        f = Fields.of(trait)
        return cls(
            f.text(),
            f.text(),
            f.text(),
            f.text(),
            f.text("0"),
            f.text("0"),
            (f.text(), f.text()),
            f.text("0"),
            f.text("0"),
            f.text("1"),
            f.text("1"),
            f.text(),
            f.text("L") or "L",
            f.text(),
            f.text(),
            f.text(),
            f.text(),
            trait.state,
        )


@dataclass(frozen=True, slots=True)
class DoesNotStack:
    """``immob;``: how the piece may be picked, moved and stacked, in the engine's letters.

    ``select``: i, t, c (with Shift, Ctrl, Alt only), n (never), g (ignores the grid), Z, A, B
    (band selection never, with Alt, with Alt+Shift), together in that order. ``move``: N
    (as usual), I (when selected), V (never). ``stack``: R (never), L (as usual).
    """

    select: str = ""
    move: str = "N"
    stack: str = "R"
    description: str = ""
    state: str = ""

    PREFIX = "immob;"

    def trait(self) -> Trait:
        values = (self.select, self.move, self.stack, self.description)
        return Trait(fields(self.PREFIX, values), self.state)

    @classmethod
    def read(cls, trait: Trait) -> DoesNotStack:
        f = Fields.of(trait)
        return cls(f.text(), f.text("N"), f.text("R"), f.text(), trait.state)


def _point(text: str) -> tuple[int, int]:
    f = Fields(text, ",")
    return f.integer(), f.integer()
