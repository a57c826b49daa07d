"""What tests that install the project share: a copy of its sources, pip's settings, versions."""

from __future__ import annotations

import os
import shutil
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("builder", "rules", "map_sources", "counters", "LICENSES")
FILES = (
    *("pyproject.toml", "setup.py", "requirements.lock", "Makefile", "README.md"),
    *("LICENSE", "NOTICE.md", "MANIFEST.in"),
    *("tests/__init__.py", "tests/typing_links.py"),  # which make runs
)


def copy_sources(target: Path) -> Path:
    """The sources without what was built or compiled from them."""
    for name in FOLDERS:
        compiled = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, target / name, ignore=compiled)
    for name in FILES:
        (target / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, target / name)
    return target


def bare_environment(**more: str) -> dict[str, str]:
    """The environment without what leads Python or pip to this checkout.

    Pip compiles nothing ahead there: that takes longer than the rest, and most is never imported.
    """
    ours = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV", "XDG_CACHE_HOME", "MAKEFLAGS")
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return kept | {"PIP_COMPILE": "0"} | more


def versions_here(path: Path) -> Path:
    """A constraints file: the versions that are installed here, so that builds are the same."""
    here = (d for d in metadata.distributions() if d.name != "clubroute")
    path.write_text("".join(f"{d.name}=={d.version}\n" for d in here), encoding="utf-8")
    return path


def give_pictures(build: Path, made: Path) -> None:
    """Put the drawn boards and counters of a build into another's cache; it is not finished."""
    shutil.copytree(made / ".cache", build / ".cache")
    (build / ".cache" / "wed.manifest").unlink()
