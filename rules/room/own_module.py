"""The boards and counters of a module that the owner has, as a page shows them.

A page is told where each board's picture lies on our map and which of our hexes it shows, and draws
it itself. The pictures are read from the module's own file, for its owner alone: nobody keeps them,
and whatever a page shares shows our drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from clubroute.builder.art.drawn_svg import drawn_only
from clubroute.builder.errors import InputError, Where, one_of
from clubroute.builder.grid import Hex
from clubroute.builder.project import Project
from clubroute.builder.vassal.archive import (
    PICTURE_PATHS,
    ModuleArchive,
    opened,
    read_outline,
    read_part,
)
from clubroute.builder.vassal.definitions import definitions
from clubroute.builder.vassal.traits.basic import BasicPiece
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.boards import Boards, boards_of
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.ground.maps import map_of
from clubroute.rules.logs.grids.maps import SVG, media_type, read_maps
from clubroute.rules.logs.replay import pictures_of
from clubroute.rules.owner.modules.boards import (
    BoardHexes,
    HexBoard,
    cells_of,
    centre_of,
    map_with_numbers,
    shifts_of,
)
from clubroute.rules.owner.modules.commands import import_here
from clubroute.rules.owner.modules.digest import digest_of
from clubroute.rules.owner.modules.importing import HEAD_BYTES
from clubroute.rules.owner.modules.known import RATINGS, OwnModule, own_modules
from clubroute.rules.owner.modules.module_file import ModuleFile
from clubroute.rules.owner.modules.ratings_csv import read_ratings

MOST_PICTURE = 256 << 20
"""Bytes of a picture in its file; the largest known are some 40 MB."""


class Fit(NamedTuple):
    """Where a board's picture lies on the map: px of the map = scale × px of the board + shift."""

    scale: tuple[float, float]
    shift: tuple[int, int]


@dataclass(frozen=True, slots=True)
class OverlaidBoard:
    """A board's picture as it lies on our map, seen where some hexes are; more than once where its
    numbers begin anew within it."""

    name: str
    picture: str
    fit: Fit
    hexes: tuple[Hex, ...]


def modules_with_boards(context: Context, window: str) -> list[dict[str, Any]]:
    """The owner's modules with boards of a map; ``gone``: its file is no longer where it was, so
    that there are no pictures.

    :raises InputError: a file of one is wrong.
    """
    return [
        {
            "id": one.folder.name,
            "name": own_modules(context).label(one),
            "file": one.told.file,
            "gone": not Path(one.told.file).is_file(),
        }
        for one in modules_of(context, window)
    ]


def modules_of(context: Context, window: str) -> Iterator[OwnModule]:
    """The owner's modules that show a map."""
    for one in own_modules(context).modules:
        if one.told.rules == window and one.told.window:
            yield one


def module_named(context: Context, window: str, id_: str) -> OwnModule:
    """The module in a folder. :raises InputError: there is none such, or its file is gone."""
    many = list(modules_of(context, window))
    found = next((one for one in many if one.folder.name == id_), None)
    if found is None:
        names = one_of(one.folder.name for one in many) if many else "an imported module"
        raise InputError(Where("module"), repr(id_), names)
    path = Path(found.told.file)
    if not path.is_file():
        raise InputError(Where.of(path), "no such file", "the module, to show its pictures")
    return found


def shown_module(context: Context, project: Project, window: str, id_: str) -> dict[str, Any]:
    """What a page draws of a module: its boards, and which pictures our counters have there.

    :raises InputError: as :func:`module_named`; the file is another one than was imported.
    """
    one = module_named(context, window, id_)
    told, path = one.told, Path(one.told.file)
    if digest_of(path) != told.digest:
        expected = "the module that was imported (clubroute owner import)"
        raise InputError(Where.of(path), "another file", expected)
    archive, left_out = outline_of(path), list[str]()
    country, boards = map_of(context, window), boards_of(project, told.rules)
    laid = [
        {
            "name": board.name,
            "picture": board.picture,
            "scale": board.fit.scale,
            "shift": board.fit.shift,
            "hexes": [country.number(at) for at in map(country.find, board.hexes) if at != NOWHERE],
        }
        for board in laid_boards(archive, told, boards, left_out)
    ]
    ratings = one.folder / RATINGS
    units = {gpid: row.unit for (gpid, _), row in read_ratings(ratings).items() if row.unit}
    return {"boards": laid, "left_out": left_out, "counters": faces_of(archive, units)}


def faces_of(archive: ModuleArchive, units: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The pictures that the counters of a palette show, by the ids of ours that they are.

    :param units: those by the numbers of the palette.
    """
    return {
        units[one.gpid]: pictures_of(BasicPiece.read(one.piece.basic).image, one.piece.traits)
        for one in definitions(archive.build_file(), archive.where, [])
        if one.gpid in units
    }


def laid_boards(
    archive: ModuleArchive, told: ModuleFile, boards: Boards, left_out: list[str]
) -> Iterator[OverlaidBoard]:
    """The boards of a module as they lie on our map, the first of them on top."""
    one = read_maps(archive).maps.get(told.window)
    if one is None:
        left_out.append(f"no map window {told.window!r} with boards")
        return
    hexes = BoardHexes(one, boards.source.lattice, told.rules, shifts_of(told))
    pictures = picture_names(archive, told.window)
    for name, board in reversed(list(hexes.boards.items())):
        if board.why or not board.shown:
            left_out.append(f"{name}: {board.why or 'no hex of this map'}")
            continue
        for fit, many in fits_of(board, hexes, boards):
            yield OverlaidBoard(name, pictures.get(name, ""), fit, tuple(many))


def picture_names(archive: ModuleArchive, window: str) -> dict[str, str]:
    """The picture of each board on a map window, by the board's name."""
    found: dict[str, str] = {}
    for map_ in archive.build_file().walk():
        if map_.get("mapName") == window:
            for board in map_.walk():
                if board.tag.endswith(".Board"):
                    found.setdefault(board.get("name"), board.get("image").strip())
    return found


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


def module_taken(context: Context, path: Path) -> dict[str, str] | None:
    """Read a module into the owner's folder, for as long as that is there, if it shows a map of
    ours; None for any other. :raises InputError: it cannot be read."""
    if map_with_numbers(outline_of(path)) is None:
        return None
    report = import_here(context, path)
    return {"id": Path(report.folder).name, "name": report.name, "map": report.rules}


def outline_of(path: Path) -> ModuleArchive:
    """A module without most of its bytes. :raises InputError: it cannot be read."""
    return read_outline(path, lambda _: False, HEAD_BYTES)


# The pictures themselves, as a browser may have them.


def module_picture(context: Context, window: str, id_: str, name: str) -> tuple[bytes, str]:
    """A picture of a module, and its type. :raises InputError: there is none that can be shown."""
    path = Path(module_named(context, window, id_).told.file)
    where, expected = Where(str(path), part=name), "a picture of the module"
    with opened(path, where) as module:
        there = set(module.namelist())
        entry = next((one for one in entries_named(name) if one in there), None)
        if entry is None:
            raise InputError(where, "no picture", expected)
        info = module.getinfo(entry)
        if info.file_size > MOST_PICTURE:
            raise InputError(where, f"{info.file_size} bytes", f"at most {MOST_PICTURE}")
        data = read_part(module, info)
    kind = media_type(data)
    # A stranger's SVG is no document that runs.
    return drawn_only(data) if kind == SVG else data, kind


def entries_named(name: str) -> Iterable[str]:
    """Where the engine looks for a picture; one without an ending may be a GIF."""
    return (form.format(name) for form in PICTURE_PATHS) if name else ()
