"""Sites for tests: with pictures of one pixel, or hardly any, and with a runtime or none."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from clubroute.builder.module.outline import read_sources
from clubroute.builder.passes.counters import picture_jobs
from clubroute.builder.project import SHIPPED, Project
from clubroute.builder.sources.toml_table import game_folder
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.boards import boards_of
from clubroute.rules.room.pictures import LEVELS, TILE
from clubroute.rules.site.build import Files, Runtime, SitePictures, read_runtime, site_files
from tests.fetching import pyodide
from tests.fetching.absence import RUNTIME, without
from tests.fetching.cache import NotHereError

NONE = Runtime("pyodide", "0", {"pyodide.mjs": b"none"})
"""Stands for a runtime where none is run."""
PROJECT = Project(SHIPPED)
DOT = base64.b64decode("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
"""A WebP of one pixel."""
FACE = b'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"/>'


def few(name: str) -> SitePictures:
    """One picture of each kind."""
    return SitePictures({"-4/0/0.webp": b"RIFF    WEBP"}, {f"{name} one.svg": b"<svg/>"})


def all_small(name: str) -> SitePictures:
    """Every picture of a game by its name, each of nothing: drawing is tested elsewhere."""
    _, _, counters = read_sources(PROJECT, name)
    jobs = picture_jobs(counters, game_folder(PROJECT.game(name)))
    return SitePictures(dict.fromkeys(tiles_of(name), DOT), {job.file: FACE for job in jobs})


def tiles_of(name: str) -> Iterator[str]:
    """The names of a game's tiles."""
    boards = boards_of(PROJECT, name)
    for level in range(LEVELS):
        size = TILE << level
        for x in range(-(-boards.width // size)):
            for y in range(-(-boards.height // size)):
                yield f"{-level}/{x}/{y}.webp"


def bare_files(
    maps: Path,
    games: Sequence[str],
    runtime: Runtime = NONE,
    draw: Callable[[str], SitePictures] = few,
) -> Files:
    """A site of some games."""
    return site_files(Context(maps), PROJECT, games, runtime, draw)


def shipped_runtime() -> Runtime:
    """The Python for browsers, fetched if need be; without it the test is told not to have run."""
    try:
        return read_runtime(pyodide.prepare())
    except NotHereError as error:
        without(RUNTIME, error)
