"""``--at FILE[:STEP]`` and ``"at"``: the position of a question, from any file that holds one."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import AT, STATE
from clubroute.rules.asking.question import read_params
from clubroute.rules.asking.schema import shown
from clubroute.rules.logs.check.files import kept
from clubroute.rules.logs.container import LOG_LIMITS, is_archive, read_bytes
from clubroute.rules.position.record import parts_of, premises
from clubroute.rules.saves.file import (
    FORMAT_KEY,
    PositionFile,
    check_form,
    position_file,
    read_file,
)
from clubroute.rules.saves.position import FilePosition, SourceNote
from clubroute.rules.saves.reading import (
    NOTHING_TOLD,
    SaveFile,
    ToldOfFile,
    position_at,
    save_of,
)
from clubroute.rules.series import series_at, series_of

MAP = "map"
STEP = re.compile(r"(?P<file>.{2,}):(?P<step>\d{1,7})", re.DOTALL)
"""A file and a step; a letter before the colon is a drive of Windows, not a file."""
STDIN = "-"


@dataclass(frozen=True, slots=True)
class At:
    """A position from a file. ``map`` is None for a bare state, which does not say it. ``found``
    is what a save or log has besides."""

    map: str | None
    state: Mapping[str, Any]
    notes: tuple[SourceNote, ...] = ()
    found: FilePosition | None = None
    save: SaveFile | None = None
    file: PositionFile | None = None


def split_at(text: str) -> tuple[Path, int | None]:
    r"""Split ``FILE[:STEP]``: ``C:\games\t.vlog:12`` is a file of drive C and step 12."""
    match = STEP.fullmatch(text)
    if match is None or Path(text).exists():
        return Path(text), None
    return Path(match["file"]), int(match["step"])


def read_at(context: Context, text: str, told: ToldOfFile = NOTHING_TOLD) -> At:
    """Read the position ``FILE[:STEP]`` names: a .vsav, .vlog, .clubroute, or a state as JSON.

    :raises InputError: the file cannot be read, or holds no position.
    """
    path, step = split_at(text)
    if text == STDIN:
        data = sys.stdin.buffer.read(LOG_LIMITS.total)
    else:
        data = read_bytes(path, LOG_LIMITS.total)
    if is_archive(data):

        def read(_: Path) -> SaveFile:
            return save_of(context, data, path.name, told)

        anew = text == STDIN or told != NOTHING_TOLD
        save = read(path) if anew else kept(context, "save", path, read)
        found = position_at(save, step)
        return At(found.map, found.state, found.notes, found, save)
    if step is not None:
        raise InputError(Where(str(path), part="step"), str(step), "a .vlog: only logs have steps")
    return at_of_json(data, path)


def file_of(at: At, title: str | None = None) -> PositionFile:
    """A position as a .clubroute file. :raises InputError: it is a state whose map nobody says."""
    if at.found is not None:
        return position_file(at.found, title)
    if at.file is not None:
        return at.file if title is None else replace(at.file, title=title)
    raise InputError(Where("state"), "a state that does not say its map", "a .clubroute file")


def at_of_json(data: bytes, path: Path | str) -> At:
    """A position from JSON: a .clubroute file, a state, or a state beside its map as in a question.

    :raises InputError: none of these.
    """
    try:
        value = read_params(data)
    except InputError as error:
        expected = "a .vsav, a .vlog, a .clubroute file or a state as JSON"
        raise InputError(Where(str(path), part=error.where.part), error.found, expected) from None
    if not isinstance(value, dict):
        raise InputError(Where(str(path)), "an array", "a state, an object")
    if FORMAT_KEY not in value:
        inner = value.get(STATE)
        if isinstance(inner, dict) and value.keys() <= {MAP, STATE}:
            return At(map_of_question(value, path), inner)
        return At(None, value)
    check_form(value[FORMAT_KEY], path)
    file = read_file(value, path)
    # What the record of a note has is what its declaration allows.
    notes = tuple(SourceNote(n.part, n.source, n.text) for n in file.notes)  # type: ignore[arg-type]
    return At(file.map, file.state, notes, file=file)


def map_of_question(value: Mapping[str, Any], path: Path | str) -> str | None:
    """The map a question names beside its state, None if it names none.

    :raises InputError: it is no map.
    """
    map_ = value.get(MAP)
    if map_ is None:
        return None
    where = Where(str(path), part=MAP)
    if not isinstance(map_, str):
        raise InputError(where, shown(map_), "a map, as wed")
    series_at(map_, where)
    return map_


def with_at(context: Context, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """A question's parameters with the map and the position that their ``at`` names.

    :raises InputError: the file may not be read here, or holds no position; no such method.
    """
    where = Where("params", part=AT)
    told = dict(params)
    text = told.pop(AT)
    if not isinstance(text, str):
        raise InputError(where, shown(text), "a file, as turn3.vlog:12")
    allowed(context, split_at(text)[0], where)
    told = placed_at(context, method, told, read_at(context, text))
    state = told.get(STATE)
    if isinstance(state, dict):
        # Opened, it is parsed once for all questions about it.
        told[STATE] = context.states.open(state, series_of(told))
    return told


def placed_at(context: Context, method: str, params: Mapping[str, Any], at: At) -> dict[str, Any]:
    """Parameters with the map and the state of a position, as far as a method takes them.

    What the question itself says of the position goes before the file's word.

    :raises InputError: no such method.
    """
    told = dict(params)
    if at.map is not None:
        told.setdefault(MAP, at.map)
    asks = context.registry.find(method, told).asks
    parts, told = parts_of(asks), {**premises(asks), **told}
    if MAP not in parts and MAP not in params:
        told.pop(MAP, None)
    more = told.get(STATE, {})
    if STATE in parts and isinstance(more, Mapping):
        told[STATE] = {**at.state, **more}
    return told


def allowed(context: Context, path: Path, where: Where) -> None:
    """Refuse a file that questions may not name here. :raises InputError: it is one."""
    if context.files is None:
        return
    if not context.files:
        found = "a file, which this service does not read"
        raise InputError(where, found, "state.open, or a service started with --files FOLDER")
    real = path.resolve()
    if not any(real.is_relative_to(folder.resolve()) for folder in context.files):
        folders = ", ".join(map(str, context.files))
        raise InputError(where, str(path), f"a file in {folders}")
