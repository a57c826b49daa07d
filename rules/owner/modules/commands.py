"""What ``clubroute owner`` does with modules: reads one, and says whose ground counts."""

from __future__ import annotations

from pathlib import Path

from clubroute.builder.files.atomic import write_bytes
from clubroute.builder.files.staging import Say, silent
from clubroute.builder.terrain.terrain_file import load_terrain
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.modules.boards import lattice_of_module
from clubroute.rules.owner.modules.importing import import_read, read_module_at
from clubroute.rules.owner.modules.known import (
    OURS,
    SHORT,
    USED,
    OwnModule,
    OwnModules,
    find_module,
    own_modules,
    read_used,
)
from clubroute.rules.owner.modules.module_file import FILE, quoted, read_module_file
from clubroute.rules.owner.modules.overlay import ground_of
from clubroute.rules.owner.modules.report import ImportReport


def import_here(context: Context, path: Path, newer: str = "", say: Say = silent) -> ImportReport:
    """Read a module into the owner's folder of a context.

    :param newer: the name of the module that this is a newer file of. :param say: is told of an
        import that was killed or is at work there.
    :raises InputError: as :func:`clubroute.rules.owner.modules.importing.import_read`.
    """
    read = read_module_at(path)
    compiled = context.terrain(lattice_of_module(read.archive))
    ours = load_terrain(compiled)
    folder = find_module(context, newer).folder if newer else None
    report = import_read(read, context.owner, ours, folder, say)
    # Compiled now, the first question need not wait for it.
    folder = Path(report.folder)
    told = read_module_file(folder / FILE)
    ground_of(folder, told, ()).path(compiled, ours)
    return report


def use(context: Context, name: str) -> list[str]:
    """Use the ground of a module for every question about its map, or ours (``ours``) for all.

    Returns what holds now, a line each. :raises InputError: the owner has no such module.
    """
    path = context.owner / USED
    used = read_used(path)
    if name == OURS:
        used = {}
    elif name:
        found = find_module(context, name)
        used[found.told.rules] = found.folder.name
    if name:
        lines = [f"{window} = {quoted(folder)}\n" for window, folder in sorted(used.items())]
        write_bytes(path, "".join([REMARK, *lines]).encode("utf-8"))
    known = own_modules(context)
    told = [
        f"{one.folder.name}: {called(one, known)}, map {one.told.rules}"
        + (" (used for every question)" if used.get(one.told.rules) == one.folder.name else "")
        for one in known.modules
    ]
    return told or ["no module: clubroute owner import MODULE.vmod"]


def called(one: OwnModule, known: OwnModules) -> str:
    """What a module is called; one of several of a name and version with its digest and file."""
    same = sum(other.told.called == one.told.called for other in known.modules) > 1
    more = f" (SHA-256 {one.told.digest[:SHORT]}, {one.told.file})" if same else ""
    return one.told.called + more


REMARK = "# By map, the module whose ground holds for every question: clubroute owner use NAME\n"
