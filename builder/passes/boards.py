"""Pass ``boards``: a picture of every board, put together from tiles drawn in worker processes.

Names and courses are placed once, for the map as a whole. A tile depends on what is near it and on
nothing else: so an edit draws few tiles anew, and games on one lattice share theirs.
"""

from __future__ import annotations

import importlib
import json
import multiprocessing
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from clubroute.builder.art.board import TILE, TILE_HIGH, draw_legend, draw_tile, tiles_of
from clubroute.builder.art.canvas import indexed, png_bytes
from clubroute.builder.art.legend import LEGEND_PICTURE, as_drawn
from clubroute.builder.art.plan import BoardPlan, Furniture
from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import Cache, digest
from clubroute.builder.files.picture_size import picture_size
from clubroute.builder.own_code import DRAWING, code_digest
from clubroute.builder.passes.map_words import MapWords
from clubroute.builder.passes.plan import furnished, planned, without_sources
from clubroute.builder.passes.tiles import Spot, TileJob, tile_jobs
from clubroute.builder.pixels import BoardView, image_name
from clubroute.builder.sources.style import BoardStyle, read_board_style
from clubroute.builder.stopwatch import Counted, uncounted
from clubroute.builder.terrain.terrain_file import decode_terrain, encode_terrain
from clubroute.builder.terrain.terrain_map import TerrainMap

TILES = "tile"
"""What a cache calls the pictures of tiles."""

MOST_TILES = 600
"""Tiles in a cache: those of a whole country are 340."""

LITTLE = 8
"""Tiles or boards that are made without worker processes: as many as an edit of a hex changes."""

DRAWS_WITH = (
    "numpy",
    "shapely",
    "clubroute.builder.art.board",
    "clubroute.builder.art.canvas",
    "clubroute.builder.art.canvas",
    "clubroute.builder.art.plot",
)
"""What a worker process imports before there is work for it."""

Run = Callable[[Callable[..., bytes], Sequence[tuple[Any, ...]]], Iterable[bytes]]
"""Calls a function with each of some lists of arguments; the results in their order, waited for
as each is taken."""

Boards = Callable[[], Mapping[str, bytes]]
"""Gives the PNG bytes of every board by file name; waits until they are drawn."""


@contextmanager
def boards_pass(
    terrain: TerrainMap,
    views: tuple[BoardView, ...],
    style: Path,
    words: MapWords,
    cache: Cache,
    name: str,
    jobs: int,
    made_of: str,
    counted: Counted = uncounted,
) -> Iterator[Boards]:
    """The boards of a window. Tiles that are missing are drawn in other processes, several at a
    time, until somebody asks for the boards.

    :param counted: tells how many tiles and boards are done.
    :param made_of: digest of the terrain: if that is the same, too, nothing is even planned.
    :param style: the lattice's ``style.toml``, which need not exist.
    :raises InputError: a mistake in it.
    """
    look = style.read_bytes() if style.is_file() else b""
    stamp = digest(made_of, look, repr(views), repr(words), code_digest(DRAWING))
    found = kept_boards(cache, name, stamp)
    if found is not None:
        yield lambda: found
        return
    paint = read_board_style(style)
    with workers(jobs) as run:
        drawing = begin(terrain, views, style, paint, words, cache, name, run)

        def boards() -> Mapping[str, bytes]:
            found = joined(drawing, cache, run, counted)
            cache.keep_newest(TILES, MOST_TILES)
            record = {"parts": dict(drawing.parts), "boards": drawing.keys}
            cache.write(f"{name}-boards", stamp, json.dumps(record).encode("ascii"))
            return {image_name(view): found[image_name(view)] for view in views}

        yield boards


@dataclass(frozen=True, slots=True)
class Drawing:
    """Boards that are being drawn.

    ``keys`` tells by a board's file name what it is kept as in the cache, ``parts`` the same of the
    plan. ``kept`` are the boards that are there, ``missing`` the others, ``lying`` the tiles of
    each; ``tiles`` the packed pixels of tiles that are there, ``new`` the others, and ``pixels``
    theirs, in the same order, once they are drawn.
    """

    name: str
    style: Path
    keys: Mapping[str, str]
    kept: Mapping[str, bytes]
    missing: Sequence[BoardView]
    lying: Mapping[str, Sequence[Spot]]
    tiles: Mapping[Spot, bytes]
    new: Sequence[TileJob]
    pixels: Iterable[bytes]
    parts: Mapping[str, str]


