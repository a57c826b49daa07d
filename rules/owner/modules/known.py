"""The modules that the owner has: found by name, and the grounds of their boards.

Their folders are looked at again when they have changed, at most every half second: many questions
come in that time, and a folder takes as long to look at as some of them to answer.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.files.atomic import not_staged
from clubroute.builder.sources.tables import read_toml
from clubroute.rules.asking.methods import OWN_MODULES
from clubroute.rules.owner.modules.module_file import (
    FILE,
    ModuleFile,
    read_module_file,
    stamp_of,
)
from clubroute.rules.position.names import folded

if TYPE_CHECKING:
    from clubroute.builder.vassal.metadata import Metadata
    from clubroute.rules.asking.context import Context, Ground


# The folders of known modules in the owner's folder, one a module.

MODULES = OWN_MODULES
USED = f"{MODULES}/use.toml"
"""By rules' map, the module whose ground the owner uses for every question."""
TERRAIN, RATINGS = "terrain.csv", "ratings.csv"
REPORT_TEXT, REPORT_JSON = "report.txt", "report.json"
IMPORTED = "as-imported.json"
"""The texts of the files as they were imported: what differs from them the owner has changed."""
MOST_LETTERS, SHORT = 60, 8
"""Of a folder's name, and of a digest in it."""
RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])")
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
    home = owner / MODULES
    return sorted(path.parent for path in not_staged(home.glob(f"*/{FILE}"), home))


COUNTERS, LAYOUT = "counters.toml", "layout.xml"
LOOK_AGAIN = 0.5
"""Seconds in which the owner's folders are not looked at again."""
OURS = "ours"
PARAMETER = "ground"


@dataclass(frozen=True, slots=True)
class OwnModule:
    """A module the owner has: its folder, what its file says, and the ground of its boards."""

    folder: Path
    told: ModuleFile
    ground: Ground

    @property
    def name(self) -> str:
        """The name it gives itself."""
        return self.told.name


@dataclass(frozen=True, slots=True)
class OwnModules:
    """All modules the owner has, and by rules' map the one whose ground he uses."""

    modules: tuple[OwnModule, ...] = ()
    used: Mapping[str, str] = field(default_factory=dict)
    stamps: tuple[str, ...] = ()

    def named(self, name: str) -> OwnModule | None:
        """The module in the folder of a name, else that of the name; of several the one in use.

        :raises InputError: several modules have the name, and none of them is in use.
        """
        found = [one for one in self.modules if one.folder.name == name]
        found = found or [one for one in self.modules if one.name == name]
        found = self._in_use(found) if len(found) > 1 else found
        if len(found) > 1:
            folders = [one.folder.name for one in found]
            expected = f"{one_of(folders)}: {len(found)} modules have that name"
            raise InputError(Where("module"), repr(name), expected)
        return found[0] if found else None

    def of_file(self, module: Metadata) -> tuple[OwnModule | None, str]:
        """The module that a log, a save or a module's file is of, and what is not sure of that.

        Of several of one name it is that whose metadata the file repeats, else that of its version,
        else the one in use.
        """
        found = [one for one in self.modules if module.name and one.name == module.name]
        if len(found) < 2:
            return next(iter(found), None), ""
        stamp = stamp_of(module)
        found = [one for one in found if one.told.metadata == stamp] or found
        found = [one for one in found if one.told.version == module.version] or found
        if len(found) == 1:
            return found[0], ""
        chosen = (self._in_use(found) or found)[0]
        others = ", ".join(one.folder.name for one in found if one is not chosen)
        doubt = f"{chosen.folder.name} or, as far as the file tells, {others}"
        return chosen, f"{doubt} (clubroute owner use NAME says which)"

    def _in_use(self, found: Sequence[OwnModule]) -> list[OwnModule]:
        """Those of several whose ground is used; all if it is none's."""
        used = [one for one in found if self.used.get(one.told.rules) == one.folder.name]
        return used or [*found]

    def label(self, one: OwnModule) -> str:
        """What people call a module: its name, or its folder's where another has that name."""
        shared = sum(other.name == one.name for other in self.modules) > 1
        return one.folder.name if shared else one.name

    def names(self) -> list[str]:
        """The names that say a module."""
        both = (n for one in self.modules for n in (self.label(one), one.folder.name))
        return [OURS, *dict.fromkeys(both)]


NO_MODULES = OwnModules()
KEPT = ("own modules", "looked at")


def own_modules(context: Context) -> OwnModules:
    """The modules of the owner's folder. :raises InputError: a file of one is wrong."""
    now = time.monotonic()
    looked: tuple[float, OwnModules] | None = base_of(context).get(KEPT)
    if looked is not None and now - looked[0] < LOOK_AGAIN:
        return looked[1]
    stamps = stamps_of(context.owner)
    if looked is not None and looked[1].stamps == stamps:
        found = looked[1]
    else:
        found = read_modules(context.owner, stamps) if stamps else NO_MODULES
    base_of(context)[KEPT] = now, found
    return found


