"""The folders of known modules in the owner's folder, one a module."""

from __future__ import annotations

import re
from pathlib import Path

from clubroute.rules.owner.modules.module_file import FILE, read_module_file

MODULES = "modules"
USED = f"{MODULES}/use.toml"
"""By rules' map, the module whose ground the owner uses for every question."""
TERRAIN, RATINGS = "terrain.csv", "ratings.csv"
LOOKED = "looked.csv"
"""What the pictures of boards seem to show otherwise than our map, and what the owner says."""
REPORT_TEXT, REPORT_JSON = "report.txt", "report.json"
IMPORTED = "as-imported.json"
"""The texts of the files as they were imported: what differs from them the owner has changed."""
MOST_LETTERS = 60
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")
"""Names that are no files' on Windows."""


def folder_for(owner: Path, name: str) -> Path:
    """The folder of a module of a name: the one that has it already, else a new one."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:MOST_LETTERS].strip("-")
    slug = f"module-{slug}".rstrip("-") if not slug or RESERVED.fullmatch(slug) else slug
    number = 1
    while True:
        folder = owner / MODULES / (slug if number == 1 else f"{slug}-{number}")
        if not (folder / FILE).is_file() or read_module_file(folder / FILE).name == name:
            return folder
        number += 1


def folders(owner: Path) -> list[Path]:
    """The folders of all known modules, sorted by name."""
    return sorted(path.parent for path in (owner / MODULES).glob(f"*/{FILE}"))