def begin(
    terrain: TerrainMap,
    views: tuple[BoardView, ...],
    style: Path,
    paint: BoardStyle,
    words: MapWords,
    cache: Cache,
    name: str,
    run: Run,
) -> Drawing:
    """Plan a window's boards, and begin to draw the tiles that are missing."""
    look = style.read_bytes() if style.is_file() else b""
    shown = without_sources(terrain.window(views[0].window))
    plan, parts = planned(shown, views, paint, look, words, cache, name)
    tiles = tile_jobs(shown, plan, views, paint, look)
    lying = {image_name(v): [(t.left, t.top) for t in tiles_of(v)] for v in views}
    keys = {
        image_name(v): digest(repr(v), look, *(tiles[at].key for at in lying[image_name(v)]))
        for v in views
    }
    boards = {file: cache.read(f"{name}-board", key) for file, key in keys.items()}
    kept = {file: data for file, data in boards.items() if data is not None}
    missing = [view for view in views if image_name(view) not in kept]
    wanted = dict.fromkeys(at for view in missing for at in lying[image_name(view)])
    there = {at: cache.read(TILES, tiles[at].key) for at in wanted}
    drawn = {at: data for at, data in there.items() if data is not None}
    new = [tiles[at] for at in wanted if at not in drawn]
    work = [(encode_terrain(t.part, windows=()), t.view, t.plan, str(style)) for t in new]
    pixels = run(draw_tile_bytes, work)
    return Drawing(name, style, keys, kept, missing, lying, drawn, new, pixels, parts)


def joined(drawing: Drawing, cache: Cache, run: Run, counted: Counted) -> dict[str, bytes]:
    """Every board, those that were missing put together from their tiles."""
    tiles = dict(drawing.tiles)
    pixels = counted(drawing.pixels, "drawing the map", len(drawing.new))
    for tile, data in zip(drawing.new, pixels, strict=True):
        tiles[tile.view.left, tile.view.top] = cache.write(TILES, tile.key, data)
    joins = [
        (view, {at: tiles[at] for at in drawing.lying[image_name(view)]}, str(drawing.style))
        for view in drawing.missing
    ]
    found = dict(drawing.kept)
    pictures = counted(run(join_tiles, joins), "packing the boards", len(joins))
    for view, data in zip(drawing.missing, pictures, strict=True):
        file = image_name(view)
        found[file] = cache.write(f"{drawing.name}-board", drawing.keys[file], data)
    return found


def kept_boards(cache: Cache, name: str, stamp: str) -> dict[str, bytes] | None:
    """Every board as it was drawn for the same stamp; None if one is not there any more."""
    record = cache.read(f"{name}-boards", stamp)
    if record is None:
        return None
    told = json.loads(record)
    for kind, key in told["parts"].items():
        cache.keep(f"{name}-{kind}", key)
    found = {file: cache.read(f"{name}-board", key) for file, key in told["boards"].items()}
    whole = {file: data for file, data in found.items() if data is not None}
    return whole if len(whole) == len(found) else None


def own_boards(views: tuple[BoardView, ...]) -> dict[str, bytes]:
    """The author's own pictures of boards. :raises InputError: another size, or no picture."""
    found = {}
    for view in views:
        if view.picture is not None:
            data = view.picture.read_bytes()
            size, its = (view.width, view.height), picture_size(view.picture.suffix, data)
            if its != size:
                told = f"{its[0]} × {its[1]} px" if its else "no picture"
                raise InputError(Where.of(view.picture), told, f"{size[0]} × {size[1]} px")
            found[image_name(view)] = data
    return found


@contextmanager
def workers(jobs: int) -> Iterator[Run]:
    """Worker processes, started when there is work for them: for a little they are not worth it,
    since each imports for as long as two tiles take to draw."""
    pools: list[ProcessPoolExecutor] = []

    def run(call: Callable[..., bytes], work: Sequence[tuple[Any, ...]]) -> Iterable[bytes]:
        if jobs < 2 or (len(work) <= LITTLE and not pools):
            return (call(*item) for item in work)
        if not pools:
            context = multiprocessing.get_context("spawn")
            pools.append(ProcessPoolExecutor(jobs, mp_context=context, initializer=make_ready))
        return pools[0].map(call, *zip(*work, strict=True)) if work else ()

    try:
        yield run
    finally:
        for pool in pools:
            # Nothing waits for their end: the build goes on meanwhile.
            pool.shutdown(wait=False, cancel_futures=True)


def make_ready() -> None:
    """Import in a worker process what drawing needs."""
    for name in DRAWS_WITH:
        importlib.import_module(name)


