"""The ground of a known module as a compiled map, kept in the user's cache.

It is kept by the digests of our map, of the module's files and of what lays one over the other, so
that what is found is never stale.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from clubroute.builder.cache import Cache, digest, files_digest, newest_only
from clubroute.builder.compiled import cache_folder, cache_folders
from clubroute.builder.errors import InputError, Where
from clubroute.builder.regular import opened_file
from clubroute.builder.terrain_head import MOST_BYTES, is_whole
from clubroute.rules.owner.modules.folder import TERRAIN
from clubroute.rules.owner.modules.module_file import FILE, ModuleFile

if TYPE_CHECKING:
    from clubroute.builder.terrain import TerrainMap

KIND = "own-terrain"
MOST_KEPT = 8
"""Compiled grounds in the user's cache."""
FIRST_LINE = 200
"""Bytes in which the first line of a compiled map ends, which has its digest."""


@dataclass(frozen=True, slots=True)
class OwnGround:
    """The ground of a module's boards. ``told`` is what its file says, ``key`` tells it from what
    it was before its files were changed."""

    folder: Path
    told: ModuleFile = field(repr=False)
    key: str

    @property
    def name(self) -> str:
        """The module's name."""
        return self.told.name

    @property
    def window(self) -> str:
        """The rules' map it is for."""
        return self.told.rules

    def path(self, base: Path, ours: TerrainMap | None = None) -> Path:
        """Its compiled map, made if need be.

        :param ours: what is in ``base``, where it is loaded already.
        :raises InputError: the module's files are wrong, or there is no place to keep the map.
        """
        key = digest(*self._parts(base))
        for folder in cache_folders():
            kept = Cache(folder)
            data = kept.read_file(KIND, key)
            if data is not None and is_whole(data):
                return kept.path(KIND, key)
        place = cache_folder()
        Cache(place).write_file(KIND, key, self._compiled(base, ours))
        newest_only(place, f"{KIND}-*", MOST_KEPT)
        return Cache(place).path(KIND, key)

    def _parts(self, base: Path) -> list[bytes | str]:
        """What a compiled ground is made of."""
        parts: list[bytes | str] = [first_line(base), laying_digest()]
        for name in (FILE, TERRAIN):
            try:
                parts.append((self.folder / name).read_bytes())
            except OSError as error:
                where = Where.of(self.folder / name)
                raise InputError(where, error.strerror or "unreadable", "a file") from None
        return parts

    def _compiled(self, base: Path, loaded: TerrainMap | None) -> bytes:
        # What is compiled already is asked about without all that compiles.
        from clubroute.builder.terrain_file import encode_terrain, load_terrain
        from clubroute.rules.owner.modules.facts_csv import read_facts
        from clubroute.rules.owner.modules.laying import lay

        ours = load_terrain(base) if loaded is None else loaded
        facts = read_facts(self.folder / TERRAIN, ours.lattice, self.told.rules)
        return encode_terrain(lay(ours, facts, self.told).terrain, [self.told.rules])


def ground_of(folder: Path, told: ModuleFile, stamps: tuple[str, ...]) -> OwnGround:
    """The ground of a module in a folder as it is now."""
    return OwnGround(folder, told, digest(*stamps))


def first_line(path: Path) -> bytes:
    """The line of a compiled map that has its digest. :raises InputError: it cannot be read."""
    where = Where.of(path)
    with opened_file(path, where, "a compiled .terrain file", MOST_BYTES) as (stream, _):
        return stream.read(FIRST_LINE).partition(b"\n")[0]


@cache
def laying_digest() -> str:
    """Of the code that lays a ground over ours, and its data."""
    package = Path(__file__).parent
    kept = [path for path in package.iterdir() if path.suffix in (".py", ".toml")]
    return files_digest(package, kept)
