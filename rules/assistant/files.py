"""The files an assistant may have read: logs and saves under folders the user named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from clubroute.builder.errors import ClubrouteError, InputError, Where, nearest_name
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.schema import check_value
from clubroute.rules.assistant.reply import ToolReply, fitted, refused
from clubroute.rules.logs.check.chain import ChainCheck
from clubroute.rules.saves.at import read_at
from clubroute.rules.saves.reading import ToldOfFile
from clubroute.rules.saves.text import position_lines

FILE, STEP = "file", "step"
LOG = "check_log"
POSITION = "position"
SUFFIXES = (".vlog", ".vsav", ".clubroute")

FILE_TOOLS: Mapping[str, Mapping[str, Any]] = {
    LOG: {
        "says": "What a VASSAL log (.vlog) shows that the rules forbid, and what was not checked. "
        "Only files under the folders the user named.",
        "params": {FILE: {"type": "string", "description": "its name, or its path"}},
    },
    POSITION: {
        "says": "Which units stand where in a VASSAL save or log, before a step of it.",
        "params": {
            FILE: {"type": "string", "description": "its name, or its path"},
            STEP: {"type": "integer", "minimum": 1},
        },
    },
}


def file_schema(name: str) -> dict[str, Any]:
    """Make the JSON Schema of the arguments of a tool that reads a file."""
    params = FILE_TOOLS[name]["params"]
    return {"type": "object", "properties": dict(params), "required": [FILE]}


def file_call(
    context: Context, folders: Sequence[Path], name: str, told: Mapping[str, Any]
) -> ToolReply:
    """Answer a call about a file. What is wrong with it is a reply, too."""
    try:
        path = file_in(folders, told.get(FILE))
        lines = log_lines(context, path) if name == LOG else standing(context, path, told)
    except ClubrouteError as error:
        return refused(str(error))
    return ToolReply(fitted(lines[0], lines[1:], (), "ask about one unit or step"))


def log_lines(context: Context, path: Path) -> Sequence[str]:
    """What a log shows, as ``clubroute check`` says it. :raises InputError: it cannot be read."""
    chain = ChainCheck(context, lambda report, _: report, None, None, {})
    found = chain.check((path,))
    if path in chain.errors:
        raise chain.errors[path]
    lines: Sequence[str] = found[path].text(False)
    return lines


def standing(context: Context, path: Path, told: Mapping[str, Any]) -> Sequence[str]:
    """The position in a file. :raises InputError: it cannot be read, or has no such step."""
    step = told.get(STEP)
    check_value(step, {"type": ["integer", "null"], "minimum": 1}, STEP)
    name = str(path) if step is None else f"{path}:{step}"
    return list(position_lines(read_at(context, name, ToldOfFile()), path.name))


def file_in(folders: Sequence[Path], said: Any) -> Path:
    """Find a file under the folders the user named, by its path or by its bare name.

    A link that leads out of them is not followed.

    :raises InputError: none is named, or it is not under them; with the nearest name.
    """
    check_value(said, {"type": "string", "maxLength": 1000}, FILE)
    if not folders:
        how = "clubroute mcp --folder FOLDER, by the user, for files to be read"
        raise InputError(Where(FILE), repr(said), how)
    roots = [folder.resolve() for folder in folders]
    inside = [*files_under(roots)]
    try:
        wanted = {(root / said).resolve() for root in roots}
    except (OSError, ValueError):
        wanted = set()
    for path in inside:
        if path in wanted or path.name == said:
            return path
    names = [path.name for path in inside]
    expected = "a save or log under " + ", ".join(map(str, folders))
    raise InputError(Where(FILE), repr(said), expected, nearest_name(Path(said).name, names))


MOST_FILES = 10_000
"""Files looked at under the folders."""


def files_under(roots: Sequence[Path]) -> Sequence[Path]:
    """List the saves and logs under some folders, links that lead out of them left out."""
    found: list[Path] = []
    for root in roots:
        for path in sorted(root.rglob("*")):
            if path.suffix.lower() in SUFFIXES and path.is_file():
                real = path.resolve()
                if real.is_relative_to(root):
                    found.append(real)
            if len(found) >= MOST_FILES:
                return found
    return found
