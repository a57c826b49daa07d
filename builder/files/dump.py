"""Any file clubroute reads or writes as canonical text, told apart by its first bytes."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.regular import regular
from clubroute.builder.terrain.terrain_file import load_terrain
from clubroute.builder.terrain.terrain_head import MAGIC
from clubroute.builder.terrain.terrain_text import terrain_lines
from clubroute.builder.vassal.dump import dump_build_file, dump_file


def dump_lines(path: Path) -> Iterator[str]:
    """The lines of a file's text form.

    :raises InputError: missing, unreadable, or no kind of file that can be dumped.
    """
    try:
        regular(path, Where.of(path), "a file to dump")
        with path.open("rb") as stream:
            head = stream.read(len(MAGIC))
    except OSError as error:
        raise InputError(
            Where.of(path), error.strerror or "an unreadable file", "a file to dump"
        ) from None
    if head == MAGIC:
        yield from terrain_lines(load_terrain(path))
    elif head.startswith(b"PK"):
        yield from dump_file(path).splitlines()
    elif head.removeprefix(BOM_UTF8).lstrip()[:1] == b"<":
        yield from dump_build_file(path).splitlines()
    else:
        expected = ".terrain, .vmod, .vsav, .vlog or buildFile.xml"
        raise InputError(Where.of(path), "another kind of file", expected)