def draw_tile_bytes(part: bytes, tile: BoardView, plan: BoardPlan, style: str) -> bytes:
    """One tile's packed pixels; runs in a worker process, so it takes and gives plain values."""
    terrain = decode_terrain(part, tile.name)
    picture = draw_tile(terrain, tile, read_board_style(Path(style)), plan=plan)
    return zlib.compress(picture.tobytes(), 1)


def join_tiles(view: BoardView, tiles: Mapping[Spot, bytes], style: str) -> bytes:
    """A board as PNG bytes, from its tiles; runs in a worker process, too."""
    picture = Image.new("RGB", (view.width, view.height))
    for (left, top), data in tiles.items():
        tile = Image.frombytes("RGB", (TILE, TILE_HIGH), zlib.decompress(data))
        picture.paste(tile, (left - view.left, top - view.top))
    return png_bytes(indexed(picture, read_board_style(Path(style)).colours()))


# The boards of a game: drawn from its map, but for those an author brings himself.

LEGEND = "legend"
"""What a cache calls the legend's picture."""


@contextmanager
def game_boards(
    lattice: Path,
    name: str,
    views: tuple[BoardView, ...],
    own: Mapping[str, bytes],
    words: MapWords,
    terrain: TerrainMap,
    made_of: str,
    cache: Cache,
    jobs: int,
    counted: Counted = uncounted,
) -> Iterator[Boards]:
    """The bytes of every board's picture by its file name in the module; they are drawn until
    somebody asks for them.

    :param own: the author's pictures, as :func:`own_boards` reads them.
    :param lattice: the folder of the map's sources. :param made_of: its :func:`map_digest`.
    :param jobs: how many processes draw. :param counted: tells how much of it is done.
    :raises InputError: a mistake in ``terrain.toml`` or ``style.toml``.
    """
    left = tuple(view for view in views if view.picture is None)
    if not left:
        yield lambda: own
        return
    style = lattice / "style.toml"
    drawn = as_drawn(terrain, read_board_style(style).drawn)
    with boards_pass(drawn, left, style, words, cache, name, jobs, made_of, counted) as boards:
        yield lambda: {**own, **boards()}


def game_legend(
    lattice: Path,
    name: str,
    views: tuple[BoardView, ...],
    words: MapWords,
    terrain: TerrainMap,
    made_of: str,
    cache: Cache,
) -> dict[str, bytes]:
    """The legend's picture by its file name; none if it stands on a board, or no board is drawn.

    Parameters as of :func:`game_boards`.

    :raises InputError: a mistake in ``terrain.toml`` or ``style.toml``.
    """
    left = tuple(view for view in views if view.picture is None)
    if not left:
        return {}
    path = lattice / "style.toml"
    look = path.read_bytes() if path.is_file() else b""
    kind = f"{name}-{LEGEND}"
    made = digest(made_of, look, repr(left), repr(words), code_digest(DRAWING))
    key = (cache.read(f"{kind}-of", made) or b"").decode("ascii")
    data = cache.read(kind, key) if key else None
    if data is None:
        style = read_board_style(path)
        shown = as_drawn(terrain, style.drawn).window(left[0].window)
        furniture = furnished(shown, left, style, words)
        # Few edits of hexes change what a legend lists.
        key = digest(look, repr(left), repr(furniture), code_digest(DRAWING))
        data = cache.read(kind, key)
        if data is None:
            alone = furniture.panel is None
            data = legend_bytes(shown, left[0], style, furniture) if alone else b""
            cache.write(kind, key, data)
        cache.write(f"{kind}-of", made, key.encode("ascii"))
    return {LEGEND_PICTURE: data} if data else {}


IN_WINDOW = 0.6
"""Size of the legend in a window of its own, in sizes of that on a board."""


def legend_bytes(
    terrain: TerrainMap, view: BoardView, style: BoardStyle, furniture: Furniture
) -> bytes:
    """The legend of a window as PNG bytes: smaller than on a board, so that a screen has it all."""
    drawn = draw_legend(terrain, view, style, furniture)
    size = (round(drawn.width * IN_WINDOW), round(drawn.height * IN_WINDOW))
    return png_bytes(indexed(drawn.resize(size, Image.Resampling.LANCZOS), style.colours()))


def map_digest(lattice: Path, data: bytes) -> str:
    """Digest of a compiled map and the words of its terrain. :param lattice: its folder."""
    return digest(data, (lattice / "terrain.toml").read_bytes())
