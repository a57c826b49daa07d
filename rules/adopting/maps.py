"""Which window of a module is the map, and its boards as ``map_sources/NAME``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from clubroute.builder.vassal.archive import ModuleArchive
from clubroute.builder.vassal.buildfile import Element, Node
from clubroute.rules.adopting.boards import AdoptedBoard, hex_board, join
from clubroute.rules.adopting.counters import (
    Losses,
    ModulePictures,
    listed,
    one_line,
    quoted,
    slug,
    unused,
)
from clubroute.rules.logs.grids.hexgrid import Snapping
from clubroute.rules.logs.grids.maps import ModuleMap, read_maps

# Parts of a module without what its own program made: VASSAL's own stand in where they can.

OURS = "VASSAL."
ADVISER = "clubroute."
"""How the classes of a part begin that every build adds."""
BOARD = "VASSAL.build.module.map.boardPicker.board."
PLAIN = {
    "HexGridNumbering": f"{BOARD}mapgrid.HexGridNumbering",
    "SquareGridNumbering": f"{BOARD}mapgrid.SquareGridNumbering",
    "HexGrid": f"{BOARD}HexGrid",
    "SquareGrid": f"{BOARD}SquareGrid",
    "RegionGrid": f"{BOARD}RegionGrid",
    "ZonedGrid": f"{BOARD}ZonedGrid",
    "Zone": f"{BOARD}mapgrid.Zone",
    "BoardPicker": "VASSAL.build.module.map.BoardPicker",
    "PieceMover": "VASSAL.build.module.map.PieceMover",
    "StackMetrics": "VASSAL.build.module.map.StackMetrics",
    "Map": "VASSAL.build.module.Map",
    "Board": "VASSAL.build.module.map.boardPicker.Board",
    "PanelWidget": "VASSAL.build.widget.PanelWidget",
}
"""What stands in for a class of a program, by the end of its name."""


def kind_of(part: Element) -> str:
    """The class of a part without its package."""
    return part.tag.rsplit(".", 1)[-1]


def plain_part(part: Element, name: str, losses: Losses) -> Element | None:
    """A part in which every class is VASSAL's; None for one nothing stands in for.

    :param name: of the part, as the report names it.
    """
    tag = part.tag
    stand_in = next((PLAIN[one] for one in PLAIN if kind_of(part).endswith(one)), None)
    if tag.startswith(ADVISER):
        if stand_in is None:
            return None
        tag = stand_in  # of a module that a build made, and would make so again
    if ("." in tag or tag[:1].isupper()) and not tag.startswith(OURS):
        what = "left out" if stand_in is None else f"is a plain {stand_in.rsplit('.', 1)[-1]}"
        losses.add("part", name, f"{tag} of the module's own program: {what}")
        if stand_in is None:
            return None
        tag = stand_in
    content: list[Node] = []
    for one in part.content:
        if not isinstance(one, Element):
            content.append(one)
            continue
        inner = plain_part(one, one.get("name") or kind_of(one), losses)
        if inner is not None:
            content.append(inner)
    return Element(tag, part.attributes, tuple(content))


TERRAIN = """\
default = "clear"                     # of hexes.csv's hexes that have no row

[hex.clear]
title = "Clear"
cite = "adopted"
"""
BARE = """\
# The module's maps have no hexes; they are parts of windows.toml. This one stands for them where
# questions ask for a map, and is not in the module.

name = "{name}"
orientation = "flat"
lines = "right"
halves = "down"

[[sheets]]
name = "{name}"
columns = [1, 4]
rows = [1, 4]

[windows]
{name} = ["{name}"]

