"""Versions an answer depends on: the program, its tables, the map, the owner's tables."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

from clubroute.builder import __version__
from clubroute.builder.errors import InputError, Where
from clubroute.builder.regular import read_file
from clubroute.builder.vassal.limits import MODULE_LIMITS
from clubroute.rules.asking.context import Context
from clubroute.rules.series import all_series

LENGTH = 16
"""Hex digits of a digest that are kept."""


@dataclass(frozen=True, slots=True)
class Versions:
    """Digests of all an answer rests on; "" where there is none.

    ``clubroute`` is the program's version, ``code`` and ``tables`` digests of its code and of the
    rules' numbers, ``terrain`` of the compiled map, with ``@NAME`` where it is the ground of a
    module that the owner has, ``owner`` of the tables the owner supplied.
    """

    clubroute: str
    code: str
    tables: str
    terrain: str = ""
    owner: str = ""

    def record(self) -> dict[str, str]:
        """As JSON values."""
        return {name: getattr(self, name) for name in NAMES}

    def differences(self, other: Versions) -> tuple[str, ...]:
        """List the parts that differ from other versions, a line each."""
        return tuple(
            f"{NAMES[one.name]}: {shown(here)} there, {shown(there)} here"
            for one in fields(self)
            if (here := getattr(self, one.name)) != (there := getattr(other, one.name))
        )


NAMES = {
    "clubroute": "clubroute",
    "code": "the program's code",
    "tables": "the rules' tables",
    "terrain": "the compiled map",
    "owner": "the owner's tables",
}
"""The name of each part in messages."""


def shown(value: str) -> str:
    """A version or digest in a message."""
    return value or "none"


def versions_of(context: Context, window: str | None = "") -> Versions:
    """Work out the versions that answers about a map rest on here, or those about logs ("").

    None is for what rests on no map.
    """
    return Versions(
        __version__,
        code_digest(),
        tables_digest(),
        "" if window is None else terrain_digest(context, window),
        folder_digest(context.owner, ("*.csv", "*.toml")),
    )


def terrain_digest(context: Context, window: str) -> str:
    """Of the compiled map that is asked about, "" if it cannot be had or made.

    Without a map: that of the ground asked on, or of the series whose logs are judged. No other
    series' is made for it.
    """
    ground = context.ground
    if ground is not None and not window:
        window = ground.window
    wanted = [one for one in all_series() if (window in one.maps if window else one.judge)]
    whose = "" if ground is None or not window or ground.window != window else ground.name
    try:
        found = file_digest(context.terrain(wanted[0].lattice, window)) if wanted else ""
    except InputError:
        return ""
    return found + (f"@{'-'.join(whose.split())}" if whose else "")


@lru_cache(maxsize=1)
def code_digest() -> str:
    """Of every line of code."""
    root = Path(__file__).parents[2]
    return digest_of(root, (p for name in ("builder", "rules") for p in files(root / name, "*.py")))


@lru_cache(maxsize=1)
def tables_digest() -> str:
    """Of every file of numbers."""
    root = Path(__file__).parents[1]
    return digest_of(root, files(root, "*.toml"))


def folder_digest(folder: Path, patterns: Iterable[str]) -> str:
    """Of the files in a folder that fit a pattern, "" if there are none."""
    found = sorted({path for pattern in patterns for path in files(folder, pattern)})
    return digest_of(folder, found) if found else ""


def file_digest(path: Path) -> str:
    """Of one file, "" if it cannot be read."""
    try:
        data = read_file(path, Where.of(path), "a file", MODULE_LIMITS.total)
    except InputError:
        return ""
    return hashlib.sha256(data).hexdigest()[:LENGTH]


def files(folder: Path, pattern: str) -> list[Path]:
    """The files below a folder, in order."""
    try:
        return sorted(path for path in folder.rglob(pattern) if path.is_file())
    except OSError:
        return []


def digest_of(root: Path, paths: Iterable[Path]) -> str:
    """Of files with their names below a root."""
    hasher = hashlib.sha256()
    for path in paths:
        try:
            data = path.read_bytes()
        except OSError:
            continue
        # Git may give text files another line end on another machine.
        data = data.replace(b"\r\n", b"\n")
        name = path.relative_to(root).as_posix().encode("utf-8", "surrogatepass")
        hasher.update(b"%d %d\n" % (len(name), len(data)))
        hasher.update(name)
        hasher.update(data)
    return hasher.hexdigest()[:LENGTH]
