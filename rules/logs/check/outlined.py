"""Our own modules without a build: where their hexes lie, as their sources say."""

from __future__ import annotations

from clubroute.builder.project import Project, shipped_project
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.module import Module, module_of
from clubroute.rules.rulings.versions import code_digest, folder_digest


def outlined(context: Context, title: str) -> Module | None:
    """Our own module of a name, from its sources, read once; None if it is none of ours."""
    from clubroute.builder.module.outline import game_named, module_outline

    key = ("module outline", title)
    found: Module | None = context.loaded.get(key)
    if found is not None:
        return found
    for project in (Project(context.folder.parent), shipped_project()):
        game = game_named(project, title)
        if game is not None:
            made = module_of(module_outline(project, game.name))
            digest = folder_digest(project.counters, ("*.toml", "*.csv"))
            context.loaded["module outline digest", title] = f"{code_digest()} {digest}"
            context.loaded[key] = made
            return made
    return None


def outline_digest(context: Context, title: str) -> str:
    """The digest of what an outlined module is made of; "" if none of that name is."""
    found: str = context.loaded.get(("module outline digest", title)) or ""
    return found
