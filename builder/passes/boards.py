"""Pass ``boards``: a picture of every board, drawn in worker processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

from builder.cache import Cache, code_digest, digest
from builder.grid import Hex
from builder.module.boards import image_name
from builder.pixels import BoardView
from builder.terrain import TerrainMap
from builder.terrain_file import decode_terrain, encode_terrain

BOARD_SURROUNDINGS = 8
"""Hexes beyond a board's edge that may show on it: lettering and curves reach over."""


def boards_pass(
    terrain: TerrainMap,
    views: tuple[BoardView, ...],
    style: Path,
    cache: Cache,
    name: str,
    jobs: int,
) -> dict[str, bytes]:
    """The PNG bytes of every board by file name; missing ones are drawn, several at a time."""
    look = style.read_bytes() if style.is_file() else b""
    found: dict[str, bytes] = {}
    missing: list[tuple[str, str, bytes, BoardView]] = []
    for view in views:
        part = encode_terrain(board_part(terrain, view), windows=False)
        key = digest(part, repr(view), look, code_digest())
        data = cache.read(f"{name}-board", key)
        if data is None:
            missing.append((image_name(view), key, part, view))
        else:
            found[image_name(view)] = data
    work = [(part, view, str(style)) for _, _, part, view in missing]
    for (file, key, _, _), data in zip(missing, drawn(work, jobs), strict=True):
        found[file] = cache.write(f"{name}-board", key, data)
    return {image_name(view): found[image_name(view)] for view in views}


def drawn(work: Sequence[tuple[bytes, BoardView, str]], jobs: int) -> list[bytes]:
    """Boards drawn in worker processes, in the order given."""
    if len(work) < 2 or jobs < 2:
        return [draw_board_png(*item) for item in work]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(work)), mp_context=context) as pool:
        return list(pool.map(draw_board_png, *zip(*work, strict=True)))


def draw_board_png(part: bytes, view: BoardView, style: str) -> bytes:
    """One board as PNG bytes; runs in a worker process, so it takes and gives plain values."""
    from builder.art.board import draw_board
    from builder.art.indexed import indexed
    from builder.art.png import png_bytes
    from builder.sources.style import read_board_style

    terrain = decode_terrain(part, view.name)
    look = read_board_style(Path(style))
    return png_bytes(indexed(draw_board(terrain, view, look), look.colours()))


def board_part(terrain: TerrainMap, view: BoardView) -> TerrainMap:
    """What a board's picture depends on: facts on it or near it, without their source rows.

    An edit elsewhere on the map, or a row inserted above, then redraws nothing.
    """
    pitch = view.scale.hex_pitch * BOARD_SURROUNDINGS

    def near(h: Hex) -> bool:
        x, y = view.centre(h)
        return -pitch <= x < view.width + pitch and -pitch <= y < view.height + pitch

    window = terrain.window(view.window)
    hexes = {h: v for h, v in window.hexes.items() if near(h)}
    sides = {s for s in (*window.hexsides, *window.links) if near(s.a) and near(s.b)}
    return TerrainMap(
        lattice=terrain.lattice,
        hexes={h: replace(v, basis=replace(v.basis, source="")) for h, v in hexes.items()},
        hexsides={
            s: tuple(replace(f, basis=replace(f.basis, source="")) for f in many)
            for s, many in window.hexsides.items()
            if s in sides
        },
        roads=window.roads,
        links={
            s: tuple(replace(k, basis=replace(k.basis, source="")) for k in many)
            for s, many in window.links.items()
            if s in sides
        },
        areas=tuple(
            replace(a, basis=replace(a.basis, source=""))
            for a in window.areas
            if any(near(h) for h in a.hexes)
        ),
        water=terrain.water,
        apart={k: replace(v, source="") for k, v in window.apart.items() if near(k[0])},
    )
