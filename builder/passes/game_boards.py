"""The boards of a game: drawn from its map, but for those an author brings himself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from clubroute.builder.art.board import draw_legend
from clubroute.builder.art.canvas import indexed, png_bytes
from clubroute.builder.art.legend import LEGEND_PICTURE, as_drawn
from clubroute.builder.files.atomic import Cache, digest
from clubroute.builder.own_code import DRAWING, code_digest
from clubroute.builder.passes.boards import Boards, boards_pass
from clubroute.builder.passes.map_words import MapWords
from clubroute.builder.passes.plan import furnished
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.style import BoardStyle, read_board_style
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.builder.stopwatch import Counted, uncounted
from clubroute.builder.terrain.terrain_map import TerrainMap

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
    drawn = as_drawn(terrain, read_vocabulary(lattice / "terrain.toml").drawn_as())
    style = lattice / "style.toml"
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
    stamp = digest(made_of, look, repr(left), repr(words), code_digest(DRAWING))
    data = cache.read(f"{name}-{LEGEND}", stamp)
    if data is None:
        drawn = as_drawn(terrain, read_vocabulary(lattice / "terrain.toml").drawn_as())
        data = legend_bytes(drawn.window(left[0].window), left, read_board_style(path), words)
        cache.write(f"{name}-{LEGEND}", stamp, data)
    return {LEGEND_PICTURE: data} if data else {}


def legend_bytes(
    terrain: TerrainMap, views: tuple[BoardView, ...], style: BoardStyle, words: MapWords
) -> bytes:
    """The legend as PNG bytes, none if a board has room for it."""
    furniture = furnished(terrain, views, style, words)
    if furniture.panel is not None:
        return b""
    return png_bytes(indexed(draw_legend(terrain, views[0], style, furniture), style.colours()))


def map_digest(lattice: Path, data: bytes) -> str:
    """Digest of a compiled map and the words of its terrain. :param lattice: its folder."""
    return digest(data, (lattice / "terrain.toml").read_bytes())
