"""``clubroute new``: a small working game of one's own, made from Testland."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import write_bytes
from clubroute.builder.project import SHIPPED, TEMPLATE

MAP, GAME = "example", TEMPLATE
"""The map and the counters of the example, folders of ``map_sources`` and ``counters``."""
RULES = "rules.toml"
RENAMED = (("testland", "{id}"), ("Testland", "{title}"), (f'"{MAP}"', '"{id}"'))


def new_game(root: Path, name: str, rules: bool = False) -> list[Path]:
    """Lay out a game in a project: ``map_sources/NAME`` and ``counters/NAME``; the files made.

    :param rules: whether it has rules as tables, too.

    :raises InputError: a name that cannot be one, or a folder that is there already.
    """
    if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
        raise InputError(Where("NAME"), repr(name), "lower-case letters, digits and hyphens")
    places = {SHIPPED / "map_sources" / MAP: root / "map_sources" / name}
    places[SHIPPED / "counters" / GAME] = root / "counters" / name
    for target in places.values():
        if target.exists():
            raise InputError(Where.of(target), "a folder", "none: choose another name")
    title = name.replace("-", " ").title()
    made = []
    try:
        for source, target in places.items():
            for path in sorted(p for p in source.rglob("*") if p.is_file()):
                if path.name == RULES and not rules:
                    continue
                text = path.read_text(encoding="utf-8")
                for old, new in RENAMED:
                    text = text.replace(old, new.format(id=name, title=title))
                write_bytes(target / path.relative_to(source), text.encode("utf-8"))
                made.append(target / path.relative_to(source))
    except BaseException:
        for target in places.values():
            shutil.rmtree(target, ignore_errors=True)
        raise
    return made
