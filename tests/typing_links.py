"""Lay the folders out as the package ``clubroute``, for the type checker.

Installed, ``builder`` and ``rules`` are inside ``clubroute``; the checker reads files and does not
know. ``python -m tests.typing_links FOLDER`` makes ``FOLDER/clubroute/builder`` and ``rules`` links
to the folders here.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

FOLDERS = ("builder", "rules")
LIBRARY = "rules/library"
ROOT = Path(__file__).resolve().parents[1]


def link_folder(link: Path, target: Path) -> None:
    """Make a link to a folder; on Windows a junction, which needs no rights."""
    if link.exists():
        return
    if os.name == "nt":
        import _winapi

        _winapi.CreateJunction(str(target), str(link))
    else:
        # Relative, so that a checkout that is moved or copied checks its own files.
        link.symlink_to(os.path.relpath(target, link.parent), target_is_directory=True)


def main(folder: Path) -> None:
    """Make the links that are missing."""
    package = folder / "clubroute"
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").write_bytes((ROOT / LIBRARY / "__init__.py").read_bytes())
    for name in FOLDERS:
        link_folder(package / name, ROOT / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
