"""What ``clubroute owner`` does with modules: reads one, and says whose ground counts."""

from __future__ import annotations

from pathlib import Path

from clubroute.builder.terrain_file import load_terrain
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.modules.importing import import_module
from clubroute.rules.owner.modules.report import ImportReport
from clubroute.rules.series import all_series


def import_here(context: Context, path: Path) -> ImportReport:
    """Read a module into the owner's folder of a context.

    :raises InputError: as :func:`clubroute.rules.owner.modules.importing.import_module`.
    """
    base = load_terrain(context.terrain(all_series()[0].lattice))
    return import_module(path, context.owner, base)
