"""Finds the module of a save: the one that is named, a built one, or our own as its sources say."""

from __future__ import annotations

from pathlib import Path

from clubroute.builder.errors import InputError
from clubroute.builder.project import Project, shipped_project
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.files import built_module, module_in
from clubroute.rules.logs.check.found import LogModule, find_module
from clubroute.rules.logs.check.module import Module, module_of
from clubroute.rules.logs.read import GameLog


def module_for(
    context: Context, log: GameLog, module: Path | None = None, counters: Path | None = None
) -> LogModule:
    """The module of a save or log, with its maps in place; read once.

    One of ours need not be built: its sources say where its hexes lie.

    :raises InputError: it is none of ours, the owner has it not, and no file of it is named.
    """

    def read(path: Path) -> Module:
        return module_in(context, path)

    return find_module(context, log, our_module, read, (module, counters))


def our_module(context: Context, log: GameLog) -> Module:
    """One of ours, built or not. :raises InputError: the log names none such."""
    try:
        return module_in(context, built_module(context.folder, log))
    except InputError:
        named = log.module.name if log.module is not None else None
        found = None if not named else outlined(context, named)
        if found is None:
            raise
        return found


def outlined(context: Context, title: str) -> Module | None:
    """Our own module of a name, from its sources; None if it is none of ours."""
    from clubroute.builder.module.outline import game_named, module_outline

    key = ("module outline", title)
    found: Module | None = context.loaded.get(key)
    if found is not None:
        return found
    for project in (Project(context.folder.parent), shipped_project()):
        game = game_named(project, title)
        if game is not None:
            made = module_of(module_outline(project, game.name))
            context.loaded[key] = made
            return made
    return None
