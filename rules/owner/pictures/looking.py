"""What ``clubroute owner look`` does: looks, and writes ``looked.csv``; what was said stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from clubroute.builder.atomic import write_bytes
from clubroute.builder.counting import so_many
from clubroute.builder.project import shipped_project
from clubroute.builder.terrain_file import load_terrain
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.modules.folder import LOOKED
from clubroute.rules.owner.modules.known import find_module
from clubroute.rules.owner.modules.looked_csv import Looked, looked_text, read_looked
from clubroute.rules.owner.pictures.look import look


def look_here(context: Context, name: str) -> list[str]:
    """Look at a module's boards, and write what its owner is to go through. Returns lines for him.

    :raises InputError: he has no such module, or as :func:`look`.
    """
    own = find_module(context, name)
    base = load_terrain(context.terrain(own.told.lattice))
    before = read_looked(own.folder, base.lattice, own.told.rules)
    found = look(shipped_project(), own.folder, own.told, base)
    many = merged(found.places, before)
    path = own.folder / LOOKED
    write_bytes(path, looked_text(many, base.lattice).encode("utf-8"))
    counted = Counter(one.kind for one in many if not one.said)
    told = ", ".join(f"{many} {kind}" for kind, many in sorted(counted.items())) or "none"
    lines = [f"{own.told.called}: {so_many(found.hexes, 'hex')} looked at without terrain files"]
    lines += [f"not looked at: {one}" for one in found.left_out]
    lines.append(f"places where its pictures seem to show other than our map: {told}")
    lines.append(f"the surest first, yes or no is yours to say: {path}")
    return lines


def merged(found: Iterable[Looked], before: Iterable[Looked]) -> list[Looked]:
    """What was found, without what the owner has said of before, and behind it that."""
    said = {one.place: one for one in before if one.said}
    return [*(one for one in found if one.place not in said), *said.values()]
