"""``--at FILE[:STEP]`` and ``"at"``: the position of a question, from any file that holds one."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.forms import other_form
from clubroute.builder.files.regular import is_file
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import AT, STATE
from clubroute.rules.asking.question import read_params
from clubroute.rules.asking.schema import shown
from clubroute.rules.logs.check.check import kept
from clubroute.rules.logs.container import LOG_LIMITS, is_archive, read_bytes
from clubroute.rules.logs.rulings import name_of_log
from clubroute.rules.position.record import (
    list_of,
    needed,
    parts_of,
    plain,
    premises,
    read_record,
    record,
    said,
)
from clubroute.rules.rulings.ruling import MOST_TOLD, canonical, differences
from clubroute.rules.saves.position import FilePosition, SourceNote
from clubroute.rules.saves.reading import (
    NOTHING_TOLD,
    SaveFile,
    ToldOfFile,
    position_at,
    save_of,
)
from clubroute.rules.series import series_at, series_of

# A position as a small file to mail, open and branch: ``.clubroute`` (docs/position-file.md).

KIND, FORM = "clubroute-position", 1
FORMAT = f"{KIND} {FORM}"
FORMAT_KEY = "format"
SUFFIX = ".clubroute"
MOST_DONE = 2000
TEXT = plain({"type": "string", "maxLength": 1000})
WHOLE = plain({"type": "integer", "minimum": 0})


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The file a position was read from."""

    file: str | None = said(TEXT, "its name, without folders")
    digest: str | None = said(TEXT, "sha256 of its bytes")
    step: int | None = said(WHOLE, "the steps of the log that are played")
    steps: int | None = said(WHOLE, "the steps it has")
    module: str | None = said(TEXT, "the module it is of, with its version")


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidFrom:
    """Where a part of a position comes from."""

    part: str = needed(TEXT, "the part: units, bridges, weather …")
    source: str = needed(
        plain({"type": "string", "enum": ["file", "scenario set-up", "unknown"]}),
        "who says it; unknown: nobody does",
    )
    text: str = needed(TEXT, "what is said, or missing, in a player's words")


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionFile:
    """A position of a game, with where it comes from.

    ``digest`` is that of map and state alone, so equal positions have equal digests, whatever they
    were read from. ``parent`` is the digest of the position this one was branched from.
    """

    format: str = needed(plain({"type": "string", "enum": [FORMAT]}), "the form of the file")
    map: str = needed(TEXT, "the rules' map: wed, tdc, mg or ins")
    state: Mapping[str, Any] = needed(
        plain({"type": "object"}), "the position, as every question takes it (docs/protocol.md)"
    )
    digest: str = needed(TEXT, "sha256 of map and state as compact JSON with sorted names")
    title: str | None = said(TEXT, "what its maker calls it")
    parent: str | None = said(TEXT, "the digest of the position it was branched from")
    origin: Origin | None = said(record(Origin), "the file it was read from", name="from")
    notes: tuple[SaidFrom, ...] = field(
        default=(),
        metadata={
            "kind": list_of(record(SaidFrom), 200),
            "summary": "where its parts come from",
            "name": "",
        },
    )
    done: tuple[str, ...] = field(
        default=(),
        metadata={
            "kind": list_of(TEXT, MOST_DONE),
            "summary": "what was done this turn, in a player's words, in order",
            "name": "",
        },
    )

    def record(self) -> dict[str, Any]:
        """JSON values, those left out that are not said."""
        told: dict[str, Any] = {
            "format": self.format,
            "map": self.map,
            "title": self.title,
            "digest": self.digest,
            "parent": self.parent,
            "from": None if self.origin is None else filled(self.origin),
            "notes": [filled(one) for one in self.notes],
            "done": list(self.done),
            "state": self.state,
        }
        return {name: value for name, value in told.items() if value not in (None, [])}

    def text(self) -> str:
        """The file."""
        return json.dumps(self.record(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"

    def branch(self, state: Mapping[str, Any], title: str | None = None) -> PositionFile:
        """A position played on from this one."""
        return made(self.map, state, title=title, parent=self.digest, origin=self.origin)


def check_form(format_: object, path: Path | str) -> None:
    """Check what a file says it is.

    :raises InputError: a position of another number, or no position.
    """
    kind, _, number = format_.partition(" ") if isinstance(format_, str) else ("", "", "")
    where = Where(str(path), part=FORMAT_KEY)
    if kind == KIND and number != str(FORM):
        raise other_form(where, "position", number, FORM, "write it again from its save")
    if format_ != FORMAT:
        raise InputError(where, shown(format_), f"{FORMAT}, or a state without a format")


def filled(value: Any) -> dict[str, Any]:
    """The fields of a record that are said."""
    told = {name: getattr(value, name) for name in value.__slots__}
    return {name: one for name, one in told.items() if one is not None}


def digest_of(map_: str, state: Mapping[str, Any]) -> str:
    """The digest of a position."""
    text = canonical({"map": map_, "state": state})
    return "sha256:" + sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def made(map_: str, state: Mapping[str, Any], **more: Any) -> PositionFile:
    """A position as a file. :raises InputError: the state is none of that map's series."""
    series_at(map_, Where("position", part="map")).read_state(state)
    return PositionFile(format=FORMAT, map=map_, state=state, digest=digest_of(map_, state), **more)


def position_file(found: FilePosition, title: str | None = None) -> PositionFile:
    """The position of a save or log as a file of its own."""
    origin = Origin(
        file=found.file,
        digest=found.digest,
        step=found.step,
        steps=found.steps,
        module=found.module,
    )
    notes = tuple(SaidFrom(part=n.part, source=n.source, text=n.text) for n in found.notes)
    return made(found.map, found.state, title=title, origin=origin, notes=notes)


def read_file(value: Mapping[str, Any], path: Path | str) -> PositionFile:
    """A position's file from its JSON. :raises InputError: it is none, or was altered by hand."""
    name = str(path)
    try:
        found = read_record(PositionFile, value, "")
        remade = made(found.map, found.state)
    except InputError as error:
        raise InputError(
            Where(name, part=error.where.part), error.found, error.expected, error.nearest
        ) from None
    if remade.digest != found.digest:
        raise InputError(
            Where(name, part="digest"),
            "a position that does not fit its digest",
            f"{remade.digest}, or the file as clubroute wrote it",
        )
    return found


MAP = "map"
STEP = re.compile(r"(?P<file>.{2,}):(?P<step>[0-9]{1,7})", re.DOTALL)
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
    if match is None or is_file(Path(text)):
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


# Verifies a .clubroute file: it fits its digest, and its log shows the same position.


def verify_position(
    context: Context, path: Path, logs: Sequence[Path], told: ToldOfFile
) -> tuple[bool, list[str]]:
    """Whether a position's file is what it says, and the outcome in lines.

    ``logs`` are files it may have been read from; ``told`` is what reading them needs.

    :raises InputError: it is no .clubroute file, or does not fit its digest.
    """
    file = read_at(context, str(path)).file
    if file is None:
        return False, [f"{path.name}: a state without a digest: nothing to verify"]
    lines = [f"fits its digest: {path.name}, {file.digest}"]
    if file.parent is not None:
        return True, [*lines, f"branched from the position {file.parent}"]
    if not logs:
        return True, [*lines, *origin_lines(file)]
    origin = file.origin
    for log in logs:
        data = read_bytes(log, LOG_LIMITS.total)
        if origin is None or name_of_log(data) != origin.digest:
            continue
        found = position_at(save_of(context, data, log.name, told), origin.step)
        if digest_of(found.map, found.state) == file.digest:
            return True, [*lines, f"{log.name} shows the same position"]
        told_ = differences(file.state, found.state, "state")[:MOST_TOLD]
        return False, [*lines, f"{log.name} shows another position", *(f"  {x}" for x in told_)]
    return False, [*lines, "none of the logs is the file it was read from", *origin_lines(file)]


def origin_lines(file: PositionFile) -> list[str]:
    """Which file a position says that it was read from."""
    origin = file.origin
    if origin is None or origin.file is None:
        return ["it names no file that it was read from"]
    step = f", {origin.step} of {origin.steps} steps played" if origin.steps else ""
    return [f"read from {origin.file}{step} ({origin.digest}): give it with --log"]
