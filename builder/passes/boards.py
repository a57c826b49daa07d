"""Pass ``boards``: a picture of every board, drawn in worker processes.

Names are placed once, for the map as a whole, and a board's picture depends on those that show on
it: so names run over seams, and an edit redraws only the boards on which something changed.
"""

from __future__ import annotations

import io
import json
import multiprocessing
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from clubroute.builder.art.beyond import around
from clubroute.builder.art.naming.label import label_shows
from clubroute.builder.art.plan import BoardPlan
from clubroute.builder.cache import Cache, code_digest, digest
from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex
from clubroute.builder.module.boards import image_name
from clubroute.builder.pixels import BoardView
from clubroute.builder.survey.country import Stretch
from clubroute.builder.terrain import Basis, TerrainMap
from clubroute.builder.terrain_file import decode_terrain, encode_terrain
from clubroute.builder.whereabouts import Whereabouts

BOARD_SURROUNDINGS = 8
"""Hexes beyond a board's edge that may show on it: lettering and curves reach over."""


def boards_pass(
    terrain: TerrainMap,
    views: tuple[BoardView, ...],
    style: Path,
    words: MapWords,
    cache: Cache,
    name: str,
    jobs: int,
    made_of: str,
) -> dict[str, bytes]:
    """The PNG bytes of every board by file name; missing ones are drawn, several at a time.

    :param made_of: digest of the terrain: if that is the same, too, nothing is even planned.
    :param style: the lattice's ``style.toml``, which need not exist.
    :raises InputError: a mistake in it.
    """
    look = style.read_bytes() if style.is_file() else b""
    stamp = digest(made_of, look, repr(views), repr(words), code_digest())
    found = kept_boards(cache, name, stamp)
    if found is not None:
        return found
    whole, lettering = planned(
        terrain.window(views[0].window), views, style, look, words, cache, name
    )
    found = {}
    keys = {}
    missing: list[tuple[str, str, bytes, BoardView, BoardPlan]] = []
    for view in views:
        plan = board_plan(whole, view)
        part = encode_terrain(board_part(terrain, view), windows=False)
        key = digest(part, repr(view), repr(plan), look, code_digest())
        keys[image_name(view)] = key
        data = cache.read(f"{name}-board", key)
        if data is None:
            missing.append((image_name(view), key, part, view, plan))
        else:
            found[image_name(view)] = data
    work = [(part, view, plan, str(style)) for _, _, part, view, plan in missing]
    for (file, key, *_), data in zip(missing, drawn(work, jobs), strict=True):
        found[file] = cache.write(f"{name}-board", key, data)
    record = json.dumps({"lettering": lettering, "boards": keys})
    cache.write(f"{name}-boards", stamp, record.encode("ascii"))
    return {image_name(view): found[image_name(view)] for view in views}


def kept_boards(cache: Cache, name: str, stamp: str) -> dict[str, bytes] | None:
    """Every board as it was drawn for the same stamp; None if one is not there any more."""
    record = cache.read(f"{name}-boards", stamp)
    if record is None:
        return None
    told = json.loads(record)
    cache.read(f"{name}-lettering", told["lettering"])  # or it would be thought stale
    found = {file: cache.read(f"{name}-board", key) for file, key in told["boards"].items()}
    whole = {file: data for file, data in found.items() if data is not None}
    return whole if len(whole) == len(found) else None


def own_boards(views: tuple[BoardView, ...]) -> dict[str, bytes]:
    """The author's own pictures of boards. :raises InputError: another size, or no picture."""
    found = {}
    for view in views:
        if view.picture is not None:
            data = view.picture.read_bytes()
            size = (view.width, view.height)
            try:
                its = svg_size(data) if view.picture.suffix == ".svg" else png_size(data)
            except (OSError, ValueError):
                its = None
            if its != size:
                told = f"{its[0]} × {its[1]} px" if its else "no picture"
                raise InputError(Where.of(view.picture), told, f"{size[0]} × {size[1]} px")
            found[image_name(view)] = data
    return found


