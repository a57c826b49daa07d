"""Compile a wheel's maps: ``python -m clubroute.builder.terrain.ship_maps FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

from clubroute.builder.project import shipped_project
from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain.shipped_maps import map_keys, write_shipped
from clubroute.builder.terrain.terrain_file import encode_terrain


def ship(folder: Path) -> None:
    """Compile the maps of the games that come with this code into a folder.

    :raises InputError: a mistake in their sources.
    """
    # No cache is asked: its keys name every library, of which a build of a wheel has two.
    project = shipped_project()
    for name in project.own_lattices():
        if (project.map_folder(name) / "terrain.toml").is_file():
            made = compile_map(project.root, name)
            compiled = encode_terrain(made.terrain), made.warnings
            write_shipped(folder, name, map_keys(project, name).shipped, compiled)


if __name__ == "__main__":
    ship(Path(sys.argv[1]))
