"""The pictures of a map for a page: its boards cut into tiles, and the faces of its counters.

They are the module's own. What a build or an earlier room has drawn is taken from there; else it is
drawn once, in a process of its own, and kept in the user's cache.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from clubroute.builder.art.drawn_svg import drawn_only
from clubroute.builder.errors import ClubrouteError, one_line
from clubroute.builder.files.atomic import CACHE, Cache, digest, files_digest
from clubroute.builder.own_code import DRAWING, code_digest
from clubroute.builder.passes.counters import counters_pass, read_pictures, write_pictures
from clubroute.builder.passes.terrain import terrain_pass
from clubroute.builder.pixels import image_name
from clubroute.builder.project import Project
from clubroute.builder.sources.toml_table import counter_files, game_folder
from clubroute.builder.terrain.compiled import Say, cache_folder, compiled_map, silent
from clubroute.builder.terrain.shipped_maps import terrain_key
from clubroute.builder.terrain.terrain_file import decode_terrain
from clubroute.rules.ground.boards import Boards, boards_of
from clubroute.rules.room.mistakes import report
from clubroute.rules.room.pictures import LEVELS, TILE

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from PIL.Image import Image as Picture

BAND = TILE << (LEVELS - 1)
"""Rows of a board cut at once, px."""
Kind: TypeAlias = Literal["tiles", "faces"]
PAPER = (255, 255, 255)
CUT = "tiles 4"
"""Changes when tiles are cut otherwise."""


def caches(project: Project, folder: Path) -> Iterator[Cache]:
    """Where boards may have been kept: by a build into ``folder``, by one of the project, by us."""
    for place in dict.fromkeys((folder / CACHE, project.build / CACHE)):
        if place.is_dir():
            yield Cache(place)
    yield Cache(cache_folder())


def key_of(kind: Kind, project: Project, name: str) -> str:
    """Digest of all that the pictures of a game are made from. :raises InputError: as they are."""
    if kind == "faces":
        files = counter_files(project, name)
        return digest(files_digest(project.with_game(name).counters, files), code_digest())
    boards = boards_of(project, name)
    style = project.map_folder(boards.game.lattice) / "style.toml"
    look = style.read_bytes() if style.is_file() else b""
    sources = terrain_key(project.with_lattice(boards.game.lattice), boards.game.lattice)
    own = (view.picture.read_bytes() for view in boards.views if view.picture is not None)
    shown = repr((boards.views, boards.game.name, boards.charts(project, name)))
    return digest(sources, look, shown, code_digest(DRAWING), CUT, *own)


def kept(kind: Kind, project: Project, name: str) -> Mapping[str, bytes] | None:
    """The pictures of a game by file name as they were made before, None if they were not.

    :raises InputError: a mistake in the sources, or no place where pictures are kept.
    """
    cache = Cache(cache_folder())
    found = cache.read(entry(kind, name), key_of(kind, project, name))
    return None if found is None else read_pictures(found)


def entry(kind: Kind, name: str) -> str:
    """What the pictures of a game are called in a cache."""
    return f"{name}-room-{kind}"


def make(kind: Kind, project: Project, name: str, folder: Path, say: Say = silent) -> None:
    """Make the pictures of a game, and keep them: faces of counters by their file names in the
    module, tiles of boards by ``level/column/row.webp``.

    :param folder: where a build leaves its results; what it has drawn is taken.
    :param say: told before something is made that takes a while.
    :raises InputError: a mistake in the sources, or no place to keep the pictures.
    """
    cache, key = Cache(cache_folder()), key_of(kind, project, name)
    if kind == "faces":
        say("drawing the counters, once")
        made = faces(project, name, folder)
    else:
        boards = boards_of(project, name)
        pictures = drawn_boards(project, name, boards, folder, say)
        say("cutting the boards into tiles, once")
        made = dict(cut(boards, pictures))
    cache.write(entry(kind, name), key, write_pictures(made))
    cache.prune(entry(kind, name))


def drawn_boards(
    project: Project, name: str, boards: Boards, folder: Path, say: Say
) -> Mapping[str, bytes]:
    """The PNG bytes of every board by its file name in the module."""
    from clubroute.builder.passes.boards import game_boards, map_digest, own_boards
    from clubroute.builder.passes.map_words import MapWords, map_words

    lattice = project.map_folder(boards.game.lattice)
    compiled_map(project, boards.game.lattice, say)
    data, _ = terrain_pass(
        project.with_lattice(boards.game.lattice), boards.game.lattice, *caches(project, folder)
    )
    words = MapWords(
        boards.game.name,
        *map_words(lattice, boards.source.lattice),
        boards.charts(project, name),
    )
    # Tiles are cut of pixels: an author's SVG is no picture of any.
    views = tuple(
        replace(view, picture=None) if view.picture and view.picture.suffix == ".svg" else view
        for view in boards.views
    )
    say(f"drawing {len(boards.views)} boards, once (a minute or two)")
    terrain = decode_terrain(data, boards.game.lattice)
    cache = next(caches(project, folder))
    made_of = map_digest(lattice, data)
    # One process leaves the other cores to who asks meanwhile.
    own = own_boards(views)
    with game_boards(lattice, name, views, own, words, terrain, made_of, cache, 1) as drawn:
        return drawn()


def cut(boards: Boards, pictures: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Every tile of the drawn boards of a game, band by band: whole maps would not fit into a small
    memory.

    :param pictures: the boards by their file names in the module.
    """
    from concurrent.futures import ThreadPoolExecutor

    from PIL import Image

    with ThreadPoolExecutor() as pool:
        for top in range(0, boards.height, BAND):
            high = min(BAND, boards.height - top)
            band = Image.new("RGB", (boards.width, high), PAPER)
            for view in boards.views:
                if view.map_y < top + high and top < view.map_y + view.height:
                    with Image.open(BytesIO(pictures[image_name(view)])) as picture:
                        band.paste(picture.convert("RGB"), (view.map_x, view.map_y - top))
            for level in range(LEVELS):
                part = band.reduce(1 << level) if level else band
                corners = [
                    (x, y) for y in range(0, part.height, TILE) for x in range(0, part.width, TILE)
                ]
                row = (top >> level) // TILE
                made = pool.map(partial(tile_of, part), corners)
                for (x, y), data in zip(corners, made, strict=True):
                    yield f"{-level}/{x // TILE}/{row + y // TILE}.webp", data


