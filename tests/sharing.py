"""What is dear to make is made once, however many processes the tests run in."""

from __future__ import annotations

import gc
import io
import os
import pickle
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from PIL import Image

from clubroute.builder.cli import main
from clubroute.builder.files.atomic import CACHE, Cache, alone
from clubroute.builder.own_code import DRAWING, code_digest
from clubroute.builder.passes import boards
from clubroute.builder.passes.boards import TILES
from clubroute.builder.passes.terrain import keep_compiled
from clubroute.builder.pixels import BoardView, image_name
from clubroute.builder.project import Project
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.shipped_maps import terrain_key
from clubroute.builder.terrain.terrain_map import TerrainMap
from tests.fetching.cache import REPOSITORY, cache_folder, locked

T = TypeVar("T")

PAPER = (222, 219, 203)

KEPT = 4
"""Of how many states of the code, or clones that differ, the boards of a game are kept."""


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of one run share."""
    base = factory.getbasetemp()
    found = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "shared"
    found.mkdir(exist_ok=True)
    return found


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], T]) -> T:
    """What ``make`` makes, by the first process that asks; the others wait for it and read it.

    ``make`` is given a path of that name, for what is a folder rather than a value. What is made
    stays to the end of the run: the collector of garbage looks through it no more.
    """
    try:
        return made_or_read(factory, name, make)
    finally:
        gc.freeze()


def made_or_read(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], T]) -> T:
    """The same, left to the collector."""
    folder = shared_folder(factory)
    kept = folder / f"{name}.pickle"
    with alone(folder / f"{name}.lock", lambda: None):
        if not kept.exists():
            made = make(folder / name)
            kept.write_bytes(pickle.dumps(made))
            return made
    found: T = pickle.loads(kept.read_bytes())
    return found


def built_plain(lattice: str, compiled: CompiledMap, game: str, out: Path) -> Path:
    """Build a module of this repository with boards of one colour: to draw them takes a minute, and
    what a game holds and how it is played turns on no picture of its map.

    :param compiled: the map of its lattice, which need not be compiled once more.
    """
    project = Project(REPOSITORY)
    keep_compiled(Cache(out / CACHE), lattice, terrain_key(project, lattice), compiled)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boards, "boards_pass", plain_boards)
        assert main(["build", game, "--out", str(out), "--quiet"]) == 0
    return out


@contextmanager
def plain_boards(
    terrain: TerrainMap, views: tuple[BoardView, ...], *_: object
) -> Iterator[Callable[[], dict[str, bytes]]]:
    """Pictures of boards as large as those that are drawn, in the place of their pass."""
    yield lambda: {image_name(one): paper(one.width, one.height) for one in views}


def paper(width: int, height: int) -> bytes:
    """A picture of one colour."""
    picture = Image.new("P", (width, height))
    picture.putpalette(PAPER)
    written = io.BytesIO()
    picture.save(written, "PNG", compress_level=1)
    return written.getvalue()


def built(game: str, out: Path) -> Path:
    """Build a module of this repository, with what its passes made in an earlier run.

    That is kept by the digest of all it was made from, the code that made it included. What other
    code made is of no use: each has a folder, and those used last stay.
    """
    folder = cache_folder("built") / game
    with locked(f"built/{game}/{code_digest(DRAWING)[:16]}") as kept:
        if (kept / CACHE).is_dir():
            shutil.copytree(kept / CACHE, out / CACHE, dirs_exist_ok=True)
        assert main(["build", game, "--out", str(out), "--quiet"]) == 0
        shutil.rmtree(kept / CACHE, ignore_errors=True)
        shutil.copytree(out / CACHE, kept / CACHE)
        os.utime(kept)
    with alone(folder, lambda: None):
        ages = {path: path.stat().st_mtime for path in folder.iterdir() if path.is_dir()}
        for stale in sorted(ages, key=lambda path: -ages[path])[KEPT:]:
            shutil.rmtree(stale, ignore_errors=True)
    return out


def built_beside(game: str, other: Path, out: Path) -> Path:
    """Build a module with the tiles of another game's boards: on one lattice they share many."""
    (out / CACHE).mkdir(parents=True)
    for tile in (other / CACHE).glob(f"{TILES}-*"):
        shutil.copy(tile, out / CACHE)
    return built(game, out)
