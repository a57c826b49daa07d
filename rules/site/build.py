"""Writing a site: whole, or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from clubroute.builder.atomic import PLACE
from clubroute.builder.errors import InputError, Where
from clubroute.builder.project import Project
from clubroute.rules.asking.context import Context
from clubroute.rules.site.files import SitePictures, site_files
from clubroute.rules.site.runtime import read_runtime

MARK = b'name="clubroute-site"'
"""What the page of a site has in its head."""
PART = ".part-"


def build_site(
    context: Context,
    project: Project,
    games: Sequence[str],
    runtime: Path,
    out: Path,
    say: Callable[[str], None],
) -> Mapping[str, bytes]:
    """Make a site of some games in a folder; one that stands there is replaced.

    :raises InputError: the runtime is not the pinned one, a mistake in the sources, or ``out`` is
        a folder of something else.
    """
    python = read_runtime(runtime)
    refuse_others(out)

    def draw(name: str) -> SitePictures:
        from clubroute.rules.room.art import made_apart  # loads what draws

        def told(line: str) -> None:
            say(f"{name}: {line}")

        tiles = made_apart("tiles", project, name, context.folder, told)
        return SitePictures(tiles, made_apart("faces", project, name, context.folder, told))

    files = site_files(context, project, games, python, draw)
    write_folder(out, files)
    return files


def refuse_others(out: Path) -> None:
    """Take no folder for a site's that somebody keeps other things in.

    :raises InputError: it is one.
    """
    page = out / "index.html"
    if page.is_file() and MARK in page.read_bytes():
        return
    try:
        empty = not out.exists() or not any(out.iterdir())
    except OSError as error:
        raise InputError(Where.of(out), error.strerror or "no folder", PLACE) from None
    if not empty:
        raise InputError(Where.of(out), "other files", "an empty folder, or a site made before")


def write_folder(out: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder beside the target, which then takes its name.

    :raises InputError: it cannot be written; what stood there stands there still.
    """
    target = out.resolve()
    part, old = (target.with_name(f"{PART}{os.getpid()}-{one}-{target.name}") for one in "ab")
    try:
        for name, data in files.items():
            path = part / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if target.exists():
            target.rename(old)
        try:
            part.rename(target)
        except OSError:
            if old.exists():
                old.rename(target)
            raise
    except OSError as error:
        raise InputError(Where.of(out), error.strerror or "an unwritable place", PLACE) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
