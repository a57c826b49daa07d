"""The boards of a module that the owner has, scaled onto our lattice and cut into tiles.

Each board's picture is stretched so that its hexes are as large as ours and laid where the numbers
printed in them say. Of a picture no more is shown than its hexes. The tiles are made from the
module's own file, for its owner alone: they are kept in the user's cache and nowhere else.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.builder.files.atomic import digest
from clubroute.builder.grid import Hex
from clubroute.builder.project import Project
from clubroute.builder.vassal.archive import (
    PICTURE_PATHS,
    ModuleArchive,
    opened,
    read_outline,
    read_part,
)
from clubroute.rules.ground.boards import Boards, boards_of
from clubroute.rules.logs.grids.maps import read_maps
from clubroute.rules.owner.modules.boards import FILE as LAYOUT
from clubroute.rules.owner.modules.boards import (
    BoardHexes,
    HexBoard,
    cells_of,
    centre_of,
    shifts_of,
)
from clubroute.rules.owner.modules.digest import digest_of
from clubroute.rules.owner.modules.importing import HEAD_BYTES
from clubroute.rules.owner.modules.module_file import FILE, ModuleFile, read_module_file
from clubroute.rules.room.art import LaidPicture, cut

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

    from clubroute.builder.terrain.compiled import Say

NOTHING = (0, 0, 0, 0)
LEFT_OUT = "left-out.txt"
"""Among the tiles: the boards that have no picture to be shown, a line each."""
MOST_PICTURE = 256 << 20
"""Bytes of a board's picture in its file; the largest known are some 40 MB."""
FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP")
SEAM = 1
"""Px that a hex is shown beyond its edge, so that no line of paper is between two."""


class Fit(NamedTuple):
    """Where a board's picture lies on the map: px of the map = scale × px of the board + shift."""

    scale: tuple[float, float]
    shift: tuple[int, int]


def own_key(project: Project, folder: Path) -> str:
    """Digest of what the tiles of a module depend on. :raises InputError: its folder is wrong."""
    told = read_module_file(folder / FILE)
    boards = boards_of(project, told.rules)
    parts = [(folder / name).read_bytes() for name in (FILE, LAYOUT) if (folder / name).is_file()]
    return digest(told.digest, told.file, repr(boards.views), *parts)


def own_tiles(project: Project, folder: Path, say: Say) -> Mapping[str, bytes]:
    """Cut the boards of a module into tiles, by ``level/column/row.webp`` on our map.

    :raises ClubrouteError: the module's file is gone, another one, or shows nothing.
    """
    told = read_module_file(folder / FILE)
    path = Path(told.file)
    say("looking at the module's boards")
    if digest_of(path) != told.digest:
        expected = "the module that was imported (clubroute owner import)"
        raise InputError(Where.of(path), "another file", expected)
    boards = boards_of(project, told.rules)
    left_out: list[str] = []
    laid = list(laid_boards(path, told, boards, left_out))
    if not laid:
        raise ClubrouteError("; ".join(left_out) or "no board with hexes of this map")
    say("cutting the module's boards into tiles, once")
    tiles = dict(cut((boards.width, boards.height), laid, NOTHING))
    return {LEFT_OUT: "\n".join(left_out).encode("utf-8"), **tiles}


def laid_boards(
    path: Path, told: ModuleFile, boards: Boards, left_out: list[str]
) -> Iterator[LaidPicture]:
    """The boards of a module as they lie on our map, the first of them on top."""
    archive = read_outline(path, lambda _: False, HEAD_BYTES)
    one = read_maps(archive).maps.get(told.window)
    if one is None:
        left_out.append(f"no map window {told.window!r} with boards")
        return
    hexes = BoardHexes(one, boards.source.lattice, told.rules, shifts_of(told))
    entries = picture_entries(archive, told.window)
    for name, board in reversed(list(hexes.boards.items())):
        if board.why or not board.shown:
            left_out.append(f"{name}: {board.why or 'no hex of this map'}")
            continue
        try:
            data = picture_of(path, entries.get(name, ""))
        except InputError as error:
            left_out.append(f"{name}: {error.found}, expected {error.expected}")
            continue
        for fit, many in fits_of(board, hexes, boards):
            found = laid_board(data, board, fit, many, boards)
            if found is not None:
                yield found


def picture_entries(archive: ModuleArchive, window: str) -> dict[str, str]:
    """The entry of each board's picture on a map window, by the board's name."""
    there = {entry.name for entry in archive.entries}
    found: dict[str, str] = {}
    for map_ in archive.build_file().walk():
        if map_.get("mapName") != window:
            continue
        for board in map_.walk():
            image = board.get("image").strip() if board.tag.endswith(".Board") else ""
            paths = [form.format(image) for form in PICTURE_PATHS if image]
            entry = next((one for one in paths if one in there), "")
            found.setdefault(board.get("name"), entry)
    return found


