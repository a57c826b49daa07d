"""A position as a small file to mail, open and branch: ``.clubroute`` (docs/position-file.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.forms import other_form
from clubroute.rules.asking.schema import shown
from clubroute.rules.position.record import list_of, needed, plain, read_record, record, said
from clubroute.rules.rulings.ruling import canonical
from clubroute.rules.saves.position import FilePosition
from clubroute.rules.series import series_at

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
