"""Installs ``builder``, ``rules`` and the data folders inside one package, ``clubroute``."""

from setuptools import find_namespace_packages, setup

FOLDERS = ("builder", "rules", "map_sources", "counters")

packages = [name for name in find_namespace_packages() if name.split(".")[0] in FOLDERS]

setup(
    packages=[f"clubroute.{name}" for name in packages],
    package_dir={f"clubroute.{folder}": folder for folder in FOLDERS},
    package_data={
        "clubroute.builder": ["py.typed"],
        "clubroute.rules": ["py.typed"],
        **{
            f"clubroute.{name}": ["*.toml", "*.csv", "*.geojson", "*.ttf", "*.txt", "report.*"]
            for name in packages
        },
    },
)
