"""The modules logs were made with: found by the name a log gives, read once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import not_staged
from clubroute.builder.vassal.archive import (
    module_name,
    opened,
    read_module,
    read_part,
)
from clubroute.rules.logs.audit.dice import DiceButton, read_dice
from clubroute.rules.logs.check.module import Module, module_of
from clubroute.rules.rulings.ruling import LENGTH, file_digest

IMAGES = "images/"
MOST_PICTURE = 1 << 16
"""Bytes of a picture that a page may take over; counters have a few thousand."""
MOST_PICTURES = 1 << 25
"""Bytes of the pictures kept of a module."""


@dataclass(frozen=True, slots=True)
class KnownModule:
    """A module as audits need it: ``digest`` is the file's, ``file`` its name without folder."""

    module: Module
    dice: Mapping[str, DiceButton]
    file: str
    digest: str


class Modules:
    """Module files by the name of the module. Each is read when a log first asks for it."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._paths: dict[str, Path] = {}
        self._read: dict[str, KnownModule] = {}
        self._digest: str | None = None
        self._pictures: dict[str, Mapping[str, bytes]] = {}
        for path in paths:
            self._paths.setdefault(module_name(path), path)

    @property
    def digest(self) -> str:
        """Digest of all the files, so that what rests on them can be told from what rests on
        others."""
        if self._digest is None:
            told = [f"{name}\n{file_digest(path)}\n" for name, path in sorted(self._paths.items())]
            self._digest = hashlib.sha256("".join(told).encode("utf-8")).hexdigest()[:LENGTH]
        return self._digest

    def find(self, name: str | None) -> KnownModule | None:
        """The module of that name, None if no file holds it. :raises InputError: it is damaged."""
        if name is None or name not in self._paths:
            return None
        if name not in self._read:
            path = self._paths[name]
            archive = read_module(path)
            self._read[name] = KnownModule(
                module_of(archive), read_dice(archive), path.name, file_digest(path)
            )
        return self._read[name]

    def pictures(self, name: str) -> Mapping[str, bytes]:
        """The small pictures of a module, as its counters are, by name; none of one that no file
        holds or that cannot be read."""
        if name in self._paths and name not in self._pictures:
            try:
                self._pictures[name] = small_pictures(self._paths[name])
            except InputError:
                self._pictures[name] = {}
        return self._pictures.get(name, {})

    def board(self, name: str, file: str) -> bytes | None:
        """The picture of a board in a module; None where there is no such file, or one too large
        or that cannot be read."""
        if name not in self._paths:
            return None
        path = self._paths[name]
        try:
            with opened(path, Where.of(path)) as zip_file:
                for entry in zip_file.infolist():
                    if entry.filename == IMAGES + file and entry.file_size <= MOST_PICTURES:
                        return read_part(zip_file, entry)
        except InputError:
            pass
        return None


def small_pictures(path: Path) -> dict[str, bytes]:
    """The small pictures in a module file. :raises InputError: it cannot be read."""
    found: dict[str, bytes] = {}
    left = MOST_PICTURES
    with opened(path, Where.of(path)) as zip_file:
        for entry in zip_file.infolist():
            if entry.filename.startswith(IMAGES) and entry.file_size <= min(MOST_PICTURE, left):
                found[entry.filename.removeprefix(IMAGES)] = read_part(zip_file, entry)
                left -= entry.file_size
    return found


def modules_in(folder: Path) -> list[Path]:
    """The module files in a folder, in order."""
    return sorted(not_staged(folder.glob("*.vmod"), folder)) if folder.is_dir() else []