[[boards]]
name = "No hexes"
window = "{name}"
columns = [1, 4]
rows = [1, 4]
"""


@dataclass(frozen=True, slots=True)
class MainMap:
    """The window that is the map: its title, the px of its edge, and the files of
    ``map_sources/NAME``."""

    title: str
    edge: tuple[int, int]
    files: Mapping[str, bytes]


@dataclass(slots=True)
class AdoptedWindow:
    """The boards with hexes of a window, and those without."""

    part: Element
    one: ModuleMap
    boards: list[AdoptedBoard] = field(default_factory=list)

    @property
    def hexes(self) -> int:
        """How many hexes its boards have."""
        return sum(len(board.cells) for board in self.boards)


def main_map(
    module: ModuleArchive, root: Element, name: str, pictures: ModulePictures, losses: Losses
) -> MainMap:
    """Take over the window with the most hexes. :raises InputError: a damaged build file."""
    known = read_maps(module).maps
    found: list[AdoptedWindow] = []
    for part in root.children:
        title = part.get("mapName")
        picks = any(child.tag.endswith("BoardPicker") for child in part.children)
        if picks and kind_of(part).endswith("Map") and title in known:
            found.append(laid(part, known[title], pictures))
    best = max(found, key=lambda one: one.hexes, default=None)
    if best is None or not best.hexes:
        losses.add(
            "module",
            "map",
            "no board has hexes and a picture that can be read: no hex can be asked about",
        )
        text = BARE.format(name=name)
        files = {"lattice.toml": text.encode(), "terrain.toml": TERRAIN.encode()}
        return MainMap("Map", (0, 0), files)
    return written(best, name, pictures, losses)


def laid(part: Element, one: ModuleMap, pictures: ModulePictures) -> AdoptedWindow:
    """The boards of a window that have hexes and a picture that can be read, those of a new game
    first."""
    readable = {
        board.get("name")
        for board in part.walk()
        if board.tag.endswith(".Board")
        and (entry := pictures.entry(board.get("image"))) is not None
        and pictures.read(entry) is not None
    }
    chosen = [board.name for board in one.chosen.boards] if one.chosen else []
    order = [*dict.fromkeys((*(n for n in chosen if n in one.boards), *one.boards))]
    found = AdoptedWindow(part, one)
    for name in order:
        if name not in readable:
            continue
        counting = found.boards[0].counting if found.boards else None
        board = hex_board(one.boards[name], counting)
        if board is None or (found.boards and found.boards[0].grid.sideways != board.grid.sideways):
            continue
        found.boards.append(board)
    return found


def written(best: AdoptedWindow, name: str, pictures: ModulePictures, losses: Losses) -> MainMap:
    """Write the files of the map."""
    one = best.one
    layout = one.laid_out(None, Snapping.HEXES)
    join(best.boards, {board.name: (board.x, board.y) for board in layout.boards})
    places = {b.name: (b.column, b.row) for b in one.chosen.boards} if one.chosen else {}
    grids = {
        board.get("name"): board
        for picker in best.part.children
        if picker.tag.endswith("BoardPicker")
        for board in picker.children
        if board.tag.endswith(".Board")
    }
    files: dict[str, bytes] = {"terrain.toml": TERRAIN.encode()}
    first = best.boards[0]
    flat = not first.grid.sideways
    along = ("right", "left") if flat else ("down", "up")
    across = ("down", "up") if flat else ("right", "left")
    lines = [
        f"# The boards of the module's window {one_line(one.name)}.",
        "",
        f"name = {quoted(name)}",
        f'orientation = "{"flat" if flat else "pointy"}"',
        f'lines = "{along[first.counting.line_sign < 0]}"',
        f'halves = "{across[first.counting.half_sign < 0]}"',
    ]
    if not (first.separator or first.letters):
        lines.append('separator = ""')
    names: list[str] = []
    for board in best.boards:
        names.append(unused(slug(board.board.name), names))
        lines += ["", *sheet_lines(board, names[-1], flat)]
    lines += ["", "[windows]", f"{quoted(name)} = {listed(names)}"]
    for number, (board, sheet) in enumerate(zip(best.boards, names, strict=True)):
        part = grids[board.board.name]
        picture = pictures.entry(part.get("image"))
        read = pictures.read(picture) if picture is not None else None
        assert read is not None  # others are not laid
        suffix, data, _ = read
        files[sheet + suffix] = data
        place = places.get(board.board.name)
        lines += ["", *board_lines(board, sheet + suffix, name, flat, place or (number, 0))]
        if places and place is None:
            lines.append("choice = true")
        told(board, losses, number)
    files["lattice.toml"] = ("\n".join(lines) + "\n").encode()
    return MainMap(one.name, one.edge, files)


def told(board: AdoptedBoard, losses: Losses, number: int) -> None:
    """List what the map says of a board otherwise."""
    name = board.board.name
    if not board.joined:
        losses.add("board", name, "its hexes do not go on from the first board's: lies apart")
    otherwise = board.otherwise()
    if otherwise is not None:
        theirs, mine = otherwise
        losses.add("board", name, f"hexes have other numbers in lattice.toml: {theirs} is {mine}")


def sheet_lines(board: AdoptedBoard, name: str, flat: bool) -> list[str]:
    """A ``[[sheets]]`` table."""
    sheet = board.sheet()
    keys = ("columns", "rows") if flat else ("hexrows", "hexes")
    lines = ["[[sheets]]", f"name = {quoted(name)}"]
    for key, (low, high) in zip(keys, (board.lines, board.numbers), strict=True):
        lines.append(f"{key} = [{low}, {high}]")
    if sheet.prefix:
        lines.append(f"prefix = {quoted(sheet.prefix)}")
    if any(board.offsets):
        lines += [f"line_offset = {board.offsets[0]}", f"half_offset = {board.offsets[1]}"]
    lines += [f"first_digits = {sheet.first_digits}", f"second_digits = {sheet.second_digits}"]
    if sheet.low != "even":
        lines.append(f'low = "{sheet.low}"')
    if sheet.letters:
        lines.append("letters = true")
    return lines


def board_lines(
    board: AdoptedBoard, picture: str, window: str, flat: bool, place: tuple[int, int]
) -> list[str]:
    """A ``[[boards]]`` table."""
    keys = ("columns", "rows") if flat else ("hexrows", "hexes")
    x, y = board.first_px()
    lines = ["[[boards]]", f"name = {quoted(board.board.name)}", f"window = {quoted(window)}"]
    for key, (low, high) in zip(keys, (board.lines, board.numbers), strict=True):
        lines.append(f"{key} = [{low}, {high}]")
    if place != (0, 0):
        lines.append(f"place = [{place[0]}, {place[1]}]")
    lines += [f"picture = {quoted(picture)}", f"first = [{x}, {y}]"]
    return [*lines, f"pitch = [{board.grid.dx}, {board.grid.dy}]"]
