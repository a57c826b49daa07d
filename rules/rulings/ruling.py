"""Ruling records: a question with its answer as a block of text that anybody can ask again.

A record holds the whole question, the position too, so that it needs nothing but clubroute with
the same map; what it rests on is named by digest. It survives being quoted and wrapped in e-mail.
Its seal shows that a record was damaged or altered by hand; it is no signature.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import (
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from clubroute.builder import __version__
from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import not_staged
from clubroute.builder.files.forms import other_form
from clubroute.builder.files.regular import read_file, too_large
from clubroute.builder.sources.text import MAX_SOURCE_BYTES, as_utf8
from clubroute.builder.vassal.limits import MODULE_LIMITS
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.question import JsonError, read_json
from clubroute.rules.series import all_series

# Versions an answer depends on: the program, its tables, the map, the owner's tables.

LENGTH = 16
"""Hex digits of a digest that are kept."""


@dataclass(frozen=True, slots=True)
class Versions:
    """Digests of all an answer rests on; "" where there is none.

    ``clubroute`` is the program's version, ``code`` and ``tables`` digests of its code and of the
    rules' numbers, ``terrain`` of the compiled map, with ``@NAME`` where it is the ground of a
    module that the owner has, ``owner`` of the tables the owner supplied.
    """

    clubroute: str
    code: str
    tables: str
    terrain: str = ""
    owner: str = ""

    def record(self) -> dict[str, str]:
        """As JSON values."""
        return {name: getattr(self, name) for name in NAMES}

    def differences(self, other: Versions) -> tuple[str, ...]:
        """List the parts that differ from other versions, a line each."""
        return tuple(
            f"{NAMES[one.name]}: {shown(here)} there, {shown(there)} here"
            for one in fields(self)
            if (here := getattr(self, one.name)) != (there := getattr(other, one.name))
        )


NAMES = {
    "clubroute": "clubroute",
    "code": "the program's code",
    "tables": "the rules' tables",
    "terrain": "the compiled map",
    "owner": "the owner's tables",
}
"""The name of each part in messages."""


def shown(value: str) -> str:
    """A version or digest in a message."""
    return value or "none"


def versions_of(context: Context, window: str | None = "") -> Versions:
    """Work out the versions that answers about a map rest on here, or those about logs ("").

    None is for what rests on no map.
    """
    return Versions(
        __version__,
        code_digest(),
        tables_digest(),
        "" if window is None else terrain_digest(context, window),
        folder_digest(context.owner, ("*.csv", "*.toml")),
    )


def terrain_digest(context: Context, window: str) -> str:
    """Of the compiled map that is asked about, "" if it cannot be had or made.

    Without a map: that of the ground asked on, or of the series whose logs are judged. No other
    series' is made for it.
    """
    ground = context.ground
    if ground is not None and not window:
        window = ground.window
    wanted = [one for one in all_series() if (window in one.maps if window else one.judge)]
    whose = "" if ground is None or not window or ground.window != window else ground.name
    try:
        found = file_digest(context.terrain(wanted[0].lattice, window)) if wanted else ""
    except InputError:
        return ""
    return found + (f"@{'-'.join(whose.split())}" if whose else "")


@lru_cache(maxsize=1)
def code_digest() -> str:
    """Of every line of code."""
    root = Path(__file__).parents[2]
    return digest_of(root, (p for name in ("builder", "rules") for p in files(root / name, "*.py")))


@lru_cache(maxsize=1)
def tables_digest() -> str:
    """Of every file of numbers."""
    root = Path(__file__).parents[1]
    return digest_of(root, files(root, "*.toml"))


def folder_digest(folder: Path, patterns: Iterable[str]) -> str:
    """Of the files in a folder that fit a pattern, "" if there are none."""
    found = sorted({path for pattern in patterns for path in files(folder, pattern)})
    return digest_of(folder, found) if found else ""


def file_digest(path: Path) -> str:
    """Of one file, "" if it cannot be read."""
    try:
        data = read_file(path, Where.of(path), "a file", MODULE_LIMITS.total)
    except InputError:
        return ""
    return hashlib.sha256(data).hexdigest()[:LENGTH]


def files(folder: Path, pattern: str) -> list[Path]:
    """The files below a folder, in order."""
    try:
        return sorted(p for p in not_staged(folder.rglob(pattern), folder) if p.is_file())
    except OSError:
        return []


def digest_of(root: Path, paths: Iterable[Path]) -> str:
    """Of files with their names below a root."""
    hasher = hashlib.sha256()
    for path in paths:
        try:
            data = read_file(path, Where.of(path), "a file", MAX_SOURCE_BYTES)
        except InputError:
            continue
        # Git may give text files another line end on another machine.
        data = data.replace(b"\r\n", b"\n")
        name = path.relative_to(root).as_posix().encode("utf-8", "surrogatepass")
        hasher.update(b"%d %d\n" % (len(name), len(data)))
        hasher.update(name)
        hasher.update(data)
    return hasher.hexdigest()[:LENGTH]


FIRST = "=== clubroute ruling 1 ==="
ANSWERED = "=== answered ==="
LAST = "=== end of ruling {seal} ==="
WIDTH = 76
"""Characters of a line; longer ones are wrapped by mail programs."""
MOST_BYTES = 16 << 20
"""Bytes of a file with records."""
MOST_TOLD = 20
"""Differences that are listed."""

BEGIN = re.compile(r"=== clubroute ruling (\S+) ===")
END = re.compile(rf"=== end of ruling ([0-9a-f]{{{LENGTH}}}) ===")
HEAD = re.compile(r"(clubroute|code|tables|terrain|owner|asked): (\S+)")
DIGEST = re.compile(rf"[0-9a-f]{{{LENGTH}}}")
QUOTED = re.compile(r"^[>\s]+")


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question (``method`` with ``params``), its ``answer``, and what it rested on."""

    method: str
    params: Mapping[str, Any]
    answer: Any
    versions: Versions

    @property
    def position(self) -> str:
        """Digest of the position that was asked about, "" if the question has none.

        It is that of the state in the question, or what the answer says of a log's position.
        """
        state = self.params.get("state")
        if state is not None:
            return digest(canonical(state))
        told = self.answer.get("position") if isinstance(self.answer, dict) else None
        return told if isinstance(told, str) and DIGEST.fullmatch(told) else ""

    @property
    def seal(self) -> str:
        """Digest of the whole record."""
        parts = [self.method, self.params, self.answer, self.versions.record()]
        return digest(canonical(parts))

    def text(self) -> str:
        """The record."""
        verdict = self.answer.get("verdict") if isinstance(self.answer, dict) else None
        lines = [FIRST, f"asked: {self.method}"]
        if isinstance(verdict, str):
            lines.append(f"verdict: {verdict}")
        position = self.position
        if position:
            lines.append(f"position: {position}")
        lines += [f"{name}: {shown(value)}" for name, value in self.versions.record().items()]
        lines += [*wrapped(self.params), ANSWERED, *wrapped(self.answer)]
        return "\n".join([*lines, LAST.format(seal=self.seal), ""])


