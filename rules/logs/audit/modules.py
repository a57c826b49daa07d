"""The modules logs were made with: found by the name a log gives, read once."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.archive import read_module
from clubroute.builder.vassal.metadata import MODULE_DATA, read_metadata
from clubroute.rules.logs.audit.dice import Die, read_dice
from clubroute.rules.logs.check.module import Module, module_of
from clubroute.rules.versions import LENGTH, file_digest

MOST_DATA = 1 << 20
"""Bytes of a module's metadata that are read."""


@dataclass(frozen=True, slots=True)
class KnownModule:
    """A module as audits need it: ``digest`` is the file's, ``file`` its name without folder."""

    module: Module
    dice: Mapping[str, Die]
    file: str
    digest: str


class Modules:
    """Module files by the name of the module. Each is read when a log first asks for it."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._paths: dict[str, Path] = {}
        self._read: dict[str, KnownModule] = {}
        self._digest: str | None = None
        for path in paths:
            self._paths.setdefault(name_in(path), path)

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


def name_in(path: Path) -> str:
    """The name a module file gives itself. :raises InputError: it is none."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(MODULE_DATA) as stream:
            data = stream.read(MOST_DATA)
    except FileNotFoundError:
        raise InputError(Where.of(path), "no such file", "a .vmod") from None
    except KeyError:
        raise InputError(Where.of(path), f"no {MODULE_DATA}", "a .vmod") from None
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError) as error:
        raise InputError(Where.of(path), str(error) or "a damaged zip", "a .vmod") from None
    return read_metadata(data, Where.of(path)).name or ""


def modules_in(folder: Path) -> list[Path]:
    """The module files in a folder, in order."""
    return sorted(folder.glob("*.vmod")) if folder.is_dir() else []
