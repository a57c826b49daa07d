"""Finds the module of a save: the one that is named, a built one, or our own as its sources say."""

from __future__ import annotations

from pathlib import Path

from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.files import module_in, our_module
from clubroute.rules.logs.check.found import LogModule, find_module
from clubroute.rules.logs.check.module import Module
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