def asked_map(params: Mapping[str, Any]) -> str:
    """The map a question names, "" if it names none."""
    window = params.get("map")
    return window if isinstance(window, str) else ""


def differences(
    there: Any, here: Any, path: str = "answer", words: tuple[str, str] = ("there", "here")
) -> list[str]:
    """Where two JSON values are not the same, by path. ``words`` call the two."""
    first, second = words
    if isinstance(there, dict) and isinstance(here, dict):
        found = []
        for name in sorted(there.keys() | here.keys()):
            if name not in here:
                found.append(f"{path}.{name}: {brief(there[name])} {first}, absent {second}")
            elif name not in there:
                found.append(f"{path}.{name}: absent {first}, {brief(here[name])} {second}")
            else:
                found += differences(there[name], here[name], f"{path}.{name}", words)
        return found
    if isinstance(there, list) and isinstance(here, list) and len(there) == len(here):
        pairs = enumerate(zip(there, here, strict=True))
        return [
            line for index, (a, b) in pairs for line in differences(a, b, f"{path}[{index}]", words)
        ]
    if canonical(there) == canonical(here):
        return []
    return [f"{path}: {brief(there)} {first}, {brief(here)} {second}"]


def brief(value: Any) -> str:
    """A JSON value on one line, cut short."""
    text = canonical(value)
    return text if len(text) <= 80 else text[:79] + "…"


