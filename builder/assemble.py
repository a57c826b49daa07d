"""The passes of a build that make something: terrain, pictures, module."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.cache import Cache, code_digest, digest, files_digest
from builder.module.boards import image_name
from builder.module.buildfile import build_file
from builder.module.counters import ModulePiece, module_pieces
from builder.module.game import GameSource
from builder.module.mug import MUG_MAP
from builder.module.pictures import picture_jobs
from builder.module.prototypes import prototypes
from builder.module.setups import deck_contents, placed_counters, setup_of
from builder.pixels import BoardView, board_views
from builder.project import Project
from builder.report import BuildReport
from builder.sources.counter_set import CounterSet, read_counter_set
from builder.sources.lattice import LatticeSource, read_lattice
from builder.terrain import TerrainMap
from builder.terrain_file import decode_terrain, encode_terrain
from builder.vassal.archive import BUILD_FILE, Entry, epoch_date, epoch_seconds, write_archive
from builder.vassal.buildfile import write as write_build_file
from builder.vassal.metadata import MODULE_DATA, Metadata
from builder.vassal.setup import setup_archive

if TYPE_CHECKING:
    from builder.pipeline import Stopwatch


@dataclass(frozen=True, slots=True)
class Outputs:
    """Everything a build writes, by file name, with the report about it."""

    files: Mapping[str, bytes]
    report: BuildReport

    @property
    def digests(self) -> dict[str, str]:
        """Digest of each file."""
        return {name: digest(data) for name, data in self.files.items()}


def make_outputs(
    project: Project, name: str, game: GameSource, cache: Cache, watch: Stopwatch, jobs: int
) -> Outputs:
    """Run the passes of one game."""
    with watch.measure("read"):
        lattice_folder = project.map_sources / game.lattice
        source = read_lattice(lattice_folder / "lattice.toml")
        views = board_views(source.lattice, source.boards_of(game.window))
        counters = read_counter_set(project.game(name), source.lattice.parse)
    with watch.measure("terrain"):
        terrain_data, warnings = terrain_pass(project, game, source, cache)
        terrain = decode_terrain(terrain_data, f"{game.lattice}.terrain")
    with watch.measure("boards"):
        boards = boards_pass(terrain, views, lattice_folder / "style.toml", cache, name, jobs)
    with watch.measure("counters"):
        pictures = counters_pass(counters, cache, name)
    with watch.measure("module"):
        pieces = module_pieces(counters)
        module = module_pass(game, terrain, views, counters, pieces, {**boards, **pictures})
        expectation = expect(game, views, counters, pieces)
    shown = terrain.window(game.window)
    report = BuildReport(
        game=name,
        module=game.name,
        map={
            "hexes": len(shown.hexes),
            "hexside features": sum(len(many) for many in shown.hexsides.values()),
            "Roads": len(shown.roads),
            "links": sum(len(many) for many in shown.links.values()),
            "areas": len(shown.areas),
        },
        boards={view.name: (view.width, view.height) for view in views},
        counters={
            "units": len(counters.units),
            "markers": len(counters.markers),
            "chits": len(counters.chits),
            "pictures": len(pictures),
        },
        setups=tuple(scenario.title for scenario in counters.scenarios),
        warnings=warnings,
        shares=shown.provenance_shares(),
        terrain_digest=terrain_data.split(b"\n", 1)[0].rsplit(b":", 1)[1].decode("ascii"),
        files={},
    )
    files = {f"{game.lattice}.terrain": terrain_data}
    for view in views:
        files[f"{game.file}-{image_name(view).removeprefix('board-')}"] = boards[image_name(view)]
    files[f"{game.file}.report.json"] = report.json(timings=False).encode("utf-8")
    files[f"{game.file}.expect.json"] = json.dumps(expectation, ensure_ascii=False).encode("utf-8")
    files[f"{game.file}.vmod"] = module
    return Outputs(files, report)


def terrain_pass(
    project: Project, game: GameSource, source: LatticeSource, cache: Cache
) -> tuple[bytes, tuple[str, ...]]:
    """The compiled map's bytes and the survey's warnings."""
    folders = (project.map_sources / "geography", project.map_sources / game.lattice)
    # Boards and colours do not change the terrain.
    files = [
        p
        for folder in folders
        if folder.is_dir()
        for p in folder.rglob("*")
        if p.is_file() and p.name != "style.toml" and not p.name.startswith((".", "~"))
    ]
    key = digest(files_digest(project.map_sources, files), code_digest())
    kept, told = (cache.read(f"{game.lattice}-{kind}", key) for kind in ("terrain", "warnings"))
    if kept is not None and told is not None:
        return kept, tuple(json.loads(told))
    from builder.survey.compile import compile_map

    compiled = compile_map(project.root, game.lattice)
    warnings = tuple(compiled.warnings)
    cache.write(f"{game.lattice}-warnings", key, json.dumps(warnings).encode("utf-8"))
    data = cache.write(f"{game.lattice}-terrain", key, encode_terrain(compiled.terrain))
    cache.prune(f"{game.lattice}-")
    return data, warnings


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
        part = encode_terrain(board_part(terrain, view))
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
    from builder.art.png import png_bytes
    from builder.sources.style import read_board_style

    terrain = decode_terrain(part, view.name)
    image = draw_board(terrain, view, read_board_style(Path(style)))
    return png_bytes(image, colours=256)


BOARD_SURROUNDINGS = 8
"""Hexes beyond a board's edge that may show on it: lettering and curves reach over."""