def base_of(context: Context) -> Any:
    """What is loaded whatever the ground."""
    return context.grounds.get("", context.loaded)


def stamps_of(owner: Path) -> tuple[str, ...]:
    """Tell the owner's folder of modules from the same folder changed since."""
    if not (owner / MODULES).is_dir():
        return ()
    files = [path for one in folders(owner) for path in files_of(one)]
    found = []
    for path in (*files, owner / USED):
        try:
            state = path.stat()
        except OSError:
            continue
        found.append(f"{path} {state.st_mtime_ns} {state.st_size}")
    return tuple(found)


def files_of(folder: Path) -> tuple[Path, ...]:
    """The files of a module that answers rest on."""
    names = (FILE, TERRAIN, RATINGS, COUNTERS, LAYOUT)
    return tuple(folder / name for name in names)


def read_modules(owner: Path, stamps: tuple[str, ...]) -> OwnModules:
    """Read the modules of an owner's folder. :raises InputError: a file of one is wrong."""
    from clubroute.rules.owner.modules.overlay import ground_of

    found = []
    for folder in folders(owner):
        told = read_module_file(folder / FILE)
        own = [stamp for stamp in stamps if stamp.startswith(str(folder))]
        found.append(OwnModule(folder, told, ground_of(folder, told, tuple(own))))
    return OwnModules(tuple(found), read_used(owner / USED), stamps)


def read_used(path: Path) -> dict[str, str]:
    """Whose ground is used, by rules' map. :raises InputError: the file is wrong."""
    if not path.is_file():
        return {}
    told = read_toml(path)
    for name, value in told.items():
        if not isinstance(value, str):
            raise InputError(Where(str(path), part=name), repr(value), "the name of a module")
    return dict(told)


def on_ground(context: Context, params: Mapping[str, Any]) -> tuple[Context, Mapping[str, Any]]:
    """Return the surroundings and parameters of
    :func:`clubroute.rules.asking.methods.on_ground`."""
    asked = params.get(PARAMETER) if isinstance(params, Mapping) else None
    if asked is not None:
        params = {name: value for name, value in params.items() if name != PARAMETER}
        return context.on(asked_ground(context, asked)), params
    known = own_modules(context)
    if not known.modules:
        return context, params
    name = module_of(context, params)
    if not name:
        name = known.used.get(str(params.get("map")), "")
    found = known.named(name) if name else None
    return (context if found is None else context.on(found.ground)), params


def asked_ground(context: Context, asked: object) -> Ground:
    """The ground of a name. :raises InputError: the owner has none such."""
    from clubroute.rules.asking.context import OURS as OUR_GROUND

    if asked == OURS:
        return OUR_GROUND
    known = own_modules(context)
    found = known.named(asked) if isinstance(asked, str) else None
    if found is None:
        near = nearest_name(str(asked), known.names())
        where = Where("params", part=PARAMETER)
        raise InputError(where, repr(asked), one_of(known.names()), near)
    return found.ground


def module_of(context: Context, params: Mapping[str, Any]) -> str:
    """The module that the counters of a question's position are of, "" for one of ours."""
    state = params.get("state")
    if isinstance(state, str):
        try:
            return getattr(context.states.position(state), "module", None) or ""
        except InputError:
            return ""  # the question says so itself
    name = state.get("module") if isinstance(state, dict) else None
    return name if isinstance(name, str) else ""


def on_sealed(context: Context, seal: object) -> Context:
    """The surroundings on the ground of the module that a record about a log was made through.

    :param seal: how the record names it (:func:`clubroute.rules.logs.check.check.digest_of`).
    """
    if context.ground is not None or not isinstance(seal, str) or " " not in seal:
        return context
    digest = seal.partition(" ")[0]
    known = (one for one in own_modules(context).modules if one.told.digest.startswith(digest))
    found = next(known, None)
    return context if found is None else context.on(found.ground)


def find_module(context: Context, name: str) -> OwnModule:
    """The module of a name as its owner says it. :raises InputError: he has none such."""
    known = own_modules(context)
    said = {n for one in known.modules for n in (one.name, one.folder.name)}
    wanted = sorted(one for one in said if folded(one) == folded(name))
    found = known.named(name) or (known.named(wanted[0]) if wanted else None)
    if found is None:
        near = nearest_name(name, known.names())
        expected = one_of(known.label(one) for one in known.modules) + ": clubroute owner import"
        raise InputError(Where("module"), repr(name), expected, near)
    return found
