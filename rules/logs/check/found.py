"""Finds the module of a log, a save, a text or a name: one of ours, or one that the owner has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from clubroute.builder.cache import files_digest
from clubroute.builder.errors import InputError
from clubroute.builder.project import shipped_project
from clubroute.builder.sources.lattice import read_lattice
from clubroute.rules.asking.context import OURS, Context
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.grids.printed import split_numbers
from clubroute.rules.logs.read import GameLog
from clubroute.rules.owner.modules.known import OwnModule, files_of, own_modules
from clubroute.rules.owner.modules.layout import read_layout
from clubroute.rules.series import all_series


@dataclass(frozen=True, slots=True)
class LogModule:
    """The module of a log: how it is read, what its counters are, and the ground they lie on.

    ``counters`` is the file of its counters where it is none of ours, ``context`` the surroundings
    on its ground. ``digest`` is that of its file, ``note`` what is odd about it.
    """

    module: Module
    counters: Path | None
    context: Context
    digest: str = ""
    note: str = ""


Named = Callable[[Context, GameLog], Module]
"""Finds one of our own modules by the name a log gives."""


def find_module(
    context: Context,
    log: GameLog,
    ours: Named,
    read: Callable[[Path], Module],
    told: tuple[Path | None, Path | None] = (None, None),
) -> LogModule:
    """Find the module of a log.

    :param ours: finds one of ours; :param read: reads a module's file; :param told: the module's
        file and that of its counters, where they are named for this log. Those named for all logs
        (:attr:`Context.logs`) are of the logs that name that module.
    :raises InputError: it is neither ours nor one the owner has, and no file of it is named.
    """
    path, counters = told
    name = log.module.name or "" if log.module is not None else ""
    version = log.module.version or "" if log.module is not None else ""
    if path is None and counters is None:
        own = own_modules(context).named(name, version) if name else None
        if own is not None:
            return owned(context, own, version)
        if context.logs.module is not None and (module := read(context.logs.module)).name == name:
            return LogModule(with_split_numbers(module), context.logs.counters, context.on(OURS))
    if path is None:
        return LogModule(ours(context, log), counters, context.on(OURS))
    module = read(path)
    if counters is None:
        own = own_modules(context).named(module.name, module.version)
        if own is not None:
            return owned(context, own, module.version)
    return LogModule(with_split_numbers(module), counters, context.on(OURS))


def with_split_numbers(module: Module) -> Module:
    """A module whose numbers with nothing between column and row are told our way."""
    modulo = max((wrap_of(one.lattice) for one in all_series()), default=0)
    return replace(module, maps=split_numbers(module.maps, modulo))


def owned(context: Context, own: OwnModule, version: str) -> LogModule:
    """A module the owner has, on its ground. :raises InputError: its layout cannot be read."""
    here = context.on(own.ground)
    key = ("own module", str(own.folder))
    module: Module | None = here.loaded.get(key)
    if module is None:
        module = here.loaded[key] = read_layout(own.folder, own.told, modulo_of(own))
    imported = own.told.version
    note = ""
    if version and imported and version != imported:
        note = f"of version {version}; read by the imported {imported} (clubroute owner import)"
    return LogModule(module, own.folder / "counters.toml", here, digest_of(here, own), note)


LENGTH = 16
"""Hex digits of a digest that are kept."""


def digest_of(here: Context, own: OwnModule) -> str:
    """The digest of a module's own file, and that of the files it is read by."""
    key = ("own module digest", str(own.folder))
    found: str | None = here.loaded.get(key)
    if found is None:
        read = files_digest(own.folder, [one for one in files_of(own.folder) if one.is_file()])
        found = here.loaded[key] = f"{own.told.digest[:LENGTH]} {read[:LENGTH]}"
    return found


def modulo_of(own: OwnModule) -> int:
    """Where the columns of the rules' map begin anew, 0 for never."""
    return wrap_of(own.told.lattice, own.told.rules)


def wrap_of(name: str, window: str | None = None) -> int:
    """Where the columns of a lattice, or of one of its maps, begin anew, 0 for never."""
    lattice = read_lattice(shipped_project().map_sources / name / "lattice.toml").lattice
    windows = lattice.windows if window is None else (window,)
    return max((sheet.wrap or 0 for one in windows for sheet in lattice.window(one)), default=0)


def unknown(log: GameLog, error: InputError) -> InputError:
    """The error for a module that is none of ours: how to make it known."""
    expected = f"{error.expected}, or import it: clubroute owner import MODULE.vmod"
    return InputError(error.where, error.found, expected, error.nearest)
