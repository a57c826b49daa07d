"""The boards of the owner's modules, for a page: which there are, and their tiles.

A tile is given to who shows the room's token, and nobody is to keep it: the pictures are the
publishers', and what a page shares is our drawing always.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.project import Project
from clubroute.builder.terrain.compiled import Say
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import on_ground
from clubroute.rules.owner.modules.known import OwnModule, own_modules
from clubroute.rules.room.pictures import Made, Pictures

KEY = 16
"""Hex digits of the key of a module's ground that tell its tiles from those before a change."""
SEPARATOR = "@"
LEFT_OUT = "left-out.txt"
"""Equal to :data:`clubroute.rules.room.own_boards.LEFT_OUT`, whose module loads what draws."""


class Anything:
    """The names of pictures, of which each is looked at before it is asked for."""

    def __contains__(self, _: object) -> bool:
        return True


class OwnPictures:
    """The tiles of the modules that an owner has."""

    def __init__(self, context: Context, project: Project) -> None:
        self._context, self._project = context, project
        self._pictures = Pictures(self._made, Anything())

    def list(self, window: str) -> list[dict[str, Any]]:
        """The modules with boards of a map; ``gone``: its file is no longer where it was, so that
        there are no pictures.

        :raises InputError: a file of one is wrong.
        """
        return [
            {
                "id": one.folder.name,
                "name": own_modules(self._context).label(one),
                "file": one.told.file,
                "gone": not Path(one.told.file).is_file(),
            }
            for one in self._modules(window)
        ]

    def progress(self, window: str, id_: str) -> dict[str, Any]:
        """How far the tiles of a module are; asked for the first time, they are begun.

        :raises InputError: there is no such module, or its file is gone.
        """
        made = self._begun(self._named(window, id_))
        left_out = (made.files or {}).get(LEFT_OUT, b"").decode("utf-8").splitlines()
        told = {"stage": made.stage, "failed": made.failed, "left_out": left_out}
        return {"ready": made.files is not None, **told}

    def tile(self, window: str, id_: str, path: str) -> tuple[bytes, str]:
        """A tile, empty where there is none; and what is done meanwhile, "" once it is.

        :raises InputError: as :meth:`progress`.
        """
        made = self._begun(self._named(window, id_))
        if made.files is None:
            return b"", "" if made.failed else made.stage
        return made.files.get(path, b"") if path != LEFT_OUT else b"", ""

    def _modules(self, window: str) -> Iterator[OwnModule]:
        for one in own_modules(self._context).modules:
            if one.told.rules == window and one.told.window:
                yield one

    def _named(self, window: str, id_: str) -> OwnModule:
        found = next((one for one in self._modules(window) if one.folder.name == id_), None)
        if found is None:
            names = [one.folder.name for one in self._modules(window)]
            raise InputError(Where("module"), repr(id_), ", ".join(names) or "an imported module")
        if not Path(found.told.file).is_file():
            where = Where.of(Path(found.told.file))
            raise InputError(where, "no such file", "the module, to show its pictures")
        return found

    def _begun(self, one: OwnModule) -> Made:
        made = self._pictures.of("own", f"{one.folder.name}{SEPARATOR}{one.ground.key[:KEY]}")
        assert made is not None  # any name is one
        return made

    def _made(self, kind: Any, name: str, say: Say) -> Mapping[str, bytes]:
        from clubroute.rules.room.art import made_apart  # loads what draws

        id_ = name.rpartition(SEPARATOR)[0]
        folder = next(
            one.folder for one in own_modules(self._context).modules if one.folder.name == id_
        )
        return made_apart(kind, self._project, str(folder.resolve()), self._context.folder, say)


def ground_name(context: Context, window: str, module: object) -> str:
    """The module whose ground answers about a position rest on, "" for ours."""
    told = {"map": window, "state": {"module": module} if isinstance(module, str) else {}}
    here, _ = on_ground(context, told)
    ground = here.ground
    if ground is None or ground.window != window:
        return ""
    known = own_modules(context)
    found = (known.label(one) for one in known.modules if one.ground is ground)
    return next(found, ground.name)
