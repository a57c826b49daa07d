"""Installs ``builder``, ``rules`` and the data folders inside one package, ``clubroute``."""

import re
import tomllib
from pathlib import Path

from setuptools import find_namespace_packages, setup

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


setup(
    packages=["clubroute", *packages],
    package_dir={"clubroute": LIBRARY} | {f"clubroute.{folder}": folder for folder in FOLDERS},
    # Every table, font and stylesheet goes with the code beside it.
    package_data={name: ["*"] for name in packages} | {"clubroute": ["py.typed"]},
    long_description=readme(),
    long_description_content_type="text/markdown",
)
