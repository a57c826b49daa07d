"""``clubroute FILE``: what a log, save, module or folder is, what is wrong in it, what to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.rules.saves.foreign import foreign_position

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context

LOG, FOLDER, MODULES = ".vlog", "", (".vmod", ".vmdx")
POSITIONS = (".vsav", ".clubroute")
"""Files that hold one position."""
NEXT = {
    LOG: ("check {}", "room {}", "position {}"),
    POSITIONS[0]: ("position {}", "room {}", "move UNIT to HEX --at {}"),
    POSITIONS[1]: ("position {}", "room {}", "move UNIT to HEX --at {}"),
    MODULES[0]: ("adopt {} --name NAME", "owner import {}", "dump {}"),
    MODULES[1]: ("dump {}",),
    FOLDER: ("audit {}", "room {}"),
}
"""By the ending of a file's name, the commands that go on with it."""


def is_opened(word: str) -> bool:
    """Whether a word is a file or folder that can be told about; one that is not there, too, if its
    name says so."""
    path = Path(word)
    return path.suffix.casefold() in NEXT and (path.suffix != FOLDER or path.is_dir())


def opened_lines(context: Context, path: Path) -> Iterator[str]:
    """What a file or folder is, what was done and illegal in it, and what may be asked next."""
    kind = FOLDER if path.is_dir() else path.suffix.casefold()
    if kind == LOG or kind in POSITIONS:
        try:
            yield from (log_lines if kind == LOG else position_head)(context, path)
        except InputError:
            found = foreign_position(str(path), None, None)
            if found is None:
                raise
            # Nobody has said what the rules of that game are: its pieces are shown.
            yield from found.lines()
            return
    elif kind == FOLDER:
        logs = len(list(path.rglob(f"*{LOG}")))
        yield f"{path}: a folder with {so_many(logs, 'log')}"
    else:
        if not path.is_file():
            raise InputError(Where(str(path)), "no such file", "a module, log or save")
        yield f"{path}: a module of VASSAL"
    yield f"Next: {' · '.join(f'clubroute {one.format(path)}' for one in NEXT[kind])}"


def log_lines(context: Context, path: Path) -> Iterator[str]:
    """What a log shows, and the first move that no rule allows."""
    from clubroute.rules.logs.check.chain import ChainCheck

    chain = ChainCheck(context, lambda report, _: report)
    found = chain.check((path,))
    if path in chain.errors:
        raise chain.errors[path]
    report = found[path]
    yield report.summary()
    illegal = report.of("illegal")
    if not illegal:
        lost = "Nothing that can be read of it breaks a rule: ask for the file again"
        yield lost if report.damaged else "Nothing in it breaks a rule"
        return
    first = illegal[0].line().removeprefix("illegal: ")
    more = len(illegal) - 1
    yield f"Against the rules: {first}" + (f" … and {more} more" if more else "")


def position_head(context: Context, path: Path) -> Iterator[str]:
    """What a position is of, and how many units it has."""
    from clubroute.rules.saves.at import read_at
    from clubroute.rules.saves.reading import ToldOfFile
    from clubroute.rules.saves.text import position_lines

    at = read_at(context, str(path), ToldOfFile(None, None, None))
    yield next(iter(position_lines(at, str(path))))
    units = at.found.units if at.found is not None else at.state.get("units") or ()
    yield f"{so_many(len(units), 'unit')} on it"
