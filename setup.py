"""Installs ``builder``, ``rules`` and the data folders inside one package, ``clubroute``."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from setuptools import find_namespace_packages, setup
from setuptools.command.build_py import build_py

FOLDERS = ("builder", "rules", "map_sources", "counters")
LIBRARY = "rules/library"
"""What ``import clubroute`` itself is."""
HERE = Path(__file__).parent

packages = [
    f"clubroute.{name}"
    for name in find_namespace_packages(exclude=["*.__pycache__", LIBRARY.replace("/", ".")])
    if name.split(".")[0] in FOLDERS
]


def readme() -> str:
    """README.md with absolute links: a package index shows it without the files beside it."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    source = f"{project['urls']['Source']}/%s/v{project['version']}/"
    text = (HERE / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"(!\[[^]]*\]\()(?![a-z]+:|#)", rf"\1{source % 'raw'}", text)
    return re.sub(r"(\]\()(?![a-z]+:|#)", rf"\1{source % 'blob'}", text)


class BuildWithMaps(build_py):
    """Builds the package, and compiles the maps into it: nobody waits for them at a first answer.

    An editable install has none: maps are compiled when they are first needed.
    """

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        place = Path(self.build_lib).resolve()
        maps = place / "clubroute/maps"
        compile_ = [sys.executable, "-m", "clubroute.builder.terrain.ship_maps", str(maps)]
        environment = {**os.environ, "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
        if subprocess.run(compile_, env=environment).returncode:
            # Without numpy and shapely, say; an installation without maps works all the same.
            shutil.rmtree(maps, ignore_errors=True)
            self.warn("the maps could not be compiled: each is when it is first needed")


setup(
    cmdclass={"build_py": BuildWithMaps},
    packages=["clubroute", *packages],
    package_dir={"clubroute": LIBRARY} | {f"clubroute.{folder}": folder for folder in FOLDERS},
    # Every table, font and stylesheet goes with the code beside it.
    package_data={name: ["*"] for name in packages} | {"clubroute": ["py.typed"]},
    long_description=readme(),
    long_description_content_type="text/markdown",
)