def board_part(terrain: TerrainMap, view: BoardView) -> TerrainMap:
    """What a board's picture depends on: facts on it or near it, without their source rows.

    An edit elsewhere on the map, or a row inserted above, then redraws nothing.
    """
    pitch = view.scale.hex_pitch * BOARD_SURROUNDINGS

    def near(h: Any) -> bool:
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
    )


def counters_pass(counters: CounterSet, cache: Cache, name: str) -> dict[str, bytes]:
    """The PNG bytes of every counter face by file name.

    All faces are kept in one cache entry: a thousand small files would be slower to open than
    to draw.
    """
    jobs = {job.file: job for job in picture_jobs(counters)}
    keys = {file: digest(job.key, code_digest()) for file, job in jobs.items()}
    kept = read_pictures(cache.read(f"{name}-counters", "faces"))
    made = {}
    for file, job in jobs.items():
        data = kept.get(keys[file])
        if data is None:
            from builder.art.png import png_bytes

            data = png_bytes(job.draw())
        made[file] = data
    if set(keys.values()) != set(kept):
        pictures = {keys[file]: data for file, data in made.items()}
        cache.write(f"{name}-counters", "faces", write_pictures(pictures))
    return made


def write_pictures(pictures: Mapping[str, bytes]) -> bytes:
    """Pictures by key as one block: a JSON head of keys and sizes, then the bytes."""
    head = json.dumps([[key, len(data)] for key, data in pictures.items()]).encode("ascii")
    return b"%d\n" % len(head) + head + b"".join(pictures.values())


def read_pictures(block: bytes | None) -> dict[str, bytes]:
    """The pictures of a block; none for a missing or damaged one."""
    found: dict[str, bytes] = {}
    try:
        size, _, rest = (block or b"").partition(b"\n")
        at = int(size)
        for key, length in json.loads(rest[:at]):
            found[key] = rest[at : at + length]
            at += length
        return found if at == len(rest) else {}
    except (ValueError, TypeError):
        return {}


def module_pass(
    game: GameSource,
    terrain: TerrainMap,
    views: tuple[BoardView, ...],
    counters: CounterSet,
    pieces: tuple[ModulePiece, ...],
    pictures: Mapping[str, bytes],
) -> bytes:
    """The module's bytes."""
    seconds = epoch_seconds(os.environ)
    date = epoch_date(os.environ)
    metadata = Metadata(
        game.version, game.vassal, 1000 * (seconds or 0), game.description, game.name
    )
    shared = prototypes()
    by_id = {item.id: item for item in pieces}
    setups = [
        (
            scenario.title,
            f"{game.file}-{scenario.id.lower()}.vsav",
            setup_archive(setup_of(scenario, game, views, by_id, shared), metadata, date),
        )
        for scenario in counters.scenarios
    ]
    root = build_file(
        game,
        terrain,
        views,
        pieces,
        shared,
        [(title, file) for title, file, _ in setups],
        counters.style.counter_px,
    )
    entries = [
        Entry(MODULE_DATA, metadata.write(), date=date),
        Entry(BUILD_FILE, write_build_file(root), date=date),
        *(Entry(file, data, date=date) for _, file, data in setups),
        *(Entry(f"images/{file}", pictures[file], date=date) for file in sorted(pictures)),
    ]
    return write_archive(entries)


def expect(
    game: GameSource,
    views: tuple[BoardView, ...],
    counters: CounterSet,
    pieces: tuple[ModulePiece, ...],
) -> dict[str, Any]:
    """What the engine must find in the module: hex names by pixel, setups, pieces, sides."""
    by_id = {item.id: item for item in pieces}
    lattice = views[0].lattice
    boards = []
    for view in views:
        hexes = {}
        for h in view.hexes():
            x, y = view.centre(h)
            hexes[lattice.format(h)] = [x + view.map_x, y + view.map_y]
        boards.append({"name": view.name, "x": view.map_x, "y": view.map_y, "hexes": hexes})
    setups = []
    for scenario in counters.scenarios:
        on_map = [
            (stood.counter, game.map, stood.hex, (stood.x, stood.y))
            for stood in placed_counters(scenario, views, by_id)
        ]
        in_decks = [
            (by_id[id], MUG_MAP, deck, at)
            for deck, at, ids in deck_contents(scenario)
            for id in ids
        ]
        setups.append(
            {
                "name": scenario.title,
                "file": f"{game.file}-{scenario.id.lower()}.vsav",
                "pieces": [
                    {
                        "name": counter.name,
                        "gpid": counter.gpid,
                        "map": map_name,
                        "hex": place,
                        "x": x,
                        "y": y,
                    }
                    for counter, map_name, place, (x, y) in (*on_map, *in_decks)
                ],
            }
        )
    return {
        "module": game.name,
        "maps": [{"name": game.map, "boards": boards}],
        "setups": setups,
        "pieces": [{"gpid": item.gpid, "name": item.name} for item in pieces],
        "sides": list(game.sides),
    }
