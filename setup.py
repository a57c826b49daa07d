"""Installs ``builder``, ``rules`` and the data folders inside one package, ``clubroute``."""

from setuptools import find_namespace_packages, setup

FOLDERS = ("builder", "rules", "map_sources", "counters")

packages = [
    f"clubroute.{name}"
    for name in find_namespace_packages(exclude=["*.__pycache__"])
    if name.split(".")[0] in FOLDERS
]

setup(
    packages=packages,
    package_dir={f"clubroute.{folder}": folder for folder in FOLDERS},
    # Every table, font and stylesheet goes with the code beside it.
    package_data={name: ["*"] for name in packages},
)
