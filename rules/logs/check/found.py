"""Finds the module of a log, a save, a text or a name: one of ours, or one that the owner has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from clubroute.builder.cache import files_digest
from clubroute.builder.errors import InputError, Where
from clubroute.builder.project import shipped_project
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.vassal.metadata import Metadata
from clubroute.rules.asking.context import OURS, Context
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.grids.printed import split_numbers
from clubroute.rules.logs.read import GameLog
from clubroute.rules.owner.modules.digest import digest_of as sha256_of
from clubroute.rules.owner.modules.known import OwnModule, files_of, own_modules
from clubroute.rules.owner.modules.layout import read_layout
from clubroute.rules.series import all_series


@dataclass(frozen=True, slots=True)
class LogModule:
    """The module of a log: how it is read, what its counters are, and the ground they lie on.

    ``counters`` is the file of its counters where it is none of ours, ``context`` the surroundings
    on its ground. ``digest`` is that of its file, ``note`` what is odd about it. ``label`` tells it
    from others the owner has, "" for one of ours.
    """

    module: Module
    counters: Path | None
    context: Context
    digest: str = ""
    note: str = ""
    label: str = ""


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
    if path is None and counters is None and log.module is not None:
        own = owned(context, log.module)
        if own is not None:
            return own
        name = log.module.name or ""
        if context.logs.module is not None and (module := read(context.logs.module)).name == name:
            return LogModule(with_split_numbers(module), context.logs.counters, context.on(OURS))
    if path is None:
        return LogModule(ours(context, log), counters, context.on(OURS))
    module = read(path)
    if counters is None:
        own = owned(context, Metadata(module.version, "", 0, name=module.name), path)
        if own is not None:
            return own
    return LogModule(with_split_numbers(module), counters, context.on(OURS))


def with_split_numbers(module: Module) -> Module:
    """A module whose numbers with nothing between column and row are told our way."""
    modulo = max((wrap_of(one.lattice) for one in all_series()), default=0)
    return replace(module, maps=split_numbers(module.maps, modulo))


def owned(context: Context, file: Metadata, path: Path | None = None) -> LogModule | None:
    """The module the owner has that a file is of, on its ground; None if he has none of its name.

    :param file: the metadata in the file; :param path: the module's own file, where that is named:
        its digest then says which of several of one name it is.
    :raises InputError: its layout, or the file, cannot be read.
    """
    known = own_modules(context)
    own, doubt = known.of_file(file)
    if own is None:
        return None
    if path is not None:
        digest = digest_at(context, path)
        same = [one for one in known.modules if one.told.digest == digest]
        if same:
            own, doubt = same[0], ""
        elif own.told.version == file.version:
            doubt = f"another file than the imported one: {own.folder.name}"
    return laid_out(context, own, file.version, doubt, known.label(own))


def digest_at(context: Context, path: Path) -> str:
    """The digest of a module's file, worked out once. :raises InputError: it cannot be read."""
    try:
        state = path.stat()
    except OSError as error:
        raise InputError(Where.of(path), error.strerror or "unreadable", "a file") from None
    key = ("digest", (str(path), state.st_mtime_ns, state.st_size))
    found: str | None = context.loaded.get(key)
    if found is None:
        found = context.loaded[key] = sha256_of(path)
    return found


def laid_out(context: Context, own: OwnModule, version: str, doubt: str, label: str) -> LogModule:
    """A module the owner has, as its layout says. :raises InputError: that cannot be read."""
    here = context.on(own.ground)
    key = ("own module", str(own.folder))
    module: Module | None = here.loaded.get(key)
    if module is None:
        module = here.loaded[key] = read_layout(own.folder, own.told, modulo_of(own))
    imported = own.told.version
    note = doubt
    if version and imported and version != imported:
        note = f"of version {version}; read by the imported {imported} (clubroute owner import)"
    counters = own.folder / "counters.toml"
    return LogModule(module, counters, here, digest_of(here, own), note, label)


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
