"""``clubroute new``: a small working game of one's own, made from Testland."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.staging import Say, silent, staging
from clubroute.builder.project import SHIPPED, TEMPLATE

MAP, GAME = "example", TEMPLATE
"""The map and the counters of the example, folders of ``map_sources`` and ``counters``."""
RULES = "rules.toml"
RENAMED = (("testland", "{id}"), ("Testland", "{title}"), (f'"{MAP}"', '"{id}"'))
UNRULED = ('without = ["Sources"]', 'without = ["Sources", "Adviser"]')
"""A module whose moves nobody judges has no adviser."""


def new_game(root: Path, name: str, rules: bool = False, say: Say = silent) -> list[Path]:
    """Lay out a game in a project: ``map_sources/NAME`` and ``counters/NAME``; the files made.

    :param rules: whether it has rules as tables, too. :param say: is told of a command that was
        killed or is at work there.
    :raises InputError: a name that cannot be one, or a folder that is there already.
    """
    if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
        raise InputError(Where("NAME"), repr(name), "lower-case letters, digits and hyphens")
    title = name.replace("-", " ").title()
    places = {SHIPPED / "map_sources" / MAP: root / "map_sources" / name}
    places[SHIPPED / "counters" / GAME] = root / "counters" / name
    folders: dict[Path, dict[str, bytes]] = {}
    for source, target in places.items():
        files = folders[target] = {}
        for path in sorted(p for p in source.rglob("*") if p.is_file()):
            if path.name == RULES and not rules:
                continue
            text = path.read_text(encoding="utf-8")
            for old, new in RENAMED:
                text = text.replace(old, new.format(id=name, title=title))
            text = text if rules else text.replace(*UNRULED)
            files[path.relative_to(source).as_posix()] = text.encode("utf-8")
    put_new(root, name, folders, "choose another name", say)
    return [target / path for target, files in folders.items() for path in files]


def put_new(
    root: Path, name: str, folders: Mapping[Path, Mapping[str, bytes]], else_: str, say: Say
) -> None:
    """Write the folders of a new game, all or none. One that a killed command has just been
    finished for is there already.

    :raises InputError: another folder is there; ``else_`` says what to do then.
    """
    with staging(root, name, say) as place:
        if place.finished and place.holds(folders):
            return
        for folder in folders:
            if folder.exists():
                raise InputError(Where.of(folder), "a folder", f"none: {else_}")
        place.put(folders)