def png_size(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG, px. :raises OSError: it is none."""
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=["PNG"]) as picture:
        return picture.size


def svg_size(data: bytes) -> tuple[int, int]:
    """Width and height an SVG gives, px. :raises ValueError: it gives none."""
    head = re.search(rb"<svg\b[^>]*>", data)
    told = dict(re.findall(rb'\b(width|height)="([0-9]+)(?:px)?"', head[0] if head else b""))
    return int(told.get(b"width", b"")), int(told.get(b"height", b""))


@dataclass(frozen=True, slots=True)
class MapWords:
    """What stands in a map's legend: its title, what its kinds are called, where on earth it is,
    and whom its geography is owed to; and the country that lies around the map."""

    title: str
    titles: Mapping[str, str]
    where: Whereabouts
    credits: tuple[str, ...] = ()
    country: tuple[Stretch, ...] = ()


def planned(
    terrain: TerrainMap,
    views: tuple[BoardView, ...],
    style: Path,
    look: bytes,
    words: MapWords,
    cache: Cache,
    name: str,
) -> tuple[BoardPlan, str]:
    """The plan of a window, its names from the cache if nothing they depend on has changed; and
    their key there."""
    from clubroute.builder.art.beyond import beyond
    from clubroute.builder.art.courses import courses_of
    from clubroute.builder.art.furnish import furnish
    from clubroute.builder.art.naming.keep import decode_labels, encode_labels
    from clubroute.builder.art.naming.lettering_plan import plan_lettering
    from clubroute.builder.sources.style import read_board_style

    paint = read_board_style(style)
    courses = courses_of(terrain, paint)
    bare = without_sources(terrain)
    key = digest(encode_terrain(bare, windows=False), look, code_digest())
    data = cache.read(f"{name}-lettering", key)
    if data is None:
        labels = encode_labels(plan_lettering(terrain, paint, courses))
        data = cache.write(f"{name}-lettering", key, labels)
    furniture = furnish(
        terrain, views, paint, words.title, words.titles, words.where, words.credits
    )
    outlying = beyond(words.country, terrain.lattice, furniture.sheet)
    return BoardPlan(decode_labels(data), furniture, courses, outlying), key


def board_plan(plan: BoardPlan, view: BoardView) -> BoardPlan:
    """What of a plan shows on a board."""
    labels = tuple(label for label in plan.labels if label_shows(label, view))
    courses = plan.courses.shown(near_board(view)) if plan.courses is not None else None
    return replace(plan, labels=labels, courses=courses, beyond=plan.beyond.shown(around(view)))


def near_board(view: BoardView) -> Callable[[Hex], bool]:
    """Whether what stands in a hex may show on a board."""
    pitch = view.scale.hex_pitch * BOARD_SURROUNDINGS

    def near(h: Hex) -> bool:
        x, y = view.centre(h)
        return -pitch <= x < view.width + pitch and -pitch <= y < view.height + pitch

    return near


def drawn(work: Sequence[tuple[bytes, BoardView, BoardPlan, str]], jobs: int) -> list[bytes]:
    """Boards drawn in worker processes, in the order given."""
    if len(work) < 2 or jobs < 2:
        return [draw_board_png(*item) for item in work]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(work)), mp_context=context) as pool:
        return list(pool.map(draw_board_png, *zip(*work, strict=True)))


def draw_board_png(part: bytes, view: BoardView, plan: BoardPlan, style: str) -> bytes:
    """One board as PNG bytes; runs in a worker process, so it takes and gives plain values."""
    from clubroute.builder.art.board import draw_board
    from clubroute.builder.art.indexed import indexed
    from clubroute.builder.art.png import png_bytes
    from clubroute.builder.sources.style import read_board_style

    terrain = decode_terrain(part, view.name)
    look = read_board_style(Path(style))
    return png_bytes(indexed(draw_board(terrain, view, look, plan=plan), look.colours()))


def board_part(terrain: TerrainMap, view: BoardView) -> TerrainMap:
    """What a board's picture depends on: facts on it or near it, without their source rows.

    An edit elsewhere on the map, or a row inserted above, then redraws nothing.
    """
    near, window = near_board(view), terrain.window(view.window)
    sides = {s for s in (*window.hexsides, *window.links) if near(s.a) and near(s.b)}
    return without_sources(
        replace(
            window,
            hexes={h: v for h, v in window.hexes.items() if near(h)},
            hexsides={s: many for s, many in window.hexsides.items() if s in sides},
            links={s: many for s, many in window.links.items() if s in sides},
            areas=tuple(a for a in window.areas if any(near(h) for h in a.hexes)),
            apart={k: v for k, v in window.apart.items() if near(k[0])},
        )
    )


def without_sources(terrain: TerrainMap) -> TerrainMap:
    """The same facts, without the places of their rows."""

    def bare(basis: Basis) -> Basis:
        return replace(basis, source="")

    return replace(
        terrain,
        hexes={h: replace(v, basis=bare(v.basis)) for h, v in terrain.hexes.items()},
        hexsides={
            s: tuple(replace(f, basis=bare(f.basis)) for f in many)
            for s, many in terrain.hexsides.items()
        },
        links={
            s: tuple(replace(k, basis=bare(k.basis)) for k in many)
            for s, many in terrain.links.items()
        },
        areas=tuple(replace(a, basis=bare(a.basis)) for a in terrain.areas),
        apart={k: bare(v) for k, v in terrain.apart.items()},
    )
