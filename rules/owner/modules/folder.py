"""The folders of known modules in the owner's folder, one a module."""

from __future__ import annotations

import re
from pathlib import Path

from clubroute.rules.owner.modules.module_file import FILE, read_module_file

MODULES = "modules"
USED = f"{MODULES}/use.toml"
"""By rules' map, the module whose ground the owner uses for every question."""
TERRAIN, RATINGS = "terrain.csv", "ratings.csv"
REPORT_TEXT, REPORT_JSON = "report.txt", "report.json"
IMPORTED = "as-imported.json"
"""The texts of the files as they were imported: what differs from them the owner has changed."""
MOST_LETTERS, SHORT = 60, 8
"""Of a folder's name, and of a digest in it."""
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")
"""Names that are no files' on Windows."""


def folder_for(owner: Path, name: str, version: str, digest: str, path: Path) -> Path:
    """The folder of a module's file: the one that has its digest already; else that of the module
    it has taken the place of, which has its name and whose own file is this path or is gone; else a
    new one. A module whose file is still elsewhere is another one: nothing of it is written over.
    """
    known = {one: read_module_file(one / FILE) for one in folders(owner)}
    same = [folder for folder, one in known.items() if one.digest == digest]
    namesakes = {folder: one for folder, one in known.items() if one.name == name}
    here = str(path.resolve())
    same += [folder for folder, one in namesakes.items() if one.file == here]
    gone = [folder for folder, one in namesakes.items() if not Path(one.file).is_file()]
    same += gone if len(gone) == 1 else []
    if same:
        return same[0]
    slug = slug_of(name)
    wanted = [slug]
    if namesakes:
        told = version and all(one.version != version for one in namesakes.values())
        wanted = [f"{slug}-{slug_of(version)}"] if told else []
        wanted.append(f"{slug}-{digest[:SHORT]}")
    free = (owner / MODULES / one for one in wanted if not (owner / MODULES / one).exists())
    return next(free, owner / MODULES / f"{slug}-{digest}")


def slug_of(name: str) -> str:
    """A name as that of a folder on every system."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:MOST_LETTERS].strip("-")
    return f"module-{slug}".rstrip("-") if not slug or RESERVED.fullmatch(slug) else slug


def folders(owner: Path) -> list[Path]:
    """The folders of all known modules, sorted by name."""
    return sorted(path.parent for path in (owner / MODULES).glob(f"*/{FILE}"))