def read_rulings(text: str, path: str = "(ruling)") -> tuple[Ruling, ...]:
    """Every record in a text: a file of its own, or an e-mail around it.

    :raises InputError: there is none, or one is damaged.
    """
    found = tuple(ruling_of(block, path, row) for row, block in blocks(text, path))
    if not found:
        raise InputError(Where(path), "no ruling record", f"a block that begins {FIRST}")
    return found


def read_record(path: Path, stdin: BinaryIO) -> tuple[Ruling, ...]:
    """The records in a file, in the .txt files of a folder, or of ``stdin`` for ``-``.

    :raises InputError: as read_rulings, or the folder has no such file.
    """
    if path.is_dir():
        files = sorted(not_staged(path.glob("*.txt"), path))
        if not files:
            raise InputError(Where(str(path)), "a folder without .txt files", "ruling records")
        return tuple(one for file in files for one in read_record(file, stdin))
    shown_path = "(stdin)" if str(path) == "-" else str(path)
    where = Where(shown_path)
    if str(path) == "-":
        data = stdin.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise too_large(where, MOST_BYTES, len(data))
    else:
        data = read_file(path, where, "a ruling record", MOST_BYTES)
    return read_rulings(as_utf8(data).decode("utf-8", "replace"), shown_path)


def blocks(text: str, path: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of each record, without marks of quotation, and the row it begins in."""
    block: list[str] | None = None
    begun = 0
    for row, line in enumerate(text.splitlines(), 1):
        bare = QUOTED.sub("", line).rstrip()
        begins = BEGIN.fullmatch(bare)
        if begins is not None:
            if begins[1] != "1":
                raise other_form(Where(path, row), "ruling", begins[1], 1, "ask it again")
            block, begun = [bare], row
        elif block is not None:
            block.append(bare)
            if END.fullmatch(bare):
                yield begun, block
                block = None
    if block is not None:
        raise InputError(Where(path, begun), "a ruling that is cut short", "its last line")


def ruling_of(lines: Sequence[str], path: str, row: int) -> Ruling:
    """One record. :raises InputError: it is damaged, or was altered."""
    body = lines[:-1]
    head: dict[str, str] = {}
    at = next((i for i, line in enumerate(body) if line.startswith("{")), len(body))
    for line in body[:at]:
        match = HEAD.fullmatch(line)
        if match is not None:
            head[match[1]] = "" if match[2] == "none" else match[2]
    middle = next((i for i, line in enumerate(body) if line == ANSWERED), None)
    missing = [name for name in ("asked", "clubroute", "code", "tables") if name not in head]
    if missing or middle is None:
        what = missing[0] if missing else ANSWERED
        raise InputError(Where(path, row), f"a ruling without {what}", "the whole record")
    params = value_of(body[at:middle], path, row)
    answer = value_of(body[middle + 1 :], path, row)
    if not isinstance(params, dict):
        raise InputError(Where(path, row), "a question without parameters", "a JSON object")
    method = head.pop("asked")
    versions = Versions(**head)
    ruling = Ruling(method, params, answer, versions)
    if unspaced(ruling.text()) != unspaced("\n".join(lines)):
        found = "a ruling that does not fit its seal"
        raise InputError(Where(path, row), found, "the record as clubroute wrote it")
    return ruling


def unspaced(text: str) -> str:
    """A record without what mail programs change."""
    return "".join(text.split())


def value_of(lines: Sequence[str], path: str, row: int) -> Any:
    """A JSON value of several lines. A line end is a space, whoever wrapped the line."""
    try:
        return read_json(" ".join(lines).encode("utf-8", "surrogatepass"))
    except JsonError:
        raise InputError(Where(path, row), "a ruling with damaged JSON", "the record") from None


def wrapped(value: Any) -> list[str]:
    """A JSON value on lines that end between its parts."""
    # No text in JSON holds a line end as such.
    text = json.dumps(value, sort_keys=True, allow_nan=False, separators=(",\n", ": "))
    lines: list[str] = []
    line: list[str] = []
    size = 0
    for part in text.split("\n"):
        if line and size + len(part) > WIDTH:
            lines.append(" ".join(line))
            line, size = [], 0
        line.append(part)
        size += len(part) + 1
    return [*lines, " ".join(line)]


def canonical(value: Any) -> str:
    """A JSON value in the one form whose digest counts."""
    return json.dumps(value, sort_keys=True, allow_nan=False, separators=(",", ":"))


def digest(text: str) -> str:
    """Sixteen hex digits of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]