def tile_of(part: Picture, corner: tuple[int, int]) -> bytes:
    """A tile of a picture; what lies beyond its edge is clear, so that the page shows there, be it
    light or dark."""
    from PIL import Image

    x, y = corner
    whole = x + TILE <= part.width and y + TILE <= part.height
    mode, ground = ("RGB", PAPER) if whole else ("RGBA", (*PAPER, 0))
    tile = Image.new(mode, (TILE, TILE), ground)
    tile.paste(part.crop((x, y, min(x + TILE, part.width), min(y + TILE, part.height))), (0, 0))
    out = BytesIO()
    tile.save(out, "WEBP", quality=88, method=0)
    return out.getvalue()


def faces(project: Project, name: str, folder: Path) -> Mapping[str, bytes]:
    """The pictures of a game's counters by file name, as the module has them.

    :raises InputError: a mistake in the sources.
    """
    from clubroute.builder.module.outline import read_sources

    _, _, counters = read_sources(project, name)
    cache = next(caches(project, folder))
    made = counters_pass(counters, game_folder(project.game(name)), cache, name)
    # What an author brings may be a stranger's: nobody is served a document that runs.
    return {one: served(data) for one, data in made.items()}


PIXELS = (b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"RIFF")
"""How a picture of pixels begins; what begins so is no document, whatever its name."""


def served(data: bytes) -> bytes:
    """A picture as a browser may have it by its own address."""
    return data if data.startswith(PIXELS) else drawn_only(data)


def made_apart(
    kind: Kind, project: Project, name: str, folder: Path, say: Say
) -> Mapping[str, bytes]:
    """The pictures of a game; what is missing is made in a process of its own, which ends with
    this one. :raises ClubrouteError: they cannot be made."""
    found = kept(kind, project, name)
    if found is None:
        context = multiprocessing.get_context("spawn")
        hears, tells = context.Pipe(duplex=False)
        job = (kind, project, name, folder, tells)
        process = context.Process(target=make_and_tell, args=job, daemon=True)
        process.start()
        tells.close()
        with suppress(EOFError):
            while True:
                told, text = hears.recv()
                if told == "failed":
                    raise ClubrouteError(text)
                say(text)
        process.join()
        found = kept(kind, project, name)
    if found is None:
        raise ClubrouteError("the process that draws has ended early")
    return found


def make_and_tell(kind: Kind, project: Project, name: str, folder: Path, tells: Connection) -> None:
    """Make pictures in a process of its own, telling another what is done, while that is there."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(ConnectionError), tells:
        try:
            make(kind, project, name, folder, lambda text: tells.send(("stage", text)))
        except ClubrouteError as error:
            tells.send(("failed", one_line(str(error))))
        except ConnectionError:
            raise
        except Exception as error:
            report(f"{kind} of {name}", error)
            tells.send(("failed", type(error).__name__))


def end_with_parent() -> None:
    """End this process when the one that began it has: it may have been killed, and what is kept
    is written whole or not at all."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