def picture_of(path: Path, entry: str) -> bytes:
    """The picture of a board. :raises InputError: there is none that can be shown."""
    from PIL import Image, UnidentifiedImageError

    where, expected = Where(str(path), part=entry), "a PNG, JPEG or GIF of the board"
    if not entry:
        raise InputError(where, "no picture", expected)
    with opened(path, where) as module:
        info = module.getinfo(entry)
        if info.file_size > MOST_PICTURE:
            raise InputError(where, f"{info.file_size} bytes", f"at most {MOST_PICTURE}")
        data = read_part(module, info)
    damage = (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data), formats=FORMATS) as picture:
                picture.load()
    except Image.DecompressionBombError:
        raise InputError(where, "a picture too large to be shown", expected) from None
    except damage:
        raise InputError(where, "no picture that can be shown here", expected) from None
    return data


def fits_of(board: HexBoard, hexes: BoardHexes, boards: Boards) -> Iterator[tuple[Fit, list[Hex]]]:
    """Where a board lies on our map, with the hexes it has there, those at its edge that are only
    partly on it among them; more than once where its numbers begin anew within it."""
    grid, view = board.grid, boards.views[0]
    if grid is None:
        return
    pitch = view.scale.line_pitch, view.scale.hex_pitch
    across, down = pitch if view.lattice.orientation == "flat" else pitch[::-1]
    wide, high = (grid.dy, grid.dx) if grid.sideways else (grid.dx, grid.dy)
    scale = across / wide, down / high
    found: dict[tuple[int, int], list[Hex]] = {}
    # Those whose centre is on the board first: others belong to one of theirs or to none.
    for cell in (*board.shown, *(one for one in cells_of(board) if one not in board.shown)):
        here, centre = hexes.hex_of(board, cell), centre_of(board, cell)
        if here is None or centre is None:
            continue
        x, y = on_map(here, boards)
        shift = round(x - scale[0] * centre.x), round(y - scale[1] * centre.y)
        # Grids round to whole px: what lies a px or two aside lies in the same place.
        same = next((one for one in found if apart(one, shift) <= across // 4), None)
        if same is not None:
            found[same].append(here)
        elif cell in board.shown:
            found[shift] = [here]
    for shift, many in sorted(found.items(), key=lambda one: -len(one[1])):
        yield Fit(scale, shift), many


def apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How far two places lie apart, px."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def on_map(here: Hex, boards: Boards) -> tuple[int, int]:
    """Px of a hex's centre on the whole map."""
    view = boards.views[0]
    x, y = view.centre(here)
    return x + view.left - boards.left, y + view.top - boards.top


def laid_board(
    data: bytes, board: HexBoard, fit: Fit, many: Iterable[Hex], boards: Boards
) -> LaidPicture | None:
    """A board's picture where some of its hexes are, no larger than these; None off our map."""
    view = boards.views[0]
    aside = view.left - boards.left, view.top - boards.top
    hexes = [[(x + aside[0], y + aside[1]) for x, y in view.polygon(one)] for one in many]
    points = [point for one in hexes for point in one]
    (sx, sy), (dx, dy) = fit
    across, down = board.board.width, board.board.height
    left = max(0, dx, min(x for x, _ in points) - SEAM)
    top = max(0, dy, min(y for _, y in points) - SEAM)
    right = min(boards.width, int(dx + across * sx), max(x for x, _ in points) + SEAM)
    bottom = min(boards.height, int(dy + down * sy), max(y for _, y in points) + SEAM)
    if left >= right or top >= bottom:
        return None
    box = (left, top, right, bottom)
    return LaidPicture(
        left, top, right - left, bottom - top, partial(drawn_board, data, fit, hexes, box)
    )


def drawn_board(
    data: bytes, fit: Fit, hexes: Iterable[list[tuple[int, int]]], box: tuple[int, int, int, int]
) -> Picture:
    """The part of a board's picture that lies in a box of our map, its hexes alone opaque."""
    from PIL import Image, ImageDraw

    left, top, right, bottom = box
    size = right - left, bottom - top
    (sx, sy), (dx, dy) = fit
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        with Image.open(BytesIO(data)) as picture:
            whole = picture.convert("RGB")
    across, down = whole.size
    edges = (
        max(0.0, (left - dx) / sx),
        max(0.0, (top - dy) / sy),
        min(float(across), (right - dx) / sx),
        min(float(down), (bottom - dy) / sy),
    )
    part = whole.resize(size, Image.Resampling.LANCZOS, edges, reducing_gap=2.0)
    mask = Image.new("L", size, 0)
    pen = ImageDraw.Draw(mask)
    for one in hexes:
        shape = [(x - left, y - top) for x, y in one]
        pen.polygon(shape, fill=255, outline=255, width=2 * SEAM)
    part.putalpha(mask)
    return part
