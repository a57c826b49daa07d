"""Compile the maps that a wheel brings: ``python -m clubroute.builder.ship_maps FOLDER``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from clubroute.builder.cache import Cache
from clubroute.builder.map_keys import sources_key
from clubroute.builder.passes.terrain import terrain_pass
from clubroute.builder.project import shipped_project
from clubroute.builder.shipped_maps import write_shipped


def ship(folder: Path) -> None:
    """Compile the maps of the games that come with this code into a folder.

    :raises InputError: a mistake in their sources.
    """
    project = shipped_project()
    with tempfile.TemporaryDirectory() as place:
        for name in project.own_lattices():
            if (project.map_folder(name) / "terrain.toml").is_file():
                compiled = terrain_pass(project, name, Cache(Path(place)))
                write_shipped(folder, name, sources_key(project, name), compiled)


if __name__ == "__main__":
    ship(Path(sys.argv[1]))
